/** Where a drafted service is: a document's address with variables is the contract's, and what they are the target's. */
import { expect, test } from 'vitest';
import { draftContract } from '../../src/init/draft.ts';
import { draftFiles } from '../../src/init/files.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { depotDocument } from './depot.ts';
import { list, of, read } from './small-documents.ts';

test('a document has its address with variables, which the target says', () => {
  const text = depotDocument('https://{tenant}.depot.example/{region}{base}').replace(
    '" }]',
    '", variables: { tenant: { default: demo }, region: { enum: [eu, us], default: us }, base: { default: "" } } }]',
  );
  const draft = draftContract(parseApiDocument(text, 'depot.yaml'));
  const naming = { service: 'depot', spec: '1.0', source: 'a document' };
  const files = draftFiles(draft, { ...naming, headers: [] }, { topics: [], bindings: [] });
  const envelope = files.get('contracts/depot/envelope.yaml');
  expect(envelope).toContain('server: https://{tenant}.depot.example/{region}\n');
  expect(envelope).toContain('variables: { tenant: {}, region: { values: [ eu, us ] } }\n');
  const target = files.get('targets/test/target.yaml');
  expect(target).toMatch(/variables: \{ tenant: demo, region: us \}/);
  expect(target).not.toContain('baseUrl');
});

const usual = { url: 'https://books.example' };

test.each([
  ['a path', { servers: [{ url: 'https://search.example' }], ...read }],
  ['an operation', { get: { ...read.get, servers: [{ url: 'https://search.example' }] } }],
])('what %s has an address of its own for is left out and told, for at another no such file', (_what, item) => {
  const draft = of({ '/books': { servers: [usual], ...list }, '/search': item }, {}, [usual]);
  expect(draft.endpoints.map(({ name }) => name)).toEqual(['books']);
  expect(draft.leftOut.map(({ operations, why }) => [operations, why])).toEqual([
    [['GET /search'], expect.stringContaining('https://search.example') as string],
  ]);
});
