/** From contracts of all versions to those of one: what it does not have is gone, and what changed by then is changed. Pure. */
import type {
  ClaimRule,
  EndpointContract,
  ErrorsBlock,
  Field,
  ServiceContracts,
  TokenBlock,
  VersionBound,
  Versioned,
  VersionRange,
} from '../load/model.ts';

/** What one version has, and which changes have come by it, in the order of the versions. */
interface OneVersion {
  has(range: VersionRange): boolean;
  changes<T extends { readonly in: VersionBound }>(changes: readonly T[]): readonly T[];
}

export function contractsOf(contracts: ServiceContracts, version: OneVersion): ServiceContracts {
  const present = contracts.endpoints.filter((endpoint) => version.has(endpoint));
  const names = new Set(present.map(({ endpoint }) => endpoint));
  const endpoints = present.map((endpoint) => endpointOf(endpoint, names, version));
  const { token } = contracts;
  return Object.freeze({
    ...contracts,
    errors: errorsOf(contracts.errors, version),
    ...(token === undefined ? {} : { token: tokenOf(token, version) }),
    endpoints: Object.freeze(endpoints),
  });
}

function errorsOf(errors: ErrorsBlock, version: OneVersion): ErrorsBlock {
  const refusals = Object.entries(errors.refusals)
    .filter(([, refusal]) => version.has(refusal))
    .map(([kind, refusal]) => [kind, changed(refusal, version)] as const);
  return Object.freeze({ ...errors, refusals: Object.freeze(Object.fromEntries(refusals)) });
}

function tokenOf(token: TokenBlock, version: OneVersion): TokenBlock {
  const claims = (all: readonly ClaimRule[]): readonly ClaimRule[] =>
    Object.freeze(all.filter((claim) => version.has(claim)).map((claim) => changed(claim, version)));
  return Object.freeze({ ...token, header: claims(token.header), claims: claims(token.claims) });
}

function endpointOf(endpoint: EndpointContract, names: ReadonlySet<string>, version: OneVersion): EndpointContract {
  return Object.freeze({
    ...endpoint,
    nested: Object.freeze(Object.fromEntries(Object.entries(endpoint.nested).filter(([, name]) => names.has(name)))),
    fields: fieldsOf(endpoint.fields, version),
    operations: Object.freeze(
      endpoint.operations.filter((operation) => version.has(operation)).map((operation) => changed(operation, version)),
    ),
    cases: Object.freeze(endpoint.cases.filter((one) => version.has(one))),
  });
}

function fieldsOf(fields: readonly Field[], version: OneVersion): readonly Field[] {
  const present = fields
    .filter((field) => version.has(field))
    .map((declared) => {
      const field = changed(declared, version);
      return field.fields === undefined ? field : Object.freeze({ ...field, fields: fieldsOf(field.fields, version) });
    });
  return Object.freeze(present);
}

/** Loading has seen to it that what comes of the changes has the form of what they change. */
function changed<T extends Versioned>(item: T, version: OneVersion): T {
  const due = version.changes(item.changes ?? []);
  if (due.length === 0) return item;
  const members = new Map<string, unknown>(Object.entries(item));
  for (const { set, remove } of due) {
    for (const member of remove) members.delete(member);
    for (const [member, value] of Object.entries(set)) members.set(member, value);
  }
  return Object.freeze(Object.fromEntries(members) as unknown as T);
}
