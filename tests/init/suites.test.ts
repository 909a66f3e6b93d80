/** `init` writes a suite for each endpoint, and the operations for editors. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operationTypes } from '../../src/init/suites.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import { projectRoot } from '../../src/project/package.ts';

test('the operations of the two services are those of their contracts', () => {
  const ids = projectOf(projectRoot()).contracts.flatMap(({ service, endpoints }) =>
    endpoints.flatMap(({ endpoint, operations }) => operations.map(({ name }) => `${service}/${endpoint}/${name}`)),
  );
  const file = path.join(projectRoot(), 'suites', 'operations.d.ts');
  expect(readFileSync(file, 'utf8')).toBe(operationTypes(ids, '../src/playwright/index.ts'));
});
