/** `--resume` continues a killed or stopped run and writes the report of an uninterrupted run. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import type { GroupRecord } from '../../src/run/group-record.ts';
import { CHECKPOINT_FILE } from '../../src/run/checkpoint.ts';
import { atOnce } from '../cli/support.ts';
import { evidenceLines, killTree, plumbline, reportOf, serve, type Served, temporary } from './support.ts';
import type { Ended } from '../ended.ts';

const folder = temporary();
const [out, unbroken] = [path.join(folder, 'out'), path.join(folder, 'unbroken')];
const file = path.join(out, CHECKPOINT_FILE);
/** Enough groups to interrupt the run after the first ones. */
const ONLY = ['--only', 'partner-onboarding/partners/{create,read,update}/**'];
let served: Served;

beforeAll(async () => {
  served = await serve(['--service', 'partner-onboarding', '--latency', '40']);
});
afterAll(() => served.stop());

/** Runs `act` on a run once more than `more` of its groups are judged. */
async function interrupted(
  args: readonly string[],
  of: string,
  more: number,
  act: (pid: number) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  let started: number | undefined;
  const look = setInterval(() => {
    if (started === undefined || recorded(of).length <= more) return;
    clearInterval(look);
    act(started);
  }, 5);
  try {
    return await plumbline(args, { cwd: folder, env, onOutput: (_text, pid) => (started = pid) });
  } finally {
    clearInterval(look);
  }
}

/** Complete lines of the checkpoint. A line that is being written, or was truncated, does not count. */
function recorded(of: string): readonly GroupRecord[] {
  if (!existsSync(path.join(of, CHECKPOINT_FILE))) return [];
  const [, ...lines] = readFileSync(path.join(of, CHECKPOINT_FILE), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines
    .filter((line) => line.endsWith('}') && line.includes('"exchanges"'))
    .map((line) => JSON.parse(line) as GroupRecord);
}

function evidence(of: string): ReadonlyMap<string, readonly Exchange[]> {
  const all = evidenceLines(of).map((line) => JSON.parse(line) as Exchange);
  return new Map([...new Set(all.map((e) => e.group))].map((group) => [group, all.filter((e) => e.group === group)]));
}

let first: readonly GroupRecord[] = [];
let second: readonly GroupRecord[] = [];

test('a killed run keeps its judged groups', async () => {
  const { code } = await interrupted(['run', '--target', served.target, ...ONLY, '--out', out], out, 0, killTree);
  expect(code).toBeNull();
  expect(existsSync(path.join(out, 'report.json'))).toBe(false);
  first = recorded(out);
  expect(first.length).toBeGreaterThan(0);
  // A line that the kill truncated is ignored.
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n{"group":"partner-onb`);
});

test('a run whose plan has changed is rejected before the first request', async () => {
  const before = readFileSync(file, 'utf8');
  const changed = before.replace(/"planHash":"[0-9a-f]{4}/, '"planHash":"beef');
  writeFileSync(file, changed);
  const ended = await plumbline(['run', '--resume', out]);
  expect(ended.code, ended.stdout + ended.stderr).toBe(2);
  expect(ended.stderr).toContain('have changed since the run');
  expect(readFileSync(file, 'utf8')).toBe(changed);
  writeFileSync(file, before);
});

test('a resumed run that is stopped writes a report, prints the command to continue, and keeps both parts', async () => {
  const ended = await interrupted(['run', '--resume', out], out, first.length, (pid) => process.kill(pid, 'SIGINT'));
  expect(ended.code, ended.stdout + ended.stderr).toBe(3);
  expect(ended.stdout).toMatch(/Run not finished: .*run --resume out"/);
  expect(reportOf(out).checks.some((c) => c.verdict === 'untested')).toBe(true);
  second = recorded(out);
  expect(second.length).toBeGreaterThan(first.length);
});

test('the finished run has the report of an uninterrupted run, and no request was sent twice', async () => {
  const whole = await plumbline(['run', '--target', served.target, ...ONLY, '--out', unbroken]);
  expect(whole.code, whole.stdout + whole.stderr).toBe(0);
  const ended = await plumbline(['run', '--resume', out]);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const [one, other] = [reportOf(out), reportOf(unbroken)];
  expect(one.checks).toEqual(other.checks);
  expect(one.summaries).toEqual(other.summaries);
  expect(one.decision).toEqual(other.decision);
  expect(one.run.planHash).toBe(other.run.planHash);
  expect(one.run.exchanges).toBe(other.run.exchanges);
  const kept = evidence(out);
  for (const { group, exchanges } of second) expect(kept.get(group) ?? []).toEqual(exchanges);
  expect((await atOnce(['judge', out])).stderr).toContain('the report is identical');
  expect(existsSync(file)).toBe(false);
});

test('a resumed run with --state stores its report there', async () => {
  const [of, state] = [path.join(folder, 'night'), path.join(folder, 'state')];
  const target = path.join(folder, 'target.yaml');
  writeFileSync(
    target,
    'target: night\nenvironment: test\nembedded: true\nanswers: defaults\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n',
  );
  const kept = (): readonly string[] =>
    readdirSync(state, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('admitted.json'));
  const args = ['run', '--target', target, '--state', state, '--formats', 'none', '--out', of];
  const stopped = await interrupted(args, of, 0, (pid) => process.kill(pid, 'SIGINT'));
  expect(stopped.code, stopped.stdout + stopped.stderr).toBe(3);
  expect(kept()).toEqual([]);
  const ended = await plumbline(['run', '--resume', of], { cwd: folder });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const [admitted = ''] = kept();
  expect(ended.stdout).toContain(`last admitted ${path.join('state', admitted)}`);
  expect(JSON.parse(readFileSync(path.join(state, admitted), 'utf8'))).toEqual(
    JSON.parse(readFileSync(path.join(of, 'report.json'), 'utf8')),
  );
});

test('a run whose target has another address now is rejected before the first request', async () => {
  const of = path.join(folder, 'moved');
  const [address = ''] = Object.values(served.services['partner-onboarding'] ?? {});
  const target = path.join(path.dirname(served.target), 'moving.yaml');
  const signIn = `${served.identityProvider}/oauth/token`;
  const written = readFileSync(served.target, 'utf8').replace(`"${address}"`, '"${env:ADDRESS}"');
  writeFileSync(target, written.replaceAll(`"${signIn}"`, '"${env:SIGN_IN}"'));
  const args = ['run', '--target', target, ...ONLY, '--out', of];
  const stop = (pid: number): boolean => process.kill(pid, 'SIGTERM');
  const there = { ADDRESS: address, SIGN_IN: signIn };
  const stopped = await interrupted(args, of, 0, stop, there);
  expect(stopped.code, stopped.stdout + stopped.stderr).toBe(3);
  const before = readFileSync(path.join(of, CHECKPOINT_FILE), 'utf8');
  let asked = 0;
  const other = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const refused = await plumbline(['run', '--resume', of], { env: { ...there, ADDRESS: elsewhere } });
  const strange = await plumbline(['run', '--resume', of], {
    env: { ...there, SIGN_IN: `${elsewhere}/oauth/token?key=hidden` },
  });
  other.close();
  expect(refused.stderr).toContain(
    `the run tested partner-onboarding@1.0.0 at ${address}, but the target now has ${elsewhere}`,
  );
  expect(strange.stderr).toContain(
    `the run tested the sign-in for partner-onboarding at ${signIn}, but the target now has ${elsewhere}/oauth/token`,
  );
  expect([refused.code, strange.code]).toEqual([2, 2]);
  expect(asked).toBe(0);
  expect(readFileSync(path.join(of, CHECKPOINT_FILE), 'utf8')).toBe(before);
  const ended = await plumbline(['run', '--resume', of], { env: there });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
});

test.each([
  ['a folder without an interrupted run', () => ['--resume', out], 'contains no interrupted run'],
  ['another option', () => ['--resume', out, '--only', 'x'], '--resume cannot be combined with --only'],
  [
    'another file than a checkpoint',
    () => {
      writeFileSync(file, '{"schema":"plumbline.report/1"}');
      return ['--resume', out];
    },
    'not a checkpoint of a run',
  ],
])('%s is rejected', async (_what, args, says) => {
  const ended = await atOnce(['run', ...args()]);
  expect(ended.code, ended.stdout + ended.stderr).toBe(2);
  expect(ended.stderr).toContain(says);
});
