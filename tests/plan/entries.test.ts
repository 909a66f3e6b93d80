/** Where a fault in an entry of a list is, as a refusal has to name it. */
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { fileOf, library } from '../cli/library.ts';

const REQUIREMENTS = 'specs/library/requirements/books.yaml';

test.each([
  ['a plain value', '{ type: list, of: { type: string, maxLength: 3 } }', 'notes.entry', '/notes/0'],
  ['a record', '{ type: objects, fields: { text: { type: string, maxLength: 3 } } }', 'notes.text', '/notes/0/text'],
])('%s is named by its place, and a member by its own', (_what, field, key, named) => {
  const books = fileOf('contracts/library/books.yaml').replace('fields:\n', `fields:\n  notes: ${field}\n`);
  // What is assumed says too how a refusal looks.
  const requirements = fileOf(REQUIREMENTS).replace('basis: standard', 'basis: assumed');
  const project = loadProject(library({ 'contracts/library/books.yaml': books, [REQUIREMENTS]: requirements }, false));
  const { plan } = makePlan(project, wholeTarget(project));
  const forms = plan.groups
    .flatMap(({ cases }) => cases.flatMap(({ checks }) => checks))
    .filter(({ id }) => id.endsWith(`books/create/input.too-long/${key}/form`));
  expect(forms.map(({ params }) => params)).toMatchObject(forms.map(() => ({ field: { name: named } })));
  expect(forms.length).toBeGreaterThan(0);
});
