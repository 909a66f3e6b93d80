/** Checks and models of the files that the endpoints of a service share. */
import { isMap } from '../model/json.ts';
import type { RawClaim, RawSecurity, RawToken } from '../schema/access.ts';
import type { RawPagination } from '../schema/pagination.ts';
import type { RawEnvelope, RawErrors } from '../schema/service.ts';
import { buildChanges, checkChanges, type ChangeContext } from './check-changes.ts';
import { checkJsonSchema, inlineReferences } from './check-json-schema.ts';
import {
  CALL_SETTINGS,
  type ClaimRule,
  type ErrorsBlock,
  type PaginationBlock,
  type SecurityBlock,
  type SecurityScheme,
  type ServiceContracts,
  SETTINGS,
  type TokenBlock,
} from './model.ts';
import { pickProperties } from './open-values.ts';
import type { References } from './references.ts';
import { suggestName } from './suggest.ts';
import type { ValidFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

export function checkErrors({ document, raw }: ValidFile<RawErrors>, references: References): void {
  for (const family of Object.values(raw.families)) {
    checkJsonSchema(document, family, 'schema', family.schema);
    if (family.codePattern !== undefined && family.code === undefined) {
      const message = '`code` is missing: the place of the error code in an entry';
      document.report('wrong-value', message, family, 'codePattern', 'key');
    }
    if (family.entries === undefined || family.entry === undefined) continue;
    const message = '`entry` and `entries` cannot be combined';
    document.report('wrong-value', message, family, 'entry', 'key');
  }
  for (const refusal of Object.values(raw.refusals)) {
    references.range(refusal, document);
    checkChanges({ document, references }, refusal, []);
    for (const said of [refusal, ...(refusal.changes ?? [])]) {
      if (said.form !== undefined) references.provenRequirement(said.form, { document, parent: said, key: 'form' });
      if (said.family !== undefined)
        document.expectKnown('error family', said.family, Object.keys(raw.families), said, 'family');
    }
  }
}

export function buildErrors({ raw }: ValidFile<RawErrors>): ErrorsBlock {
  return {
    families: Object.entries(raw.families).map(([name, family]) => ({
      ...family,
      schema: inlineReferences(family.schema) ?? true,
      name,
    })),
    refusals: Object.fromEntries(
      Object.entries(raw.refusals).map(([kind, { changes, ...refusal }]) => [
        kind,
        { ...refusal, ...buildChanges(changes) },
      ]),
    ),
    forbiddenTexts: raw.never ?? [],
  };
}

export function buildPagination({ document, raw }: ValidFile<RawPagination>): PaginationBlock {
  return { ...raw, at: document.at(raw, 'style') };
}

/** Settings that apply to every call. */
export function buildCalls({ raw }: ValidFile<RawEnvelope>): Pick<ServiceContracts, (typeof CALL_SETTINGS)[number]> {
  return pickProperties(raw, CALL_SETTINGS);
}

/** The default of an address variable is one of its values. */
export function checkVariables({ document, raw }: ValidFile<RawEnvelope>): void {
  for (const [name, variable] of Object.entries(raw.variables ?? {})) {
    const { values, default: usual } = variable;
    if (usual === undefined || values === undefined || values.includes(usual)) continue;
    const message = `${JSON.stringify(usual)} is not a value of {${name}}`;
    document.report('wrong-value', message, variable, 'default', 'value', suggestName(usual, values, 'value'));
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

function claimsOf(claims: RawToken['claims'], reading: ChangeContext): readonly ClaimRule[] {
  const { document, references } = reading;
  return Object.entries(claims).map(([name, { changes, ...rule }]) => {
    references.range(rule, document);
    checkChanges(reading, claims[name] ?? rule, []);
    for (const said of [rule, ...(changes ?? [])]) checkValue(document, said);
    return { name, ...rule, required: rule.required ?? false, ...buildChanges(changes) };
  });
}

/** An object is a directive. A mistyped one would be signed and sent unchanged. */
function checkValue(document: YamlDocument, { value }: Pick<RawClaim, 'value'>): void {
  if (!isMap(value)) return;
  const [name = '', ...others] = Object.keys(value);
  const known = others.length > 0 ? [] : Object.keys(CLAIM_VALUES);
  const hint = others.length > 0 ? 'a claim can have only one directive' : undefined;
  if (!document.expectKnown('directive', name, known, value, name, { which: 'key', holder: 'a claim', hint })) return;
  const given = value[name];
  if (CLAIM_VALUES[name]?.(given) === true) return;
  const help =
    name === '$setting'
      ? suggestName(String(given), SETTINGS, 'setting')
      : name === '$now'
        ? 'seconds from now'
        : 'true';
  document.report('wrong-value', `${name} cannot be ${JSON.stringify(given)}`, value, name, 'value', help);
}

/** Directives of claims, with a check of their values. */
const CLAIM_VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  $setting: (value) => SETTINGS.some((item) => item === value),
  $now: (value) => typeof value === 'number',
  $uuid: (value) => value === true,
};

type Member = Exclude<keyof SecurityScheme, 'type'>;

/** Required and optional properties of each type of auth scheme. */
const MEMBERS: Readonly<
  Record<SecurityScheme['type'], { readonly needs: readonly Member[]; readonly may: readonly Member[] }>
> = {
  none: { needs: [], may: [] },
  http: { needs: ['scheme'], may: ['keyOnly'] },
  apiKey: { needs: ['in', 'name'], may: [] },
  oauth2: { needs: ['flow', 'client'], may: ['scopes'] },
};
const ALL: readonly Member[] = ['scheme', 'keyOnly', 'in', 'name', 'flow', 'client', 'scopes'];

/** @param signs whether the service has a token.yaml, which says how assertions are signed */
export function checkSecurity({ document, raw }: ValidFile<RawSecurity>, signs: boolean): void {
  for (const scheme of [raw, ...Object.values(raw.others ?? {})]) checkScheme(document, scheme);
  const isSigned = raw.client === 'private-key-jwt';
  if (isSigned && !signs)
    document.report(
      'block-missing',
      'the service has no token.yaml that describes the client’s assertion',
      raw,
      'client',
    );
  if (signs && !isSigned)
    document.report(
      'wrong-value',
      'token.yaml already describes authentication',
      raw,
      'type',
      'value',
      'remove one of the two files, or write `client: private-key-jwt`',
    );
}

function checkScheme(document: YamlDocument, scheme: SecurityScheme): void {
  const { needs, may } = MEMBERS[scheme.type];
  for (const member of needs)
    if (scheme[member] === undefined)
      document.report('missing-key', `${JSON.stringify(member)} is missing: ${scheme.type} needs it`, scheme, 'type');
  for (const member of ALL)
    if (scheme[member] !== undefined && !needs.includes(member) && !may.includes(member))
      document.report('wrong-value', `${scheme.type} has no ${member}`, scheme, member, 'key', hintOf(scheme.type));
  if (scheme.keyOnly !== undefined && scheme.scheme?.toLowerCase() !== 'basic')
    document.report('wrong-value', 'keyOnly is allowed only for the scheme basic', scheme, 'keyOnly', 'key');
}

function hintOf(type: SecurityScheme['type']): string {
  const { needs, may } = MEMBERS[type];
  return needs.length + may.length === 0
    ? 'no other properties are allowed'
    : `allowed: ${[...needs, ...may].join(', ')}`;
}

export function buildSecurity({ document, raw }: ValidFile<RawSecurity>): SecurityBlock {
  return { ...raw, at: document.at(raw, 'type') };
}
