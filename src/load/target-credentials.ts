/** Credentials and parties of a target, compared with the needs of the contracts. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { RawCredential, RawCredentials, RawNamedParty, RawTargetService } from '../schema/target.ts';
import type {
  Credential,
  NamedParty,
  OAuthClient,
  Parties,
  SecretRef,
  SecurityBlock,
  SecurityScheme,
  Signer,
  TargetService,
} from './model.ts';
import { suggestName, unknownName } from './suggest.ts';
import type { TargetScope } from './target-scope.ts';

type Properties = readonly (keyof RawCredentials | keyof RawNamedParty)[];

/** Properties of a target that each kind of auth scheme needs, all of them. */
const KEY: Properties = ['key'];
const USER: Properties = ['user', 'password'];
const CLIENT: Properties = ['tokenUrl', 'id', 'secret'];
const SIGNING_CLIENT: Properties = ['tokenUrl', 'id', 'privateKey', 'kid'];
/** Properties that sign assertions for a service with token.yaml. */
const SIGNER: Properties = ['issuer', 'device', 'kid', 'key'];
const BEARER: Properties = ['bearer'];
const OPTIONAL: Properties = ['audience', 'other', 'others'];

export function buildCredentials(
  scope: TargetScope,
  service: string,
  written: RawTargetService,
  services: object,
): Partial<TargetService> {
  const contracts = scope.contractsOf(service);
  const security = contracts?.security;
  const { credentials } = written;
  if (security !== undefined) checkCredentials(scope, service, written, services, security);
  else if (contracts !== undefined && credentials !== undefined)
    scope.document.report(
      'wrong-value',
      `${service} has no security.yaml that says how credentials are sent`,
      written,
      'credentials',
      'key',
      'a service with token.yaml needs `bearer` or `identityProvider`',
    );
  if (security === undefined || credentials === undefined) return {};
  const given = scope.value(written, 'credentials', credentials);
  const others = mapOptional(given.others, (all) => mapDefined(all, partiesOf));
  if (security.type !== 'oauth2') return omitUndefined({ credentials: partiesOf(given), others });
  const tokenUrl = mapOptional(given.tokenUrl, (value) => scope.address(credentials, 'tokenUrl', value)) ?? '';
  return { ...clientCredentials(given, tokenUrl), ...omitUndefined({ others }) };
}

/** Credentials of an OAuth 2 client: a key for assertions, or a secret. */
function clientCredentials(given: RawCredentials, tokenUrl: string): Partial<TargetService> {
  const { privateKey, audience = tokenUrl, other } = given;
  if (privateKey === undefined) {
    const client = clientOf(given);
    return omitUndefined({
      client: mapOptional(client, (own) => ({
        tokenUrl,
        own,
        ...omitUndefined({ other: mapOptional(other, clientOf) }),
      })),
    });
  }
  const { id = '', kid = '' } = given;
  return {
    identityProvider: { tokenUrl, issuer: id, device: id, kid, audience, tokenAudience: '', key: privateKey },
  };
}

function clientOf({ id, secret, scopes }: RawCredential): OAuthClient | undefined {
  return id === undefined || secret === undefined ? undefined : { id, secret, ...omitUndefined({ scopes }) };
}

function partiesOf(given: RawCredential & { readonly other?: RawCredential }): Parties<Credential> | undefined {
  return mapOptional(credentialOf(given), (own) => ({
    own,
    ...omitUndefined({ other: mapOptional(given.other, credentialOf) }),
  }));
}

function credentialOf({ key, user, password }: RawCredential): Credential | undefined {
  if (key !== undefined) return { kind: 'key', key };
  return user === undefined || password === undefined ? undefined : { kind: 'user', user, password };
}

/** Maps the values of an object, without the undefined results. */
function mapDefined<T, R>(map: Readonly<Record<string, T>>, make: (value: T) => R | undefined): Record<string, R> {
  return Object.fromEntries(
    Object.entries(map).flatMap(([name, value]) => {
      const made = make(value);
      return made === undefined ? [] : [[name, made]];
    }),
  );
}

/** Every auth scheme needs credentials, and only those that it uses. Without them, its operations would silently not be tested. */
function checkCredentials(
  { document, embedded }: TargetScope,
  service: string,
  written: RawTargetService,
  services: object,
  security: SecurityBlock,
): void {
  if (embedded) return;
  const { credentials } = written;
  const check = (names: Properties, given: object | undefined, parent: object, key: string): void => {
    const hint = `security.yaml needs ${names.join(', ')}`;
    const missing = names.find((name) => given === undefined || !(name in given));
    if (missing !== undefined) {
      const message = `${JSON.stringify(missing)} is missing: a call needs it`;
      return document.report('missing-key', message, parent, key, 'key', hint);
    }
    for (const name of Object.keys(given ?? {}))
      if (!([...names, ...OPTIONAL] as readonly string[]).includes(name))
        document.report('wrong-value', `${name} is not used here`, given ?? {}, name, 'key', hint);
  };
  const [parent, key] = credentials === undefined ? [services, service] : [written, 'credentials'];
  if (security.type !== 'none' && !(isBearer(security) && written.bearer !== undefined))
    check(neededBy(security), credentials, parent, key);
  const { others = {} } = security;
  const given = credentials?.others ?? {};
  for (const [name, scheme] of Object.entries(others)) {
    const needed = neededBy(scheme);
    if (Object.hasOwn(given, name)) check(needed, given[name], given, name);
    else {
      const hint = `add it under \`credentials.others\`: security.yaml needs ${needed.join(', ')}`;
      const message = `the auth scheme ${JSON.stringify(name)} has no credentials`;
      document.report('missing-key', message, parent, key, 'key', hint);
    }
  }
  for (const name of Object.keys(given))
    if (!Object.hasOwn(others, name)) document.report('wrong-value', unknownScheme(name), given, name, 'key');
}

function unknownScheme(name: string): string {
  return unknownName('auth scheme', name, 'security.yaml');
}

function isBearer({ type, scheme }: SecurityScheme): boolean {
  return type === 'http' && scheme?.toLowerCase() === 'bearer';
}

function neededBy({ type, scheme, keyOnly, client }: SecurityScheme): Properties {
  if (type === 'oauth2') return client === 'private-key-jwt' ? SIGNING_CLIENT : CLIENT;
  return type === 'http' && scheme?.toLowerCase() === 'basic' && keyOnly !== true ? USER : KEY;
}

/** Parties of the target by name. */
export function buildParties(
  scope: TargetScope,
  service: string,
  written: RawTargetService,
  services: object,
): Pick<TargetService, 'parties'> {
  const contracts = scope.contractsOf(service);
  checkPartyNames(scope, service, written, services);
  const { parties } = written;
  if (parties === undefined) return {};
  const given = scope.value(written, 'parties', parties);
  if (contracts !== undefined)
    for (const name of Object.keys(parties)) checkParty(scope, written, parties, name, contracts.security);
  return { parties: mapDefined(given, (party) => partyOf(party, contracts?.security)) };
}

function partyOf(party: RawNamedParty, security: SecurityScheme | undefined): NamedParty {
  const others = mapOptional(party.others, (all) => mapDefined(all, credentialOf));
  const { bearer, issuer, device, kid, key, id, privateKey } = party;
  if (security === undefined) return omitUndefined({ bearer, signer: signerOf(issuer, device, kid, key), others });
  if (security.type !== 'oauth2') return omitUndefined({ bearer, credential: credentialOf(party), others });
  // RFC 7523 §3: `iss` and `sub` of a client's assertion are its id.
  return omitUndefined({ signer: signerOf(id, id, kid, privateKey), client: clientOf(party), others });
}

function signerOf(issuer?: string, device?: string, kid?: string, key?: SecretRef): Signer | undefined {
  const isWhole = issuer !== undefined && device !== undefined && kid !== undefined && key !== undefined;
  return isWhole ? { issuer, device, kid, key } : undefined;
}

/** A party must have all properties of one auth scheme, and no unused ones. */
function checkParty(
  { document }: TargetScope,
  { bearer }: RawTargetService,
  parties: NonNullable<RawTargetService['parties']>,
  name: string,
  security: SecurityBlock | undefined,
): void {
  const party = parties[name] ?? {};
  const needed = choicesOf(security, bearer !== undefined);
  const given = (Object.keys(party) as Properties).filter(
    (property) => property !== 'others' && !(property === 'scopes' && security?.type === 'oauth2'),
  );
  const choice = needed.find((item) => given.some((property) => item.includes(property))) ?? needed[0] ?? [];
  const hint = `the service needs ${needed.map((item) => item.join(', ')).join('; or ')}`;
  for (const property of given)
    if (!choice.includes(property))
      document.report('wrong-value', `${property} is not used here`, party, property, 'key', hint);
  const missing = (property: string, parent: object, key: string, help?: string): void =>
    document.report(
      'missing-key',
      `${JSON.stringify(property)} is missing: calls of ${name} need it`,
      parent,
      key,
      'key',
      help,
    );
  const first = choice.find((property) => !(property in party));
  if (first !== undefined && (given.length > 0 || party.others === undefined)) missing(first, parties, name, hint);
  const { others = {} } = party;
  for (const [other, shown] of Object.entries(others)) {
    const scheme = security?.others?.[other];
    const lacking = mapOptional(scheme, (value) => neededBy(value).find((property) => !(property in shown)));
    if (scheme === undefined) document.report('wrong-value', unknownScheme(other), others, other, 'key');
    else if (lacking !== undefined) missing(lacking, others, other);
  }
}

/** Sets of properties for a party: each is one complete choice. */
function choicesOf(security: SecurityScheme | undefined, hasBearer: boolean): readonly Properties[] {
  if (security === undefined) return hasBearer ? [BEARER, SIGNER] : [SIGNER, BEARER];
  if (security.type === 'none') return [[]];
  const needed = neededBy(security).filter((property) => property !== 'tokenUrl');
  return isBearer(security) ? [needed, BEARER] : [needed];
}

/** Parties that have a property of their own in the target. */
const OWN_PROPERTY: readonly string[] = ['other', 'unlinked', 'elsewhere'];

/** Every party that a record, a header or a case of the contract names exists. */
function checkPartyNames(scope: TargetScope, service: string, written: RawTargetService, services: object): void {
  const { document, embedded } = scope;
  const { records = {}, partyHeaders = {}, parties = {} } = written;
  const names = [...Object.keys(parties), ...OWN_PROPERTY];
  const holder = 'the target';
  for (const record of Object.values(records))
    if (record.as !== undefined) document.expectKnown('party', record.as, names, record, 'as', { holder });
  for (const name of Object.keys(partyHeaders))
    document.expectKnown('party', name, names, partyHeaders, name, { which: 'key', holder });
  // Services that Plumbline starts itself have fixed parties.
  if (embedded) return;
  const cases = scope.contractsOf(service)?.endpoints.flatMap((endpoint) => endpoint.cases) ?? [];
  const reported = new Set<string>(['nobody', ...names]);
  for (const { change, steps = {}, name, at } of cases)
    for (const party of [change.as, ...Object.values(steps).map((step) => step.as)]) {
      if (party === undefined || reported.has(party)) continue;
      reported.add(party);
      const message = `the case ${name} (${at.file}:${at.line}:${at.column}) acts as ${JSON.stringify(party)}, which is not a party of the target`;
      const hint =
        suggestName(party, [...names, 'nobody'], 'party') ?? `add the credentials of ${party} under \`parties\``;
      const [parent, key] = written.parties === undefined ? [services, service] : [written, 'parties'];
      document.report('unknown-party', message, parent, key, 'key', hint);
    }
}
