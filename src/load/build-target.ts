/** The services of a target, with their connection and existing records. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { headerValueFault } from '../model/headers.ts';
import type { RawTarget, RawTargetService } from '../schema/target.ts';
import type { ConnectionSettings, EndpointContract, KnownRecord, TargetService } from './model.ts';
import type { ProblemCode } from './problem-list.ts';
import type { NameSet } from './references.ts';
import { buildAddresses } from './target-addresses.ts';
import { buildCredentials, buildParties } from './target-credentials.ts';
import type { TargetScope } from './target-scope.ts';

type Services = Readonly<Record<string, RawTargetService>>;

export function buildServices(scope: TargetScope, services: Services): readonly TargetService[] {
  return Object.entries(services).flatMap(([service, written]) => {
    const known = scope.names.services;
    const versions = known.get(service)?.versions;
    if (versions !== undefined) return [buildService(scope, services, service, written, versions)];
    scope.document.expectKnown('service', service, known.keys(), services, service, { which: 'key', holder: 'specs/' });
    return [];
  });
}

function buildService(
  scope: TargetScope,
  services: Services,
  service: string,
  written: RawTargetService,
  versions: NameSet,
): TargetService {
  const { identityProvider, records, headers, partyHeaders, otherAudience } = written;
  // Only the assertion of token.yaml names the audience of the requested token.
  if (otherAudience !== undefined && scope.contractsOf(service)?.security !== undefined)
    scope.document.report(
      'wrong-value',
      'security.yaml has no audience in its token request, so no token for another audience can be requested',
      written,
      'otherAudience',
      'key',
      'give a token that was issued for another service: spoiled: { otherAudience: { file: … } }',
    );
  return {
    service,
    ...buildAddresses(scope, services, service, written, versions),
    ...omitUndefined({
      identityProvider: mapOptional(identityProvider, (value) => ({
        ...scope.value(written, 'identityProvider', value),
        tokenUrl: scope.address(value, 'tokenUrl', value.tokenUrl),
      })),
      records: mapOptional(records, (value) => buildRecords(scope, service, value)),
    }),
    ...scope.values(written, 'bearer', 'otherBearer', 'unlinked', 'elsewhere', 'other', 'spoiled', 'otherAudience'),
    ...buildCredentials(scope, service, written, services),
    ...buildParties(scope, service, written, services),
    headers: headers === undefined ? {} : requestHeaders(scope, service, written, headers),
    ...omitUndefined({
      partyHeaders: mapOptional(partyHeaders, (all) =>
        Object.fromEntries(
          Object.entries(all).map(([name, own]) => [name, requestHeaders(scope, service, written, own)]),
        ),
      ),
    }),
    ...secretHeaders([headers, ...Object.values(partyHeaders ?? {})]),
  };
}

/** Names of the headers that take their values from the environment. */
function secretHeaders(written: readonly RawTargetService['headers'][]): Pick<TargetService, 'secretHeaders'> {
  const names = written
    .flatMap((item) => Object.entries(item ?? {}))
    .flatMap(([name, value]) => (value.includes('${env:') ? [name] : []));
  return names.length === 0 ? {} : { secretHeaders: names };
}

/** Headers that carry the token of the service: no other header may replace them, least of all in a request without a token. */
function carriersOf(scope: TargetScope, service: string, written: RawTargetService): readonly string[] {
  const { token, security, open = [] } = scope.contractsOf(service) ?? {};
  if (security !== undefined)
    return [security, ...Object.values(security.others ?? {})].flatMap((item) =>
      item.type === 'apiKey' ? (item.in === 'header' ? [item.name ?? ''] : []) : ['authorization'],
    );
  if (token === undefined) return written.bearer === undefined ? [] : ['authorization'];
  const { answers } = scope;
  const question = open.find(({ place }) => place === '/token/carrier/header');
  const answer = question === undefined || typeof answers === 'string' ? undefined : answers?.[question.point];
  return [String(answer ?? token.carrier.header), 'authorization'];
}

/** Headers for every request. Problems do not show their values: most variables in headers are secrets. */
function requestHeaders(
  scope: TargetScope,
  service: string,
  target: RawTargetService,
  written: NonNullable<RawTargetService['headers']>,
): Readonly<Record<string, string>> {
  const carriers = carriersOf(scope, service, target).map((name) => name.toLowerCase());
  const report = (name: string, which: 'key' | 'value', message: string, hint: string): void =>
    scope.document.reportUnquoted('wrong-value', message, written, name, which, hint);
  return Object.fromEntries(
    Object.entries(written).map(([name, value]) => {
      if (carriers.includes(name.toLowerCase())) {
        const message = `the header ${name} contains the token, and Plumbline must vary it`;
        report(name, 'key', message, 'name the token under `bearer`, `credentials` or `identityProvider`');
      }
      const resolved = scope.text(written, name, value);
      const what = headerValueFault(resolved);
      if (what !== undefined)
        report(name, 'value', `the value of the header ${name} contains ${what}`, 'a header cannot contain it');
      return [name, resolved] as const;
    }),
  );
}

/** How the services are reached. Problems do not show the source line: it may contain a password. */
export function buildConnection(
  scope: TargetScope,
  raw: RawTarget,
  written: NonNullable<RawTarget['connection']>,
): ConnectionSettings {
  const { document, embedded } = scope;
  if (embedded) {
    const message = 'services that Plumbline starts itself are reached directly';
    document.reportUnquoted('connection-embedded', message, raw, 'connection', 'value', 'remove it');
  }
  return {
    ...omitUndefined({ proxy: mapOptional(written.proxy, (value) => proxyOf(scope, written, value)) }),
    ...scope.values(written, 'direct', 'clientCertificate'),
  };
}

/** Address of the proxy. Variables of proxies are often written without a scheme, which is then http. */
function proxyOf(scope: TargetScope, written: object, given: string): string {
  const resolved = scope.text(written, 'proxy', given);
  if (resolved === '' || resolved.includes('${')) return resolved;
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(resolved) ? resolved : `http://${resolved}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const report = (code: ProblemCode, message: string, hint: string): void =>
    scope.document.reportUnquoted(code, message, written, 'proxy', 'value', hint);
  if (url === undefined) report('wrong-value', 'not the address of a proxy', 'write http://proxy.example:3128');
  else if (url.protocol !== 'http:' && url.protocol !== 'https:')
    report('wrong-value', 'only HTTP proxies are supported', 'write http://proxy.example:3128');
  else if (url.password !== '' && resolved === given)
    report(
      'secret-in-file',
      'the password of a proxy does not belong in this file',
      'name a variable that holds the address: ${env:HTTPS_PROXY}',
    );
  return address;
}

type Records = Readonly<Record<string, KnownRecord>>;

function buildRecords(scope: TargetScope, service: string, written: Records): Records {
  const endpoints = scope.contractsOf(service)?.endpoints ?? [];
  return Object.fromEntries(
    Object.entries(written).map(([name, record]) => {
      const known = endpoints.map(({ endpoint }) => endpoint);
      scope.document.expectKnown('endpoint', name, known, written, name, { which: 'key', holder: service });
      const contract = endpoints.find(({ endpoint }) => endpoint === name);
      if (contract !== undefined) checkMembers(scope, contract, record);
      return [name, { ...record, members: scope.text(record, 'members', record.members) }];
    }),
  );
}

function checkMembers({ document }: TargetScope, contract: EndpointContract, record: KnownRecord): void {
  const { members } = record;
  const { endpoint, uid } = contract;
  const fields = contract.fields.map(({ name }) => name);
  for (const member of Object.keys(members))
    document.expectKnown('field', member, fields, members, member, { which: 'key', holder: endpoint });
  if (uid !== undefined && !Object.hasOwn(members, uid)) {
    const message = `the identifier of this record of ${endpoint} is missing`;
    document.report('missing-key', message, record, 'members', 'key', `give its ${uid}`);
  }
}
