/** Checks of a report: references, weight, titles and places. */
import type { Level } from '../load/model.ts';
import type { Report, ReportCheck, RunInfo } from './model.ts';
import { failureText } from './phrase.ts';
import { defined } from '../model/objects.ts';

/** Naming and finding checks in a report: what the gate and the views need of it, so that they need not reach further. */
export { checkRef } from '../verdict/model.ts';

/** How an exchange is found among those of all services and versions. */
export function exchangeKey(exchange: {
  readonly service: string;
  readonly spec: string;
  readonly id: string;
}): string {
  return `${exchange.service}@${exchange.spec} ${exchange.id}`;
}

export const SEVERITY: Readonly<Record<Level, string>> = { MUST: 'critical', SHOULD: 'normal', MAY: 'minor' };

const LEVEL_WEIGHT = { MUST: 0, SHOULD: 1, MAY: 2 } as const;
export const DISPOSITION_WEIGHT = {
  nonconforming: 0,
  'unexpected-pass': 100,
  undetermined: 200,
  'expected-failure': 300,
  conforming: 400,
} as const;

const BASIS_WEIGHT = { documented: 0, standard: 0, confirmed: 0, practice: 5, assumed: 5 } as const;

/** Less is worse: by level, a MUST first; of one level, what nobody with a say has said after what somebody has. */
export function weightOf(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}

export interface Title {
  readonly main: string;
  /** What sets this check apart from the others of its rule. */
  readonly aside?: string;
}

/**
 * A declared case has a sentence of its own, and the rule only says how it is judged. A generated case has a clause that
 * says what was done, and the rule says what is asked. A check that fails is called by what the service does: under a
 * cross, what is asked reads as if it had been seen.
 */
export function titleOf(check: ReportCheck, rules: Report['rules']): Title {
  const rule = rules[check.rule];
  if (check.verdict === 'fail' && rule?.fails !== undefined) {
    const main = failureText(rule.fails, [check]);
    return check.declared === true ? { main, aside: check.title } : { main };
  }
  return askedOf(check, rule?.title);
}

/** What is asked, whatever was found. */
function askedOf(check: ReportCheck, rule: string | undefined): Title {
  if (rule === undefined || rule === check.title) return { main: check.title };
  return check.declared === true ? { main: check.title, aside: rule } : { main: rule, aside: check.title };
}

/** A file in the folder that a run was started in that stands for a check: of contracts that are the package's, the target that was run. */
export function placeHere(
  { packaged }: Pick<RunInfo, 'packaged'>,
  check: Pick<ReportCheck, 'contract'>,
): { readonly file?: string; readonly line?: number } {
  return packaged === undefined ? contractPlace(check) : defined({ file: packaged.target });
}

export function contractPlace(check: Pick<ReportCheck, 'contract'>): { readonly file: string; readonly line?: number } {
  const colon = check.contract.lastIndexOf(':');
  const line = Number(check.contract.slice(colon + 1));
  return colon < 1 || !Number.isInteger(line) || line < 1
    ? { file: check.contract }
    : { file: check.contract.slice(0, colon), line };
}
