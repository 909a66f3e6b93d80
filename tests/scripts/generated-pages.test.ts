/** Links of the hand-written documents to generated pages resolve, with their anchors. */
import { expect, test } from 'vitest';
import { generatedPages } from '../../scripts/docs/pages.ts';
import { REJECTION_KINDS } from '../../src/schema/service.ts';
import { files, textOf } from '../architecture/files.ts';

const pages = generatedPages();

/** Anchors of the headings, as GitHub creates them. */
function anchorsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('links to docs/generated/ resolve', () => {
  const links = files
    .filter((file) => /^(?:docs\/[^/]+|[^/]+)\.md$/.test(file))
    .flatMap((file) => [...textOf(file).matchAll(/\]\((?:docs\/)?generated\/([\w.-]+)(?:#([\w-]+))?\)/g)])
    .map(([link, name = '', anchor]) => ({ link, text: pages[name], anchor }));
  expect(links.length).toBeGreaterThan(8);
  const broken = links.filter(
    ({ text, anchor }) => text === undefined || (anchor !== undefined && !anchorsOf(text).includes(anchor)),
  );
  expect(broken.map(({ link }) => link)).toEqual([]);
});

test('every page has content', () => {
  expect(Object.keys(pages).toSorted()).toEqual([
    'contract-reference.md',
    'open-questions.md',
    'proof.md',
    'reliability.md',
    'report-reference.md',
    'rules.md',
  ]);
  for (const [name, text] of Object.entries(pages)) expect(text.length, name).toBeGreaterThan(1000);
});

test('the contract reference lists every kind of rejection', () => {
  const [, section = ''] = (pages['contract-reference.md'] ?? '').split('## Kinds of rejection (`refusals`)');
  const kinds = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)` \| \S/gm)].map(([, kind]) => kind);
  expect(kinds).toEqual(REJECTION_KINDS);
});
