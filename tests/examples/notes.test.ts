/** The notes of the examples let in by each scheme of security who may come in, and each way of letting in others is noticed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Gate, runGroup, type RunContext } from '../../src/exchange/runner.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Group } from '../../src/plan/model.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { globMatcher } from '../../src/record/glob.ts';
import { bindDestinations, secretReader } from '../../src/run/destinations.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { ROOT } from '../plan/support.ts';
import { NOTES_FAULTS } from './notes-faults.ts';

const FOLDER = path.join(ROOT, 'examples', 'notes');
const SOURCE = readFileSync(path.join(FOLDER, 'service.js'), 'utf8');
const NOW = Date.UTC(2026, 2, 10, 2, 0, 0);
const SECRETS = { NOTES_SECRET: 'editors-secret-1', NOTES_OTHER_SECRET: 'readers-secret-2' };

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
type Fields = Readonly<Record<string, readonly string[]>>;
interface Notes {
  readonly notes: (
    secrets: Readonly<Record<string, string>>,
    now: () => number,
  ) => (method: string, target: string, headers: Fields, text: string) => Answer;
}

const project = loadProject(FOLDER);
const target = loadTarget('local', FOLDER, SECRETS, project);
const { plan, scopes } = makePlan(project, target);

async function transportOf(source: string): Promise<Transport> {
  const { notes } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Notes;
  const answer = notes({ editor: SECRETS.NOTES_SECRET, reader: SECRETS.NOTES_OTHER_SECRET }, () => NOW / 1000);
  return {
    send: ({ method, url, headers, body = Buffer.alloc(0) }) => {
      const { pathname, search } = new URL(url);
      const {
        status,
        headers: own = {},
        body: shown,
      } = answer(method, pathname + search, distinct(headers), String(body));
      const text = shown === undefined || method === 'HEAD' ? '' : JSON.stringify(shown);
      return Promise.resolve({
        status,
        headers: Object.entries({
          'content-type': 'application/json',
          'cache-control': 'no-store',
          date: new Date(NOW).toUTCString(),
          ...own,
        }),
        body: Buffer.from(text),
      });
    },
    close: () => Promise.resolve(),
  };
}

function distinct(headers: readonly (readonly [string, string])[]): Fields {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of headers) (fields[name] ??= []).push(value);
  return fields;
}

interface Seen {
  readonly red: readonly string[];
  readonly evidence: string;
}

async function look(source: string, groups: readonly Group[]): Promise<Seen> {
  const transport = await transportOf(source);
  let count = 0;
  const context: RunContext = {
    transport,
    plain: transport,
    clock: () => NOW,
    timeoutMs: 10_000,
    runId: 'notes',
    gate: new Gate(1),
    next: () => (count += 1),
    destination: bindDestinations({
      scopes,
      target,
      allowWrites: false,
      plain: transport,
      secrets: secretReader(SECRETS),
      clock: () => NOW,
    }),
  };
  const red: string[] = [];
  const seen: unknown[] = [];
  for (const group of groups) {
    const record = await runGroup(group, context);
    seen.push(record);
    const results = judgeGroup(group, record, { operations: plan.operations, never: {} });
    for (const { check, verdict } of results)
      if (verdict === 'fail' || verdict === 'inconclusive') red.push(check.replace('notes/', ''));
  }
  return { red, evidence: JSON.stringify(seen) };
}

const QUIET = plan.groups.filter(({ aspect }) => aspect !== 'raw');

test('every scheme of security has its faults', () => {
  const planned = QUIET.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks.map(({ id }) => id)));
  for (const one of [
    'by-user/access.wrong-password/empty',
    'by-user/access.unknown-user',
    'by-user/access.credentials-malformed/no-colon',
    'by-key-alone/access.wrong-key/shorter',
    'by-word/access.other-scheme',
    'by-header/access.key-elsewhere/query',
    'by-query/access.key-elsewhere/header',
    'by-cookie/access.wrong-key/other',
  ])
    expect(planned).toContain(`notes/doors/${one}`);
  expect(planned).toContain('notes/sign-in/token/client.wrong-secret/other');
  expect(planned.filter((id) => /doors\/.*access\.(garbage|tampered|expired|in-query)/.test(id))).toEqual([]);
});

test('the notes keep their contract, and no secret is in what was recorded', async () => {
  const { red, evidence } = await look(SOURCE, QUIET);
  expect(red).toEqual([]);
  for (const secret of Object.values(SECRETS)) {
    expect(evidence).not.toContain(secret);
    for (const name of ['editor:', 'reader:', ''])
      expect(evidence).not.toContain(Buffer.from(`${name}${secret}`).toString('base64').slice(0, 16));
  }
});

describe('it is noticed when', () => {
  test.each(NOTES_FAULTS)('$name', async ({ from, to, noticed }) => {
    expect(SOURCE.split(from)).toHaveLength(2);
    const wanted = noticed.map((one) => globMatcher(one));
    const groups = QUIET.filter((group) =>
      group.cases.some(({ checks }) => checks.some(({ id }) => wanted.some((is) => is(id.replace('notes/', ''))))),
    );
    const { red } = await look(
      SOURCE.replace(from, () => to),
      groups,
    );
    expect(noticed.filter((one) => !red.some(globMatcher(one)))).toEqual([]);
  });
});
