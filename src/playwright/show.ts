/** What came of a group, as Playwright shows it: a step for each case and each check, a failure at the contract's line, exchanges beside it. */
import { counted } from '../model/text.ts';
import { groupBy } from '../model/objects.ts';
import { test } from '@playwright/test';
import { type Case, type Check, checksIn, type Group } from '../plan/model.ts';
import type { Exchange } from '../model/exchange.ts';
import { NO_WRITES } from '../http/request-policy.ts';
import { WRITES_VARIABLE } from '../project/settings.ts';
import { projectRoot } from '../project/package.ts';
import { forLog } from '../report/printable.ts';
import { exchangeText } from '../report/sent-text.ts';
import type { GroupRecord } from '../run/group-record.ts';
import { checkRef } from '../verdict/model.ts';
import { applyWaivers, type WaiverEntry } from '../verdict/waivers.ts';
import { ownCodeFrame } from './code-frame.ts';
import path from 'node:path';

type Result = GroupRecord['results'][number];

/** Of what fails so many are errors of their own, and of each so many findings and exchanges are shown. */
const MOST_ERRORS = 20;
const MOST_FINDINGS = 3;
const MOST_EXCHANGES = 2;
const MOST_OPEN = 10;

/** What a case sends is found by its title, among hundreds of requests of one test. */
export function caseStep<T>({ title, checks: [first] }: Case, work: () => Promise<T>): Promise<T> {
  return test.step(forLog(title), work, first === undefined ? {} : { location: operationKey(first) });
}

/** A test that sent its group fails as any other does, and says what of it the report does not hold against the service. */
export async function judged(record: GroupRecord, group: Group, waivers: readonly WaiverEntry[]): Promise<void> {
  const notes = notesOn(record, group, waivers);
  const checks = new Map(checksIn(group).map((one) => [one.id, one]));
  const passive = new Set(group.passive.map(({ id }) => id));
  for (const result of record.results)
    // Those over every answer are the same for all operations: as steps they would bury the others unless they fail.
    if (result.verdict === 'fail' || !passive.has(result.check))
      await step(result, checks.get(result.check), record, group, notes);
  const failing = record.results.filter(({ verdict }) => verdict === 'fail');
  const of = counted(record.results.length, 'check');
  const [first, ...others] = failing
    .slice(0, MOST_ERRORS)
    .map((result) => failure(result, checks.get(result.check), group, notes));
  if (failing.length > MOST_ERRORS)
    others.push(atContract(`${failing.length} of ${of} fail; here are the first ${MOST_ERRORS}`, undefined));
  // Playwright shows each of several errors in one, with the lines of the contract that it is about.
  if (first !== undefined) throw others.length === 0 ? first : Object.assign(first, { errors: others });
  // A test that proved nothing must not look green.
  const open = record.results.filter(({ verdict }) => verdict === 'inconclusive');
  const why = unasked(record, group);
  if (why !== undefined) test.skip(true, forLog(why));
  if (open[0] === undefined) return;
  const lines: string[] = [...openLines(open, (result) => nameOf(result, checks.get(result.check), group))];
  if (open.some(({ cause }) => cause?.includes(NO_WRITES)))
    lines.push(`  ${WRITES_VARIABLE}=1 allows them, if the owner of the target agrees.`);
  throw atContract([`${open.length} of ${of} could not be judged`, ...lines].join('\n'), checks.get(open[0].check));
}

/** By check: what the report knows of its failure, and Playwright's own result does not. */
type Notes = ReadonlyMap<string, readonly string[]>;

export function notesOn(
  { results }: Pick<GroupRecord, 'results'>,
  group: Pick<Group, 'service' | 'cases' | 'passive'>,
  waivers: readonly WaiverEntry[],
  startedAt = new Date().toISOString(),
): Notes {
  const known = new Map(checksIn(group).map((one) => [one.id, one]));
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
          .map(
            ({ waiver }) =>
              `excused in the report until ${waiver.expires}, by a waiver of ${waiver.owner}: ${waiver.reason}`,
          ),
        ...(known.get(check)?.basis === 'assumed'
          ? ['only assumed: the documents do not say it, and the report blocks nothing for it unless its policy does']
          : []),
      ],
    ]),
  );
}

/** Each cause once, with a check that it keeps from being judged. */
export function openLines<T extends Pick<Result, 'cause'>>(
  open: readonly T[],
  nameOf: (result: T) => string,
): readonly string[] {
  const causes = [...groupBy(open, ({ cause = '' }) => cause)];
  return causes.slice(0, MOST_OPEN).flatMap(([cause, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : `, and ${counted(others.length, 'other check')}`;
    return [`  ${nameOf(first)}${more}: ${cause}`];
  });
}

const MOST_CAUSES = 3;

/** Why nothing of a group was judged, where none of its checks applies. */
export function unasked({ results }: Pick<GroupRecord, 'results'>, group: Pick<Group, 'passive'>): string | undefined {
  if (results.some(({ verdict }) => verdict !== 'inapplicable')) return undefined;
  const passive = new Set(group.passive.map(({ id }) => id));
  // Those over every answer had none to look at: that is no cause but what follows from it.
  const own = results.filter(({ check }) => !passive.has(check));
  const causes = [...new Set((own.length === 0 ? results : own).flatMap(({ cause }) => cause ?? []))];
  const left = causes.length - MOST_CAUSES;
  return ['nothing was judged, since no check applies', causes.slice(0, MOST_CAUSES).join('; ')]
    .filter((part) => part !== '')
    .join(': ')
    .concat(left > 0 ? `; and ${counted(left, 'other cause')}` : '');
}

function nameOf({ check }: Result, known: Check | undefined, { service }: Group): string {
  return withTitle(check.slice(service.length + 1), known);
}

/** Where the test says the operation already. */
function shortNameOf({ check }: Result, known: Check | undefined, { service, endpoint, operation }: Group): string {
  const within = `${service}/${endpoint}/${operation}/`;
  return withTitle(check.startsWith(within) ? check.slice(within.length) : check, known);
}

function withTitle(id: string, known: Check | undefined): string {
  return forLog(`${id}${known === undefined ? '' : ` — ${known.title}`}`);
}

function findingsOf({ findings }: Result): readonly string[] {
  return findings.slice(0, MOST_FINDINGS).map((f) => `${f.where}: expected ${f.expected}, received ${f.actual}`);
}

function operationKey({ at: { file, line, column } }: Check): { file: string; line: number; column: number } {
  return { file: path.resolve(projectRoot(), file), line, column };
}

/** Its first words are how reporters know a matcher's. */
function failure(result: Result, check: Check | undefined, group: Group, notes: Notes): Error {
  const lines = [...findingsOf(result), ...(notes.get(result.check) ?? [])];
  return atContract(
    `${nameOf(result, check, group)}\n\nexpect(${group.service}).toConform()\n\n${lines.join('\n')}`,
    check,
  );
}

/** An error at the line of the contract, from which Playwright makes the frame. Where it was thrown says nothing to anybody. */
function atContract(message: string, check: Check | undefined): Error {
  const place = check === undefined ? undefined : operationKey(check);
  const frame = place === undefined ? undefined : ownCodeFrame(place);
  const error = new Error(forLog(frame === undefined ? message : `${message}\n\n${frame}\n`));
  const at = place === undefined ? '' : `\n    at ${place.file}:${place.line}:${place.column}`;
  error.stack = `Error: ${error.message}${at}`;
  return error;
}

/** The exchanges that show what is wrong. */
function citedOf({ findings, evidence }: Result, record: GroupRecord): GroupRecord['exchanges'] {
  const ids = [...new Set([...findings.map((finding) => finding.evidence), ...evidence])];
  return ids.flatMap((id) => record.exchanges.filter((exchange) => exchange.id === id)).slice(0, MOST_EXCHANGES);
}

/** One that was sent by another case, as what is held against every answer may be, names it: there it is found. */
function labelOf({ id, request, response, step: sent }: Exchange, check: Check | undefined, group: Group): string {
  // After its id stands the step, or which of several trials it was.
  const by = group.cases.find((one) => id.startsWith(one.id) && /^[#~=]/.test(id.slice(one.id.length)));
  const isOther = by !== undefined && !by.checks.some((one) => one.id === check?.id);
  return forLog(`${request.method} ${sent} (${response?.status ?? 'no answer'})${isOther ? `, ${by.title}` : ''}`);
}

/** One step a check; its place is the line of the contract that asks for it. */
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
        // Of the test, and not of its step: Allure's reporter keeps such a one where it was attached, and puts the other at the end.
        const info = test.info();
        for (const exchange of citedOf(result, record)) {
          await info.attach(labelOf(exchange, check, group), {
            body: exchangeText(exchange),
            contentType: 'text/plain',
          });
        }
        throw failure(result, check, group, notes);
      },
      check === undefined ? {} : { location: operationKey(check) },
    );
  } catch {
    // Shown at its step; the test fails with everything that was found.
  }
}
