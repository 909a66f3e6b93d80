/** Where a report goes: told before anything is sent, never somebody else's, and whole whatever happens meanwhile. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import { ARTIFACTS, checkOutput, replaceArtifacts } from '../../src/project/output.ts';
import { atOnce } from '../cli/support.ts';
import { filesBelow, plumbline, ROOT, temporary } from './support.ts';

let asked = 0;
let server: Server;
let target = '';

beforeAll(async () => {
  vi.stubEnv('TOKEN', 'a-token');
  server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = path.join(temporary(), 'target.yaml');
  writeFileSync(
    target,
    `target: counted\nenvironment: test\nservices:\n  partner-onboarding: { baseUrl: "http://127.0.0.1:${(server.address() as AddressInfo).port}", bearer: { env: TOKEN } }\n`,
  );
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** Everything below a folder, with its content. */
function seen(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    filesBelow(folder).map((file) => [path.relative(folder, file), readFileSync(file, 'latin1')]),
  );
}

/** Makes a place that is no place for a report, in a folder of its own; returns what --out is given. */
const BAD: Readonly<Record<string, (folder: string) => string>> = {
  'an empty text': () => '',
  'a blank': () => ' ',
  'a file': (folder) => {
    writeFileSync(path.join(folder, 'file'), 'mine');
    return path.join(folder, 'file');
  },
  'a folder below a file': (folder) => {
    writeFileSync(path.join(folder, 'file'), 'mine');
    return path.join(folder, 'file', 'a', 'b');
  },
  'a folder that the system makes up': () => '/proc/plumbline/report',
  'another one': () => '/sys/plumbline',
  'a name that is too long': (folder) => path.join(folder, 'n'.repeat(300)),
  'a folder with files of somebody else': (folder) => {
    mkdirSync(path.join(folder, 'evidence'));
    writeFileSync(path.join(folder, 'index.html'), 'my page');
    writeFileSync(path.join(folder, 'evidence', 'of-a-crime.txt'), 'mine');
    return folder;
  },
  'a folder with a report of somebody else': (folder) => {
    writeFileSync(path.join(folder, 'report.json'), '{"results":[]}');
    return folder;
  },
};

describe.each(Object.entries(BAD))('%s', (_what, make) => {
  test('is refused, and nothing is touched', () => {
    const folder = temporary();
    const given = make(folder);
    const before = seen(folder);
    expect(() => checkOutput(given)).toThrow(BadInput);
    expect(seen(folder)).toEqual(before);
  });
});

describe.each([
  ['run', (out: string) => ['run', '--target', target, '--out', out]],
  ['judge', (out: string) => ['judge', temporary(), '--out', out]],
  ['merge', (out: string) => ['merge', temporary(), '--out', out]],
] as const)('%s', (_name, args) => {
  test.each(['an empty text', 'a folder with files of somebody else'])(
    'ends with 2 before anything is sent, for %s',
    async (what) => {
      const folder = temporary();
      const given = BAD[what]?.(folder) ?? '';
      const before = seen(folder);
      asked = 0;
      const { code, stderr } = await atOnce(args(given));
      expect(stderr).toContain('[bad-output]');
      expect(code).toBe(2);
      expect(asked).toBe(0);
      expect(seen(folder)).toEqual(before);
    },
  );
});

describe('what may be written to', () => {
  test('a new folder, which is not made before it is needed', () => {
    const out = path.join(temporary(), 'a', 'b');
    expect(checkOutput(out)).toBe(out);
    expect(existsSync(path.dirname(out))).toBe(false);
  });

  test.each([
    ['an empty folder', {}],
    [
      'one with a report of ours, whatever else is in it',
      { 'report.json': '{"schema":"plumbline.report/1"}', 'notes.txt': 'mine' },
    ],
    ['one with an overview of ours', { 'overview.json': '{\n "schema": "plumbline.overview/1"}', 'index.html': '' }],
    ['one where a run ended before its report', { 'leftovers.ndjson': '{}', '.plumbline-fresh': '' }],
  ])('%s', (_what, files) => {
    const out = temporary();
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(out, name), text);
    expect(checkOutput(out)).toBe(out);
  });
});

const FORMER = {
  'report.json': '{"schema":"plumbline.report/1","former":true}',
  'index.html': 'former',
  'evidence/run.json': '{"schema":"plumbline.evidence/1"}',
};

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

describe('a report is replaced as a whole', () => {
  test('with everything of the former one gone', async () => {
    const out = temporary();
    write(out, { ...FORMER, 'allure-results/old.json': '', 'notes.txt': 'mine' });
    await replaceArtifacts(out, (fresh) => write(fresh, { 'report.json': 'new', 'index.html': 'new' }));
    expect(seen(out)).toEqual({ 'report.json': 'new', 'index.html': 'new', 'notes.txt': 'mine' });
  });

  test.each(['ENOSPC', 'EROFS', 'EACCES', 'EDQUOT'])(
    'or not at all, where the disk says %s, which is told as bad input',
    async (code) => {
      const out = temporary();
      write(out, FORMER);
      const failing = (): Promise<void> =>
        replaceArtifacts(out, (fresh) => {
          write(fresh, { 'report.json': 'half' });
          throw Object.assign(new Error('no'), { code });
        });
      await expect(failing()).rejects.toThrow(new RegExp(`cannot be written: .* \\(${code}\\)`));
      await expect(failing()).rejects.toThrow(BadInput);
      expect(seen(out)).toEqual(FORMER);
    },
  );

  test.each([0, 1, 2, 3, 4, 5])('also by a process that is killed at its step %i', (at) => {
    const out = temporary();
    write(out, FORMER);
    // The n-th rename is the last thing that this process does.
    const program = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const rename = fs.renameSync;
      let left = ${at};
      fs.renameSync = (...args) => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); rename(...args); };
      syncBuiltinESMExports();
      const { replaceArtifacts } = await import(${JSON.stringify(path.join(ROOT, 'dist/src/project/output.js'))});
      replaceArtifacts(${JSON.stringify(out)}, (fresh) => {
        for (const name of ['report.json', 'index.html', 'junit.xml']) fs.writeFileSync(fresh + '/' + name, 'new');
      });`;
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const isDone = signal === null;
    expect(isDone ? stderr : signal, stderr).toBe(isDone ? '' : 'SIGKILL');
    // The report is whole at once, and the next run finds its views whole too.
    expect(readFileSync(path.join(out, 'report.json'), 'utf8')).toBe(isDone ? 'new' : FORMER['report.json']);
    if (isDone) return;
    checkOutput(out);
    const now = seen(out);
    expect(Object.fromEntries(Object.entries(FORMER).map(([name]) => [name, now[name]]))).toEqual(FORMER);
    expect(Object.keys(now).filter((name) => name.startsWith('.plumbline'))).toEqual([]);
  });

  test('report.json comes last', () => {
    expect(ARTIFACTS.at(-1)).toBe('report.json');
  });
});

/** Everything that a process has started, and itself. */
function family(pid: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = /^\d+$/.test(name) ? readFileSync(`/proc/${name}/stat`, 'utf8') : '';
      return stat === '' ? [] : [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
    } catch {
      return [];
    }
  });
  const below = (id: number): readonly number[] => [
    id,
    ...parents.filter(([, parent]) => parent === id).flatMap(([child]) => below(child)),
  ];
  return below(pid);
}

test('a run that is killed leaves the report before it, and the next one removes what it left behind', async () => {
  const folder = temporary();
  const [out, scratch] = [path.join(folder, 'out'), path.join(folder, 'scratch')];
  mkdirSync(scratch);
  write(out, FORMER);
  const killed: number[] = [];
  const args = ['run', '--service', 'partner-onboarding', '--out', out];
  const { code } = await plumbline(args, {
    env: { TMPDIR: scratch },
    onOutput: (text, pid) => {
      if (killed.length > 0 || !/sending|judged/.test(text)) return;
      killed.push(...family(pid));
      for (const id of killed) process.kill(id, 'SIGKILL');
    },
  });
  expect(killed).not.toEqual([]);
  // The system takes its time to put a large process away, and what is not yet gone keeps its folder.
  await vi.waitFor(() => expect(killed.filter((id) => existsSync(`/proc/${id}`))).toEqual([]), { timeout: 60_000 });
  expect(code).toBeNull();
  for (const [name, text] of Object.entries(FORMER)) expect(readFileSync(path.join(out, name), 'utf8')).toBe(text);
  const own = (): readonly string[] => readdirSync(scratch).filter((name) => name.startsWith('plumbline-'));
  expect(own()).not.toEqual([]);
  // One of another machine, which shares the folder and not the processes, stays.
  mkdirSync(path.join(scratch, 'plumbline-run-elsewhere-1-abcdef'));
  expect(hostname()).not.toBe('elsewhere');
  await plumbline(['run', '--only', 'partner-onboarding/service-description/read/**', '--out', out], {
    env: { TMPDIR: scratch },
  });
  expect(own()).toEqual(['plumbline-run-elsewhere-1-abcdef']);
});
