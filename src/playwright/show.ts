/**
 * Shows results in Playwright: a step for each test case and each failing check, failures at the contract line, and exchanges as attachments.
 */
import { pluralize } from '../model/text.ts';
import { groupBy } from '../model/objects.ts';
import { test } from '@playwright/test';
import { type Case, type Check, checksOfGroup, type Group } from '../plan/model.ts';
import type { Exchange } from '../model/exchange.ts';
import { NO_WRITES_REASON } from '../http/request-policy.ts';
import { WRITES_VARIABLE } from '../project/settings.ts';
import { projectRoot } from '../project/package.ts';
import { forLog } from '../report/printable.ts';
import { exchangeText } from '../report/sent-text.ts';
import type { GroupRecord } from '../run/group-record.ts';
import { checkRef } from '../verdict/model.ts';
import { applyWaivers, type WaiverEntry } from '../verdict/waivers.ts';
import { blockingCheck } from '../gate/decide.ts';
import { checksInScope, type TestScope } from './test-scope.ts';
import type { JudgedGroup } from './worker-context.ts';
import path from 'node:path';
import { readFileSync } from 'node:fs';

type Result = GroupRecord['results'][number];

/** Limits of reported errors per test, and of findings and exchanges per error. */
const MAX_ERRORS = 20;
const MAX_FINDINGS = 3;
const MAX_EXCHANGES = 2;
const MAX_OPEN = 10;

/** Step with the requests of a case, named by its title. */
export function caseStep<T>({ title, checks: [first] }: Case, work: () => Promise<T>): Promise<T> {
  return test.step(forLog(title), work, first === undefined ? {} : { location: operationKey(first) });
}

/**
 * Shows the results of a test. The test fails if a check fails and the policy blocks it, or if a check that could block was not judged. Other
 * failures become annotations.
 */
export async function showResults(judged: readonly JudgedGroup[], scope: TestScope): Promise<void> {
  const shown = judged.map((one) => shownResults(one, checksInScope(scope, one.group)));
  const results = shown.flatMap((one) => one.all);
  const errors: Error[] = [];
  const { annotations } = test.info();
  for (const { red, notes, record, group, checks } of shown) {
    for (const result of red) await step(result, checks.get(result.check), record, group);
    errors.push(...red.map((result) => failure(result, checks.get(result.check), group, record)));
    annotations.push(...notes);
  }
  const of = pluralize(results.length, 'check');
  const [first, ...others] = errors.slice(0, MAX_ERRORS);
  if (errors.length > MAX_ERRORS)
    others.push(contractError(`${errors.length} of ${of} fail; the first ${MAX_ERRORS}:`, undefined));
  // Playwright shows nested errors with their code frames.
  if (first !== undefined) throw others.length === 0 ? first : Object.assign(first, { errors: others });
  const open = shown.flatMap((one) => one.open.map((result) => ({ ...result, ...one })));
  const lines = unjudgedLines(open, ({ group, checks, check }) => nameOf({ check }, checks.get(check), group));
  if (open.some(({ cause }) => cause?.includes(NO_WRITES_REASON)))
    lines.push(`  If the owner of the target agrees, allow writes with ${WRITES_VARIABLE}=1.`);
  const blocking = open.find((one) => one.blocks(one.check));
  const text = [`${open.length} of ${of} could not be judged`, ...lines].join('\n');
  if (blocking !== undefined) throw contractError(text, blocking.checks.get(blocking.check));
  if (open.length > 0) annotations.push({ type: 'not judged', description: forLog(text) });
  // A test that proved nothing must not be green.
  const reason = skipReason({ results }, { passive: judged.flatMap(({ group }) => group.passive) });
  if (reason !== undefined) test.skip(true, forLog(reason));
}

export interface ShownResults {
  readonly all: readonly Result[];
  /** Failures that make the test fail. */
  readonly red: readonly Result[];
  /** Checks that were not judged. */
  readonly open: readonly Result[];
  /** Whether the failure of a check, by ID, would block. */
  readonly blocks: (check: string) => boolean;
  /** All other failures. */
  readonly notes: readonly { readonly type: string; readonly description: string }[];
  readonly record: GroupRecord;
  readonly group: Group;
  readonly checks: ReadonlyMap<string, Check>;
}

/** Sorts the results of the given checks as the policy and the waivers of the target do. */
export function shownResults(
  { record, group, waivers, policy }: Omit<JudgedGroup, 'isReused'>,
  own: ReadonlySet<string>,
  startedAt = new Date().toISOString(),
): ShownResults {
  const checks = new Map(checksOfGroup(group).map((one) => [one.id, one]));
  const all = record.results.filter(({ check }) => own.has(check));
  const failing = all.filter(({ verdict }) => verdict === 'fail');
  const uses = applyWaivers(
    waivers,
    failing.map((result) => ({ ...result, id: result.check, service: group.service })),
    { startedAt, narrowed: true },
  ).waivers;
  const waiverOf = ({ check, spec }: Result): WaiverEntry | undefined =>
    uses.find(({ excuses }) => excuses.includes(checkRef({ id: check, spec })))?.waiver;
  const couldBlock = blockingCheck(policy);
  const byId = new Map(all.map((result) => [result.check, result]));
  const blocks = (id: string): boolean => {
    const [check, result] = [checks.get(id), byId.get(id)];
    return check !== undefined && result !== undefined && couldBlock({ ...check, ...result });
  };
  const red = failing.filter((result) => waiverOf(result) === undefined && blocks(result.check));
  const noted = failing.filter((result) => !red.includes(result));
  return {
    all,
    red,
    open: all.filter(({ verdict }) => verdict === 'inconclusive'),
    blocks,
    notes: noted.map((result) => noteOf(result, checks.get(result.check), group, waiverOf(result))),
    record,
    group,
    checks,
  };
}

/** Annotation for a failure that does not block. */
function noteOf(
  result: Result,
  check: Check | undefined,
  group: Group,
  waiver: WaiverEntry | undefined,
): ShownResults['notes'][number] {
  const [finding] = result.findings;
  const found =
    finding === undefined ? '' : `: ${finding.where}: expected ${finding.expected}, received ${finding.actual}`;
  const text = `${shortNameOf(result, check, group)}${found}`;
  if (waiver !== undefined)
    return {
      type: 'waived',
      description: forLog(`${text}. Waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`),
    };
  return { type: check?.basis === 'assumed' ? 'assumed' : 'advisory', description: forLog(text) };
}

/** Each cause once, with one of its checks. */
export function unjudgedLines<T extends Pick<Result, 'cause'>>(
  open: readonly T[],
  nameOf: (result: T) => string,
): string[] {
  const causes = [...groupBy(open, ({ cause = '' }) => cause)];
  return causes.slice(0, MAX_OPEN).flatMap(([cause, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'other check')}`;
    return [`  ${nameOf(first)}${more}: ${cause}`];
  });
}

const MAX_CAUSES = 3;

/** Reason to skip the test: none of its checks applies or was judged. */
export function skipReason(
  { results }: Pick<GroupRecord, 'results'>,
  group: Pick<Group, 'passive'>,
): string | undefined {
  if (results.some(({ verdict }) => verdict === 'pass' || verdict === 'fail')) return undefined;
  const passive = new Set(group.passive.map(({ id }) => id));
  // Passive checks without exchanges are a consequence of the other causes.
  const caseResults = results.filter(({ check }) => !passive.has(check));
  const causes = [...new Set((caseResults.length === 0 ? results : caseResults).flatMap(({ cause }) => cause ?? []))];
  const left = causes.length - MAX_CAUSES;
  const applies = results.some(({ verdict }) => verdict !== 'inapplicable');
  return [applies ? 'no check was judged' : 'no check applies', causes.slice(0, MAX_CAUSES).join('; ')]
    .filter((part) => part !== '')
    .join(': ')
    .concat(left > 0 ? `; and ${pluralize(left, 'other cause')}` : '');
}

function nameOf({ check }: Pick<Result, 'check'>, known: Check | undefined, { service }: Group): string {
  return withTitle(check.slice(service.length + 1), known);
}

/** Check ID without the operation, which the test title contains. */
function shortNameOf({ check }: Result, known: Check | undefined, { service, endpoint, operation }: Group): string {
  const within = `${service}/${endpoint}/${operation}/`;
  return withTitle(check.startsWith(within) ? check.slice(within.length) : check, known);
}

function withTitle(id: string, known: Check | undefined): string {
  return forLog(`${id}${known === undefined ? '' : ` — ${known.title}`}`);
}

function findingsOf({ findings }: Result): readonly string[] {
  return findings
    .slice(0, MAX_FINDINGS)
    .flatMap(({ where, expected, actual }) => [`${where}`, `  expected: ${expected}`, `  received: ${actual}`]);
}

function operationKey({ at: { file, line, column } }: Check): { file: string; line: number; column: number } {
  return { file: path.resolve(projectRoot(), file), line, column };
}

function failure(result: Result, check: Check | undefined, group: Group, record: GroupRecord): Error {
  const [exchange] = citedExchanges(result, record);
  const request =
    exchange === undefined
      ? []
      : [
          `${exchange.request.method} ${exchange.request.url} returned ${exchange.response?.status ?? 'no response'}`,
          '',
        ];
  const source =
    check === undefined
      ? []
      : ['', `${check.requirement} (${check.level}, ${check.basis})`, `npx @plumbline/harness explain ${check.id}`];
  return contractError(
    [nameOf(result, check, group), '', ...request, ...findingsOf(result), ...source].join('\n'),
    check,
  );
}

/** Error at a contract line, from which Playwright creates the code frame. The throwing location is irrelevant. */
function contractError(message: string, check: Check | undefined): Error {
  const place = check === undefined ? undefined : operationKey(check);
  const frame = place === undefined ? undefined : ownCodeFrame(place);
  const error = new Error(forLog(frame === undefined ? message : `${message}\n\n${frame}\n`));
  const at = place === undefined ? '' : `\n    at ${place.file}:${place.line}:${place.column}`;
  error.stack = `Error: ${error.message}${at}`;
  return error;
}

/** Exchanges of the findings. */
function citedExchanges({ findings, evidence }: Result, record: GroupRecord): GroupRecord['exchanges'] {
  const ids = [...new Set([...findings.map((finding) => finding.evidence), ...evidence])];
  return ids.flatMap((id) => record.exchanges.filter((exchange) => exchange.id === id)).slice(0, MAX_EXCHANGES);
}

/** Label of an exchange. It names the case if another case sent it. */
function labelOf({ id, request, response, step: sent }: Exchange, check: Check | undefined, group: Group): string {
  // The ID of the case is followed by the step or the number of a repetition.
  const by = group.cases.find((one) => id.startsWith(one.id) && /^[#~=]/.test(id.slice(one.id.length)));
  const isOther = by !== undefined && !by.checks.some((one) => one.id === check?.id);
  return forLog(`${request.method} ${sent} (${response?.status ?? 'no response'})${isOther ? `, ${by.title}` : ''}`);
}

/** Shows a failing check as a step at its contract line, with the requests. */
async function step(result: Result, check: Check | undefined, record: GroupRecord, group: Group): Promise<void> {
  try {
    await test.step(
      shortNameOf(result, check, group),
      async () => {
        // Attached to the test: Allure's reporter moves attachments of steps to the end.
        const info = test.info();
        for (const exchange of citedExchanges(result, record)) {
          await info.attach(labelOf(exchange, check, group), {
            body: exchangeText(exchange),
            contentType: 'text/plain',
          });
        }
        throw failure(result, check, group, record);
      },
      check === undefined ? {} : { location: operationKey(check) },
    );
  } catch {}
}

interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Lines shown above and below. */
const AROUND = 2;

/** Code frame of a file; undefined if Playwright shows one itself, or if the file is missing. */
export function ownCodeFrame({ file, line, column }: Place): string | undefined {
  if (!file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return codeFrame(text, line, column);
}

/** Code frame in the format of Playwright. */
export function codeFrame(text: string, line: number, column: number): string {
  const first = Math.max(1, line - AROUND);
  const lines = text.split(/\r?\n/).slice(first - 1, line + AROUND);
  const width = String(first + lines.length - 1).length;
  return lines
    .flatMap((source, index) => {
      const number = first + index;
      const shown = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${source}`.trimEnd();
      return number === line ? [shown, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [shown];
    })
    .join('\n');
}
