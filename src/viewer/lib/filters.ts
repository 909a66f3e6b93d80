/** What a reader may narrow a list to; all of it is in the address. */
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import type { Params } from './route.ts';
import type { Store } from './store.ts';

/** Shown as menus. */
export const MENU_FILTERS = ['service', 'spec', 'level', 'basis', 'verdict', 'rule'] as const;
/** Set by links alone, and shown as marks that can be taken off. */
export const LINK_FILTERS = [
  'endpoint',
  'operation',
  'aspect',
  'requirement',
  'disposition',
  'change',
  'cause',
  'heldup',
  'reason',
  'openpoint',
  'waiver',
] as const;
export const FILTERS = [...MENU_FILTERS, ...LINK_FILTERS] as const;
export type FilterName = (typeof FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName | 'q', string>>>;

export function filtersOf(params: Params): Filters {
  const names: readonly (FilterName | 'q')[] = [...FILTERS, 'q'];
  return Object.fromEntries(
    names.flatMap((name) => (params[name] === undefined || params[name] === '' ? [] : [[name, params[name]]])),
  );
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filters).length > 0;
}

export type CheckFilter = (check: ReportCheck) => boolean;

/** A predicate over checks, made once per set of filters. */
export function matcher(store: Store, filters: Filters): CheckFilter {
  const conditions: CheckFilter[] = [];
  for (const name of [
    'service',
    'spec',
    'level',
    'basis',
    'verdict',
    'rule',
    'endpoint',
    'operation',
    'aspect',
    'requirement',
    'disposition',
  ] as const) {
    const wanted = filters[name];
    if (wanted !== undefined) conditions.push((check) => check[name] === wanted);
  }
  const { change, cause, heldup, reason, openpoint, waiver } = filters;
  if (change !== undefined) conditions.push((check) => store.change.get(checkKey(check)) === change);
  if (cause !== undefined) conditions.push((check) => isNamed(store.causeOf.get(checkKey(check))?.id, cause));
  if (heldup !== undefined) conditions.push((check) => isNamed(store.heldBy.get(checkKey(check))?.id, heldup));
  if (reason !== undefined) {
    const named = new Set(store.report.decision.reasons[Number(reason)]?.checks);
    conditions.push((check) => named.has(checkKey(check)) || named.has(check.id));
  }
  if (waiver !== undefined) {
    const excused = new Set(waiver.split(',').flatMap((at) => store.report.waivers[Number(at)]?.excuses ?? []));
    conditions.push((check) => excused.has(checkKey(check)) || excused.has(check.id));
  }
  if (openpoint !== undefined) {
    conditions.push((check) => store.restsOn(check).includes(openpoint));
  }
  const words = (filters.q ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length > 0) conditions.push((check) => words.every((word) => store.haystack(check).includes(word)));
  return (check) => conditions.every((holds) => holds(check));
}

/** Several causes that are one item stand with commas between. */
function isNamed(id: string | undefined, ids: string): boolean {
  return id !== undefined && ids.split(',').includes(id);
}

/** For rows that are not checks: every word occurs somewhere in the texts. */
export function textMatcher(query: string | undefined): (texts: readonly (string | undefined)[]) => boolean {
  const words = (query ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return (texts) => {
    if (words.length === 0) return true;
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };
}
