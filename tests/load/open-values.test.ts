/** Where the answer to an open point can stand, and where it cannot. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { BASE, problemsOf, projectWith } from './support.ts';

test('an open value inside the JSON Schema of an error family is refused, and not lost', () => {
  const file = 'contracts/library/errors.yaml';
  const written = readFileSync(path.join(BASE, file), 'utf8');
  const root = projectWith({
    [file]: written.replace('required: [errors]', 'title: { openPoint: library.paging.page-header }'),
  });
  const [problem] = problemsOf(() => loadProject(root));
  expect(problem).toMatchObject({ file, code: 'wrong-value' });
  expect(problem?.message).toContain('a JSON Schema cannot contain an open value');
});
