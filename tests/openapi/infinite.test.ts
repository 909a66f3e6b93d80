/** A number that is none is told at its place in the document, and not in a file that is made of it. */
import { expect, test } from 'vitest';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { codesOf, problemsOf } from '../load/support.ts';

const schema = '{ "type": "number", "maximum": LIMIT }';
const JSON_TEXT = `{ "openapi": "3.0.3", "info": { "title": "t", "version": "1" },
  "paths": { "/d": { "get": { "parameters": [{ "name": "n", "in": "query",
    "schema": ${schema} }], "responses": {} } } } }`;
const YAML_TEXT = `openapi: 3.0.3
paths:
  /d: { get: { parameters: [{ name: n, in: query, schema: ${schema} }], responses: {} } }
`;

test.each([
  ['JSON', JSON_TEXT, '1e400', 3],
  ['JSON, below zero', JSON_TEXT, '-1e400', 3],
  ['YAML', YAML_TEXT, '1e400', 3],
  ['YAML in words', YAML_TEXT, '.inf', 3],
])('%s', (_form, text, limit, line) => {
  const problems = problemsOf(() => parseApiDocument(text.replace('LIMIT', limit), 'd.json'));
  expect(problems).toMatchObject([{ code: 'yaml-infinite', file: 'd.json', line }]);
});

test('large numbers are no mistake', () => {
  for (const text of [JSON_TEXT, YAML_TEXT])
    expect(codesOf(problemsOf(() => parseApiDocument(text.replace('LIMIT', '9007199254740993'), 'd')))).toEqual([]);
});
