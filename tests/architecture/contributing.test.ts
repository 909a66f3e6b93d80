/** The worked examples of docs/contributing.md: the files that they edit are there, and no more than they say. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { files, ROOT, textOf } from './files.ts';

interface Edited {
  readonly file: string;
  readonly diff: string;
}

const page = textOf('docs/contributing.md');
const examples = page.split(/^## /m).slice(1);

function editedIn(example: string): readonly Edited[] {
  return [...example.matchAll(/^`([\w./-]+)`\n\n```diff\n([\s\S]*?)```/gm)].map(([, file = '', diff = '']) => ({
    file,
    diff,
  }));
}

/** Lines that a file loses or has around what is new, and those that it gets. */
function linesOf(diff: string, marks: string): readonly string[] {
  return diff
    .split('\n')
    .filter((line) => line !== '' && marks.includes(line.charAt(0)))
    .map((line) => line.slice(1));
}

test('there are five, and each costs the files that its heading says', () => {
  expect(examples.map((example) => /: (\d) files$/m.exec(example.split('\n')[0] ?? '')?.[1])).toEqual([
    '2',
    '3',
    '3',
    '2',
    '3',
  ]);
  for (const example of examples) expect(String(editedIn(example).length)).toBe(/: (\d) files/.exec(example)?.[1]);
});

test('a file that is edited exists, and has the lines around the change; one that is new does not', () => {
  for (const { file, diff } of examples.flatMap(editedIn)) {
    const isThere = files.includes(file);
    for (const line of linesOf(diff, ' -')) expect(isThere ? textOf(file) : '', file).toContain(line);
    const [first = ''] = linesOf(diff, '+');
    if (isThere) expect(textOf(file).split('\n'), file).not.toContain(first);
    if (!isThere)
      expect(
        files.some((one) => one.startsWith(file.slice(0, file.lastIndexOf('/') + 1))),
        file,
      ).toBe(true);
  }
});

test('what is YAML can be read', () => {
  for (const { file, diff } of examples.flatMap(editedIn).filter((one) => one.file.endsWith('.yaml')))
    expect(() => parse(linesOf(diff, '+').join('\n')) as unknown, file).not.toThrow();
});

test('what the pages on contributing point to is there', () => {
  for (const name of ['CONTRIBUTING.md', 'docs/contributing.md']) {
    const folder = name.includes('/') ? 'docs/' : '';
    const links = [...textOf(name).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) =>
      `${folder}${to}`.replace('docs/../', ''),
    );
    expect(links.filter((to) => !existsSync(path.join(ROOT, to)))).toEqual([]);
  }
  const folders = [...page.matchAll(/`((?:src|services|tests|contracts|specs)\/[\w/-]*\/)`/g)].map(([, to = '']) => to);
  expect(folders.length).toBeGreaterThan(2);
  expect(folders.filter((to) => !files.some((file) => file.startsWith(to)))).toEqual([]);
});
