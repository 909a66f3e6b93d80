/** Every YAML block of the pages for contract authors loads, lints and is planned, together with the first project of its page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { write } from '../load/support.ts';
import { everyNth } from '../part.ts';
import { filesOf, sectionsOf, type Section, textOfPage } from './documented-blocks.ts';

/** Messages about a project in a temporary folder with these files, without those about missing locks. */
function problemsOf(files: ReadonlyMap<string, unknown>): readonly string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'plumbline-page-'));
  try {
    for (const [name, content] of files) write(root, name, stringify(content));
    const { problems } = lintAll(root, []);
    return problems
      .filter(({ code }) => code !== 'lock-missing')
      .map(({ file, line, message, hint }) => `${file}:${line} ${message}${hint === undefined ? '' : ` (${hint})`}`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const contract = sectionsOf('write-a-contract.md');
const [base = { title: '', blocks: [] }] = contract;
const own = sectionsOf('own-test-cases.md');

const sections: readonly (readonly [string, Section])[] = [...contract, ...own]
  .filter(({ blocks }) => blocks.length > 0)
  .map((section) => [section.title, section]);

test('the pages have sections with blocks', () => {
  expect(contract.length).toBeGreaterThan(12);
  expect(sections.length).toBeGreaterThan(14);
});

test('the page gives the number of checks of its first project', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'plumbline-page-'));
  try {
    for (const [name, content] of filesOf(base, base)) write(root, name, stringify(content));
    const project = loadProject(root);
    const { plan } = planAll(project, loadTarget('local', root, {}, project));
    const ids = plan.groups.flatMap(({ cases, passive }) => [...cases.flatMap(({ checks }) => checks), ...passive]);
    const [, written] = / (\d+) checks/.exec(textOfPage('write-a-contract.md')) ?? [];
    expect(Number(written)).toBe(new Set(ids.map(({ id }) => id)).size);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test.each(everyNth(sections, 3))('%s', (_title, section) => {
  expect(problemsOf(filesOf(base, section))).toEqual([]);
});

test('a mistake in a block is found', () => {
  const blocks = [{ file: 'contracts/books/books.yaml', text: 'operations: { create: { succes: [201] } }\n' }];
  expect(problemsOf(filesOf(base, { title: '', blocks }))).toEqual([
    expect.stringMatching(/^contracts\/books\/books.yaml:\d+ .*"succes"/),
  ]);
});
