/** The blocks that the endpoints of a service share. */
import type { Json } from '../record/json.ts';
import { buildChanges } from './changes.ts';
import { checkChanges, type Reading } from './check-changes.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import type { ValidFile } from './load-spec.ts';
import {
  SETTINGS,
  type ClaimRule,
  type ErrorsBlock,
  type PaginationBlock,
  type ServiceContracts,
  type TokenBlock,
} from './model.ts';
import type { RawClaim, RawToken } from '../schema/access.ts';
import type { RawPagination } from '../schema/pagination.ts';
import type { RawEnvelope, RawErrors, RawRefusal } from '../schema/service.ts';
import { membersOf } from './open-values.ts';
import type { References } from './references.ts';
import { writtenOut } from './schema-references.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

export function checkErrors({ document, raw }: ValidFile<RawErrors>, references: References): void {
  for (const family of Object.values(raw.families)) {
    checkJsonSchema(document, family, 'schema', family.schema);
    if (family.codePattern !== undefined && family.code === undefined) {
      const message = 'nothing says where an entry has its code: write `code`';
      document.report('wrong-value', message, family, 'codePattern', 'key');
    }
    if (family.entries === undefined || family.entry === undefined) continue;
    const message = 'there is one entry, or there are entries: not both';
    document.report('wrong-value', message, family, 'entry', 'key');
  }
  for (const refusal of Object.values(raw.refusals)) {
    references.range(refusal, document);
    checkChanges({ document, references }, refusal, []);
    for (const said of [refusal, ...(refusal.changes ?? [])]) {
      if (said.form !== undefined) references.provenRequirement(said.form, { document, parent: said, key: 'form' });
      checkFamily(document, said, raw.families);
    }
  }
}

function checkFamily(document: YamlDocument, said: Pick<RawRefusal, 'family'>, families: RawErrors['families']): void {
  const { family } = said;
  if (family === undefined || Object.hasOwn(families, family)) return;
  document.report(
    'unknown-family',
    `there is no error family ${JSON.stringify(family)}`,
    said,
    'family',
    'value',
    suggestion(family, Object.keys(families), 'family'),
  );
}

export function buildErrors({ raw }: ValidFile<RawErrors>): ErrorsBlock {
  return {
    families: Object.entries(raw.families).map(([name, family]) => ({
      ...family,
      schema: writtenOut(family.schema) ?? true,
      name,
    })),
    refusals: Object.fromEntries(
      Object.entries(raw.refusals).map(([kind, { changes, ...refusal }]) => [
        kind,
        { ...refusal, ...buildChanges(changes) },
      ]),
    ),
    never: raw.never ?? [],
  };
}

export function buildPagination({ document, raw }: ValidFile<RawPagination>): PaginationBlock {
  return { ...raw, at: document.at(raw, 'style') };
}

const CALLS = [
  'server',
  'servers',
  'variables',
  'timeBudget',
  'zone',
  'mediaType',
  'openAnswers',
  'bodyLimit',
] as const;

/** What holds of every call, whatever wraps its body. */
export function buildCalls({ raw }: ValidFile<RawEnvelope>): Pick<ServiceContracts, (typeof CALLS)[number]> {
  return membersOf(raw, CALLS);
}

/** What a variable is by itself is one of its values. */
export function checkVariables({ document, raw }: ValidFile<RawEnvelope>): void {
  for (const [name, variable] of Object.entries(raw.variables ?? {})) {
    const { values, default: usual } = variable;
    if (usual === undefined || values === undefined || values.includes(usual)) continue;
    const message = `${JSON.stringify(usual)} is no value of {${name}}`;
    document.report('wrong-value', message, variable, 'default', 'value', suggestion(usual, values, 'value'));
  }
}

export function buildToken({ document, raw }: ValidFile<RawToken>, references: References): TokenBlock {
  const { cases: _cases, ...said } = raw;
  return {
    ...said,
    header: claimsOf(raw.header, { document, references }),
    claims: claimsOf(raw.claims, { document, references }),
    at: document.at(raw, 'carrier'),
  };
}

function claimsOf(claims: RawToken['claims'], reading: Reading): readonly ClaimRule[] {
  const { document, references } = reading;
  return Object.entries(claims).map(([name, { changes, ...rule }]) => {
    references.range(rule, document);
    checkChanges(reading, claims[name] ?? rule, []);
    for (const said of [rule, ...(changes ?? [])]) checkValue(document, said);
    return { name, ...rule, required: rule.required ?? false, ...buildChanges(changes) };
  });
}

/** An object is one of two directives: a mistyped one would be signed and sent as it stands. */
function checkValue(document: YamlDocument, { value }: Pick<RawClaim, 'value'>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const object = value as Readonly<Record<string, Json>>;
  const [name = '', ...others] = Object.keys(object);
  if (others.length > 0 || !DIRECTIVES.includes(name)) {
    document.report(
      'unknown-directive',
      `${JSON.stringify(name)} is not a directive of a claim`,
      object,
      name,
      'key',
      suggestion(name, DIRECTIVES, 'directive'),
    );
    return;
  }
  const isKnown = CLAIM_VALUES[name]?.(object[name]) === true;
  if (isKnown) return;
  const hint =
    name === '$setting'
      ? suggestion(String(object[name]), SETTINGS, 'setting')
      : name === '$now'
        ? 'seconds from now'
        : 'true';
  document.report('wrong-value', `${name} cannot be ${JSON.stringify(object[name])}`, object, name, 'value', hint);
}

/** What each directive of a claim can have. */
const CLAIM_VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  $setting: (value) => SETTINGS.some((one) => one === value),
  $now: (value) => typeof value === 'number',
  $uuid: (value) => value === true,
};
const DIRECTIVES = Object.keys(CLAIM_VALUES);
