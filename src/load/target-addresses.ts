/** Where a service is: the base address of each version and its other addresses, with their variables filled in. */
import { ownMember } from '../record/json.ts';
import type { TargetScope } from './build-target.ts';
import type { ServerVariable, ServiceContracts, TargetService } from './model.ts';
import type { NameSet } from './references.ts';
import type { RawTargetService } from '../schema/target.ts';
import { suggestion } from './suggest.ts';

type Services = Readonly<Record<string, RawTargetService>>;
type Addresses = Pick<TargetService, 'addresses' | 'servers'>;

/** `{name}` of an address; `${env:NAME}` is none. */
const VARIABLE = /(?<!\$)\{([^{}]*)\}/g;

export function variablesIn(address: string): readonly string[] {
  return [...address.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** The variables of the addresses of a service: what the target says of them, or what they are by themselves. */
class Variables {
  readonly #scope: TargetScope;
  readonly #place: readonly [object, string];
  readonly #given: Readonly<Record<string, string>>;
  readonly #declared: Readonly<Record<string, ServerVariable>>;
  readonly #missing = new Set<string>();

  constructor(scope: TargetScope, services: Services, service: string, contracts: ServiceContracts | undefined) {
    const written = services[service]?.variables;
    this.#scope = scope;
    this.#place = written === undefined ? [services, service] : [services[service] ?? {}, 'variables'];
    this.#declared = contracts?.variables ?? {};
    this.#given = Object.fromEntries(
      Object.entries(written ?? {}).map(([name, value]) => [name, scope.resolver.resolve(written ?? {}, name, value)]),
    );
  }

  /** Undefined where something is missing, which is told. */
  fill(address: string): string | undefined {
    const valueOf = (name: string): string | undefined =>
      ownMember(this.#given, name) ?? ownMember(this.#declared, name)?.default;
    const missing = variablesIn(address).filter((name) => valueOf(name) === undefined);
    for (const name of missing) this.#miss(name);
    return missing.length > 0 ? undefined : address.replaceAll(VARIABLE, (_all, name: string) => valueOf(name) ?? '');
  }

  #miss(name: string): void {
    if (this.#missing.has(name)) return;
    this.#missing.add(name);
    const { document } = this.#scope;
    const values = ownMember(this.#declared, name)?.values;
    const hint = `write it below \`variables\`${values === undefined ? '' : `: ${values.join(', ')}`}`;
    const message = `nothing says what {${name}} of the address is`;
    document.report('variable-missing', message, ...this.#place, 'key', hint);
  }

  /** What the target says of variables that no address has, and what they cannot be. */
  check(written: NonNullable<RawTargetService['variables']>, addresses: readonly string[]): void {
    const { document } = this.#scope;
    const used = addresses.flatMap(variablesIn);
    for (const name of Object.keys(written)) {
      const values = ownMember(this.#declared, name)?.values;
      const value = ownMember(this.#given, name) ?? '';
      if (!used.includes(name)) {
        const message = `no address of the service has a variable {${name}}`;
        document.report('unknown-variable', message, written, name, 'key', suggestion(name, used, 'variable'));
      } else if (values !== undefined && !value.includes('${') && !values.includes(value)) {
        const message = `${written[name] === value ? JSON.stringify(value) : `what ${written[name]} stands for`} is no value of {${name}}`;
        document.report('wrong-value', message, written, name, 'value', suggestion(value, values, 'value'));
      }
    }
  }
}

export function addressesOf(
  scope: TargetScope,
  services: Services,
  service: string,
  written: RawTargetService,
  versions: NameSet,
): Addresses {
  const contracts = scope.project.contracts.find((c) => c.service === service);
  const variables = new Variables(scope, services, service, contracts);
  const { servers = {} } = written;
  // What contracts would have said that cannot be read is not missed.
  const base = written.baseUrl ?? (scope.embedded ? undefined : contracts === undefined ? '' : contracts.server);
  const known = contracts?.servers ?? {};
  for (const name of Object.keys(servers))
    if (!Object.hasOwn(known, name)) {
      const message = `envelope.yaml has no server ${JSON.stringify(name)}`;
      const hint = suggestion(name, Object.keys(known), 'server');
      scope.document.report('unknown-server', message, servers, name, 'key', hint);
    }
  const bases = typeof base === 'object' ? Object.values(base) : [base ?? ''];
  variables.check(written.variables ?? {}, [...bases, ...Object.values({ ...known, ...servers })]);
  const others = Object.entries(known).map(([name, usual]) => {
    const own = ownMember(servers, name);
    return [
      name,
      own === undefined
        ? address(scope, services, service, usual, variables)
        : address(scope, servers, name, own, variables),
    ] as const;
  });
  return {
    addresses: basesOf(scope, services, service, base, versions, variables),
    ...(others.length === 0 || scope.embedded ? {} : { servers: Object.fromEntries(others) }),
  };
}

function basesOf(
  scope: TargetScope,
  services: Services,
  service: string,
  baseUrl: RawTargetService['baseUrl'],
  versions: NameSet,
  variables: Variables,
): TargetService['addresses'] {
  const { document } = scope;
  const written = services[service] ?? {};
  const specs = written.spec ?? versions.list();
  written.spec?.forEach((version, index) =>
    checkVersion(scope, service, versions, version, written.spec ?? [], index, 'value'),
  );
  if (baseUrl === undefined) {
    if (!scope.embedded)
      document.report(
        'address-missing',
        `${service} has no baseUrl`,
        services,
        service,
        'key',
        'only an embedded target needs none',
      );
    return specs.map((spec) => ({ spec, baseUrl: '' }));
  }
  if (typeof baseUrl === 'string') {
    const [parent, key] = written.baseUrl === undefined ? [services, service] : [written, 'baseUrl'];
    const resolved = address(scope, parent, key, baseUrl, variables);
    return specs.map((spec) => ({ spec, baseUrl: resolved }));
  }
  for (const version of Object.keys(baseUrl)) checkVersion(scope, service, versions, version, baseUrl, version, 'key');
  return specs.map((spec) => {
    const own = baseUrl[spec];
    if (own === undefined && versions.has(spec))
      document.report('address-missing', `version ${spec} has no address`, written, 'baseUrl', 'key');
    return { spec, baseUrl: own === undefined ? '' : address(scope, baseUrl, spec, own, variables) };
  });
}

function checkVersion(
  scope: TargetScope,
  service: string,
  versions: NameSet,
  version: string,
  parent: object,
  key: string | number,
  which: 'key' | 'value',
): void {
  if (versions.has(version)) return;
  scope.document.report(
    'unknown-version',
    `${service} has no version ${JSON.stringify(version)}`,
    parent,
    key,
    which,
    versions.known(),
  );
}

/** Resolved, absolute, http or https, and without a slash at its end. */
export function address(
  scope: TargetScope,
  parent: object,
  key: string,
  written: string,
  variables?: Variables,
): string {
  const text = scope.resolver.resolve(parent, key, written);
  const resolved = variables === undefined ? text : (variables.fill(text) ?? '');
  if (resolved.includes('${') || resolved === '') return resolved;
  const url = URL.canParse(resolved) ? new URL(resolved) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // What a variable holds is not shown: it may be anything.
    const what = resolved === written ? JSON.stringify(written) : `what ${written} stands for`;
    scope.document.report('wrong-value', `${what} is not an absolute http or https address`, parent, key);
  } else if (url.username !== '' || url.password !== '') {
    scope.document.reportUnquoted('secret-in-file', 'an address carries no user name and no password', parent, key);
  } else if (url.hash !== '' || (key !== 'tokenUrl' && url.search !== '') || /[?#]$/.test(resolved)) {
    // Without the source line: what stands there may be a signature.
    const what =
      key === 'tokenUrl'
        ? 'the address of a token endpoint carries no fragment'
        : 'a base address carries no query and no fragment';
    scope.document.reportUnquoted(
      'wrong-value',
      what,
      parent,
      key,
      'value',
      'what every request needs goes into `headers`',
    );
  }
  return resolved.replace(/\/+$/, '');
}
