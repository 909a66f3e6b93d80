/** Counts for the matrix: endpoint by aspect by version. */
import type { ReportCheck } from '../../report/model.ts';
import type { ServiceVersions } from '../lib/store.ts';
import { MARK_ORDER, markOf } from '../lib/words.ts';
import type { MarkKind } from '../lib/words.ts';

export interface Cell {
  readonly checks: number;
  readonly worst: MarkKind;
  /** Checks whose mark is the worst one. */
  readonly worstCount: number;
}

export interface Grid {
  readonly service: string;
  readonly specs: readonly string[];
  readonly endpoints: readonly string[];
  readonly aspects: readonly string[];
  readonly cell: (endpoint: string, aspect: string, spec: string) => Cell | undefined;
}

export function makeGrid({ service, specs }: ServiceVersions, checks: readonly ReportCheck[]): Grid {
  const counts = new Map<string, Map<MarkKind, number>>();
  const endpoints = new Set<string>();
  const aspects = new Set<string>();
  const used = new Set<string>();
  for (const check of checks) {
    if (check.service !== service) continue;
    endpoints.add(check.endpoint);
    aspects.add(check.aspect);
    used.add(check.spec);
    const key = `${check.endpoint} ${check.aspect} ${check.spec}`;
    const marks = counts.get(key) ?? new Map<MarkKind, number>();
    marks.set(markOf(check), (marks.get(markOf(check)) ?? 0) + 1);
    counts.set(key, marks);
  }
  return {
    service,
    specs: specs.filter((spec) => used.has(spec)),
    endpoints: [...endpoints],
    aspects: [...aspects].sort(),
    cell: (endpoint, aspect, spec) => {
      const marks = counts.get(`${endpoint} ${aspect} ${spec}`);
      const worst = MARK_ORDER.find((mark) => marks?.has(mark));
      if (marks === undefined || worst === undefined) return undefined;
      return {
        checks: [...marks.values()].reduce((sum, one) => sum + one, 0),
        worst,
        worstCount: marks.get(worst) ?? 0,
      };
    },
  };
}

/** A number is shown beside a mark that asks to be looked at. */
export function isTelling(mark: MarkKind): boolean {
  return mark !== 'pass' && mark !== 'inapplicable';
}
