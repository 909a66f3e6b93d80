/** The schema that editors have of a policy says what the reader of policies says. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parsePolicy } from '../../src/gate/policy-file.ts';
import { COMMON_FILE } from '../../src/schema/common.ts';
import { POLICY_FILE } from '../../src/schema/policy.ts';
import { EFFECTS, GATE_RULES, PRESETS } from '../../src/gate/policy.ts';

interface Schema {
  readonly properties: {
    readonly extends: { readonly enum: readonly string[] };
    readonly rules: { readonly properties: Readonly<Record<string, unknown>> };
  };
  readonly $defs: { readonly effect: { readonly enum: readonly string[] } };
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
ajv.addSchema(COMMON_FILE, 'common.schema.json');
ajv.addSchema(POLICY_FILE, 'policy.schema.json');
const validate = ajv.getSchema('policy.schema.json') ?? expect.fail();

function isRead(text: string): boolean {
  try {
    parsePolicy(text, 'policy.yaml');
    return true;
  } catch {
    return false;
  }
}

test('its lists are those of the gate', () => {
  const { properties, $defs } = POLICY_FILE as Schema;
  expect(properties.extends.enum).toEqual(Object.keys(PRESETS));
  expect(Object.keys(properties.rules.properties)).toEqual([...GATE_RULES]);
  expect($defs.effect.enum).toEqual([...EFFECTS]);
});

const SCOPE = 'levels: [MUST], bases: [standard]';

describe('what is right for one is right for the other', () => {
  test.each([
    ['policy: acme', true],
    ['{ policy: acme, extends: release, rules: { narrowed: block } }', true],
    [
      `failing: [{ ${SCOPE}, service: books, spec: ["1.0"], checks: "books/**", symptom: { actual: accepted }, why: so }]`,
      true,
    ],
    ['failing: []', true],
    ['extends: nightlly', false],
    ['rules: { narrowed: blocks }', false],
    ['rules: { narrow: block }', false],
    ['failing: [{ levels: [MUST] }]', false],
    ['failing: [{ levels: [], bases: [standard] }]', false],
    ['failing: [{ levels: [MUSTARD], bases: [standard] }]', false],
    [`failing: [{ ${SCOPE}, symptom: {} }]`, false],
    [`failing: [{ ${SCOPE}, spec: [1.0] }]`, false],
    [`failing: [{ ${SCOPE}, level: MUST }]`, false],
    ['failings: []', false],
  ])('%s', (text, isRight) => {
    expect(isRead(text)).toBe(isRight);
    expect(validate(parse(text)), JSON.stringify(validate.errors)).toBe(isRight);
  });
});
