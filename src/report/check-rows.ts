/**
 * Checks in `report.json`. A conforming check has a short row, since a green run has tens of thousands of them; its full row is in
 * `evidence/checks.ndjson.gz`. Service, endpoint, operation and rule of a short row are parsed from its ID.
 */
import { BadInput } from '../errors.ts';
import { omitUndefined } from '../model/objects.ts';
import { checkRef } from './checks.ts';
import type { CheckRow, Report, ReportCheck, ReportRule } from './model.ts';

/** File in the evidence folder with the full rows of all conforming checks. */
export const WHOLE_CHECKS_FILE = 'checks.ndjson.gz';

export const isConforming = ({ disposition }: ReportCheck): boolean => disposition === 'conforming';

export function toCheckRow(check: ReportCheck): CheckRow {
  if (!isConforming(check)) return check;
  const { id, spec, requirement, level, basis, verdict, cause, unsettled } = check;
  const rule = check.rule === fromId(id).rule ? undefined : check.rule;
  return { id, spec, requirement, level, basis, verdict, ...omitUndefined({ rule, cause, unsettled }) };
}

/** The check of a row. A short row has no title, contract, evidence or open questions of its own. */
export function fromCheckRow(row: CheckRow, rules: Readonly<Record<string, ReportRule>>): ReportCheck {
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

/** Replaces short rows by full rows. Throws `BadInput` if they belong to another report. */
export function withWholeChecks(report: Report, rows: readonly ReportCheck[], file: string): Report {
  const whole = new Map(rows.map((row) => [checkRef(row), row]));
  const checks = report.checks.map((check) => {
    if (!isConforming(check)) return check;
    const row = whole.get(checkRef(check));
    if (row !== undefined && JSON.stringify(toCheckRow(row)) === JSON.stringify(toCheckRow(check)))
      return { ...check, ...row };
    throw BadInput.of('evidence-foreign', `the row of ${checkRef(check)} does not match report.json`, {
      file,
      hint: 'The folder contains files of two runs. Use the unchanged folder of one run.',
    });
  });
  return { ...report, checks };
}

/** `<service>/<endpoint>/<operation>/<rule>[/<key>]`. */
function fromId(id: string): Pick<ReportCheck, 'service' | 'endpoint' | 'operation' | 'rule'> {
  const [service = '', endpoint = '', operation = '', rule = ''] = id.split('/');
  return { service, endpoint, operation, rule };
}
