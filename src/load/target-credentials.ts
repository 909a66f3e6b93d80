/** What a target gives to be let in, held against what security.yaml asks for. */
import { defined, maybe } from '../record/defined.ts';
import type { Credential, OAuthClient, Parties, SecretRef, SecurityScheme, TargetService } from './model.ts';
import type { RawCredential, RawCredentials, RawTargetService } from '../schema/target.ts';
import type { TargetScope } from './build-target.ts';

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
