/**
 * Resolves the contracts of all versions to one version: removes unavailable parts, applies changes, and inserts
 * answers to open questions. Properties that depend on an answer become getters that report their use.
 */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import { valueAtPointer as pointed, decodePointerPart, encodePointerPart } from '../model/pointer.ts';
import type {
  ClaimRule,
  EndpointContract,
  EnvelopeBlock,
  ErrorFamily,
  ErrorsBlock,
  Field,
  OpenValue,
  Operation,
  ServiceContracts,
  TokenBlock,
  VersionBound,
  Versioned,
  VersionRange,
} from '../load/model.ts';
import { carrierOf } from './request-auth.ts';
import { type AnswerUse, recordUses } from './open-question-uses.ts';

/** One version: its range test, changes in order, and answers. */
interface OneVersion {
  has(range: VersionRange): boolean;
  changes<T extends { readonly in: VersionBound }>(changes: readonly T[]): readonly T[];
  answer(point: string): Json;
  /** Whether a sample replaces the answer. */
  isSample(point: string): boolean;
}

type Descriptors = Record<string, PropertyDescriptor>;

function descriptorsOf(item: object): Descriptors {
  return Object.getOwnPropertyDescriptors(item);
}

export function resolveVersion(contracts: ServiceContracts, version: OneVersion): ServiceContracts {
  const answered = withAnswers(contracts, '', byHolder(contracts.open), version) as ServiceContracts;
  const present = answered.endpoints.filter((endpoint) => version.has(endpoint));
  const names = new Set(present.map(({ endpoint }) => endpoint));
  const { token, security, headers } = answered;
  const endpoints = present.map((endpoint) =>
    endpointOf(endpoint, names, version, { headers, ...omitUndefined({ token, security }) }),
  );
  return withMembers(answered, {
    errors: errorsOf(answered, version),
    ...omitUndefined({ token: mapOptional(token, (it) => tokenOf(it, version)) }),
    endpoints: Object.freeze(endpoints),
  });
}

function errorsOf({ errors, envelope }: ServiceContracts, version: OneVersion): ErrorsBlock {
  const refusals = Object.entries(errors.refusals)
    .filter(([, refusal]) => version.has(refusal))
    .map(([kind, refusal]) => [kind, bounded(changed(refusal, version), 'statuses')] as const);
  const families = errors.families.map((family) =>
    family.enveloped === true && envelope !== undefined ? envelopedFamily(family, envelope) : family,
  );
  return withMembers(errors, {
    families: Object.freeze(families),
    refusals: Object.freeze(Object.fromEntries(refusals)),
  });
}

/** The body of a rejection in an envelope. Reading it counts as a use of the envelope's names. */
function envelopedFamily(family: ErrorFamily, envelope: EnvelopeBlock): ErrorFamily {
  const { enveloped: _enveloped, ...members } = descriptorsOf(family);
  const { schema, entries, entry } = family;
  const whole = (): Json =>
    deepFrozen({
      type: 'object',
      required: [envelope.success, envelope.result],
      properties: {
        [envelope.success]: { const: false },
        [envelope.correlation.member]: { type: 'string' },
        [envelope.result]: structuredClone(schema),
      },
      additionalProperties: false,
    });
  members['schema'] = { get: whole, enumerable: true };
  if (entries !== undefined)
    members['entries'] = { get: () => `/${encodePointerPart(envelope.result)}${entries}`, enumerable: true };
  if (entry !== undefined)
    members['entry'] = { get: () => `/${encodePointerPart(envelope.result)}${entry}`, enumerable: true };
  return made<ErrorFamily>(members, family);
}

function tokenOf(token: TokenBlock, version: OneVersion): TokenBlock {
  const claims = (all: readonly ClaimRule[]): readonly ClaimRule[] =>
    Object.freeze(all.filter((claim) => version.has(claim)).map((claim) => bounded(changed(claim, version), 'name')));
  return withMembers(token, { header: claims(token.header), claims: claims(token.claims) });
}

/** An absolute URL is an external host, not the service. */
function isElsewhere({ path }: Operation): boolean {
  return /^https?:/.test(path);
}

function endpointOf(
  endpoint: EndpointContract,
  names: ReadonlySet<string>,
  version: OneVersion,
  access: Access,
): EndpointContract {
  const operations = endpoint.operations
    .filter((operation) => version.has(operation))
    .map((operation) => carrying(bounded(changed(operation, version), 'name'), access));
  const alternatives = operations.flatMap((operation) => alternativesOf(operation, access));
  return bounded(
    withMembers(endpoint, {
      ...(operations.some(isElsewhere) ? { base: 'elsewhere' as const } : {}),
      nested: Object.freeze(Object.fromEntries(Object.entries(endpoint.nested).filter(([, name]) => names.has(name)))),
      fields: fieldsOf(endpoint.fields, version, endpoint.fieldsFrom),
      operations: Object.freeze(operations),
      ...(alternatives.length === 0 ? {} : { alternatives: Object.freeze(alternatives) }),
      cases: Object.freeze(endpoint.cases.filter((one) => version.has(one)).map((one) => bounded(one, 'name'))),
    }),
    'endpoint',
  );
}

/** The operation with each alternative auth scheme, and with each alternative page style. */
function alternativesOf(operation: Operation, access: Access): readonly Operation[] {
  const { name, orBy = [], orStyles = [] } = operation;
  const ways = orBy.map((way) => ({ name: `${name}-${way}`, security: way, alternative: 'way' as const }));
  const styles = orStyles.map((style) => ({ name: `${name}-${style}`, style, alternative: 'style' as const }));
  return [...ways, ...styles].map((other) =>
    carrying(withMembers(operation, { orBy: [], orStyles: [], ...other }), access),
  );
}

type Access = Pick<ServiceContracts, 'security' | 'token' | 'headers'>;

/** Adds getters for headers that are set on sending. */
function carrying(operation: Operation, access: Access): Operation {
  const isSigned = operation.access === 'token' && (access.token ?? access.security) !== undefined;
  const { headers } = access;
  const hasHeaders = Object.keys(headers).length > 0;
  if (!isSigned && !hasHeaders) return operation;
  const members = descriptorsOf(operation);
  if (isSigned) members['carrier'] = { get: () => carrierOf(access, operation.security), enumerable: false };
  if (hasHeaders) members['everyHeader'] = { get: () => ({ ...headers }), enumerable: false };
  return made<Operation>(members, operation);
}

function fieldsOf(fields: readonly Field[], version: OneVersion, from: string | undefined): readonly Field[] {
  const present = fields
    .filter((field) => version.has(field))
    .map((declared) => {
      const field = changed(declared, version);
      const whole =
        field.fields === undefined ? field : withMembers(field, { fields: fieldsOf(field.fields, version, from) });
      const known = from === undefined || field.shown === true ? whole : resting(whole, from);
      return bounded(known, 'name');
    });
  return Object.freeze(present);
}

/** The loader has validated the results of changes. */
function changed<T extends Versioned>(item: T, version: OneVersion): T {
  const { changes = [] } = item;
  if (changes.length === 0) return item;
  const members = descriptorsOf(item);
  for (const { set, remove } of version.changes(changes)) {
    for (const member of remove) delete members[member];
    for (const member of Object.keys(set)) members[member] = described(set, member);
  }
  // A changed property depends on the version of the change, in every version.
  for (const { in: bound, set, remove } of changes) {
    if (typeof bound === 'string') continue;
    for (const member of [...Object.keys(set), ...remove]) noting(members, member, item, bound.openPoint);
  }
  return made<T>(members, item);
}

function described(object: object, member: string): PropertyDescriptor {
  return Object.getOwnPropertyDescriptor(object, member) ?? { value: undefined, enumerable: true };
}

/** If an open question decides whether an item exists, reading its name counts as a use. */
function bounded<T extends VersionRange>(item: T, name: string): T {
  const bounds = [item.since, item.until].filter((bound) => typeof bound === 'object');
  if (bounds.length === 0) return item;
  const members = descriptorsOf(item);
  for (const { openPoint } of bounds) noting(members, name, item, openPoint);
  return made<T>(members, item);
}

/** Properties that are not assumptions. */
const CERTAIN: ReadonlySet<string> = new Set(['at', 'fields', 'sample']);

/** A field without documentation: reading any property counts as a use of its open question. */
function resting(field: Field, point: string): Field {
  const members = descriptorsOf(field);
  for (const member of Object.keys(members)) if (!CERTAIN.has(member)) noting(members, member, field, point);
  return made<Field>(members, field);
}

/** Properties that affect only the form of a rejection. */
const TOLD: ReadonlySet<string> = new Set(['codes', 'element']);

function noting(members: Descriptors, member: string, item: object, point: string): void {
  const known = members[member];
  if (known === undefined) return;
  members[member] = getter(known, [useOf(item, member, point)]);
}

/** Places that a success confirms. Limits may be kept by chance, and page headers may be ignored. */
const SHOWN =
  /^(\/endpoints\/\d+\/operations\/\d+\/(path|method|request|response|success)|\/envelope\/(correlation\/member|success|result)|\/token\/(carrier|grantType).*|\/security\/.*|\/headers\/.*|)$/;

function useOf(item: object, member: string, point: string, place = ''): AnswerUse {
  const isField = 'type' in item && 'required' in item;
  return {
    point,
    place,
    shown: isField ? member === 'name' : SHOWN.test(place),
    form: TOLD.has(member) || (member === 'success' && 'method' in item),
    ...(isField ? { field: declaredItem(item) } : {}),
  };
}

function getter(known: PropertyDescriptor, uses: readonly AnswerUse[]): PropertyDescriptor {
  const value: unknown = known.value;
  const get = (): unknown => {
    recordUses(uses);
    return known.get === undefined ? value : known.get();
  };
  return { get, enumerable: true, configurable: true };
}

/** The declared item of each resolved one. */
const owners = new WeakMap<object, object>();

export function declaredItem(item: object): object {
  return owners.get(item) ?? item;
}

function made<T extends object>(members: Descriptors, of: object): T {
  const item = Object.freeze(Object.defineProperties({}, members)) as T;
  owners.set(item, declaredItem(of));
  return item;
}

/** A copy with replaced properties that keeps all getters. */
function withMembers<T extends object>(item: T, more: Partial<T>): T {
  const members = descriptorsOf(item);
  for (const member of Object.keys(more)) members[member] = described(more, member);
  return made<T>(members, item);
}

/** Open values by the pointer of their parent, and the pointers of all ancestors. */
interface Opens {
  readonly of: ReadonlyMap<string, readonly (readonly [string, OpenValue])[]>;
  readonly above: ReadonlySet<string>;
}

function byHolder(open: readonly OpenValue[]): Opens {
  const of = new Map<string, (readonly [string, OpenValue])[]>();
  const above = new Set<string>();
  for (const value of open) {
    const cut = value.place.lastIndexOf('/');
    const holder = value.place.slice(0, cut);
    of.set(holder, [...(of.get(holder) ?? []), [decodePointerPart(value.place.slice(cut + 1)), value]]);
    for (let end = cut; end !== -1; end = value.place.lastIndexOf('/', end - 1)) {
      above.add(value.place.slice(0, end));
      if (end === 0) break;
    }
  }
  return { of, above };
}

/** Replaces open values by answers. A part without open values is returned unchanged. */
function withAnswers(item: unknown, place: string, opens: Opens, version: OneVersion): unknown {
  if (typeof item !== 'object' || item === null || !opens.above.has(place)) return item;
  const isForm = place.startsWith('/errors');
  if (Array.isArray(item))
    return Object.freeze(item.map((entry, index) => withAnswers(entry, `${place}/${index}`, opens, version)));
  const members: Descriptors = {};
  const use = (member: string, { point }: OpenValue): AnswerUse => ({
    ...useOf(item, member, point, `${place}/${encodePointerPart(member)}`),
    ...(isForm ? { form: true } : {}),
  });
  for (const [member, value] of Object.entries(item)) {
    const here = `${place}/${encodePointerPart(member)}`;
    const inside = withAnswers(value, here, opens, version);
    const entries = Array.isArray(value) ? (opens.of.get(here) ?? []) : [];
    const known = { value: entries.length === 0 ? inside : listed(inside as readonly unknown[], entries, version) };
    // Reading a list counts as a use of all its entries.
    members[member] =
      entries.length === 0
        ? { ...known, enumerable: true, configurable: true }
        : getter(
            known,
            entries.map(([, open]) => use(member, open)),
          );
  }
  for (const [member, open] of opens.of.get(place) ?? []) {
    members[member] = getter({ value: deepFrozen(answerAt(open, version)) }, [use(member, open)]);
    if (member === 'values' && version.isSample(open.point)) members['sample'] = { value: true, enumerable: false };
  }
  return made(members, item);
}

function listed(
  list: readonly unknown[],
  entries: readonly (readonly [string, OpenValue])[],
  version: OneVersion,
): readonly unknown[] {
  const answers = new Map(entries.map(([index, open]) => [Number(index), deepFrozen(answerAt(open, version))]));
  return Object.freeze(list.map((entry, index) => (answers.has(index) ? answers.get(index) : entry)));
}

/** The value of an answer at one place. */
function answerAt({ point, part, has }: OpenValue, version: OneVersion): Json {
  const answer = version.answer(point);
  const whole = part === undefined ? answer : (pointed(answer, part) ?? null);
  return has === undefined ? whole : Array.isArray(whole) && (whole as readonly Json[]).includes(has);
}

function deepFrozen(value: Json): Json {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) deepFrozen(member);
    Object.freeze(value);
  }
  return value;
}
