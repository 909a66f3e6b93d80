/** The blocks that the endpoints of a service share. */
import type { Json } from '../record/json.ts';
import { checkJsonSchema } from './check-json-schema.ts';
import type { Accepted } from './load-spec.ts';
import {
  SETTINGS,
  type ClaimRule,
  type ErrorsBlock,
  type PaginationBlock,
  type ServiceContracts,
  type TokenBlock,
} from './model.ts';
import type { ProblemList } from './problem-list.ts';
import type { RawEnvelope, RawErrors, RawPagination, RawToken } from './raw.ts';
import { membersOf } from './open-values.ts';
import type { References } from './references.ts';
import { writtenOut } from './schema-references.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

export function checkErrors(
  { document, raw }: Accepted<RawErrors>,
  references: References,
  problems: ProblemList,
): void {
  for (const family of Object.values(raw.families))
    checkJsonSchema(document, family, 'schema', family.schema, problems);
  for (const refusal of Object.values(raw.refusals)) {
    if (refusal.form !== undefined)
      references.provenRequirement(refusal.form, { document, parent: refusal, key: 'form' });
    if (refusal.family === undefined || refusal.family in raw.families) continue;
    problems.add(
      document.problem(
        'unknown-family',
        `there is no error family ${JSON.stringify(refusal.family)}`,
        refusal,
        'family',
        'value',
        suggestion(refusal.family, Object.keys(raw.families), 'family'),
      ),
    );
  }
}

export function buildErrors({ raw }: Accepted<RawErrors>): ErrorsBlock {
  return {
    families: Object.entries(raw.families).map(([name, family]) => ({
      ...family,
      schema: writtenOut(family.schema) ?? true,
      name,
    })),
    refusals: raw.refusals,
    never: raw.never ?? [],
  };
}

export function buildPagination({ document, raw }: Accepted<RawPagination>): PaginationBlock {
  return { ...raw, at: document.at(raw, 'request') };
}

/** What holds of every call, whatever wraps its body. */
export function buildCalls({ raw }: Accepted<RawEnvelope>): Pick<ServiceContracts, 'timeBudget' | 'zone'> {
  return membersOf(raw, ['timeBudget', 'zone']);
}

export function buildToken({ document, raw }: Accepted<RawToken>, problems: ProblemList): TokenBlock {
  return {
    ...raw,
    header: partsOf(document, raw.header, problems),
    claims: partsOf(document, raw.claims, problems),
    at: document.at(raw, 'carrier'),
  };
}

function partsOf(document: YamlDocument, parts: RawToken['claims'], problems: ProblemList): readonly ClaimRule[] {
  return Object.entries(parts).map(([name, rule]) => {
    checkValue(document, rule, problems);
    return { name, ...rule, required: rule.required ?? false };
  });
}

/** An object is one of two directives: a mistyped one would be signed and sent as it stands. */
function checkValue(document: YamlDocument, rule: RawToken['claims'][string], problems: ProblemList): void {
  const { value } = rule;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const object = value as Readonly<Record<string, Json>>;
  const [name = '', ...others] = Object.keys(object);
  if (others.length > 0 || !DIRECTIVES.includes(name)) {
    problems.add(
      document.problem(
        'unknown-directive',
        `${JSON.stringify(name)} is not a directive of a claim`,
        object,
        name,
        'key',
        suggestion(name, DIRECTIVES, 'directive'),
      ),
    );
    return;
  }
  const isKnown = name === '$now' ? typeof object[name] === 'number' : SETTINGS.some((one) => one === object[name]);
  if (isKnown) return;
  const hint = name === '$now' ? 'seconds from now' : suggestion(String(object[name]), SETTINGS, 'setting');
  problems.add(
    document.problem('wrong-value', `${name} cannot be ${JSON.stringify(object[name])}`, object, name, 'value', hint),
  );
}

const DIRECTIVES = ['$setting', '$now'];
