/** Where a drafted service is: a document's address with variables is the contract's, and what they are the target's. */
import { expect, test } from 'vitest';
import { draftOf } from '../../src/init/draft.ts';
import { filesOf } from '../../src/init/files.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { depotDocument } from './depot.ts';

test('a document has its address with variables, which the target says', () => {
  const text = depotDocument('https://{tenant}.depot.example/{region}{base}').replace(
    '" }]',
    '", variables: { tenant: { default: demo }, region: { enum: [eu, us], default: us }, base: { default: "" } } }]',
  );
  const draft = draftOf(parseApiDocument(text, 'depot.yaml'));
  const naming = { service: 'depot', spec: '1.0', source: 'a document' };
  const files = filesOf(draft, { ...naming, headers: [] }, { topics: [], bindings: [] });
  const envelope = files.get('contracts/depot/envelope.yaml');
  expect(envelope).toContain('server: https://{tenant}.depot.example/{region}\n');
  expect(envelope).toContain('variables: { tenant: {}, region: { values: [ eu, us ] } }\n');
  const target = files.get('targets/test/target.yaml');
  expect(target).toMatch(/variables: \{ tenant: demo, region: us \}/);
  expect(target).not.toContain('baseUrl');
});
