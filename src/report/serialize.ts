/**
 * Serializes and parses reports.
 * The output is canonical: properties in a fixed order, one check per line, so that equal reports have equal bytes and line-based tools can
 * compare them. Parsing requires all properties of the schema and ignores unknown ones, which a later release may add.
 */
import { escapeControlCharacters } from './printable.ts';
import { compareText } from '../model/text.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMap } from '../model/json.ts';
import { BadInput } from '../errors.ts';
import { REPORT_FILE } from '../schema/report.ts';
import { checkRef } from './checks.ts';
import { type Report, REPORT_SCHEMA, type ReportCheck, type WrittenReport } from './model.ts';
import { fromCheckRow, isConforming, toCheckRow, withWholeChecks } from './check-rows.ts';

/** Properties that come first; the others follow by name. */
const FIRST_PROPERTIES = [
  'schema',
  'run',
  'decision',
  'exitCode',
  'policy',
  'reasons',
  'summaries',
  'causes',
  'waivers',
  'openPoints',
  'requirements',
  'checks',
  'rules',
  'id',
  'service',
  'spec',
  'endpoint',
  'operation',
  'aspect',
  'rule',
  'title',
  'text',
  'requirement',
  'level',
  'basis',
  'verdict',
  'disposition',
  'where',
  'expected',
  'actual',
  'findings',
  'evidence',
] as const;
const RANK = new Map<string, number>(FIRST_PROPERTIES.map((name, index) => [name, index]));

export function serializeReport(report: Report): string {
  return [...reportParts(report)].join('');
}

/** Text of a report in parts, since a report may have 100,000 checks. */
export function* reportParts(report: Report): Iterable<string> {
  let before = '{\n';
  for (const [name, value] of sortedEntries({ ...report, checks: report.checks.map(toCheckRow) })) {
    yield `${before}${JSON.stringify(name)}: `;
    yield* topLevel(value);
    before = ',\n';
  }
  yield '\n}\n';
}

/** Full rows of the conforming checks, one per line. */
export function* wholeCheckLines({ checks }: Report): Iterable<string> {
  for (const check of checks) if (isConforming(check)) yield escapeControlCharacters(canonicalJson(check));
}

/** JSON with properties in canonical order and without whitespace. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isMap(member) ? Object.fromEntries(sortedEntries(member)) : member,
  );
}

function* topLevel(value: unknown): Iterable<string> {
  if (!Array.isArray(value) || value.length === 0) {
    yield escapeControlCharacters(canonicalJson(value));
    return;
  }
  let before = '[\n';
  for (const item of value) {
    yield `${before}${escapeControlCharacters(canonicalJson(item))}`;
    before = ',\n';
  }
  yield '\n]';
}

function sortedEntries(value: object): readonly [string, unknown][] {
  const rank = (name: string): number => RANK.get(name) ?? FIRST_PROPERTIES.length;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b));
}

/** Parses a report. Throws `BadInput` with the first problem. */
export function parseReport(text: string, file: string): Report {
  const data = parseJson(text, file);
  if (!isMap(data) || typeof data['schema'] !== 'string' || !data['schema'].startsWith('plumbline.report/')) {
    throw BadInput.of('report-foreign', 'the file is not a Plumbline report', {
      file,
      hint: 'Pass the report.json of a run.',
    });
  }
  if (data['schema'] !== REPORT_SCHEMA) {
    throw BadInput.of(
      'report-version',
      `the report has schema ${data['schema'].slice(0, 60)}, but this version of Plumbline reads ${REPORT_SCHEMA}`,
      {
        file,
        hint: 'Read it with the version of Plumbline that wrote it, or run again. `run --new-baseline` starts a new baseline.',
      },
    );
  }
  if (!isReport(data))
    throw BadInput.of('report-invalid', `the report is invalid: ${describe(validator().errors?.[0])}`, {
      file,
      hint: 'Run again, or restore the file.',
    });
  const report: Report = { ...data, checks: data.checks.map((row) => fromCheckRow(row, data.rules)) };
  const wrong = contradiction(report);
  if (wrong !== undefined)
    throw BadInput.of('report-invalid', `the report is inconsistent: ${wrong}`, {
      file,
      hint: 'The file was changed after the run. Run again.',
    });
  return report;
}

/**
 * Replaces the short rows of a report by full rows.
 * @param text lines of `wholeCheckLines`
 */
export function parseWholeChecks(report: Report, text: string, file: string): Report {
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : [parseJson(line, file) as ReportCheck]));
  const whole = withWholeChecks(report, rows, file);
  if (isReport(whole)) return whole;
  throw BadInput.of('report-invalid', `a row is invalid: ${describe(validator().errors?.[0])}`, {
    file,
    hint: 'Use the unchanged folder of the run.',
  });
}

function parseJson(text: string, file: string): unknown {
  if (text.trim() === '') throw BadInput.of('report-truncated', 'the report is empty', { file, hint: 'Run again.' });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offset = /position (\d+)/.exec(reason)?.[1];
    const at = /end of JSON input|Unterminated/i.test(reason)
      ? text.length
      : offset === undefined
        ? undefined
        : Number(offset);
    // An error at the end of the text means a truncated file, independent of the message.
    if (at !== undefined && at >= text.trimEnd().length)
      throw BadInput.of('report-truncated', 'the report is truncated', {
        file,
        ...position(text, text.length),
        hint: 'The run or the copy was interrupted. Run again.',
      });
    throw BadInput.of('report-corrupt', 'the file is not JSON', {
      file,
      ...(at === undefined ? {} : position(text, at)),
      hint: 'The file was changed after the run. Run again.',
    });
  }
}

function position(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - before.lastIndexOf('\n') };
}

let compiled: ValidateFunction | undefined;

function validator(): ValidateFunction {
  if (compiled === undefined) {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, meta: false, logger: false });
    ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
    compiled = ajv.compile(withoutStrictness(REPORT_FILE) as object);
  }
  return compiled;
}

function isReport(data: unknown): data is WrittenReport {
  return validator()(data) === true;
}

/** Schema without `additionalProperties: false`, since parsing ignores unknown properties. */
function withoutStrictness(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutStrictness);
  if (!isMap(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) =>
      name === 'additionalProperties' && value === false ? [] : [[name, withoutStrictness(value)]],
    ),
  );
}

function describe(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is not an object';
  const where = error.instancePath === '' ? 'the report' : error.instancePath.slice(1);
  const allowed =
    error.keyword === 'enum' && Array.isArray(error.params['allowedValues'])
      ? ` (${error.params['allowedValues'].join(', ')})`
      : '';
  return `${where} ${error.message ?? 'is wrong'}${allowed}`;
}

const ALLOWED_DISPOSITIONS: Readonly<Record<string, readonly string[]>> = {
  fail: ['nonconforming', 'expected-failure'],
  pass: ['conforming', 'unexpected-pass'],
  inapplicable: ['conforming'],
  inconclusive: ['undetermined'],
  untested: ['undetermined'],
};

/** Finds contradictions that only manual edits cause, such as a failure with the disposition `conforming`. */
function contradiction(report: Report): string | undefined {
  const refs = new Set<string>();
  const counted = new Map<string, Map<string, number>>();
  for (const { service, spec } of report.summaries) {
    const key = `${service} ${spec}`;
    if (counted.has(key)) return `${key} has two summaries`;
    counted.set(key, new Map());
  }
  for (const check of report.checks) {
    const ref = checkRef(check);
    if (refs.has(ref)) return `${ref} is listed twice`;
    refs.add(ref);
    if (ALLOWED_DISPOSITIONS[check.verdict]?.includes(check.disposition) !== true)
      return `${ref} has the verdict ${check.verdict} and the disposition ${check.disposition}`;
    const counts = counted.get(`${check.service} ${check.spec}`);
    if (counts === undefined) return `no summary covers ${ref}`;
    for (const word of ['checks', check.verdict, check.disposition]) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  for (const { service, spec, counts } of report.summaries) {
    const found = counted.get(`${service} ${spec}`);
    const reported = { checks: counts.checks, ...counts.verdicts, ...counts.dispositions };
    for (const [word, many] of Object.entries(reported))
      if (many !== (found?.get(word) ?? 0))
        return `the summary of ${service} ${spec} counts ${many} ${word}, but the report contains ${found?.get(word) ?? 0}`;
  }
  return undefined;
}
