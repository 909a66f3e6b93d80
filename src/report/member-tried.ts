import { fieldOf } from './departure-place.ts';
import type { Judged } from './departure.ts';
import type { ReportCheck } from './model.ts';

/** The member that a request was made faulty at; of `kid-path` that is `kid`, where `kid` alone is tried too. */
export function memberTried(check: ReportCheck, { checks }: Pick<Judged, 'checks'>): string {
  const name = fieldOf(check) ?? '';
  const parts = name.split('-');
  const stems = parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join('-'));
  const isTried = (stem: string): boolean =>
    checks.some(
      (other) => other.endpoint === check.endpoint && other.operation === check.operation && fieldOf(other) === stem,
    );
  return stems.find(isTried) ?? name;
}
