/** What a field can have by its type: one table for the compiler, for loading, and the same words as in the schema. */
import { expect, test } from 'vitest';
import { exampleFault, PROPERTIES_BY_TYPE } from '../../src/load/field.ts';
import { FIELD_TYPES } from '../../src/schema/fields.ts';
import type { Field } from '../../src/load/model.ts';
import { ENDPOINT_FILE } from '../../src/schema/endpoint.ts';

interface Definition {
  readonly properties: Readonly<Record<string, unknown>> & {
    readonly remove: { readonly items: { readonly enum: readonly string[] } };
  };
}
const { $defs: definitions } = ENDPOINT_FILE as {
  readonly $defs: Readonly<Record<'field' | 'fieldChange' | 'operation' | 'operationChange', Definition>>;
};

const common = { name: 'x', required: false, at: { file: 'x.yaml', line: 1, column: 1 } };

test('a field with what its type cannot have, or without what it needs, does not compile', () => {
  const right: readonly Field[] = [
    { ...common, type: 'string', maxLength: 5 },
    { ...common, type: 'code', values: ['a'] },
    { ...common, type: 'objects', fields: [] },
  ];
  const wrong: readonly Field[] = [
    // @ts-expect-error -- a number has no length
    { ...common, type: 'integer', maxLength: 5 },
    // @ts-expect-error -- a text has no list
    { ...common, type: 'string', values: ['a'] },
    // @ts-expect-error -- a code is one of some values
    { ...common, type: 'code' },
  ];
  expect([right.length, wrong.length]).toEqual([3, 3]);
});

test('the schema knows the same types and members', () => {
  const { properties } = definitions.field;
  expect([...FIELD_TYPES].sort()).toEqual(Object.keys(PROPERTIES_BY_TYPE).sort());
  expect(
    Object.values(PROPERTIES_BY_TYPE)
      .flat()
      .filter((member) => !(member in properties)),
  ).toEqual([]);
});

test('a change names members of what it changes, and has no words of its own but `in` and `remove`', () => {
  const { field, fieldChange, operation, operationChange } = definitions;
  for (const [change, whole, fixed] of [
    [fieldChange, field, ['fields', 'shown', 'sensitive', 'since', 'until', 'changes']],
    [operationChange, operation, ['kind', 'parameters', 'query', 'since', 'until', 'changes']],
  ] as const) {
    const own = Object.keys(change.properties).filter((name) => name !== 'in' && name !== 'remove');
    expect([...own, ...fixed].sort()).toEqual(Object.keys(whole.properties).sort());
    expect(change.properties.remove.items.enum.filter((name) => !own.includes(name))).toEqual([]);
  }
});

test('an example is held against its pattern by the engine that judges, which no pattern holds up', () => {
  const pattern = '^([a-z]+)*$';
  expect(exampleFault({ type: 'string', pattern, example: `${'a'.repeat(34)}!` })).toBe(`it does not match ${pattern}`);
  expect(exampleFault({ type: 'string', pattern, example: 'a'.repeat(34) })).toBeUndefined();
  expect(exampleFault({ type: 'string', pattern: '^.$', example: '\r' })).toBeUndefined();
});
