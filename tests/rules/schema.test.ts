import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/plan/model.ts';
import { schemaFailures } from '../../src/rules/schema.ts';

const where = (schema: Json, value: unknown): readonly string[] =>
  schemaFailures(schema, value)
    .map((d) => d.pointer)
    .sort();

describe('patterns', () => {
  const schema: Json = {
    type: 'object',
    properties: {
      code: { type: 'string', pattern: '^[A-Z]{2}$' },
      abn: { type: 'string', pattern: '^\\d{11}$' },
      any: { type: 'string', pattern: '' },
    },
    additionalProperties: { type: 'string', pattern: '^x' },
  };

  it('hold each for its own member, however many there are', () => {
    expect(where(schema, { code: 'AB', abn: '51824753556', any: 'y', other: 'xy' })).toEqual([]);
    expect(where(schema, { code: '51824753556', abn: '51824753556' })).toEqual(['/code']);
    expect(where(schema, { code: 'AB', abn: 'AB', other: 'AB' })).toEqual(['/abn', '/other']);
  });

  it('hold across schemas', () => {
    expect(where({ type: 'string', pattern: '^a$' }, 'a')).toEqual([]);
    expect(where({ type: 'string', pattern: '^b$' }, 'a')).toEqual(['']);
  });

  it('are no way to keep the judge busy', () => {
    expect(where({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!`)).toEqual(['']);
  });
});

it('hundreds of records that are each wrong as every alternative keep nobody waiting', () => {
  const object = (name: string): Json => ({
    type: 'object',
    properties: Object.fromEntries(['a', 'b', 'c', 'd'].map((one) => [`${name}${one}`, { type: 'string' }])),
    required: ['a', 'b', 'c', 'd'].map((one) => `${name}${one}`),
    additionalProperties: false,
  });
  const schema: Json = { type: 'array', items: { anyOf: [object('x'), object('y')] } };
  const began = performance.now();
  expect(where(schema, Array<Json>(200).fill({ z: 1 }))).toHaveLength(10);
  expect(performance.now() - began).toBeLessThan(5_000);
}, 60_000);

describe('alternatives', () => {
  const result = (members: readonly string[], done: boolean): Json => ({
    type: 'object',
    required: ['done', 'result', ...(done ? ['mark'] : [])],
    properties: {
      done: { const: done },
      mark: { type: 'string' },
      result: {
        type: 'object',
        required: members,
        properties: Object.fromEntries(members.map((name) => [name, {}])),
        additionalProperties: false,
      },
    },
  });
  const schema: Json = { anyOf: [result(['id'], true), result(['errors'], false)] };
  const found = (value: Json): readonly unknown[] =>
    schemaFailures(schema, value).map(({ pointer, kind, member }) => [pointer, kind, member]);

  it('are told apart by the value that says which it is', () => {
    expect(found({ done: true, result: { id: 7 } })).toEqual([['', 'absent', 'mark']]);
  });

  it('are told apart by the rest where only that value is wrong', () => {
    expect(found({ done: true, result: { errors: [] } })).toEqual([['/done', 'value', undefined]]);
  });
});
