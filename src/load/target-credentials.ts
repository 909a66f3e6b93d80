/** Credentials and parties of a target, compared with what the contracts need. */
import { defined, maybe } from '../record/defined.ts';
import type { RawCredential, RawCredentials, RawTargetService, RawNamedParty } from '../schema/target.ts';
import type { TargetScope } from './build-target.ts';
import type {
  Credential,
  OAuthClient,
  Parties,
  SecretRef,
  SecurityScheme,
  TargetService,
  NamedParty,
  Signer,
} from './model.ts';
import { suggestion } from './suggest.ts';

type Member = keyof RawCredentials;
type SecretOf = (parent: object, key: string, written: SecretRef) => SecretRef;

/** What has to be given, each of them one complete choice. */
const KEY: readonly Member[] = ['key'];
const USER: readonly Member[] = ['user', 'password'];
const CLIENT: readonly Member[] = ['tokenUrl', 'id', 'secret'];
const SIGNER: readonly Member[] = ['tokenUrl', 'id', 'privateKey', 'kid'];
const OPTIONAL: readonly Member[] = ['audience', 'other', 'others'];

export interface CredentialScope {
  readonly scope: TargetScope;
  readonly service: string;
  readonly written: RawTargetService;
  /** Where the service stands in the target. */
  readonly services: object;
  readonly secret: SecretOf;
  readonly address: (parent: object, key: string, written: string) => string;
}

export function buildCredentials(given: CredentialScope): Partial<TargetService> {
  const { scope, service, written } = given;
  const contracts = scope.project.contracts.find((c) => c.service === service);
  const security = contracts?.security;
  const credentials = written.credentials;
  if (security !== undefined) checkGiven(given, security, security.others ?? {});
  else if (contracts !== undefined && credentials !== undefined)
    scope.document.report(
      'wrong-value',
      `${service} has no security.yaml that says how these are shown`,
      written,
      'credentials',
      'key',
      'a service with token.yaml is given `bearer` or `identityProvider`',
    );
  if (security === undefined || credentials === undefined) return {};
  const { others } = credentials;
  return {
    ...own(given, security, credentials),
    ...defined({
      others: maybe(others, (all) =>
        Object.fromEntries(
          Object.entries(all).flatMap(([name, one]) => {
            const parties = partiesOf(given, one);
            return parties === undefined ? [] : [[name, parties]];
          }),
        ),
      ),
    }),
  };
}

function own(given: CredentialScope, security: SecurityScheme, written: RawCredentials): Partial<TargetService> {
  const { secret, address, scope } = given;
  const { resolver } = scope;
  const { tokenUrl, id, privateKey, kid, audience, other } = written;
  if (security.type !== 'oauth2') return defined({ credentials: partiesOf(given, written) });
  const url = tokenUrl === undefined ? '' : address(written, 'tokenUrl', tokenUrl);
  const named = id === undefined ? '' : resolver.resolve(written, 'id', id);
  if (privateKey !== undefined)
    return {
      identityProvider: {
        tokenUrl: url,
        issuer: named,
        device: named,
        kid: kid ?? '',
        audience: audience === undefined ? url : resolver.resolve(written, 'audience', audience),
        tokenAudience: '',
        key: secret(written, 'privateKey', privateKey),
      },
    };
  const client = clientOf(given, written);
  return client === undefined
    ? {}
    : { client: { tokenUrl: url, own: client, ...defined({ other: maybe(other, (it) => clientOf(given, it)) }) } };
}

export function clientOf({ scope, secret }: CredentialScope, written: RawCredential): OAuthClient | undefined {
  const { id, secret: said, scopes } = written;
  if (id === undefined || said === undefined) return undefined;
  return {
    id: scope.resolver.resolve(written, 'id', id),
    secret: secret(written, 'secret', said),
    ...defined({ scopes }),
  };
}

function partiesOf(
  given: CredentialScope,
  written: RawCredential & { readonly other?: RawCredential },
): Parties<Credential> | undefined {
  const credential = credentialOf(given, written);
  return credential === undefined
    ? undefined
    : { own: credential, ...defined({ other: maybe(written.other, (it) => credentialOf(given, it)) }) };
}

export function credentialOf({ scope, secret }: CredentialScope, written: RawCredential): Credential | undefined {
  const { key, user, password } = written;
  if (key !== undefined) return { kind: 'key', key: secret(written, 'key', key) };
  if (user === undefined || password === undefined) return undefined;
  return {
    kind: 'user',
    user: scope.resolver.resolve(written, 'user', user),
    password: secret(written, 'password', password),
  };
}

/** Every way in has to be given what it asks for: without it nothing would be tried that way, and nobody be told. */
function checkGiven(
  { scope, service, written, services }: CredentialScope,
  security: SecurityScheme,
  others: Readonly<Record<string, SecurityScheme>>,
): void {
  if (scope.embedded) return;
  const { credentials } = written;
  const isToken = security.type === 'http' && security.scheme?.toLowerCase() === 'bearer';
  const hint = (members: readonly Member[]): string => `security.yaml asks for ${members.join(', ')}`;
  const lacking = (members: readonly Member[], holder: object | undefined, parent: object, key: string): boolean => {
    const missing = members.filter((member) => holder === undefined || !(member in holder));
    if (missing.length === 0) return false;
    scope.document.report(
      'missing-key',
      `${JSON.stringify(missing[0])} is missing: it is what lets a call in`,
      parent,
      key,
      'key',
      hint(members),
    );
    return true;
  };
  const odd = (members: readonly Member[], holder: object | undefined): void => {
    for (const member of Object.keys(holder ?? {}))
      if (![...members, ...OPTIONAL].includes(member as Member))
        scope.document.report(
          'wrong-value',
          `${member} lets nobody in here`,
          holder ?? {},
          member,
          'key',
          hint(members),
        );
  };
  const members = membersOf(security);
  if (security.type !== 'none' && !(isToken && written.bearer !== undefined)) {
    if (credentials === undefined) lacking(members, undefined, services, service);
    else if (!lacking(members, credentials, written, 'credentials')) odd(members, credentials);
  }
  for (const [name, scheme] of Object.entries(others)) {
    const one = credentials?.others?.[name];
    const asked = membersOf(scheme);
    if (one === undefined)
      scope.document.report(
        'missing-key',
        `the way in ${JSON.stringify(name)} is given nothing`,
        credentials === undefined ? services : written,
        credentials === undefined ? service : 'credentials',
        'key',
        `write it below credentials.others: ${hint(asked)}`,
      );
    else if (!lacking(asked, one, credentials?.others ?? {}, name)) odd(asked, one);
  }
  for (const name of Object.keys(credentials?.others ?? {}))
    if (!Object.hasOwn(others, name))
      scope.document.report(
        'wrong-value',
        `security.yaml has no way in ${JSON.stringify(name)} among its others`,
        credentials?.others ?? {},
        name,
        'key',
      );
}

export function membersOf({ type, scheme, keyOnly, client }: SecurityScheme): readonly Member[] {
  if (type === 'oauth2') return client === 'private-key-jwt' ? SIGNER : CLIENT;
  return type === 'http' && scheme?.toLowerCase() === 'basic' && keyOnly !== true ? USER : KEY;
}

/** Those who need no name of the target's: `other`, `unlinked` and `elsewhere` stand there by themselves. */
const KNOWN_BY_THEMSELVES: readonly string[] = ['other', 'unlinked', 'elsewhere', 'nobody'];

type PartyProperties = readonly (keyof RawNamedParty)[];

/** What signs assertions for a service with token.yaml. */
const SIGNER_PROPERTIES: PartyProperties = ['issuer', 'device', 'kid', 'key'];
const BEARER_PROPERTIES: PartyProperties = ['bearer'];

export function buildParties(given: CredentialScope): { readonly parties?: Readonly<Record<string, NamedParty>> } {
  const { scope, service, written } = given;
  const contracts = scope.project.contracts.find((c) => c.service === service);
  const security = contracts?.security;
  checkCalled(given);
  return defined({
    parties: maybe(written.parties, (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, party]) => {
          if (contracts !== undefined) checkParty(given, all, name, party, security);
          return [name, partyOf(given, party, security)];
        }),
      ),
    ),
  });
}

function partyOf(given: CredentialScope, written: RawNamedParty, security: SecurityScheme | undefined): NamedParty {
  const others = maybe(written.others, (all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([way, shown]) => {
        const credential = credentialOf(given, shown);
        return credential === undefined ? [] : [[way, credential]];
      }),
    ),
  );
  const bearer = maybe(written.bearer, (it) => given.secret(written, 'bearer', it));
  if (security === undefined) return defined({ bearer, signer: signerOf(given, written), others });
  if (security.type !== 'oauth2') return defined({ bearer, credential: credentialOf(given, written), others });
  return defined({ signer: clientSigner(given, written), client: clientOf(given, written), others });
}

function signerOf({ scope, secret }: CredentialScope, written: RawNamedParty): Signer | undefined {
  const { issuer, device, kid, key } = written;
  if (issuer === undefined || device === undefined || kid === undefined || key === undefined) return undefined;
  const { resolver } = scope;
  return {
    issuer: resolver.resolve(written, 'issuer', issuer),
    device: resolver.resolve(written, 'device', device),
    kid: resolver.resolve(written, 'kid', kid),
    key: secret(written, 'key', key),
  };
}

/** A client that signs who it is has one name (RFC 7523 §3: `iss` and `sub` are its id). */
function clientSigner({ scope, secret }: CredentialScope, written: RawNamedParty): Signer | undefined {
  const { id, privateKey, kid } = written;
  if (id === undefined || privateKey === undefined || kid === undefined) return undefined;
  const named = scope.resolver.resolve(written, 'id', id);
  return { issuer: named, device: named, kid, key: secret(written, 'privateKey', privateKey) };
}

/** A party gives what one of the ways in asks for, whole, and nothing that none of them does. */
function checkParty(
  { scope, written: service }: CredentialScope,
  all: NonNullable<RawTargetService['parties']>,
  name: string,
  party: RawNamedParty,
  security: SecurityScheme | undefined,
): void {
  const { document } = scope;
  const complete = choices(security, service.bearer !== undefined);
  const given = (Object.keys(party) as PartyProperties).filter(
    (member) => member !== 'others' && !(member === 'scopes' && security?.type === 'oauth2'),
  );
  const choice = complete.find((one) => given.some((member) => one.includes(member))) ?? complete[0] ?? [];
  const hint = `the service asks for ${complete.map((one) => one.join(', ')).join('; or ')}`;
  for (const member of given)
    if (!choice.includes(member))
      document.report('wrong-value', `${member} lets nobody in here`, party, member, 'key', hint);
  const missing = choice.find((member) => !(member in party));
  if (missing !== undefined && (given.length > 0 || party.others === undefined))
    document.report(
      'missing-key',
      `${JSON.stringify(missing)} is missing: it is what lets ${name} in`,
      all,
      name,
      'key',
      hint,
    );
  for (const [way, shown] of Object.entries(party.others ?? {})) {
    const scheme = (security as { readonly others?: Readonly<Record<string, SecurityScheme>> } | undefined)?.others?.[
      way
    ];
    if (scheme === undefined) {
      const message = `security.yaml has no way in ${JSON.stringify(way)} among its others`;
      document.report('wrong-value', message, party.others ?? {}, way, 'key');
      continue;
    }
    const lacking = membersOf(scheme).find((member) => !(member in shown));
    if (lacking === undefined) continue;
    const message = `${JSON.stringify(lacking)} is missing: it is what lets ${name} in`;
    document.report('missing-key', message, party.others ?? {}, way, 'key');
  }
}

/** What has to be given, each of them one complete choice. */
function choices(security: SecurityScheme | undefined, hasBearer: boolean): readonly PartyProperties[] {
  if (security === undefined)
    return hasBearer ? [BEARER_PROPERTIES, SIGNER_PROPERTIES] : [SIGNER_PROPERTIES, BEARER_PROPERTIES];
  const isToken = security.type === 'http' && security.scheme?.toLowerCase() === 'bearer';
  const asked = membersOf(security).filter((member) => member !== 'tokenUrl') as PartyProperties;
  return security.type === 'none' ? [[]] : isToken ? [asked, BEARER_PROPERTIES] : [asked];
}

/** Whoever is called by name, in a case of the contract or by a record, is there. */
function checkCalled({ scope, service, written, services }: CredentialScope): void {
  const { document, project } = scope;
  const names = [...Object.keys(written.parties ?? {}), ...KNOWN_BY_THEMSELVES];
  for (const [name, record] of Object.entries(written.records ?? {}))
    if (record.as !== undefined && !names.filter((one) => one !== 'nobody').includes(record.as)) {
      const message = `the record of ${name} is asked for as ${JSON.stringify(record.as)}, which is no party of the target`;
      document.report('unknown-party', message, record, 'as', 'value', suggestion(record.as, names, 'party'));
    }
  for (const name of Object.keys(written.partyHeaders ?? {}))
    if (!names.filter((one) => one !== 'nobody').includes(name))
      document.report(
        'unknown-party',
        `${JSON.stringify(name)} is no party of the target`,
        written.partyHeaders ?? {},
        name,
        'key',
        suggestion(name, names, 'party'),
      );
  // What Plumbline starts itself has the parties that it has.
  if (scope.embedded) return;
  const contracts = project.contracts.find((c) => c.service === service);
  const cases = contracts?.endpoints.flatMap((endpoint) => endpoint.cases) ?? [];
  const missing = new Map<string, (typeof cases)[number]>();
  for (const one of cases)
    for (const called of [one.change.as, ...Object.values(one.steps ?? {}).map((step) => step.as)])
      if (called !== undefined && !names.includes(called) && !missing.has(called)) missing.set(called, one);
  for (const [called, { name, at }] of missing) {
    const message = `the case ${name} (${at.file}:${at.line}:${at.column}) acts as ${JSON.stringify(called)}, which is no party of the target`;
    const hint = suggestion(called, names, 'party') ?? `write what lets ${called} in below \`parties\``;
    const [parent, key] = written.parties === undefined ? [services, service] : [written, 'parties'];
    document.report('unknown-party', message, parent, key, 'key', hint);
  }
}
