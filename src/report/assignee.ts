/** Assignee of a failure group: the role that can resolve it. The terminal, `summary.md` and the page use it. */
import type { CauseKind, ReportCheck } from './model.ts';

export type Assignee = 'service' | 'target-owner' | 'waiver-owner' | 'operator' | 'recommendation' | 'waived';

export const ASSIGNEE_NAMES: Readonly<Record<Assignee, string>> = {
  service: 'service team',
  'target-owner': 'target owner',
  'waiver-owner': 'waiver owner',
  operator: 'test operator',
  recommendation: 'service team (advisory)',
  waived: 'waiver owner',
};

/** @param blocks whether the failure of a check blocks by the policy, which may also name recommendations */
export function assigneeOf(
  kind: CauseKind,
  checks: readonly ReportCheck[],
  blocks: (check: ReportCheck) => boolean,
): Assignee {
  if (kind === 'unexpected-pass') return 'waiver-owner';
  if (kind === 'undetermined') return 'operator';
  const open = checks.filter(isOpenFailure);
  if (open.some((check) => isRequired(check) || blocks(check))) return 'service';
  // The owner of a waived defect also handles its checks that cannot block.
  if (open.length === 0 || checks.some((check) => isWaived(check) && isRequired(check))) return 'waived';
  return open.some(({ basis }) => basis === 'assumed') ? 'target-owner' : 'recommendation';
}

export function isOpenFailure({ disposition }: ReportCheck): boolean {
  return disposition === 'nonconforming';
}

export function isWaived({ disposition }: ReportCheck): boolean {
  return disposition === 'expected-failure';
}

export function isRequired({ basis }: ReportCheck): boolean {
  return basis !== 'assumed' && basis !== 'practice';
}
