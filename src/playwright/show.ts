/** What came of a group, as Playwright shows it: a step for each check, a failure at the contract's line, exchanges beside it. */
import { counted } from '../record/counted.ts';
import { test, type TestInfo } from '@playwright/test';
import path from 'node:path';
import { projectRoot } from '../project/root.ts';
import { forLog } from '../report/printable.ts';
import { exchangeText } from '../report/sent-text.ts';
import type { GroupRecord } from '../run/store.ts';
import type { ShownCheck } from './index-file.ts';

/** What is shown of a group beside its record. */
export interface ShownGroup {
  readonly service: string;
  readonly checks: readonly ShownCheck[];
}

type Result = GroupRecord['results'][number];

/** Of what fails so many are errors of their own, and of each so many findings and exchanges are shown. */
const MOST_ERRORS = 20;
const MOST_FINDINGS = 3;
const MOST_EXCHANGES = 2;

/** A test that sent its group fails as any other does. */
export async function judged(record: GroupRecord, shown: ShownGroup, info: TestInfo): Promise<void> {
  const { checks, failing, open } = sorted(record, shown);
  for (const result of record.results) {
    const check = checks.get(result.check);
    // Those over every answer are the same for all operations: as steps they would bury the others unless they fail.
    if (result.verdict === 'fail' || check?.passive !== true) await step(result, check, shown, record);
  }
  const errors = failing.slice(0, MOST_ERRORS).map((result) => failure(result, checks.get(result.check), shown));
  if (failing.length > MOST_ERRORS)
    errors.push(
      new Error(
        `${failing.length} of ${counted(record.results.length, 'check')} fail; here are the first ${MOST_ERRORS}`,
      ),
    );
  const last = errors.pop();
  if (last !== undefined) {
    // Each is shown with the lines of the contract that it is about.
    for (const { message, stack } of errors) info.errors.push({ message: `Error: ${message}`, stack: stack ?? '' });
    throw last;
  }
  // A test that proved nothing must not look green.
  if (open.length > 0)
    throw new Error(
      forLog(
        `${open.length} of ${counted(record.results.length, 'check')} could not be judged\n  ${open.slice(0, 10).join('\n  ')}`,
      ),
    );
}

function sorted(
  { results }: GroupRecord,
  shown: ShownGroup,
): {
  readonly checks: ReadonlyMap<string, ShownCheck>;
  readonly failing: readonly Result[];
  readonly open: readonly string[];
} {
  const checks = new Map(shown.checks.map((check) => [check.id, check]));
  return {
    checks,
    failing: results.filter(({ verdict }) => verdict === 'fail'),
    open: results
      .filter(({ verdict }) => verdict === 'inconclusive')
      .map((result) => `${nameOf(result, checks.get(result.check), shown)}: ${result.cause ?? ''}`),
  };
}

function nameOf({ check }: Result, known: ShownCheck | undefined, { service }: ShownGroup): string {
  return `${check.slice(service.length + 1)}${known === undefined ? '' : ` — ${known.title}`}`;
}

function findingsOf({ findings }: Result): readonly string[] {
  return findings.slice(0, MOST_FINDINGS).map((f) => `${f.where}: expected ${f.expected}, received ${f.actual}`);
}

const placeOf = (check: ShownCheck): string => path.resolve(projectRoot(), check.file);

/** An error at the line of the contract, from which Playwright makes the frame. Its first words are how reporters know a matcher's. */
function failure(result: Result, check: ShownCheck | undefined, shown: ShownGroup): Error {
  const error = new Error(
    forLog(
      `${nameOf(result, check, shown)}\n\nexpect(${shown.service}).toConform()\n\n${findingsOf(result).join('\n')}`,
    ),
  );
  error.stack =
    check === undefined
      ? `Error: ${error.message}`
      : `Error: ${error.message}\n    at ${placeOf(check)}:${check.line}:${check.column}`;
  return error;
}

/** The exchanges that show what is wrong. */
function citedOf({ findings, evidence }: Result, record: GroupRecord | undefined): GroupRecord['exchanges'] {
  const ids = [...new Set([...findings.map((finding) => finding.evidence), ...evidence])];
  return ids.flatMap((id) => record?.exchanges.filter((exchange) => exchange.id === id) ?? []).slice(0, MOST_EXCHANGES);
}

/** One step a check; its place is the line of the contract that asks for it. */
async function step(
  result: Result,
  check: ShownCheck | undefined,
  shown: ShownGroup,
  record?: GroupRecord,
): Promise<void> {
  try {
    await test.step(
      nameOf(result, check, shown),
      async (own) => {
        if (result.verdict !== 'fail') return;
        for (const exchange of citedOf(result, record))
          await own.attach(
            `${exchange.request.method} ${exchange.step} (${exchange.response?.status ?? 'no answer'})`,
            {
              body: exchangeText(exchange),
              contentType: 'text/plain',
            },
          );
        throw failure(result, check, shown);
      },
      check === undefined ? {} : { location: { file: placeOf(check), line: check.line, column: check.column } },
    );
  } catch {
    // Shown at its step; the test fails with everything that was found.
  }
}
