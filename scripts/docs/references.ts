/** The reference pages for contract authors and for readers of report.json. */
import { SCHEMA_FILES } from '../../src/schema/files.ts';
import { MAKER_MEANINGS, PARAMETER_MEANINGS, SELECTOR_MEANINGS, TOKEN_MEANINGS } from './case-terms.ts';
import { referenceDocument } from './schema-reference.ts';

const CONTRACT_FILES = [
  'endpoint',
  'pagination',
  'errors',
  'token',
  'security',
  'envelope',
  'bindings',
  'own-catalogue',
  'versions',
  'requirements',
  'open-points',
  'target',
  'waivers',
  'policy',
  'catalogue',
].map((name) => `${name}.schema.json`);

export function contractReference(): string {
  const keys = referenceDocument(SCHEMA_FILES, {
    title: 'Contract reference',
    about: [
      'Every key of every file, generated from the JSON Schemas that validate the files. Unknown keys are errors.',
      '`NAME` is any name, `[]` an entry of a list. A link in the column "values" leads to the keys of that object.',
      'Every value of a contract can be `{ openPoint: id }` instead: the answer to an open question.',
    ],
    names: CONTRACT_FILES,
  });
  return [
    keys,
    ...nameTable('Selectors (`each`)', 'selector', SELECTOR_MEANINGS),
    ...nameTable('Value makers (`$make`)', 'maker', MAKER_MEANINGS),
    ...nameTable('Tokens (`token`)', 'token', TOKEN_MEANINGS),
    ...nameTable('Parameters of rules that planning fills in', 'parameter', PARAMETER_MEANINGS),
  ].join('\n');
}

export function reportReference(): string {
  return referenceDocument(SCHEMA_FILES, {
    title: 'report.json',
    about: ['Every key of `report.json`, generated from its JSON Schema.'],
    names: ['report.schema.json'],
  });
}

function nameTable(title: string, noun: string, meanings: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(meanings).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return [`## ${title}`, '', `| ${noun} | meaning |`, '|---|---|', ...rows, ''];
}
