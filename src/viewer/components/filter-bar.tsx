/** Search box, menus and buttons for the filters of a list. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { aspectTitle } from '../data/aspects.ts';
import { filtersOf, MENU_FILTERS, type FilterName } from '../data/filter.ts';
import { BASIS_ORDER, LEVEL_ORDER, VERDICT_ORDER, type ReportIndex } from '../data/report-index.ts';
import { href } from '../data/route.ts';
import { replaceParams, setParams } from '../navigation.ts';
import { usePage } from './page.tsx';

const LABELS: Readonly<Partial<Record<FilterName, string>>> = {
  spec: 'version',
  aspect: 'tested behavior',
  disposition: 'result',
  reason: 'reason of the decision',
  cause: 'failure group',
  openpoint: 'open question',
  heldup: 'not judged because of',
  change: 'change since the last run',
};

/** Fixed choices. The choices of the other menus are the values in the report. */
const CHOICES: Readonly<Partial<Record<FilterName, readonly string[]>>> = {
  level: LEVEL_ORDER,
  basis: BASIS_ORDER,
  verdict: VERDICT_ORDER,
  coverage: ['covered', 'excluded', 'uncovered'],
  change: ['appeared', 'stopped', 'fixed', 'added'],
};

export function FilterBar({ menus = MENU_FILTERS }: { readonly menus?: readonly FilterName[] }) {
  const { index, route } = usePage();
  const { q, ...filters } = filtersOf(route.params);
  const choices = useMemo(() => menuChoices(index, filters.service), [index, filters.service]);
  const set = (name: FilterName, value: string | undefined): void =>
    setParams({ ...(name === 'service' && { spec: undefined }), [name]: value });
  const names = Object.keys(filters) as FilterName[];
  const buttons = names.filter((name) => !menus.includes(name));
  return (
    <div class="filters no-print" role="group" aria-label="Filters">
      <SearchBox key={route.page} query={q ?? ''} />
      {/* CSS folds the menus on narrow screens only. */}
      <details class="filter-fold" open={names.length > 0}>
        <summary>Filters</summary>
      </details>
      <div class="filter-fields">
        {menus.map((name) => (
          <label key={name}>
            <span>{LABELS[name] ?? name}</span>
            <select
              value={filters[name as keyof typeof filters] ?? ''}
              onChange={(event) => set(name, event.currentTarget.value)}
            >
              <option value="">all</option>
              {(choices[name] ?? []).map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {(names.length > 0 || q !== undefined) && (
        <p class="filter-buttons">
          {buttons.map((name) => (
            <button key={name} type="button" class="button small" onClick={() => set(name, undefined)}>
              {LABELS[name] ?? name}: {valueText(index, name, route.params[name] ?? '')} ×
              <span class="sr-only"> remove filter</span>
            </button>
          ))}
          <a href={href(route.page)}>Clear filters</a>
        </p>
      )}
    </div>
  );
}

function SearchBox({ query }: { readonly query: string }) {
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While the reader types, the URL follows the text and not the reverse.
    if (document.activeElement !== input.current) setText(query);
  }, [query]);
  return (
    <input
      id="search"
      ref={input}
      type="search"
      aria-label="Search"
      placeholder="Search"
      value={text}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => {
        setText(event.currentTarget.value);
        replaceParams({ q: event.currentTarget.value });
      }}
    />
  );
}

/** A readable name for values that are ids or positions. */
function valueText({ groups, report }: ReportIndex, name: FilterName, value: string): string {
  const [first = ''] = value.split(',');
  if (name === 'cause' || name === 'heldup') return groups.get(first)?.title ?? value;
  if (name === 'reason') return report.decision.reasons[Number(value)]?.text ?? value;
  if (name === 'aspect') return aspectTitle(value);
  return name === 'waiver' ? (report.waivers[Number(first)]?.checks ?? value) : value;
}

function menuChoices(
  { report, services }: ReportIndex,
  service: string | undefined,
): Readonly<Partial<Record<FilterName, readonly string[]>>> {
  const shown = services.filter((one) => one.service === (service ?? one.service));
  return {
    ...CHOICES,
    service: services.map((one) => one.service),
    spec: [...new Set(shown.flatMap(({ specs }) => specs))],
    rule: Object.keys(report.rules).sort(),
  };
}
