/**
 * Reads `tests/golden/load/problems.txt`: cases of bad input, each a change of the base project, and the problems it must give.
 *
 *     === name of the case
 *     --- remove contracts/library/token.yaml      deletes a file or a folder
 *     --- write contracts/library/stray.yaml       replaces or adds a file: each line begins with +
 *     --- patch contracts/library/books.yaml       hunks of lines as in a diff; @@ begins the next one
 *     --- target reading-room {"LIBRARY_KEY":"x"}  loads a target with this environment, instead of linting the project
 *     --- expect                                   the problems as `formatProblem` prints them, without source lines
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface ProblemCase {
  readonly name: string;
  /** Lines of the table before the expected problems. */
  readonly input: readonly string[];
  /** Changes the project in the folder `root`, which is a copy of the base project. */
  readonly apply: (root: string) => void;
  readonly target?: { readonly name: string; readonly environment: Readonly<Record<string, string>> };
  readonly expected: string;
}

export function readProblemTable(file: string): readonly ProblemCase[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split(/^=== /m)
    .slice(1)
    .map((text) => caseOf(text.trimEnd()));
}

/** The text of the table, with these problems in place of the expected ones. */
export function writeProblemTable(cases: readonly ProblemCase[], problemsOf: (one: ProblemCase) => string): string {
  return cases.map((one) => [`=== ${one.name}`, ...one.input, '--- expect', problemsOf(one), ''].join('\n')).join('');
}

function caseOf(text: string): ProblemCase {
  const [head = '', expected = ''] = text.split(/\n--- expect(?:\n|$)/);
  const [name = '', ...input] = head.split('\n');
  const steps = input.join('\n').split(/^--- /m).slice(1);
  const [, target, environment = '{}'] = /^target (\S+) (.*)/m.exec(head.replaceAll('--- ', '')) ?? [];
  return {
    name,
    input,
    expected,
    apply: (root) => {
      for (const step of steps) applyStep(root, step.replace(/\n$/, ''));
    },
    ...(target === undefined
      ? {}
      : { target: { name: target, environment: JSON.parse(environment) as Record<string, string> } }),
  };
}

function applyStep(root: string, step: string): void {
  const [head = '', ...lines] = step.split('\n');
  const [action = '', name = '', encoding = 'utf8'] = head.split(' ');
  const file = path.join(root, name);
  const write = (text: string): void => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text, encoding as BufferEncoding);
  };
  if (action === 'remove') rmSync(file, { recursive: true });
  else if (action === 'write') write(lines.map((line) => `${line.slice(1)}\n`).join(''));
  else if (action === 'patch') write(patched(readFileSync(file, 'utf8'), lines, name));
  else if (action !== 'target') throw new Error(`unknown step: ${head}`);
}

function patched(text: string, lines: readonly string[], name: string): string {
  const hunks = lines.join('\n').split('\n@@\n');
  return hunks.reduce((before, hunk) => {
    const [from, to] = ['-', '+'].map((mark) => linesWith(hunk, mark)) as [string, string];
    const [start, ...rest] = `\n${before}`.split(`\n${from}`);
    if (rest.length !== 1) throw new Error(`${name} has ${rest.length} places for the hunk:\n${hunk}`);
    return `${start ?? ''}\n${to}${rest[0] ?? ''}`.slice(1);
  }, text);
}

function linesWith(hunk: string, mark: string): string {
  return hunk
    .split('\n')
    .flatMap((line) => (line.startsWith(mark) || line.startsWith(' ') ? [`${line.slice(1)}\n`] : []))
    .join('');
}
