import { describe, expect, it } from 'vitest';
import type { WritingSide } from '../../src/openapi/compare-limits.ts';
import { compareSchemas } from '../../src/openapi/compare-schema.ts';
import type { DriftRuleId } from '../../src/openapi/drift-rules.ts';
import type { JsonSchema } from '../../src/openapi/references.ts';

const text = { type: 'string' } as const;
const object = (properties: JsonSchema, required: readonly string[] = [], more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const member = (schema: JsonSchema, required: readonly string[] = []): JsonSchema => object({ a: schema }, required);
const closed = { additionalProperties: false } as const;

function rules(wanted: JsonSchema, found: JsonSchema, side: WritingSide): readonly string[] {
  return compareSchemas(wanted, found, side).map(({ rule }) => rule);
}

/** Rule, side, the contract's schema, a published one that departs from it, and one that does not. */
const TABLE: readonly (readonly [DriftRuleId, WritingSide, JsonSchema, JsonSchema, JsonSchema])[] = [
  ['type', 'request', text, { type: 'integer' }, { type: ['string'] }],
  ['type', 'response', { type: 'array', items: text }, text, { type: 'array', items: text }],
  ['undescribed', 'response', text, { description: 'free' }, text],
  ['undescribed', 'request', object({ a: text }), { type: 'object' }, object({ a: text })],
  ['described', 'response', {}, text, { description: 'free' }],
  ['described', 'response', { type: 'object' }, object({ a: text }), { type: 'object' }],
  ['null-refused', 'request', { type: ['string', 'null'] }, text, { anyOf: [text, { type: 'null' }] }],
  ['null-taken', 'request', member(text, ['a']), member({ type: ['string', 'null'] }, ['a']), member(text, ['a'])],
  ['null-optional', 'request', member(text), member({ type: ['string', 'null'] }), member(text)],
  ['null-answered', 'response', text, { type: ['string', 'null'] }, text],
  ['member-missing', 'request', object({ a: text, b: text }), object({ a: text }), object({ b: text, a: text })],
  [
    'member-missing',
    'response',
    object({ a: text, b: text }, ['a', 'b']),
    object({ a: text }, ['a']),
    object({ a: text, b: text }, ['b', 'a']),
  ],
  [
    'member-missing',
    'response',
    object({ a: text, b: text }),
    object({ a: text }, [], closed),
    object({ a: text, b: text }, [], closed),
  ],
  [
    'member-refused',
    'request',
    object({ a: text, b: text }),
    object({ a: text }, [], closed),
    object({ a: text, b: text }, [], closed),
  ],
  [
    'member-refused',
    'response',
    object({ a: text, b: text }, ['b']),
    object({ a: text }, [], closed),
    object({ a: text, b: text }, ['b'], closed),
  ],
  [
    'member-needed',
    'request',
    object({ a: text, b: text }, ['b']),
    object({ a: text }),
    object({ a: text, b: text }, ['b']),
  ],
  ['member-extra', 'request', object({ a: text }), object({ a: text, b: text }), object({ a: text })],
  ['member-extra', 'response', object({ a: text }, [], closed), object({ a: text, b: text }), object({ a: text })],
  ['member-unknown', 'request', object({ a: text }, [], closed), object({ a: text, b: text }), object({ a: text })],
  ['member-demanded', 'request', object({ a: text }), object({ a: text, b: text }, ['b']), object({ a: text })],
  ['required-missing', 'request', member(text, ['a']), member(text), member(text, ['a'])],
  ['required-extra', 'request', member(text), member(text, ['a']), member(text)],
  ['presence-missing', 'response', member(text, ['a']), member(text), member(text, ['a'])],
  ['presence-extra', 'response', member(text), member(text, ['a']), member(text)],
  ['values', 'request', { enum: ['a', 'b'] }, { enum: ['a', 'c'] }, { type: 'string', enum: ['b', 'a'] }],
  ['values-missing', 'request', { enum: ['a', 'b'] }, text, { type: 'string', enum: ['b', 'a'] }],
  ['values-missing', 'response', { const: true }, { type: 'boolean' }, { type: 'boolean', enum: [true] }],
  ['values-extra', 'response', text, { type: 'string', enum: ['a'] }, text],
  [
    'length',
    'request',
    { type: 'string', maxLength: 5 },
    { type: 'string', maxLength: 6 },
    { type: 'string', maxLength: 5, minLength: 0 },
  ],
  ['length', 'response', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 6 }, text],
  ['length-missing', 'request', { type: 'string', maxLength: 5 }, text, { type: 'string', maxLength: 5 }],
  ['length-extra', 'request', text, { type: 'string', minLength: 1 }, { type: 'string', minLength: 0 }],
  [
    'pattern',
    'request',
    { type: 'string', pattern: '^a$' },
    { type: 'string', pattern: '^b$' },
    { type: 'string', pattern: '^a$' },
  ],
  ['pattern-missing', 'request', { type: 'string', pattern: '^a|b$' }, text, { type: 'string', pattern: '^a|b$' }],
  ['pattern-extra', 'request', text, { type: 'string', pattern: '^a|b$' }, text],
  [
    'format',
    'response',
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
  ['format-missing', 'request', { type: 'string', format: 'date' }, text, { type: 'string', format: 'date' }],
  ['format-extra', 'request', text, { type: 'string', format: 'uri' }, { type: 'string', format: 'password' }],
  [
    'bounds',
    'request',
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 0 },
    { type: 'integer', exclusiveMinimum: 0 },
  ],
  ['bounds-missing', 'request', { type: 'number', minimum: 0 }, { type: 'number' }, { type: 'number', minimum: 0 }],
  [
    'bounds-extra',
    'request',
    { type: 'integer' },
    { type: 'integer', maximum: 9 },
    { type: 'integer', format: 'int64' },
  ],
  [
    'count',
    'request',
    { type: 'array', items: text, maxItems: 2 },
    { type: 'array', items: text, maxItems: 3 },
    { type: 'array', items: text, maxItems: 2, minItems: 0 },
  ],
  [
    'count-missing',
    'request',
    { type: 'array', items: text, minItems: 1 },
    { type: 'array', items: text },
    { type: 'array', items: text, minItems: 1 },
  ],
  [
    'count-extra',
    'request',
    { type: 'array', items: text },
    { type: 'array', items: text, maxItems: 9 },
    { type: 'array', items: text },
  ],
  ['form-missing', 'response', { anyOf: [text, { type: 'integer' }] }, text, { oneOf: [{ type: 'integer' }, text] }],
  ['form-extra', 'response', text, { anyOf: [text, { type: 'integer' }] }, { anyOf: [text] }],
];

describe('a published schema', () => {
  it.each(TABLE)('%s in a %s', (rule, side, wanted, other, same) => {
    expect(rules(wanted, other, side)).toEqual([rule]);
    expect(rules(wanted, same, side)).toEqual([]);
    expect(rules(wanted, wanted, side)).toEqual([]);
  });

  it('need not say the same in the same words', () => {
    const spellings: readonly (readonly [JsonSchema, JsonSchema])[] = [
      [
        { type: 'string', pattern: '^\\d{4}$' },
        { type: 'string', pattern: '^[0-9]+$', minLength: 4, maxLength: 4 },
      ],
      [
        { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
        { type: 'string', pattern: '^[-0-9a-zA-Z]*$', minLength: 1, maxLength: 64 },
      ],
      [
        { type: 'string', pattern: '^0151:\\d{11}$' },
        { type: 'string', pattern: '^0151:[0-9]{11}$' },
      ],
      [{ const: 'a' }, { type: 'string', enum: ['a'] }],
      [{ type: 'string', enum: ['a', null] }, { enum: ['a'] }],
      [{ type: ['string', 'integer'] }, { oneOf: [{ type: 'integer' }, { type: 'string' }] }],
      [
        { anyOf: [member(text, ['a']), object({ b: text }, ['b'])] },
        {
          type: 'object',
          oneOf: [
            { properties: { b: text }, required: ['b'] },
            { properties: { a: text }, required: ['a'] },
          ],
        },
      ],
    ];
    for (const [one, other] of spellings) expect(rules(one, other, 'request'), JSON.stringify(other)).toEqual([]);
  });

  it('tells the place, and both words', () => {
    const wanted = { type: 'array', items: object({ student: object({ code: { enum: ['a', 'b'] } }) }) };
    const found = { type: 'array', items: object({ student: object({ code: { enum: ['b', 'c', 'd'] } }) }) };
    expect(compareSchemas(wanted, found, 'request')).toEqual([
      { rule: 'values', at: ['[]', 'student', 'code'], facet: 'values', wanted: 'a, b', found: 'lacks a; adds c, d' },
    ]);
  });

  it('that may be several things is held against the nearest', () => {
    const good = object({ success: { const: true }, result: object({ uid: { type: 'integer' } }, ['uid']) }, [
      'success',
      'result',
    ]);
    const bad = object({ success: { const: false }, errors: { type: 'array', items: text } }, ['success', 'errors']);
    const published = {
      oneOf: [bad, object({ success: { const: true }, result: object({ uid: text }, ['uid']) }, ['success', 'result'])],
    };
    expect(
      compareSchemas({ anyOf: [good, bad] }, published, 'response').map(({ rule, at }) => [rule, at.join('.')]),
    ).toEqual([['type', 'result.uid']]);
  });
});
