/** A part is planned by itself where it is known which checks there are, and is the part that the whole plan has. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkIdMatcher } from '../../src/plan/plan.ts';
import { openSession } from '../../src/project/session.ts';
import { afterEachFile } from '../clean-up.ts';
import { ROOT } from '../plan/support.ts';

const home = mkdtempSync(path.join(tmpdir(), 'plumbline-outline-'));
afterEachFile(() => rmSync(home, { recursive: true, force: true }));

const env = { XDG_CACHE_HOME: path.join(home, 'cache') };
const kept = (): readonly string[] => readdirSync(path.join(env.XDG_CACHE_HOME, 'plumbline'));

let runs = 0;

/** Each a process of its own, as far as what it remembers. */
function session(only: string, target = 'reference'): ReturnType<typeof openSession> {
  runs += 1;
  const settings = { root: ROOT, target, out: home, services: ['partner-onboarding'], only };
  return openSession({ ...settings, runId: `run ${runs}` }, env);
}

const endpointsOf = ({ plan }: ReturnType<typeof session>): ReadonlySet<string | undefined> =>
  new Set(Object.keys(plan.operations).map((operation) => operation.split('/')[1]));

test.each(['partners/read', 'http.*', 'partner-onboarding/partners/*/{access,input}.*', '*/published-definition/**'])(
  '%s, planned after the whole and by itself',
  (only) => {
    rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
    const first = session(only);
    expect(endpointsOf(first).size).toBe(3);
    const second = session(only);
    expect(second.plan.groups).toEqual(first.plan.groups);
    expect(second.sizes).toEqual(first.sizes);
    const matches = checkIdMatcher(only);
    const wanted = new Set(
      first.plan.groups
        .filter(({ cases, passive }) =>
          [...cases.flatMap(({ checks }) => checks), ...passive].some(({ id }) => matches(id)),
        )
        .map(({ endpoint }) => endpoint),
    );
    expect(endpointsOf(second)).toEqual(wanted);
    expect(kept()).toHaveLength(1);
  },
);

test('what answers change is known apart, and what is damaged is no loss', () => {
  rmSync(env.XDG_CACHE_HOME, { recursive: true, force: true });
  const first = session('partners/read');
  const target = path.join(home, 'target.yaml');
  writeFileSync(
    target,
    'target: other\nenvironment: test\nembedded: true\nanswers: { partner-onboarding.statuses.access: [403] }\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n',
  );
  session('partners/read', target);
  expect(kept()).toHaveLength(2);
  for (const name of kept())
    writeFileSync(path.join(env.XDG_CACHE_HOME, 'plumbline', name), '{"partner-onboarding@1.0.0": {"partners": 1}}');
  expect(session('partners/read').plan.groups).toEqual(first.plan.groups);
});

test('a pattern that matches nothing is told, known or not', () => {
  for (const round of [1, 2]) expect(() => session('no-such-check'), `${round}`).toThrow(/no check is selected/);
});

test('what was seen before the run decides nothing of what is planned, and it is not planned again for it', () => {
  const asked = { root: ROOT, target: 'reference', out: home, services: ['partner-onboarding'], only: 'partners/read' };
  const before = openSession({ ...asked, runId: 'one run' }, env);
  const seen = { warnings: ['it says that it is another version'] };
  const after = openSession({ ...asked, runId: 'one run', preflight: seen }, env);
  expect(after.plan).toBe(before.plan);
  expect(after.settings.preflight).toBe(seen);
  expect(openSession({ ...asked, runId: 'another run' }, env).plan).not.toBe(before.plan);
});
