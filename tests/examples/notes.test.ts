/** The notes of the examples let in by each scheme of security who may come in, and each way of letting in others is noticed. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Gate, runGroup, type RunContext } from '../../src/exchange/runner.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Target } from '../../src/load/model.ts';
import type { Group, Plan } from '../../src/plan/model.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { globMatcher } from '../../src/record/glob.ts';
import { bindDestinations, secretReader } from '../../src/run/destinations.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { ROOT } from '../plan/support.ts';
import type { Fault } from './library-faults.ts';
import { NOTES_FAULTS, POST_FAULTS, SIGNED_FAULTS } from './notes-faults.ts';

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
    keys: Readonly<Record<string, { readonly name: string; readonly publicKey: string }>>,
  ) => (method: string, target: string, headers: Fields, text: string) => Answer;
}

/** Whose each key is that clients sign with, and both halves of it. */
const KEYS = Object.fromEntries(
  ['editor', 'reader'].map((name) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return [name, { privateKey: pem(privateKey, 'pkcs8'), publicKey: pem(publicKey, 'spki') }];
  }),
);
function pem(key: KeyObject, type: 'pkcs8' | 'spki'): string {
  return String(key.export({ type: type as 'pkcs8', format: 'pem' }));
}
const ENVIRONMENT = {
  ...SECRETS,
  NOTES_KEY: KEYS['editor']?.privateKey ?? '',
  NOTES_OTHER_KEY: KEYS['reader']?.privateKey ?? '',
};

interface Planned {
  readonly plan: Plan;
  readonly scopes: readonly Scope[];
  readonly target: Target;
}

function planned(folder: string): Planned {
  const project = loadProject(folder);
  const target = loadTarget('local', folder, ENVIRONMENT, project);
  return { target, ...makePlan(project, target) };
}

/** The notes with the files of a variant over their own. */
function variant(name: string): Planned {
  const folder = path.join(WORK, name);
  cpSync(FOLDER, folder, { recursive: true });
  const own = path.join(FOLDER, 'variants', name);
  for (const file of readdirSync(own))
    cpSync(
      path.join(own, file),
      path.join(folder, ...(file === 'target.yaml' ? ['targets', 'local'] : ['contracts', 'notes']), file),
    );
  return planned(folder);
}
const WORK = mkdtempSync(path.join(tmpdir(), 'plumbline-notes-'));
afterAll(() => rmSync(WORK, { recursive: true, force: true }));

const USUAL = planned(FOLDER);
const quiet = ({ plan }: Planned): readonly Group[] => plan.groups.filter(({ aspect }) => aspect !== 'raw');

async function transportOf(source: string): Promise<Transport> {
  const { notes } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Notes;
  const keys = Object.fromEntries(
    Object.entries(KEYS).map(([name, { publicKey }]) => [`${name}-1`, { name, publicKey }]),
  );
  const answer = notes({ editor: SECRETS.NOTES_SECRET, reader: SECRETS.NOTES_OTHER_SECRET }, () => NOW / 1000, keys);
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

async function look(
  source: string,
  groups: readonly Group[],
  { plan, scopes, target }: Planned = USUAL,
): Promise<Seen> {
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
      secrets: secretReader(ENVIRONMENT),
      clock: () => NOW,
    }),
  };
  const red: string[] = [];
  const seen: unknown[] = [];
  for (const group of groups) {
    const record = await runGroup(group, context);
    seen.push(record);
    const results = judgeGroup(group, record, { operations: plan.operations, never: {} });
    for (const r of results)
      if (r.verdict === 'fail') console.log('DBG', r.check, JSON.stringify(r.findings).slice(0, 500));
    for (const { check, verdict } of results)
      if (verdict === 'fail' || verdict === 'inconclusive') red.push(check.replace('notes/', ''));
  }
  return { red, evidence: JSON.stringify(seen) };
}

const QUIET = quiet(USUAL);

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

/** Those of the wanted checks that a fault does not turn red. */
async function missed({ from, to, noticed }: Fault, given: Planned): Promise<readonly string[]> {
  expect(SOURCE.split(from)).toHaveLength(2);
  const wanted = noticed.map((one) => globMatcher(one));
  const groups = quiet(given).filter((group) =>
    group.cases.some(({ checks }) => checks.some(({ id }) => wanted.some((is) => is(id.replace('notes/', ''))))),
  );
  const { red } = await look(
    SOURCE.replace(from, () => to),
    groups,
    given,
  );
  return noticed.filter((one) => !red.some(globMatcher(one)));
}

describe('it is noticed when', () => {
  test.each(NOTES_FAULTS)('$name', async (fault) => expect(await missed(fault, USUAL)).toEqual([]));
});

describe.each([
  ['secret-post', POST_FAULTS],
  ['private-key-jwt', SIGNED_FAULTS],
] as const)('with %s', (name, faults) => {
  const own = variant(name);
  const signIn = quiet(own).filter(({ endpoint }) => endpoint === 'sign-in' || endpoint === 'notes');

  test('the notes keep their contract, and no secret is in what was recorded', async () => {
    const { red, evidence } = await look(SOURCE, signIn, own);
    expect(red).toEqual([]);
    for (const secret of Object.values(SECRETS)) expect(evidence).not.toContain(secret);
    expect(evidence).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
  });

  test.each(faults)('it is noticed when $name', async (fault) => expect(await missed(fault, own)).toEqual([]));
});
