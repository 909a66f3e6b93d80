/** Small documents whose references expand to millions of fields end quickly: with a bounded draft, or with one message. */
import { expect, test } from 'vitest';
import { create, json, object, of } from './small-documents.ts';

const LEVELS = 28;
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const post = { post: { requestBody: json(ref('S0')), responses: { 201: json(ref('S0')) } } };

/** Each schema has two properties of the next one. */
function chain(last: object, name = 'S'): Record<string, object> {
  const levels = Array.from({ length: LEVELS }, (_, level) => [
    `${name}${level}`,
    object({ a: ref(`${name}${level + 1}`), b: ref(`${name}${level + 1}`) }),
  ]);
  return { ...Object.fromEntries(levels), [`${name}${LEVELS}`]: last } as Record<string, object>;
}

test('a schema of millions of fields is drafted in part, and the draft reports it', () => {
  const draft = of({ '/books': create, '/a': post }, { schemas: chain({ type: 'string' }) });
  expect(draft.unsaid).toContainEqual({
    why: 'nested objects: the record would have more than 2000 fields',
    operations: ['POST /a'],
  });
  expect(JSON.stringify(draft.endpoints).length).toBeLessThan(1_000_000);
});

test.each([
  ['circles', chain(object({ a: ref('S0'), n: { type: 'string' } }))],
  [
    'merged schemas',
    {
      ...chain({ type: 'string' }, 'P'),
      ...chain({ type: 'string' }, 'Q'),
      S0: { allOf: [ref('P0'), ref('Q0')] },
    },
  ],
])('%s of millions of schemas end in one message', (_what, schemas) => {
  expect(() => of({ '/a': post }, { schemas })).toThrow('the schemas resolve to more than 500000 schemas');
});
