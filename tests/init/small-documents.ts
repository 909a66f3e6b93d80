/** OpenAPI documents as small as they can be, and what they are made of. */
import { draftContract } from '../../src/init/draft.ts';
import type { Draft } from '../../src/init/draft-model.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';

export function of(paths: object, components: object = {}, servers: readonly object[] = []): Draft {
  return draftContract(
    parseApiDocument(
      JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components, servers }),
      'openapi.json',
    ),
  );
}

export const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
export const item = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
};
export const object = (properties: object): object => ({ type: 'object', properties });
export const list = { get: { responses: { 200: json({ type: 'array', items: item }) } } };
export const read = { get: { responses: { 200: json(item) } } };
export const create = { post: { requestBody: json(item), responses: { 201: json(item) } } };
