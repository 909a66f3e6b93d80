/** A file that resolves to a place outside of the project is refused, and no command quotes a word of it. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { PROGRAM_ROOT } from '../../src/load/program.ts';
import { atOnce } from '../cli/support.ts';
import { codesOf, problemsOf, projectWith, write } from './support.ts';
import { everyNth } from '../part.ts';

/** What a file may hold: one word, a map, a list, and text that is no YAML. */
const SECRETS: Readonly<Record<string, string>> = {
  'one word': 'ghp_CANARY0123456789abcdefghijKLMNOP\n',
  'a map': 'ghp_CANARY: CANARY\nmachine: { CANARY: CANARY }\n',
  'no YAML': 'root:x:0:0:CANARY: [\n\tCANARY: *CANARY\n',
};

const PLAIN =
  'target: plain\nenvironment: test\nservices:\n  library: { baseUrl: "http://127.0.0.1:9", bearer: { file: target.yaml } }\n';

let outside = '';
let root = '';
beforeAll(() => {
  outside = mkdtempSync(path.join(tmpdir(), 'plumbline-outside-'));
  for (const [name, text] of Object.entries(SECRETS)) writeFileSync(path.join(outside, name), text);
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));
beforeEach(() => {
  root = projectWith();
});

const linked = (name: string, what: string): void => symlinkSync(path.join(outside, what), path.join(root, name));

async function ended(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await atOnce(args, { cwd: root });
  expect(code, stdout).not.toBe(0);
  expect(code).not.toBe(4);
  expect(stdout + stderr).not.toContain('CANARY');
  return stdout + stderr;
}

const WORD = 'one word';

test.each([
  'contracts/library/extra.yaml',
  'contracts/library/pagination.yaml',
  'specs/library/requirements/extra.yaml',
  'targets/linked/target.yaml',
])('%s as a link is refused', async (name) => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  rmSync(path.join(root, name), { force: true });
  linked(name, WORD);
  expect(await ended('lint', name)).toContain(`${name}: the link points outside the project`);
});

test('a lock that is a link shows nothing', async () => {
  linked('specs/library/2.0.lock', 'no YAML');
  expect(await ended('lint')).toContain('specs/library/2.0.lock');
});

test('a folder that is a link, and what a target names, are refused', async () => {
  mkdirSync(path.join(outside, 'folder'));
  writeFileSync(path.join(outside, 'folder', 'books.yaml'), SECRETS[WORD] ?? '');
  rmSync(path.join(root, 'contracts/library'), { recursive: true });
  linked('contracts/library', 'folder');
  const named = path.relative(path.join(root, 'targets', 'plain'), path.join(outside, WORD));
  write(root, 'targets/plain/target.yaml', `${PLAIN}waivers: ${JSON.stringify(named)}\n`);
  const said = await ended('lint');
  expect(said).toContain('contracts/library/books.yaml: the link points outside the project');
  expect(said).toContain(`${path.join(outside, WORD)}: the link points outside the project`);
});

test('a list of leftovers names no target outside', async () => {
  const made = {
    key: 'k',
    service: 'library',
    spec: '1.9',
    endpoint: 'books',
    address: 'http://x',
    run: 'r',
    target: path.join(outside, WORD),
    under: [],
  };
  write(root, 'reports/latest/leftovers.ndjson', `${JSON.stringify({ made })}\n`);
  expect(await ended('run', '--clean', 'reports/latest/leftovers.ndjson')).toContain('is outside the project');
});

test.each(everyNth(Object.keys(SECRETS), 3))('%s in a file that the user typed', async (what) => {
  write(root, 'targets/plain/target.yaml', PLAIN);
  const file = path.join(outside, what);
  for (const args of [
    ['run', '--target', file],
    ['run', '--target', 'plain', '--policy', file],
    ['run', '--target', 'plain', '--history', file],
    ['run', '--clean', file],
    ['lint', file],
    ['compare', file, file],
    ['openapi', 'drift', file, '--service', 'library', '--spec', '2.0'],
    ['init', path.join(root, 'new'), '--openapi', file],
  ])
    await ended(...args);
});

describe('what is not outside', () => {
  const codes = (): readonly string[] => codesOf(problemsOf(() => loadProject(root)));

  test('a link to a file of the project, or of the package', () => {
    linked('contracts/library/kept.yaml', 'one word');
    expect(codes()).toEqual(['file-outside']);
    rmSync(path.join(root, 'contracts/library/kept.yaml'));
    write(root, 'shared/books.yaml', 'not a map');
    symlinkSync(path.join(root, 'shared/books.yaml'), path.join(root, 'contracts/library/kept.yaml'));
    expect(codes()).toEqual(['wrong-type']);
    rmSync(path.join(root, 'contracts/library/kept.yaml'));
    symlinkSync(path.join(PROGRAM_ROOT, 'package.json'), path.join(root, 'contracts/library/kept.yaml'));
    expect(codes()).not.toContain('file-outside');
  });

  test('a project that is reached by a link', () => {
    const link = path.join(outside, 'project');
    symlinkSync(root, link);
    expect(problemsOf(() => loadProject(link))).toEqual([]);
  });

  test('a target that the user typed, with the waivers and the key beside it', () => {
    const folder = path.join(outside, 'mine');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'waivers.yaml'), 'waivers: []\n');
    writeFileSync(
      path.join(folder, 'mine.yaml'),
      'target: mine\nenvironment: test\nwaivers: waivers.yaml\nservices:\n  library: { baseUrl: "http://library.test" }\n',
    );
    expect(problemsOf(() => loadTarget(path.join(folder, 'mine.yaml'), root, {}, loadProject(root)))).toEqual([]);
  });
});
