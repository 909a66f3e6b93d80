/** Addresses of a service: the base address of each version and further ones, with their variables replaced. */
import { ownProperty } from '../model/json.ts';
import type { ServerVariable, ServiceContracts, TargetService } from './model.ts';
import type { NameSet } from './references.ts';
import type { RawTargetService } from '../schema/target.ts';
import { suggestName } from './suggest.ts';
import type { TargetScope } from './target-scope.ts';

type Services = Readonly<Record<string, RawTargetService>>;
type Addresses = Pick<TargetService, 'addresses' | 'servers'>;

/** `{name}` in an address; `${env:NAME}` is a variable of the environment. */
const VARIABLE = /(?<!\$)\{([^{}]*)\}/g;

export function variablesIn(address: string): readonly string[] {
  return [...address.matchAll(VARIABLE)].map(([, name = '']) => name);
}

/** Variables of the addresses of a service: values of the target, and defaults of the contract. */
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
      Object.entries(written ?? {}).map(([name, value]) => [name, scope.text(written ?? {}, name, value)]),
    );
  }

  /** The address with its variables replaced; empty if one has no value, which is reported. */
  readonly fill = (address: string): string => {
    const valueOf = (name: string): string | undefined =>
      ownProperty(this.#given, name) ?? ownProperty(this.#declared, name)?.default;
    const missing = variablesIn(address).filter((name) => valueOf(name) === undefined);
    for (const name of missing) this.#miss(name);
    return missing.length > 0 ? '' : address.replaceAll(VARIABLE, (_all, name: string) => valueOf(name) ?? '');
  };

  #miss(name: string): void {
    if (this.#missing.has(name)) return;
    this.#missing.add(name);
    const { document } = this.#scope;
    const values = ownProperty(this.#declared, name)?.values;
    const hint = `set it under \`variables\`${values === undefined ? '' : `: ${values.join(', ')}`}`;
    const message = `the variable {${name}} of the address has no value`;
    document.report('variable-missing', message, ...this.#place, 'key', hint);
  }

  /** Reports variables of the target that no address has, and values that the contract does not allow. */
  check(written: NonNullable<RawTargetService['variables']>, addresses: readonly string[]): void {
    const { document } = this.#scope;
    const used = addresses.flatMap(variablesIn);
    const holder = 'the address of the service';
    for (const name of Object.keys(written)) {
      if (!document.expectKnown('variable', name, used, written, name, { which: 'key', holder })) continue;
      const values = ownProperty(this.#declared, name)?.values;
      const value = ownProperty(this.#given, name) ?? '';
      if (values === undefined || value.includes('${') || values.includes(value)) continue;
      const shown = written[name] === value ? JSON.stringify(value) : `the value of ${written[name]}`;
      const message = `${shown} is not a value of {${name}}`;
      document.report('wrong-value', message, written, name, 'value', suggestName(value, values, 'value'));
    }
  }
}

export function buildAddresses(
  scope: TargetScope,
  services: Services,
  service: string,
  written: RawTargetService,
  versions: NameSet,
): Addresses {
  const contracts = scope.contractsOf(service);
  const variables = new Variables(scope, services, service, contracts);
  const { servers = {} } = written;
  // Without readable contracts, the address may be in them.
  const base = written.baseUrl ?? (scope.embedded ? undefined : contracts === undefined ? '' : contracts.server);
  const known = contracts?.servers ?? {};
  for (const name of Object.keys(servers))
    scope.document.expectKnown('server', name, Object.keys(known), servers, name, {
      which: 'key',
      holder: 'envelope.yaml',
    });
  const bases = typeof base === 'object' ? Object.values(base) : [base ?? ''];
  variables.check(written.variables ?? {}, [...bases, ...Object.values({ ...known, ...servers })]);
  const others = Object.entries(known).map(([name, usual]) => {
    const own = ownProperty(servers, name);
    const resolved =
      own === undefined
        ? scope.address(services, service, usual, variables.fill)
        : scope.address(servers, name, own, variables.fill);
    return [name, resolved] as const;
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
  const options = { holder: service };
  written.spec?.forEach((version, index) =>
    document.expectKnown('version', version, versions, written.spec ?? [], index, options),
  );
  if (baseUrl === undefined) {
    if (!scope.embedded)
      document.report(
        'address-missing',
        `${service} has no baseUrl`,
        services,
        service,
        'key',
        'only an embedded target needs no baseUrl',
      );
    return specs.map((spec) => ({ spec, baseUrl: '' }));
  }
  if (typeof baseUrl === 'string') {
    const [parent, key] = written.baseUrl === undefined ? [services, service] : [written, 'baseUrl'];
    const resolved = scope.address(parent, key, baseUrl, variables.fill);
    return specs.map((spec) => ({ spec, baseUrl: resolved }));
  }
  for (const version of Object.keys(baseUrl))
    document.expectKnown('version', version, versions, baseUrl, version, { ...options, which: 'key' });
  return specs.map((spec) => {
    const own = baseUrl[spec];
    if (own === undefined && versions.has(spec))
      document.report('address-missing', `version ${spec} has no address`, written, 'baseUrl', 'key');
    return { spec, baseUrl: own === undefined ? '' : scope.address(baseUrl, spec, own, variables.fill) };
  });
}
