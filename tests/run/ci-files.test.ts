/** The files for other people's CI: right by the tools made for them, and their commands work as they stand. */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { mergeCommand } from '../../src/cli/merge.ts';
import { runCommand } from '../../src/cli/run.ts';
import { COMMAND } from '../../src/model/text.ts';
import { reportOf, ROOT, temporary } from './support.ts';

const FOLDER = path.join(ROOT, 'ci');
const files = readdirSync(FOLDER);
const textOf = (file: string): string => readFileSync(path.join(FOLDER, file), 'utf8');
const yamls = files.filter((file) => /\.ya?ml$/.test(file));
const workflows = yamls.filter((file) => file.startsWith('github-'));

/** Every text anywhere in the documents of a file. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Plumbline's command lines in a file, as a shell reads them. */
function commandsIn(file: string): readonly string[] {
  const texts = yamls.includes(file)
    ? parseAllDocuments(textOf(file)).flatMap((document) => textsIn(document.toJS()))
    : textOf(file)
        .split('\n')
        .filter((line) => !line.startsWith('#'));
  return texts.flatMap((text) => text.split('\n').filter((line) => line.includes(`${COMMAND} `)));
}

test('every one that starts Plumbline does it by the name that it is installed by', () => {
  // The first two pass a signal on to it, which npx does not; the third starts Playwright.
  const byFile = ['Dockerfile', 'crontab', 'github-nightly-playwright.yml'];
  expect(files.filter((file) => !byFile.includes(file) && commandsIn(file).length === 0)).toEqual([]);
  const file = 'node_modules/@plumbline/harness/bin/plumbline.js';
  expect(textOf('crontab')).toContain(`node ${file} run `);
  expect(textOf('Dockerfile')).toContain(`ENTRYPOINT ["node", "${file}"]`);
});

test.each(yamls)('%s is YAML', (file) => {
  expect(parseAllDocuments(textOf(file)).flatMap(({ errors }) => errors)).toEqual([]);
});

/** What actionlint says of workflows that lie where GitHub looks for them, and whether it found nothing. */
async function linted(workflow: (file: string) => string): Promise<{ readonly ok: boolean; readonly says: string }> {
  const folder = temporary();
  const place = path.join(folder, '.github', 'workflows');
  mkdirSync(place, { recursive: true });
  for (const file of workflows) writeFileSync(path.join(place, file), workflow(file));
  const lint = path.join(ROOT, 'node_modules', '@tktco', 'node-actionlint', 'bin', 'node-actionlint.js');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [lint, '.github/workflows/*.yml'], { cwd: folder });
    return { ok: true, says: stdout };
  } catch (error) {
    return { ok: false, says: String((error as { readonly stdout?: string }).stdout) };
  }
}

test('actionlint finds nothing in the workflows, and finds what is wrong', async () => {
  const good = await linted(textOf);
  expect(good.ok, good.says).toBe(true);
  expect(good.says).toContain(`${workflows.length} workflow`);
  expect(await linted((file) => textOf(file).replace('matrix.', 'matrixx.'))).toMatchObject({ ok: false });
});

test.each(workflows)('%s names each action by its commit', (file) => {
  const used = [...textOf(file).matchAll(/uses: (\S+)(.*)/g)];
  expect(used.length).toBeGreaterThan(2);
  expect(used.filter(([, action, rest]) => !/@[0-9a-f]{40}$/.test(action ?? '') || !/# v\d/.test(rest ?? ''))).toEqual(
    [],
  );
});

test('the command that pins images does so, and again another day', async () => {
  const [command = ''] = readFileSync(path.join(ROOT, 'docs', 'ci.md'), 'utf8').match(/^D=.*$/m) ?? [];
  const named = files.filter((file) => /^(?!#).*node:\d\S*$/m.test(textOf(file)));
  expect(named).toEqual(['Dockerfile', 'gitlab-ci.yml']);
  for (const file of named) {
    const folder = temporary();
    writeFileSync(path.join(folder, file), textOf(file));
    for (const digest of ['a', 'b'].map((digit) => `sha256:${digit.repeat(64)}`)) {
      const docker = path.join(folder, 'docker');
      writeFileSync(docker, `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
      await promisify(execFile)('sh', ['-ec', command], {
        cwd: folder,
        env: { ...process.env, PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` },
      });
      const pinned = textOf(file).replace(/(?<=^(?!#).*node:\d\S*)$/m, `@${digest}`);
      expect(readFileSync(path.join(folder, file), 'utf8')).toBe(pinned);
    }
  }
});

test('each option that they give is known', () => {
  const commands = { run: runCommand(), merge: mergeCommand() };
  for (const line of files.flatMap(commandsIn)) {
    const [, name = '', rest = ''] = new RegExp(`${COMMAND} (\\w+) ?([^|&>]*)`).exec(line) ?? [];
    const command = commands[name as keyof typeof commands];
    expect(command, line).toBeDefined();
    const words = rest
      .trim()
      .replaceAll(/"?\$\w+(\/4)?"?/g, (_all, part?: string) => (part === undefined ? 'x' : '1/4'));
    expect(command.parseOptions(words.split(/\s+/).filter((word) => word !== '')).unknown, line).toEqual([]);
  }
});

describe('as they stand', () => {
  const folder = temporary();

  /** With the launcher of this clone in the place of the package, and a target that is quick. */
  async function shell(line: string, env: Readonly<Record<string, string>> = {}): Promise<number> {
    const launcher = `'${process.execPath}' '${path.join(ROOT, 'bin', 'plumbline.js')}'`;
    const kept = Object.entries(process.env).filter(([name]) => !/^(PLUMBLINE_|VITEST|NODE_OPTIONS)/.test(name));
    try {
      await promisify(execFile)('sh', ['-ec', line.replaceAll(COMMAND, launcher)], {
        cwd: folder,
        env: { ...Object.fromEntries(kept), ...env },
      });
      return 0;
    } catch (error) {
      return (error as { readonly code: number }).code;
    }
  }

  test('shards, of which one finds a fault, and the job that decides', async () => {
    mkdirSync(path.join(folder, 'targets', 'acme'), { recursive: true });
    writeFileSync(
      path.join(folder, 'targets', 'acme', 'target.yaml'),
      'target: acme\nenvironment: test\nembedded: true\nanswers: defaults\nfaults: [partner-onboarding.partners.read.date-missing]\nservices: { partner-onboarding: { spec: ["1.0.0"] } }\n',
    );
    const [one = '', merge = ''] = commandsIn('github-shards.yml');
    // Two instead of four: the lines are the same.
    const half = (index: string): Promise<number> => shell(one.replace('/4', '/2'), { INDEX: index });
    expect([await half('1'), await half('2'), await half('3')]).toEqual([0, 0, 1]);
    expect(await shell(merge.replace(' reports/shard-3 reports/shard-4', ''))).toBe(1);
    const report = reportOf(path.join(folder, 'reports', 'latest'));
    expect(report.decision.part).toBeUndefined();
    expect(report.decision.decision).toBe('block');
    // In a pod the same two lines, with the index that Kubernetes counts from 0.
    const [pod = '', joined] = commandsIn('kubernetes-job.yaml');
    expect(pod.trim().replaceAll('$I', '$INDEX')).toBe(one);
    expect(joined).toBe(merge);
  });
});
