/** The library of the examples keeps its contract, and each thing that can be wrong with its lists is noticed. */
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
import { bindDestinations } from '../../src/run/destinations.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { ROOT } from '../plan/support.ts';
import { LIBRARY_FAULTS, LIBRARY_VARIANTS } from './library-faults.ts';

const FOLDER = path.join(ROOT, 'examples', 'library');
const SOURCE = readFileSync(path.join(FOLDER, 'service.js'), 'utf8');
const NOW = Date.UTC(2026, 2, 10, 2, 0, 0);

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
interface Library {
  readonly library: () => (method: string, target: string, type: string | undefined, text: string) => Answer;
}

const project = loadProject(FOLDER);
const target = loadTarget('local', FOLDER, {}, project);
const { plan, scopes } = makePlan(project, target);

async function transportOf(source: string): Promise<Transport> {
  const { library } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Library;
  const answer = library();
  return {
    send: ({ method, url, headers, body = Buffer.alloc(0) }) => {
      const { pathname, search } = new URL(url);
      const type = headers.find(([name]) => name === 'content-type')?.[1];
      const { status, headers: own = {}, body: shown } = answer(method, pathname + search, type, body.toString());
      const text = shown === undefined || method === 'HEAD' ? '' : JSON.stringify(shown);
      return Promise.resolve({
        status,
        headers: Object.entries({ 'content-type': 'application/json', date: new Date(NOW).toUTCString(), ...own }),
        body: Buffer.from(text),
      });
    },
    close: () => Promise.resolve(),
  };
}

/** Ids of the checks that are not as they should be, below the service. */
async function red(source: string, groups: readonly Group[]): Promise<readonly string[]> {
  const transport = await transportOf(source);
  let count = 0;
  const context: RunContext = {
    transport,
    plain: transport,
    clock: () => NOW,
    timeoutMs: 10_000,
    runId: 'library',
    gate: new Gate(1),
    next: () => (count += 1),
    destination: bindDestinations({
      scopes,
      target,
      allowWrites: false,
      plain: transport,
      secrets: { read: () => '' },
      clock: () => NOW,
    }),
  };
  const found: string[] = [];
  for (const group of groups) {
    const results = judgeGroup(group, await runGroup(group, context), { operations: plan.operations, never: {} });
    for (const { check, verdict } of results)
      if (verdict === 'fail' || verdict === 'inconclusive') found.push(check.replace('library/books/', ''));
  }
  return found;
}

const BOOKS = plan.groups.filter(({ endpoint, aspect }) => endpoint === 'books' && aspect !== 'raw');
const LISTS = plan.groups.filter(
  ({ endpoint, aspect }) => endpoint === 'books' && /^(pagination|page-|query)/.test(aspect),
);

test('every style of paging and every law of queries is planned', () => {
  const rules = new Set(LISTS.flatMap(({ cases }) => cases.flatMap(({ checks }) => checks.map(({ rule }) => rule))));
  expect([...rules]).toEqual(
    expect.arrayContaining([
      'page.walk-complete',
      'page.linked',
      'page.leads',
      'query.filtered',
      'query.together',
      'query.searched',
      'query.sorted',
      'query.wrong',
      'query.accepted',
      'query.unknown-refused',
    ]),
  );
});

test('the library keeps its contract', async () => {
  expect(
    await red(
      SOURCE,
      plan.groups.filter(({ aspect }) => aspect !== 'raw'),
    ),
  ).toEqual([]);
});

describe('it is noticed when', () => {
  test.each(LIBRARY_FAULTS)('$name', async ({ from, to, noticed }) => {
    expect(SOURCE.split(from)).toHaveLength(2);
    const wanted = noticed.map((one) => globMatcher(one));
    const groups = BOOKS.filter((group) =>
      group.cases.some(({ checks }) =>
        checks.some(({ id }) => wanted.some((is) => is(id.replace('library/books/', '')))),
      ),
    );
    const found = await red(SOURCE.replace(from, to), groups);
    expect(noticed.filter((one) => !found.some(globMatcher(one)))).toEqual([]);
  });
});

describe('it is nobody’s business that', () => {
  test.each(LIBRARY_VARIANTS)('$name', async ({ from, to }) => {
    expect(SOURCE.split(from)).toHaveLength(2);
    expect(await red(SOURCE.replace(from, to), LISTS)).toEqual([]);
  });
});
