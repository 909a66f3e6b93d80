/** A schema that refers to its own parts is judged by wherever it stands, inside of other schemas too. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { inlineReferences } from '../../src/load/check-json-schema.ts';
import { projectWith } from './support.ts';

describe('references of a JSON Schema', () => {
  test.each<readonly [string, Json, Json]>([
    ['none', { type: 'object', required: ['a'] }, { type: 'object', required: ['a'] }],
    [
      'one in another',
      { items: { $ref: '#/$defs/a~1b' }, $defs: { 'a/b': { $ref: '#/$defs/c' }, c: { type: 'string' } } },
      { items: { type: 'string' } },
    ],
    [
      'something beside it',
      { properties: { a: { $ref: '#/$defs/a', maxLength: 3 } }, $defs: { a: { type: 'string' } } },
      { properties: { a: { maxLength: 3, allOf: [{ type: 'string' }] } } },
    ],
    ['a value that looks like one', { const: { $ref: '#/$defs/a' } }, { const: { $ref: '#/$defs/a' } }],
    ['a member of that name', { properties: { $ref: true, $defs: true } }, { properties: { $ref: true, $defs: true } }],
  ])('%s', (_what, schema, written) => {
    expect(inlineReferences(schema)).toEqual(written);
  });

  test('that would make a small text a large schema are not followed', () => {
    const level = (n: number): readonly [string, Json] => [
      `l${n}`,
      { allOf: [{ $ref: `#/$defs/l${n + 1}` }, { $ref: `#/$defs/l${n + 1}` }] },
    ];
    const many = {
      $ref: '#/$defs/l0',
      $defs: Object.fromEntries([...Array.from({ length: 30 }, (_none, n) => level(n)), ['l30', true]]),
    };
    expect(inlineReferences(many)).toBeUndefined();
    expect(inlineReferences({ $ref: '#' })).toBeUndefined();
  });

  test('are gone once a project is loaded', () => {
    const root = projectWith({
      'contracts/library/errors.yaml': `families:
  gateway:
    schema:
      type: object
      properties: { errors: { type: array, items: { $ref: "#/$defs/error" } } }
      $defs: { error: { type: object, required: [code] } }
    entries: /errors
    code: code
refusals:
  value: { statuses: [422], family: gateway }
  not-found: { statuses: [404], family: gateway }
`,
    });
    expect(loadProject(root).contracts[0]?.errors.families[0]?.schema).toEqual({
      type: 'object',
      properties: { errors: { type: 'array', items: { type: 'object', required: ['code'] } } },
    });
  });
});
