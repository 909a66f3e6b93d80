import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, LINK_FILTERS, MENU_FILTERS } from '../lib/filters.ts';
import type { FilterName } from '../lib/filters.ts';
import { plural } from '../lib/format.ts';
import { chooseParams, href } from '../lib/route.ts';
import { LEVEL_ORDER, VERDICT_ORDER } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';

const LABELS: Readonly<Partial<Record<FilterName, string>>> = {
  spec: 'version',
  openpoint: 'open point',
  heldup: 'held up by',
  change: 'since baseline',
};
type Menu = (typeof MENU_FILTERS)[number];

/** Menus for what the page can be narrowed to, and marks for what a link has narrowed it to. */
export function FilterBar({ menus = MENU_FILTERS }: { readonly menus?: readonly Menu[] }): JSX.Element {
  const { store, route } = usePage();
  const narrow = useMedia(NARROW);
  const filters = filtersOf(route.params);
  const choices = useMemo(() => choicesOf(store, filters.service), [store, filters.service]);
  const set = (name: FilterName | 'q', value: string | undefined): void =>
    chooseParams({ ...(name === 'service' ? { spec: undefined } : {}), [name]: value });
  const active = menus.filter((name) => filters[name] !== undefined).length;
  const fields = (
    <div class="filter-fields">
      {menus.map((name) => (
        <label key={name}>
          <span>{LABELS[name] ?? name}</span>
          <select value={filters[name] ?? ''} onChange={(event) => set(name, event.currentTarget.value)}>
            <option value="">all</option>
            {choices[name].map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
  const links = LINK_FILTERS.filter((name) => filters[name] !== undefined);
  return (
    <div class="filters no-print" role="group" aria-label="Filters">
      {narrow ? (
        <details open={active > 0}>
          <summary>Filters{active > 0 ? ` (${active})` : ''}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
      {(links.length > 0 || active > 0 || filters.q !== undefined) && (
        <div class="filter-marks">
          {links.map((name) => (
            <button key={name} type="button" class="filter-mark" onClick={() => set(name, undefined)}>
              {LABELS[name] ?? name}: {describe(store, name, filters[name] ?? '')} <span aria-hidden="true">×</span>
              <span class="unseen-label">, take off</span>
            </button>
          ))}
          {filters.q !== undefined && (
            <button type="button" class="filter-mark" onClick={() => set('q', undefined)}>
              “{filters.q}” <span aria-hidden="true">×</span>
              <span class="unseen-label">, take off</span>
            </button>
          )}
          <a class="clear" href={href(route.page)}>
            Clear all
          </a>
        </div>
      )}
    </div>
  );
}

function describe(store: Store, name: FilterName, value: string): string {
  if (name === 'cause' || name === 'heldup') return store.causes.get(value.split(',', 1)[0] ?? '')?.title ?? value;
  if (name === 'reason') return store.report.decision.reasons[Number(value)]?.text ?? value;
  if (name === 'waiver') {
    const [first = '', ...others] = value.split(',');
    const named = store.report.waivers[Number(first)]?.checks ?? first;
    return others.length === 0 ? named : `${named} and ${plural(others.length, 'other')}`;
  }
  return value;
}

function choicesOf(store: Store, service: string | undefined): Readonly<Record<Menu, readonly string[]>> {
  const specs = store.services
    .filter((one) => service === undefined || one.service === service)
    .flatMap((one) => one.specs);
  const present = <T extends string>(order: readonly T[], used: ReadonlySet<T>): T[] =>
    order.filter((one) => used.has(one));
  const { checks } = store.report;
  return {
    service: store.services.map((one) => one.service),
    spec: [...new Set(specs)],
    level: present(LEVEL_ORDER, new Set(checks.map((check) => check.level))),
    basis: present(
      ['documented', 'standard', 'confirmed', 'practice', 'assumed'],
      new Set(checks.map((check) => check.basis)),
    ),
    verdict: present(VERDICT_ORDER, new Set(checks.map((check) => check.verdict))),
    rule: Object.keys(store.report.rules).sort(),
  };
}
