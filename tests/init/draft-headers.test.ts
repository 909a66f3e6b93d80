/** Headers that every call has to have, as a draft has them. */
import { expect, test } from 'vitest';
import { create, list, of } from './small-documents.ts';

test('a key by which a request is known again, and its number in a log, are others with each call', () => {
  const parameters = ['Idempotency-Key', 'X-Request-ID', 'X-Tenant-Id'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const { headers } = of({ '/shops': { ...list, post: { ...create.post, parameters } } });
  expect(headers).toMatchObject({ 'Idempotency-Key': '${unique}', 'X-Request-ID': '${unique}' });
  expect(headers['X-Tenant-Id']).not.toBe('${unique}');
});
