/** The services of a target, with their connection and existing records. */
import { defined, maybe } from '../record/defined.ts';
import { unsendable } from '../record/field.ts';
import type { RawParty, RawTarget, RawTargetService } from '../schema/target.ts';
import type {
  Project,
  SecretRef,
  Signer,
  SpoiledTokens,
  TargetService,
  ConnectionSettings,
  EndpointContract,
  KnownRecord,
} from './model.ts';
import type { ProblemCode } from './problem-list.ts';
import { isFile } from './read-file.ts';
import type { NameSet, ProjectNames } from './references.ts';
import { findMarkedSecret, looksLikeFile } from './secrets.ts';
import { suggestion } from './suggest.ts';
import { address, addressesOf } from './target-addresses.ts';
import { buildCredentials, type CredentialScope, buildParties } from './target-credentials.ts';
import type { EnvironmentResolver } from './target-environment.ts';
import type { YamlDocument } from './yaml-document.ts';
import path from 'node:path';

export interface TargetScope {
  readonly document: YamlDocument;
  /** Folder of the target file: paths in it are relative to that. */
  readonly folder: string;
  readonly embedded: boolean;
  readonly resolver: EnvironmentResolver;
  /** Whether the files that hold keys have to be there. */
  readonly readsFiles: boolean;
  readonly answers: RawTarget['answers'];
  readonly names: ProjectNames;
  readonly project: Project;
}

type Services = Readonly<Record<string, RawTargetService>>;

export function buildServices(scope: TargetScope, services: Services): readonly TargetService[] {
  return Object.entries(services).flatMap(([service, written]) => {
    const known = scope.names.services.get(service);
    if (known === undefined) {
      scope.document.report(
        'unknown-service',
        `there is no specification of ${service}`,
        services,
        service,
        'key',
        suggestion(service, scope.names.services.keys(), 'service'),
      );
      return [];
    }
    return [buildService(scope, services, service, written, known.versions)];
  });
}

function buildService(
  scope: TargetScope,
  services: Services,
  service: string,
  written: RawTargetService,
  versions: NameSet,
): TargetService {
  const { resolver } = scope;
  const { identityProvider, bearer, unlinked, elsewhere, other, spoiled, otherAudience, records, headers } = written;
  const given: CredentialScope = {
    scope,
    service,
    written,
    services,
    secret: (parent, key, it) => secretRef(scope, parent, key, it),
    address: (parent, key, it) => address(scope, parent, key, it),
  };
  // Only the assertion of token.yaml names the audience that a token is asked for.
  if (otherAudience !== undefined && scope.project.contracts.find((c) => c.service === service)?.security !== undefined)
    scope.document.report(
      'wrong-value',
      'no token is requested for another audience: security.yaml names none in its token request',
      written,
      'otherAudience',
      'key',
      'give a token that was issued for another service: spoiled: { otherAudience: { file: … } }',
    );
  return {
    service,
    ...addressesOf(scope, services, service, written, versions),
    ...defined({
      identityProvider: maybe(identityProvider, (it) => ({
        ...resolver.resolve(written, 'identityProvider', it),
        tokenUrl: address(scope, it, 'tokenUrl', it.tokenUrl),
        key: secretRef(scope, it, 'key', it.key),
      })),
      bearer: maybe(bearer, (it) => secretRef(scope, written, 'bearer', it)),
      otherBearer: maybe(written.otherBearer, (it) => secretRef(scope, written, 'otherBearer', it)),
      unlinked: maybe(unlinked, (it) => party(scope, it)),
      elsewhere: maybe(elsewhere, (it) => party(scope, it)),
      other: maybe(other, (it) => party(scope, it)),
      spoiled: maybe(spoiled, (it) => spoiledTokens(scope, it)),
      otherAudience: maybe(otherAudience, (it) => resolver.resolve(written, 'otherAudience', it)),
      records: maybe(records, (it) => buildRecords(scope, service, it)),
    }),
    ...buildCredentials(given),
    ...buildParties(given),
    headers: headers === undefined ? {} : fields(scope, service, written, headers),
    ...defined({
      partyHeaders: maybe(written.partyHeaders, (all) =>
        Object.fromEntries(Object.entries(all).map(([name, own]) => [name, fields(scope, service, written, own)])),
      ),
    }),
    ...secretHeaders([headers, ...Object.values(written.partyHeaders ?? {})]),
  };
}

/** Names of the headers that take their values from the environment. */
function secretHeaders(written: readonly RawTargetService['headers'][]): Pick<TargetService, 'secretHeaders'> {
  const names = written
    .flatMap((one) => Object.entries(one ?? {}))
    .flatMap(([name, value]) => (value.includes('${env:') ? [name] : []));
  return names.length === 0 ? {} : { secretHeaders: names };
}

/** The header that carries the service's token: no other may be in it, least of all in a request that is to have none. */
function carriersOf(
  { project }: TargetScope,
  service: string,
  written: RawTargetService,
  answers: RawTarget['answers'],
): readonly string[] {
  const contracts = project.contracts.find((c) => c.service === service);
  const token = contracts?.token;
  const security = contracts?.security;
  if (security !== undefined)
    return [security, ...Object.values(security.others ?? {})].flatMap((one) =>
      one.type === 'apiKey' ? (one.in === 'header' ? [one.name ?? ''] : []) : ['authorization'],
    );
  if (token === undefined) return written.bearer === undefined ? [] : ['authorization'];
  const open = contracts?.open.find(({ place }) => place === '/token/carrier/header');
  const answer = open === undefined || typeof answers !== 'object' ? undefined : answers[open.point];
  return [String(answer ?? token.carrier.header), 'authorization'];
}

/** Headers for every request. What a variable holds is not shown: it is a secret more often than not. */
function fields(
  scope: TargetScope,
  service: string,
  target: RawTargetService,
  written: NonNullable<RawTargetService['headers']>,
): Readonly<Record<string, string>> {
  const carriers = carriersOf(scope, service, target, scope.answers).map((name) => name.toLowerCase());
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      if (carriers.includes(name.toLowerCase())) {
        scope.document.reportUnquoted(
          'wrong-value',
          `the header ${name} carries the token, in some requests a wrong one and in some none`,
          written,
          name,
          'key',
          'name the token under `bearer`, `credentials` or `identityProvider`',
        );
      }
      const resolved = scope.resolver.resolve(written, name, value);
      const what = unsendable(resolved);
      if (what !== undefined) {
        scope.document.reportUnquoted(
          'wrong-value',
          `the value of the header ${name} holds ${what}`,
          written,
          name,
          'value',
          'no header can carry it',
        );
      }
      return [name, resolved] as const;
    }),
  );
}

function spoiledTokens(scope: TargetScope, written: NonNullable<RawTargetService['spoiled']>): SpoiledTokens {
  const { expired, notYetValid, otherIssuer, otherAudience } = written;
  return {
    ...defined({
      expired: maybe(expired, (it) => secretRef(scope, written, 'expired', it)),
      notYetValid: maybe(notYetValid, (it) => secretRef(scope, written, 'notYetValid', it)),
      otherIssuer: maybe(otherIssuer, (it) => secretRef(scope, written, 'otherIssuer', it)),
      otherAudience: maybe(otherAudience, (it) => secretRef(scope, written, 'otherAudience', it)),
    }),
  };
}

function party(scope: TargetScope, written: RawParty): Signer {
  const { issuer, device, kid } = written;
  const { resolver } = scope;
  return {
    issuer: resolver.resolve(written, 'issuer', issuer),
    device: resolver.resolve(written, 'device', device),
    kid: resolver.resolve(written, 'kid', kid),
    key: secretRef(scope, written, 'key', written.key),
  };
}

/** Where a secret is kept. Files are made absolute, so that it does not matter where it is read; it stays unread. */
export function secretRef(scope: TargetScope, parent: object, key: string, written: SecretRef): SecretRef {
  const { document, resolver } = scope;
  if (written.env !== undefined) {
    resolver.expect(written, 'env', written.env);
    return { env: written.env };
  }
  const resolved = resolver.resolve(parent, key, written).file ?? '';
  if (resolved === '' || resolved.includes('${')) return { file: resolved };
  const file = path.resolve(scope.folder, resolved);
  if (scope.readsFiles && !isFile(file)) {
    // A variable that was to name the file may hold the secret itself.
    const isShown = resolved === written.file || (looksLikeFile(resolved) && findMarkedSecret(resolved) === undefined);
    const [message, hint] = isShown
      ? [`there is no file ${resolved}`, `looked for ${file}`]
      : [
          `${written.file} does not contain the path of a file`,
          'if it contains the secret itself, write { env: NAME }',
        ];
    document.report('file-missing', message, written, 'file', 'value', hint);
  }
  return { file };
}

type Written = NonNullable<RawTarget['connection']>;

export function buildConnection(scope: TargetScope, raw: RawTarget, written: Written): ConnectionSettings {
  const { proxy, direct, clientCertificate } = written;
  if (scope.embedded)
    add(
      scope,
      'connection-embedded',
      'what Plumbline starts itself is reached directly',
      raw,
      'connection',
      'remove it',
    );
  return defined({
    proxy: maybe(proxy, (it) => proxyOf(scope, written, it)),
    direct: maybe(direct, (it) => scope.resolver.resolve(written, 'direct', it)),
    clientCertificate: maybe(clientCertificate, (it) => ({
      certificate: secretRef(scope, it, 'certificate', it.certificate),
      key: secretRef(scope, it, 'key', it.key),
      ...defined({ passphrase: maybe(it.passphrase, (one) => secretRef(scope, it, 'passphrase', one)) }),
    })),
  });
}

/** Without the source line: a password may stand there. */
function add(
  { document }: TargetScope,
  code: ProblemCode,
  message: string,
  parent: object,
  key: string,
  hint: string,
): void {
  document.reportUnquoted(code, message, parent, key, 'value', hint);
}

/** Variables of proxies are often written without a scheme. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;
const VARIABLE_HINT = 'name a variable that holds the address: ${env:HTTPS_PROXY}';

/** With its scheme. */
function proxyOf(scope: TargetScope, written: Written, given: string): string {
  const tell = (code: ProblemCode, message: string, hint: string): void =>
    add(scope, code, message, written, 'proxy', hint);
  const resolved = scope.resolver.resolve(written, 'proxy', given);
  if (resolved === '' || resolved.includes('${')) return resolved;
  const address = SCHEME.test(resolved) ? resolved : `http://${resolved}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined) tell('wrong-value', 'this is no address of a proxy', 'write http://proxy.example:3128');
  else if (url.protocol !== 'http:' && url.protocol !== 'https:')
    tell('wrong-value', 'only proxies that speak HTTP are known', 'write http://proxy.example:3128');
  else if (url.password !== '' && resolved === given)
    tell('secret-in-file', 'the password of a proxy does not belong in this file', VARIABLE_HINT);
  return address;
}

type Records = Readonly<Record<string, KnownRecord>>;

export function buildRecords(scope: TargetScope, service: string, written: Records): Records {
  const endpoints = scope.project.contracts.find((c) => c.service === service)?.endpoints ?? [];
  return Object.fromEntries(
    Object.entries(written).map(([name, record]) => {
      const endpoint = endpoints.find((one) => one.endpoint === name);
      if (endpoint === undefined) {
        const hint = suggestion(
          name,
          endpoints.map((one) => one.endpoint),
          'endpoint',
        );
        const message = `${service} has no endpoint ${JSON.stringify(name)}`;
        scope.document.report('unknown-endpoint', message, written, name, 'key', hint);
      } else checkMembers(scope, endpoint, record);
      const { members, writable, as } = record;
      return [name, { members: scope.resolver.resolve(record, 'members', members), ...defined({ writable, as }) }];
    }),
  );
}

function checkMembers(scope: TargetScope, endpoint: EndpointContract, record: KnownRecord): void {
  const { document } = scope;
  const fields = endpoint.fields.map(({ name }) => name);
  for (const member of Object.keys(record.members)) {
    if (fields.includes(member)) continue;
    const message = `${endpoint.endpoint} has no field ${JSON.stringify(member)}`;
    const hint = suggestion(member, fields, 'field');
    document.report('unknown-field', message, record.members, member, 'key', hint);
  }
  const { uid } = endpoint;
  if (uid !== undefined && !Object.hasOwn(record.members, uid))
    document.report(
      'missing-key',
      `nothing says which of the ${endpoint.endpoint} it is`,
      record,
      'members',
      'key',
      `give its ${uid}`,
    );
}
