import type { Level } from '../load/model.ts';
import type { Report, ReportCheck, RunInfo } from './model.ts';
import { failureText } from './phrase.ts';
import { omitUndefined } from '../model/objects.ts';
import { capitalize } from '../model/text.ts';

/** References of checks, re-exported for the gate and the views. */
export { checkRef } from '../verdict/model.ts';

/** Key of an exchange among those of all services and versions. */
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

/** Sort weight of a check, the worst first: disposition, level, then basis; assumptions come last. */
export function checkWeight(check: ReportCheck | undefined): number {
  if (check === undefined) return 1000;
  return DISPOSITION_WEIGHT[check.disposition] + LEVEL_WEIGHT[check.level] * 10 + BASIS_WEIGHT[check.basis];
}

export interface TitleParts {
  readonly main: string;
  /** Text that distinguishes the check from others of its rule. */
  readonly aside?: string;
}

/**
 * Title of a check. A custom case has its own sentence; the rule only names the judgement. A generated case has a clause about the input;
 * the rule names the expectation. The title of a failing check names the behaviour of the service, so that the title describes the failure.
 */
export function checkTitle(check: ReportCheck, rules: Report['rules']): TitleParts {
  const rule = rules[check.rule];
  if (check.verdict === 'fail' && rule?.fails !== undefined) {
    const main = capitalize(failureText(rule.fails, [check]));
    return check.declared === true ? { main, aside: check.title } : { main };
  }
  return expectationTitle(check, rule?.title);
}

/** Title of the expectation, independent of the verdict. */
function expectationTitle(check: ReportCheck, rule: string | undefined): TitleParts {
  if (rule === undefined || rule === check.title) return { main: check.title };
  return check.declared === true ? { main: check.title, aside: rule } : { main: rule, aside: check.title };
}

/** File of a check in the working directory; the target file if the contracts are part of a package. */
export function fileOfCheck(
  { packaged }: Pick<RunInfo, 'packaged'>,
  check: Pick<ReportCheck, 'contract'>,
): { readonly file?: string; readonly line?: number } {
  return packaged === undefined ? contractLocation(check) : omitUndefined({ file: packaged.target });
}

export function contractLocation(check: Pick<ReportCheck, 'contract'>): {
  readonly file: string;
  readonly line?: number;
} {
  const colon = check.contract.lastIndexOf(':');
  const line = Number(check.contract.slice(colon + 1));
  return colon < 1 || !Number.isInteger(line) || line < 1
    ? { file: check.contract }
    : { file: check.contract.slice(0, colon), line };
}
