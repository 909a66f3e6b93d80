/** The reference pages for contract authors and for readers of report.json. */
import type { ContractParameter } from '../../src/rules/model.ts';
import { RULE_BOOK } from '../../src/rules/rule-book.ts';
import { SCHEMA_FILES } from '../../src/schema/files.ts';
import { REJECTION_MEANINGS } from '../../src/schema/service.ts';
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
    ...caseRules(),
    ...nameTable('Kinds of rejection (`refusals`)', 'kind', REJECTION_MEANINGS),
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

/** Parameters that planning fills in for a rule, by the part of the contract that has them. */
const FILLED: Readonly<Record<ContractParameter, readonly string[]>> = {
  success: ['step', 'success'],
  refusal: ['step', 'statuses', 'success', 'family', 'item'],
  messages: ['step', 'messages'],
  stored: ['written', 'read', 'sent', 'shown', 'skip', 'beside'],
  listed: ['sent', 'list', 'records', 'value', 'shown'],
};

/** Parameters of a rule in a case, with `?` if optional. */
function ruleParameters(id: string): string {
  const rule = RULE_BOOK.find(id);
  if (rule?.kind !== 'case') throw new Error(`no rule ${id}`);
  const hidden = rule.filled === undefined ? ['step'] : FILLED[rule.filled];
  const own = rule.parameters.filter(({ name }) => !hidden.includes(name));
  return own.map(({ name, isRequired }) => `\`${name}${isRequired ? '' : '?'}\``).join(', ');
}

function caseRules(): readonly string[] {
  const schema = SCHEMA_FILES['endpoint.schema.json'] as unknown as {
    readonly $defs: { readonly check: { readonly properties: { readonly rule: { readonly enum: readonly string[] } } } };
  };
  const rows = schema.$defs.check.properties.rule.enum.map(
    (id) => `| \`${id}\` | ${ruleParameters(id)} | ${RULE_BOOK.find(id)?.title ?? ''} |`,
  );
  return [
    '## Rules for own cases',
    '',
    'Parameters for `with`; `?` marks optional ones. Every rule also has `step`, the response to judge. `outcome.refused` has `kind` or `statuses`.',
    '',
    '| rule | parameters | expected behaviour |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

function nameTable(title: string, noun: string, meanings: Readonly<Record<string, string>>): readonly string[] {
  const rows = Object.entries(meanings).map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);
  return [`## ${title}`, '', `| ${noun} | meaning |`, '|---|---|', ...rows, ''];
}
