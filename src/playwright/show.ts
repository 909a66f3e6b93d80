/**
 * Shows the result of a group in Playwright: a step for each case and check, failures at the contract line, and exchanges as attachments.
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

/** Shows the result of a group and fails the test if a check fails. Failures that the report does not count have a note. */
export async function showResult(record: GroupRecord, group: Group, waivers: readonly WaiverEntry[]): Promise<void> {
  const notes = failureNotes(record, group, waivers);
  const checks = new Map(checksOfGroup(group).map((one) => [one.id, one]));
  const passive = new Set(group.passive.map(({ id }) => id));
  for (const result of record.results)
    // Passive checks are the same for all operations, so only failing ones are steps.
    if (result.verdict === 'fail' || !passive.has(result.check))
      await step(result, checks.get(result.check), record, group, notes);
  const failing = record.results.filter(({ verdict }) => verdict === 'fail');
  const of = pluralize(record.results.length, 'check');
  const [first, ...others] = failing
    .slice(0, MAX_ERRORS)
    .map((result) => failure(result, checks.get(result.check), group, notes));
  if (failing.length > MAX_ERRORS)
    others.push(contractError(`${failing.length} of ${of} fail; the first ${MAX_ERRORS}:`, undefined));
  // Playwright shows nested errors with their code frames.
  if (first !== undefined) throw others.length === 0 ? first : Object.assign(first, { errors: others });
  // A test that proved nothing must not be green.
  const open = record.results.filter(({ verdict }) => verdict === 'inconclusive');
  const reason = skipReason(record, group);
  if (reason !== undefined) test.skip(true, forLog(reason));
  if (open[0] === undefined) return;
  const lines: string[] = [...unjudgedLines(open, (result) => nameOf(result, checks.get(result.check), group))];
  if (open.some(({ cause }) => cause?.includes(NO_WRITES_REASON)))
    lines.push(`  If the owner of the target agrees, allow writes with ${WRITES_VARIABLE}=1.`);
  throw contractError([`${open.length} of ${of} could not be judged`, ...lines].join('\n'), checks.get(open[0].check));
}

/** Notes about failing checks that only the report knows, by check ID. */
type Notes = ReadonlyMap<string, readonly string[]>;

export function failureNotes(
  { results }: Pick<GroupRecord, 'results'>,
  group: Pick<Group, 'service' | 'cases' | 'passive'>,
  waivers: readonly WaiverEntry[],
  startedAt = new Date().toISOString(),
): Notes {
  const known = new Map(checksOfGroup(group).map((one) => [one.id, one]));
  const failing = results.filter(({ verdict }) => verdict === 'fail');
  const uses = applyWaivers(
    waivers,
    failing.map((result) => ({ ...result, id: result.check, service: group.service })),
    { startedAt, narrowed: true },
  ).waivers;
  return new Map(
    failing.map(({ check, spec }) => [
      check,
      [
        ...uses
          .filter(({ excuses }) => excuses.includes(checkRef({ id: check, spec })))
          .map(({ waiver }) => `waived until ${waiver.expires} by ${waiver.owner}: ${waiver.reason}`),
        ...(known.get(check)?.basis === 'assumed'
          ? ['assumed: the source documents do not specify it. It does not block by default']
          : []),
      ],
    ]),
  );
}

/** Each cause once, with one of its checks. */
export function unjudgedLines<T extends Pick<Result, 'cause'>>(
  open: readonly T[],
  nameOf: (result: T) => string,
): readonly string[] {
  const causes = [...groupBy(open, ({ cause = '' }) => cause)];
  return causes.slice(0, MAX_OPEN).flatMap(([cause, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, and ${pluralize(others.length, 'other check')}`;
    return [`  ${nameOf(first)}${more}: ${cause}`];
  });
}

const MAX_CAUSES = 3;

/** Reason to skip the test: none of its checks applies. */
export function skipReason(
  { results }: Pick<GroupRecord, 'results'>,
  group: Pick<Group, 'passive'>,
): string | undefined {
  if (results.some(({ verdict }) => verdict !== 'inapplicable')) return undefined;
  const passive = new Set(group.passive.map(({ id }) => id));
  // Passive checks without exchanges are a consequence of the other causes.
  const caseResults = results.filter(({ check }) => !passive.has(check));
  const causes = [...new Set((caseResults.length === 0 ? results : caseResults).flatMap(({ cause }) => cause ?? []))];
  const left = causes.length - MAX_CAUSES;
  return ['no check applies', causes.slice(0, MAX_CAUSES).join('; ')]
    .filter((part) => part !== '')
    .join(': ')
    .concat(left > 0 ? `; and ${pluralize(left, 'other cause')}` : '');
}

function nameOf({ check }: Result, known: Check | undefined, { service }: Group): string {
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
  return findings.slice(0, MAX_FINDINGS).map((f) => `${f.where}: expected ${f.expected}, received ${f.actual}`);
}

function operationKey({ at: { file, line, column } }: Check): { file: string; line: number; column: number } {
  return { file: path.resolve(projectRoot(), file), line, column };
}

/** Reporters recognise the format of a matcher error. */
function failure(result: Result, check: Check | undefined, group: Group, notes: Notes): Error {
  const lines = [...findingsOf(result), ...(notes.get(result.check) ?? [])];
  return contractError(
    `${nameOf(result, check, group)}\n\nexpect(${group.service}).toConform()\n\n${lines.join('\n')}`,
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

/** Shows a check as a step at its contract line. */
async function step(
  result: Result,
  check: Check | undefined,
  record: GroupRecord,
  group: Group,
  notes: Notes,
): Promise<void> {
  try {
    await test.step(
      shortNameOf(result, check, group),
      async () => {
        if (result.verdict !== 'fail') return;
        // Attached to the test: Allure's reporter moves attachments of steps to the end.
        const info = test.info();
        for (const exchange of citedExchanges(result, record)) {
          await info.attach(labelOf(exchange, check, group), {
            body: exchangeText(exchange),
            contentType: 'text/plain',
          });
        }
        throw failure(result, check, group, notes);
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
