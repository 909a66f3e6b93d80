/** Forms for whoever tells us of something: a mistake in one of them would only show as a form that is not offered. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, textOf } from './files.ts';

const FOLDER = '.github/ISSUE_TEMPLATE';
const forms = readdirSync(path.join(ROOT, FOLDER)).filter((name) => name !== 'config.yml');
const text = { type: 'string', minLength: 1 };
const strings = { type: 'array', items: text };

/** What GitHub takes, as far as these use it. */
const FORM = new Ajv2020({ strict: false }).compile({
  type: 'object',
  properties: {
    name: text,
    description: text,
    labels: strings,
    body: {
      type: 'array',
      contains: { required: ['id'] },
      items: {
        type: 'object',
        properties: {
          type: { enum: ['markdown', 'input', 'textarea'] },
          id: { type: 'string', pattern: '^[a-z-]+$' },
          attributes: {
            type: 'object',
            properties: { label: text, description: text, placeholder: text, render: text, value: text },
            anyOf: [{ required: ['label'] }, { required: ['value'] }],
            additionalProperties: false,
          },
          validations: {
            type: 'object',
            properties: { required: { type: 'boolean' } },
            additionalProperties: false,
          },
        },
        required: ['type', 'attributes'],
        additionalProperties: false,
      },
    },
  },
  required: ['name', 'description', 'body'],
  additionalProperties: false,
});

test.each(forms)('%s is a form, and asks for the version', (name) => {
  const form = parse(textOf(`${FOLDER}/${name}`)) as { readonly body: readonly { readonly id?: string }[] };
  FORM(form);
  expect(FORM.errors ?? []).toEqual([]);
  const ids = form.body.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain('version');
});

test('a false alarm, a miss and a defect have one each', () => {
  expect(forms).toEqual(['defect.yml', 'false-alarm.yml', 'missed.yml']);
});
