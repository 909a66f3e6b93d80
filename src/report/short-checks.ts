/**
 * Checks in `report.json`: one that conforms is a short row, since a green run has tens of thousands of them. Their whole
 * rows are in `evidence/checks.ndjson.gz`. What a short row leaves out is told from its id where it can be.
 */
import { BadInput } from '../errors.ts';
import { defined } from '../model/objects.ts';
import { checkRef } from './checks.ts';
import type { CheckRow, Report, ReportCheck, ReportRule } from './model.ts';

/** File in the folder of evidence with the whole rows of all checks that conform. */
export const WHOLE_CHECKS = 'checks.ndjson.gz';

export const conforms = ({ disposition }: ReportCheck): boolean => disposition === 'conforming';

export function rowOf(check: ReportCheck): CheckRow {
  if (!conforms(check)) return check;
  const { id, spec, requirement, level, basis, verdict, cause, unsettled } = check;
  const rule = check.rule === fromId(id).rule ? undefined : check.rule;
  return { id, spec, requirement, level, basis, verdict, ...defined({ rule, cause, unsettled }) };
}

/** The check of a row; of a short one, title, contract, evidence and open questions are not known. */
export function checkOf(row: CheckRow, rules: Readonly<Record<string, ReportRule>>): ReportCheck {
  const named = fromId(row.id);
  const { rule = named.rule } = row;
  return {
    ...named,
    aspect: rule.split('.')[0] ?? '',
    title: rules[rule]?.title ?? rule,
    disposition: 'conforming',
    findings: [],
    evidence: [],
    contract: '',
    ...row,
  };
}

/** The report with the whole rows in place of the short ones. Throws `BadInput` where they are not of this report. */
export function withWholeChecks(report: Report, rows: readonly ReportCheck[], file: string): Report {
  const whole = new Map(rows.map((row) => [checkRef(row), row]));
  const checks = report.checks.map((check) => {
    if (!conforms(check)) return check;
    const row = whole.get(checkRef(check));
    if (row !== undefined && JSON.stringify(rowOf(row)) === JSON.stringify(rowOf(check))) return { ...check, ...row };
    throw BadInput.of('evidence-foreign', `the row of ${checkRef(check)} is not that of the report`, {
      file,
      hint: 'Files of two runs were mixed: take the folder as the run left it.',
    });
  });
  return { ...report, checks };
}

/** `<service>/<endpoint>/<operation>/<rule>[/<key>]`. */
function fromId(id: string): Pick<ReportCheck, 'service' | 'endpoint' | 'operation' | 'rule'> {
  const [service = '', endpoint = '', operation = '', rule = ''] = id.split('/');
  return { service, endpoint, operation, rule };
}
