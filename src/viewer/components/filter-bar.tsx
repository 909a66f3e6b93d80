/** Menus and buttons for the filters of a list. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Basis } from '../../report/model.ts';
import { filtersOf, LINK_FILTERS, MENU_FILTERS } from '../data/filter.ts';
import type { FilterName, MenuFilter } from '../data/filter.ts';
import { plural } from '../data/format.ts';
import { LEVEL_ORDER, VERDICT_ORDER } from '../data/report-index.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { href } from '../data/route.ts';
import { setParams } from '../navigation.ts';
import { usePage } from './page.tsx';

const LABELS: Readonly<Partial<Record<FilterName, string>>> = {
  spec: 'version',
  cause: 'failure group',
  openpoint: 'open question',
  heldup: 'not judged because of',
  change: 'since baseline',
  q: 'text',
};
export const BASIS_ORDER: readonly Basis[] = ['documented', 'standard', 'confirmed', 'practice', 'assumed'];

export function FilterBar({ menus = MENU_FILTERS }: { readonly menus?: readonly MenuFilter[] }): JSX.Element {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const choices = useMemo(() => menuChoices(index, filters.service), [index, filters.service]);
  const set = (name: FilterName, value: string | undefined): void =>
    setParams({ ...(name === 'service' ? { spec: undefined } : {}), [name]: value });
  const chips = [...LINK_FILTERS, 'q' as const].filter((name) => filters[name] !== undefined);
  const active = menus.filter((name) => filters[name] !== undefined).length;
  return (
    <div class="filters no-print" role="group" aria-label="Filters">
      {/* Narrow screens fold the menus with CSS: `open` has no effect on wide ones. */}
      <details class="filter-menus" open={active > 0}>
        <summary>Filters{active > 0 ? ` (${active})` : ''}</summary>
      </details>
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
      {chips.length + active > 0 && (
        <div class="filter-chips">
          {chips.map((name) => (
            <button key={name} type="button" class="chip" onClick={() => set(name, undefined)}>
              {LABELS[name] ?? name}: {chipText(index, name, filters[name] ?? '')} <span aria-hidden="true">×</span>
              <span class="sr-only">, remove</span>
            </button>
          ))}
          <a href={href(route.page)}>Clear all</a>
        </div>
      )}
    </div>
  );
}

function chipText({ groups, report }: ReportIndex, name: FilterName, value: string): string {
  const [first = '', ...rest] = value.split(',');
  if (name === 'cause' || name === 'heldup') return groups.get(first)?.title ?? value;
  if (name === 'reason') return report.decision.reasons[Number(value)]?.text ?? value;
  if (name !== 'waiver') return value;
  const pattern = report.waivers[Number(first)]?.checks ?? first;
  return rest.length === 0 ? pattern : `${pattern} and ${plural(rest.length, 'other')}`;
}

function menuChoices(
  { report, services }: ReportIndex,
  service: string | undefined,
): Readonly<Record<MenuFilter, readonly string[]>> {
  const { checks, rules } = report;
  const used = <T extends string>(order: readonly T[], values: readonly T[]): readonly T[] => {
    const present = new Set(values);
    return order.filter((one) => present.has(one));
  };
  return {
    service: services.map((one) => one.service),
    spec: [...new Set(services.flatMap((one) => (one.service === (service ?? one.service) ? one.specs : [])))],
    level: used(
      LEVEL_ORDER,
      checks.map(({ level }) => level),
    ),
    basis: used(
      BASIS_ORDER,
      checks.map(({ basis }) => basis),
    ),
    verdict: used(
      VERDICT_ORDER,
      checks.map(({ verdict }) => verdict),
    ),
    rule: Object.keys(rules).sort(),
  };
}
