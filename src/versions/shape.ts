/** Shape of a service version: each part of its contract as one comparable line. */
import { omitUndefined } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { createHash } from 'node:crypto';
import type { ClaimRule, EndpointContract, Field, Operation, Requirement, SecurityBlock } from '../load/model.ts';
import type { Check } from '../plan/model.ts';
import type { Scope } from '../plan/scope.ts';
import { canonicalJson } from '../report/serialize.ts';

/** Sections of a lock in order. Each contains lines by name. */
export const SECTIONS = [
  'requirements',
  'openPoints',
  'endpoints',
  'operations',
  'fields',
  'shared',
  'checks',
] as const;
export type ShapeSection = (typeof SECTIONS)[number];
export type VersionShape = Readonly<Record<ShapeSection, ReadonlyMap<string, string>>>;

/** Longer values are replaced by their hash to keep diffs readable. */
const MAX_LENGTH = 120;

/** Shape of a version with assumptions or the answers of the scope. `checks` are those of the version. */
export function versionShape(scope: Scope, checks: readonly Check[]): VersionShape {
  const endpoints = [...scope.endpoints()].sort(compareBy((e) => e.endpoint));
  return {
    requirements: lines(
      scope
        .reportedRequirements(new Set(checks.map(({ requirement }) => requirement)))
        .map((r) => [r.id, requirementLine(r)]),
    ),
    openPoints: lines(scope.spec.openPoints.map((p) => [p.id, short(scope.answer(p.id))])),
    endpoints: lines(endpoints.map((e) => [e.endpoint, endpointLine(e)])),
    operations: lines(
      endpoints.flatMap((e) =>
        scope.operations(e).map((o) => [`${e.endpoint}/${o.name}`, operationLine(scope, o)] as const),
      ),
    ),
    fields: lines(
      endpoints.flatMap((e) =>
        flatFields(scope, e.fields).map(({ path, field }) => [`${e.endpoint}.${path}`, fieldLine(field)] as const),
      ),
    ),
    shared: lines(sharedLines(scope)),
    checks: lines(checkLines(scope, checks)),
  };
}

function lines(entries: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map([...entries].sort(compareBy(([name]) => name)));
}

export function compareBy<T>(key: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0);
}

export function shortDigest(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex').slice(0, 10);
}

function short(value: unknown): string {
  const text = canonicalJson(value);
  return text.length <= MAX_LENGTH ? text : shortDigest(value);
}

/** Line of a requirement with its declared basis, independent of answers. */
function requirementLine({ level, basis, text, section, openPoints, excluded }: Requirement): string {
  return `${level} ${basis}${excluded === undefined ? '' : ' excluded'} ${shortDigest([text, section, openPoints, excluded ?? null])}`;
}

function endpointLine(endpoint: EndpointContract): string {
  const { base, singular, uid, parents, nested } = endpoint;
  return short({
    base,
    ...omitUndefined({ singular, uid }),
    ...(isEmpty(parents) ? {} : { parents }),
    ...(isEmpty(nested) ? {} : { nested }),
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

export function operationLine(scope: Scope, operation: Operation): string {
  const { kind, method, path, success, pagination, access, empties, leaves } = operation;
  const parts = [
    `${method} ${path}`,
    `${operation.request} to ${operation.response}`,
    success.join(' or '),
    access,
    ...(pagination === 'none' ? [] : [`pagination ${pagination}`]),
    ...(empties === undefined ? [] : [`empties ${empties.join(' ')}`]),
    ...(leaves === undefined ? [] : [`leaves ${markText(leaves)}`]),
  ];
  return `${kind}: ${parts.join(', ')}`;
}

/** `/state: "DELETED"`, or only the location for any value. */
export function markText({ at, is }: NonNullable<Operation['leaves']>): string {
  return is === undefined ? at : `${at}: ${JSON.stringify(is)}`;
}

export interface NamedField {
  /** `channels[].endpoint`. */
  readonly path: string;
  readonly field: Field;
}

/** Fields of a version, including nested ones, by path. */
export function flatFields(scope: Scope, fields: readonly Field[], prefix = ''): readonly NamedField[] {
  return scope
    .fields(fields)
    .flatMap((field) => [
      { path: `${prefix}${field.name}`, field },
      ...flatFields(scope, field.fields ?? [], `${prefix}${field.name}${field.type === 'object' ? '' : '[]'}.`),
      ...(field.of === undefined ? [] : [{ path: `${prefix}${field.name}[]`, field: field.of }]),
    ]);
}

/** Properties that are separate lines or do not affect requirements. */
const EXCLUDED_PROPERTIES: readonly string[] = [
  'name',
  'type',
  'required',
  'fields',
  'of',
  'since',
  'until',
  'changes',
  'at',
  'example',
  'sensitive',
  'patchable',
];

export function fieldLine(field: Field): string {
  const rest = Object.entries(field)
    .filter(([name, value]) => !EXCLUDED_PROPERTIES.includes(name) && value !== undefined)
    .sort(compareBy(([name]) => name))
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'object' ? short(value) : String(value)}`,
    );
  return [
    field.type,
    field.required ? 'required' : 'optional',
    ...(isPatchable(field) ? [] : ['not patchable']),
    ...rest,
  ].join(', ');
}

export function isPatchable(field: Field): boolean {
  return field.patchable !== false;
}

/** Shared blocks: errors, pagination, token, envelope, headers. */
function sharedLines(scope: Scope): readonly (readonly [string, string])[] {
  const { errors, pagination, token, security, envelope, headers, openAnswers } = scope.contracts;
  const claim = (place: string, rule: ClaimRule): readonly [string, string] => [
    `token ${place} ${rule.name}`,
    [
      rule.type,
      rule.required ? 'required' : 'optional',
      ...(rule.value === undefined ? [] : [valueWords(rule.value)]),
    ].join(', '),
  ];
  const { at: _at, ...pages } = pagination ?? { at: undefined };
  return [
    ...Object.entries(errors.refusals).map(
      ([kind, r]) =>
        [
          `refusal ${kind}`,
          `${r.statuses.join(' or ')}${r.family === undefined ? '' : `, ${r.family}`}${r.codes === undefined ? '' : `, codes ${r.codes.join(' ')}`}`,
        ] as const,
    ),
    ...errors.families.map((family) => [`error family ${family.name}`, shortDigest(family)] as const),
    ['texts never shown', shortDigest(errors.forbiddenTexts)],
    ...(pagination === undefined ? [] : [['pagination', shortDigest(resolved(scope, pages))] as const]),
    ...(token === undefined
      ? []
      : [
          [
            'token',
            short(
              resolved(scope, {
                carrier: token.carrier,
                grantType: token.grantType,
                algorithm: token.algorithm,
                skew: token.skew,
                maximumLifetime: token.maximumLifetime,
              }),
            ),
          ] as const,
          ...token.header.map((rule) => claim('header', rule)),
          ...token.claims.map((rule) => claim('claim', rule)),
        ]),
    ...(security === undefined ? [] : [['security', short(resolved(scope, withoutPlace(security)))] as const]),
    ...(envelope === undefined ? [] : [['envelope', short(envelope)] as const]),
    ...(openAnswers === true ? [['answers', 'open'] as const] : []),
    ...(isEmpty(headers) ? [] : [['headers', short(headers)] as const]),
  ];
}

function valueWords(value: Json): string {
  if (typeof value === 'object' && value !== null && '$setting' in value) return `equals ${String(value.$setting)}`;
  return typeof value === 'object' && value !== null && '$now' in value
    ? `${String(value.$now)} s from now`
    : `is ${short(value)}`;
}

function withoutPlace({ at: _at, ...block }: SecurityBlock): Omit<SecurityBlock, 'at'> {
  return block;
}

/** Replaces each `{openPoint}` by its answer. */
function resolved(scope: Scope, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(scope, item));
  if ('openPoint' in value && typeof value.openPoint === 'string') return scope.answer(value.openPoint);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(scope, member)]));
}

/** Number of checks per operation, with a hash of their rules, requirements and parameters and of the declared changes. */
function checkLines(scope: Scope, checks: readonly Check[]): readonly (readonly [string, string])[] {
  const byOperation = new Map<string, unknown[]>();
  for (const check of [...checks].sort(compareBy((c) => c.id))) {
    const key = `${check.endpoint}/${check.operation}`;
    byOperation.set(key, [...(byOperation.get(key) ?? []), [check.id, check.requirement, check.params]]);
  }
  const declared = new Map<string, unknown[]>();
  for (const endpoint of scope.endpoints()) {
    for (const { on, name, change, then, steps } of endpoint.cases.filter((c) => scope.has(c))) {
      const key = `${endpoint.endpoint}/${on}`;
      declared.set(key, [...(declared.get(key) ?? []), [name, change, then, ...(steps === undefined ? [] : [steps])]]);
    }
  }
  return [...byOperation].map(([key, list]) => [key, `${list.length} ${shortDigest([list, declared.get(key) ?? []])}`]);
}
