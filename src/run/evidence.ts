/**
 * Evidence folder of a run, without secrets: `<service>@<spec>.ndjson.gz`, one masked exchange per line in plan order; `run.json`, the
 * inputs of planning, so that the evidence can be judged again; `baseline.json.gz`, the compared report.
 */
import { escapeControlCharacters } from '../report/printable.ts';
import { omitUndefined } from '../model/objects.ts';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { isMap, type Json } from '../model/json.ts';
import { BadInput } from '../errors.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Policy } from '../gate/policy.ts';
import type { Target } from '../load/model.ts';
import type { Group } from '../plan/model.ts';
import { plannedGroupIds } from '../plan/plan.ts';
import { checkRef } from '../report/checks.ts';
import type { Report } from '../report/model.ts';
import { parseReport, parseWholeChecks, serializeReport, wholeCheckLines } from '../report/serialize.ts';
import { WHOLE_CHECKS_FILE } from '../report/check-rows.ts';
import type { BuiltReport } from './session-report.ts';
import { policyOf } from './decision-inputs.ts';
import { readText } from '../project/files.ts';
import type { Session } from '../project/session.ts';
import { causeOf, type UnsentCauses } from './stopped-services.ts';
import path from 'node:path';

export const EVIDENCE_SCHEMA = 'plumbline.evidence/1';
const BASELINE = 'baseline.json.gz';

/** Inputs of planning and deciding. */
export interface EvidenceRun {
  readonly schema: typeof EVIDENCE_SCHEMA;
  /** Versions of the target, by service. */
  readonly services: Readonly<Record<string, readonly string[]>>;
  /** Answers of the target to open questions. */
  readonly answers: Readonly<Record<string, Json>>;
  /** Answers for single versions. */
  readonly answersIn?: Target['answersIn'];
  readonly selection: {
    readonly services?: readonly string[];
    readonly specs?: readonly string[];
    readonly only?: string;
  };
  readonly policy: Policy;
  /** Groups of a shard, by place in the plan. */
  readonly part?: readonly { readonly index: number; readonly group: string }[];
  /** Groups without a record, such as those after a stop. */
  readonly unrecorded?: readonly string[];
  /** Cause, if the time limit ended the run; absent if the user stopped it. */
  readonly overtime?: string;
  /** Causes of services to which nothing was sent, by `<service>@<spec>`. */
  readonly unsent?: Readonly<Record<string, string>>;
}

export interface Evidence {
  readonly run: EvidenceRun;
  /** Exchanges by group, in recorded order. */
  readonly exchanges: ReadonlyMap<string, readonly Exchange[]>;
  readonly baseline?: Report;
}

export function evidenceRunOf(
  session: Pick<Session, 'settings' | 'target' | 'plan'>,
  made: BuiltReport,
  unsent?: UnsentCauses,
): EvidenceRun {
  const { settings, target, plan } = session;
  const recorded = new Set(made.exchanges.map((exchange) => exchange.group));
  const groups = groupsOfRun(plan.groups, made.report, recorded);
  const planned = plannedGroupIds(plan);
  const part = groups.length < planned.length;
  const unrecorded = groups
    .filter((group) => !recorded.has(group.id) && (unsent === undefined || causeOf(group, unsent) === undefined))
    .map((group) => group.id);
  return {
    schema: EVIDENCE_SCHEMA,
    services: Object.fromEntries(target.services.map((s) => [s.service, s.addresses.map((a) => a.spec)])),
    answers: target.answers,
    ...omitUndefined({ answersIn: target.answersIn }),
    selection: omitUndefined({ services: settings.services, specs: settings.specs, only: settings.only }),
    policy: policyOf(settings.policy, undefined, settings.strict),
    ...(part ? { part: groups.map(({ id }) => ({ index: planned.indexOf(id), group: id })) } : {}),
    ...omitUndefined({ unsent }),
    ...(unrecorded.length === 0 ? {} : { unrecorded, ...omitUndefined({ overtime: made.overtime }) }),
  };
}

/** Groups of a run. The report does not name them, but every check of a case belongs to one group only. */
function groupsOfRun(groups: readonly Group[], report: Report, recorded: ReadonlySet<string>): readonly Group[] {
  const planned = new Set(report.checks.map(checkRef));
  const own = (group: Group): readonly string[] => group.cases.flatMap((c) => c.checks.map(checkRef));
  const whole = groups.every((group) => own(group).every((ref) => planned.has(ref)));
  return whole
    ? groups
    : groups.filter((group) => recorded.has(group.id) || own(group).some((ref) => planned.has(ref)));
}

/** @param exchanges in plan order */
export function writeEvidence(
  folder: string,
  run: EvidenceRun,
  { report, exchanges, baseline }: Pick<BuiltReport, 'report' | 'exchanges' | 'baseline'>,
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'run.json'), `${JSON.stringify(run, undefined, 1)}\n`);
  if (baseline !== undefined) writeFileSync(path.join(folder, BASELINE), gzipSync(serializeReport(baseline)));
  const files = new Map<string, LineFile>([[WHOLE_CHECKS_FILE, new LineFile(path.join(folder, WHOLE_CHECKS_FILE))]]);
  try {
    for (const line of wholeCheckLines(report)) files.get(WHOLE_CHECKS_FILE)?.write(line);
    for (const exchange of exchanges) {
      const name = fileOf(exchange);
      const file = files.get(name) ?? new LineFile(path.join(folder, name));
      files.set(name, file);
      file.write(escapeControlCharacters(JSON.stringify(exchange)));
    }
  } finally {
    for (const file of files.values()) file.close();
  }
}

type OfVersion = Pick<Exchange, 'service' | 'spec'>;

const fileOf = ({ service, spec }: OfVersion): string => `${service}@${spec}.ndjson.gz`;

/** Whether the IDs match, since the group ID names the file of an exchange. */
export function isOfGroup(exchange: OfVersion, group: string): boolean {
  return fileOf(exchange) === `${group.split('/', 1)[0] ?? ''}.ndjson.gz`;
}

/** Writes lines in compressed blocks of 256 KiB: a gzip file may have several blocks (RFC 1952 §2.2), and memory stays bounded. */
class LineFile {
  readonly #file: number;
  #lines = '';

  constructor(file: string) {
    this.#file = openSync(file, 'w');
  }

  write(line: string): void {
    this.#lines += `${line}\n`;
    if (this.#lines.length > 256 * 1024) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeFileSync(this.#file, gzipSync(this.#lines));
    this.#lines = '';
  }
}

/** Evidence of a run in `dir/evidence`. Throws `BadInput` with file and line for missing or damaged files. */
export function readEvidence(dir: string): Evidence {
  const folder = path.join(dir, 'evidence');
  const run = readRun(path.join(folder, 'run.json'));
  const exchanges = new Map<string, Exchange[]>();
  for (const name of readdirSync(folder)
    .filter((entry) => entry.endsWith('.ndjson.gz') && entry !== WHOLE_CHECKS_FILE)
    .sort()) {
    const file = path.join(folder, name);
    readText(file)
      .split('\n')
      .forEach((line, index) => {
        if (line === '') return;
        const exchange = parseExchange(line, file, index + 1);
        if (!isOfGroup(exchange, exchange.group) || fileOf(exchange) !== name)
          throw badLine('the service or version of this exchange differs from its group or file', file, index + 1);
        const list = exchanges.get(exchange.group);
        if (list === undefined) exchanges.set(exchange.group, [exchange]);
        else list.push(exchange);
      });
  }
  const compared = path.join(folder, BASELINE);
  return { run, exchanges, ...(existsSync(compared) ? { baseline: parseReport(readText(compared), compared) } : {}) };
}

/** Adds the complete test cases to the checks of a report. */
export function readWholeReport(dir: string, report: Report): Report {
  const file = path.join(dir, 'evidence', WHOLE_CHECKS_FILE);
  return existsSync(file) ? parseWholeChecks(report, readText(file), file) : report;
}

function readRun(file: string): EvidenceRun {
  const hint = 'Give the folder of a run, with its evidence/ subfolder.';
  if (!existsSync(file)) throw BadInput.of('evidence-missing', 'no recorded evidence found', { file, hint });
  const data = parsed(readText(file));
  if (typeof data !== 'object' || data === null || !('schema' in data))
    throw BadInput.of('evidence-foreign', 'not the plan data of a run', { file, hint });
  if (data.schema !== EVIDENCE_SCHEMA)
    throw BadInput.of(
      'evidence-version',
      `the evidence has schema ${String(data.schema).slice(0, 60)}, but this version of Plumbline reads ${EVIDENCE_SCHEMA}`,
      {
        file,
        hint: 'Use the version of Plumbline that wrote it, or run again.',
      },
    );
  const run = data as Partial<Record<keyof EvidenceRun, unknown>>;
  if (!hasPlanningInputs(run)) throw BadInput.of('evidence-foreign', 'not the plan data of a run', { file, hint });
  return data as unknown as EvidenceRun;
}

function parseExchange(text: string, file: string, line: number): Exchange {
  const data = parsed(text);
  if (isExchange(data)) return data;
  throw badLine(data === undefined ? 'this line is not complete JSON' : 'this line is not an exchange', file, line);
}

function badLine(message: string, file: string, line: number): BadInput {
  const hint = 'The file was truncated or edited. Use the unchanged folder of the run.';
  return BadInput.of('evidence-line', message, { file, line, column: 1, hint });
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isNothingOr = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value);

/** Validates all inputs of planning and deciding, since the folder may come from anywhere. */
function hasPlanningInputs(run: Partial<Record<keyof EvidenceRun, unknown>>): boolean {
  const { services, answers, selection, policy } = run;
  if (
    !isMap(services) ||
    !Object.values(services).every(isTexts) ||
    !isMap(answers) ||
    !isMap(selection) ||
    !isMap(policy)
  )
    return false;
  const isScope = (scope: unknown): boolean =>
    isMap(scope) &&
    isTexts(scope['levels']) &&
    isTexts(scope['bases']) &&
    isNothingOr(scope['checks'], isText) &&
    isNothingOr(scope['service'], isText) &&
    isNothingOr(scope['spec'], isTexts) &&
    isNothingOr(scope['symptom'], isMap);
  const isPart = (part: unknown): boolean => isMap(part) && Number.isInteger(part['index']) && isText(part['group']);
  return (
    isNothingOr(selection['services'], isTexts) &&
    isNothingOr(selection['specs'], isTexts) &&
    isNothingOr(selection['only'], isText) &&
    isText(policy['name']) &&
    Array.isArray(policy['failing']) &&
    policy['failing'].every(isScope) &&
    isMap(policy['rules']) &&
    Object.values(policy['rules']).every(isText) &&
    isNothingOr(run.part, (part) => Array.isArray(part) && part.every(isPart)) &&
    isNothingOr(run.unrecorded, isTexts) &&
    isNothingOr(run.overtime, isText) &&
    isNothingOr(run.unsent, (unsent) => isMap(unsent) && Object.values(unsent).every(isText))
  );
}

function isExchange(data: unknown): data is Exchange {
  const isHeaders = (value: unknown): boolean =>
    Array.isArray(value) && value.every((pair) => isTexts(pair) && (pair as readonly string[]).length === 2);
  if (
    !isMap(data) ||
    !['id', 'service', 'spec', 'group', 'step'].every((name) => isText(data[name])) ||
    typeof data['at'] !== 'number'
  )
    return false;
  const { request, response, failure } = data;
  if (
    !isMap(request) ||
    !isText(request['method']) ||
    !isText(request['url']) ||
    !isHeaders(request['headers']) ||
    !isNothingOr(request['body'], isText)
  )
    return false;
  if (
    response !== undefined &&
    !(
      isMap(response) &&
      Number.isInteger(response['status']) &&
      isHeaders(response['headers']) &&
      isText(response['body'])
    )
  )
    return false;
  return isNothingOr(failure, (value) => isMap(value) && isText(value['kind']) && isText(value['message']));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
