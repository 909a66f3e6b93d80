/** What views for other tools say of one check: in a line, and whole. */
import { describeFinding } from '../open-causes.ts';
import type { Report, ReportCheck } from '../model.ts';
import { findingLines, type ExchangeWords } from '../shown.ts';
import { titleOf } from '../titles.ts';
import { oneLine } from '../words.ts';

export function checkMessage({ rules }: Pick<Report, 'rules'>, check: ReportCheck): string {
  const first = check.findings[0];
  const found = first === undefined ? '' : describeFinding(first, 120);
  switch (check.disposition) {
    case 'unexpected-pass':
      return 'passes although excused: narrow or remove the waiver';
    case 'expected-failure':
      return `excused by a waiver: ${found}`;
    case 'nonconforming':
      return `${oneLine(titleOf(check, rules).main, 160)}; ${found}`;
    default:
      return `${check.verdict === 'inapplicable' ? 'does not apply' : 'not judged'}${check.cause === undefined ? '' : `: ${oneLine(check.cause)}`}`;
  }
}

/** `behind` is the title of the cause that the check belongs to. */
export function checkDetails(
  { rules }: Pick<Report, 'rules'>,
  exchanges: ExchangeWords,
  check: ReportCheck,
  behind?: string,
): string {
  const curl = check.verdict === 'fail' ? exchanges.curl(check) : undefined;
  return [
    oneLine(titleOf(check, rules).main, 300),
    `case: ${oneLine(check.title)}`,
    `requirement: ${check.requirement} (${check.level}, ${check.basis})`,
    `contract: ${check.contract}`,
    ...(check.verifiedBy ?? []).map(
      ({ point, kind, at, checks, exchange }) =>
        `assumption: ${point}, verified by this run (${kind}, ${at}): ${checks.join(' and ')}, exchange ${exchange}`,
    ),
    ...(check.cause === undefined ? [] : [`cause: ${oneLine(check.cause, 500)}`]),
    ...(behind === undefined ? [] : [`told as: ${oneLine(behind, 500)}`]),
    ...findingLines(check, 500),
    ...(curl === undefined ? [] : ['', curl]),
  ].join('\n');
}
