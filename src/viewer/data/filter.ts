/** Filters of lists. The URL hash holds all of them. */
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import type { ReportIndex } from './report-index.ts';
import type { RouteParams } from './route.ts';

/** Filters with a menu. */
export const MENU_FILTERS = ['service', 'spec', 'level', 'basis', 'verdict', 'rule'] as const;
/** Filters that compare a field of the check; a link sets those without a menu. */
const FIELD_FILTERS = [...MENU_FILTERS, 'endpoint', 'operation', 'aspect', 'requirement', 'disposition'] as const;
const ALL_FILTERS = [
  ...FIELD_FILTERS,
  'change',
  'cause',
  'heldup',
  'reason',
  'openpoint',
  'waiver',
  'coverage',
  'q',
] as const;

export type FilterName = (typeof ALL_FILTERS)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;
type CheckPredicate = (check: ReportCheck) => boolean;

export function filtersOf(params: RouteParams): Filters {
  return Object.fromEntries(ALL_FILTERS.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
}

export function checkFilter(index: ReportIndex, filters: Filters): CheckPredicate {
  const conditions: CheckPredicate[] = FIELD_FILTERS.flatMap((name) => {
    const wanted = filters[name];
    return wanted === undefined ? [] : [(check: ReportCheck) => check[name] === wanted];
  });
  const { change, cause, heldup, reason, openpoint, waiver, q } = filters;
  if (change !== undefined) conditions.push((check) => index.changes.get(checkKey(check)) === change);
  if (cause !== undefined) conditions.push((check) => isListed(index.groupOf.get(checkKey(check))?.id, cause));
  if (heldup !== undefined) conditions.push((check) => isListed(index.blockerOf.get(checkKey(check))?.id, heldup));
  if (openpoint !== undefined) conditions.push((check) => index.questionsOf(check).includes(openpoint));
  if (reason !== undefined) conditions.push(isReferenced(index.report.decision.reasons[Number(reason)]?.checks));
  if (waiver !== undefined)
    conditions.push(isReferenced(waiver.split(',').flatMap((at) => index.report.waivers[Number(at)]?.excuses ?? [])));
  if (q !== undefined) {
    const words = wordsOf(q);
    conditions.push((check) => words.every((word) => index.searchText(check).includes(word)));
  }
  return (check) => conditions.every((holds) => holds(check));
}

/** A reference is a check key, or a check id for all versions. */
function isReferenced(references: readonly string[] = []): CheckPredicate {
  const set = new Set(references);
  return (check) => set.has(checkKey(check)) || set.has(check.id);
}

/** Several groups in one filter are separated by commas. */
function isListed(id: string | undefined, ids: string): boolean {
  return id !== undefined && ids.split(',').includes(id);
}

/** For rows that are not checks: every word must occur in one of the texts. */
export function textFilter(query: string | undefined): (texts: readonly (string | undefined)[]) => boolean {
  const words = wordsOf(query);
  return (texts) => words.every((word) => texts.join('\n').toLowerCase().includes(word));
}

function wordsOf(query = ''): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}
