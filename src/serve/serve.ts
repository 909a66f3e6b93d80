import path from 'node:path';
import {
  contractService,
  createWorld,
  type Device,
  faults,
  implementedVersion,
  isSignIn,
  listen,
  type Listening,
  PortInUseError,
  type ServiceName,
  type SpoiledToken,
  UnknownFaultError,
  UnknownInstanceError,
  versionsWith,
  type World,
  type WorldOptions,
} from '../../services/index.ts';
import { COMMAND } from '../model/text.ts';
import { BadInput } from '../errors.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { projectOf } from '../project/make-plan.ts';
import { projectRoot } from '../project/package.ts';
import { printToStderr } from '../project/terminal.ts';
import { temporaryFolder } from '../project/temporary-folder.ts';

/** Text for the terminal when the reference services listen. Pure. */

/** @param target as it has to be typed */
export function servingText({ services, identityProvider, control }: Listening, target: string): string {
  const addresses = Object.entries(services).flatMap(([service, versions]) =>
    Object.entries(versions ?? {}).map(([version, url]) => [`${service} ${version}`, url] as const),
  );
  const lines = [...addresses, ['identity provider', identityProvider] as const, ['control', control] as const];
  const width = Math.max(...lines.map(([name]) => name.length));
  return `
${lines.map(([name, url]) => `  ${name.padEnd(width)}  ${url}`).join('\n')}

In another terminal:
  ${COMMAND} run --target ${target}

Press Ctrl+C to stop.
`;
}

/** Hint for unknown faults, and for services without them. */

export const FAULTS_HINT =
  '"npx @plumbline/harness prove --list --fault "*TEXT*"" lists the faults whose id contains a text.';

interface ServiceVersion {
  readonly service: string;
  readonly spec: string;
}

interface Versioned {
  readonly service: string;
  readonly versions: readonly { readonly id: string }[];
}

/** Throws `BadInput` for unknown faults, with similar IDs and the file that names them. */
export async function checkFaults(ids: readonly string[], file?: string): Promise<void> {
  if (ids.length === 0) return;
  try {
    await createWorld({ instances: [], faults: ids });
  } catch (error) {
    if (error instanceof UnknownFaultError)
      throw BadInput.of('unknown-fault', error.message, { ...omitUndefined({ file }), hint: FAULTS_HINT });
    throw error;
  }
}

/** Throws `BadInput` for faults that have no effect at these places, since a missing failure would look like a missing check. */
export function checkFaultsHaveEffect(
  ids: readonly string[],
  places: readonly ServiceVersion[],
  specs: readonly Versioned[],
): void {
  const problems = faults
    .filter(({ id, service }) => ids.includes(id) && !isSignIn(service))
    .flatMap((fault) => {
      const service = contractService(fault.service);
      const versions = specs.find((one) => one.service === service)?.versions.map(({ id }) => id) ?? [];
      const has = versionsWith(fault, versions);
      if (places.some((place) => place.service === service && has.includes(place.spec))) return [];
      const all = [...new Set(places.map((place) => `${place.service} ${place.spec}`))].join(', ');
      return {
        code: 'fault-not-asked',
        message: `the fault ${fault.id} affects only ${service} ${has.join(', ')}, which is not selected`,
        hint: `Selected: ${all}. Remove the fault, or change --service, --spec or the check ids.`,
      };
    });
  if (problems.length > 0) throw new BadInput(problems);
}

/** Target file for running reference services, with the files that a run needs. */

/** Tokens that the services must reject. */
const SPOILED: readonly SpoiledToken[] = ['expired', 'notYetValid', 'otherIssuer'];

/** Writes a target file with the keys of the devices, for `plumbline run --target FILE`. */
export async function writeTarget(folder: string, world: World, listening: Listening): Promise<string> {
  const party = (device: Device): Readonly<Record<string, unknown>> => {
    // Relative path: the random folder name could be masked as a secret.
    const file = `${device.device}.pem`;
    writeFileSync(path.join(folder, file), device.privateKeyPem, { mode: 0o600 });
    return { issuer: device.organisation, device: device.device, kid: device.kid, key: { file } };
  };
  const spoiled = async (service: ServiceName): Promise<Readonly<Record<string, unknown>>> => {
    const written = await Promise.all(
      SPOILED.map(async (what) => {
        const file = `${service}-${what}.jwt`;
        writeFileSync(path.join(folder, file), await world.spoiledToken(service, what), { mode: 0o600 });
        return [what, { file }] as const;
      }),
    );
    return Object.fromEntries(written);
  };
  const services = await Promise.all(
    Object.entries(listening.services).map(async ([name, addresses]) => {
      const service = name as ServiceName;
      const known = Object.keys(world.audiences.services) as ServiceName[];
      const own = world.devices.find(({ linkedTo }) => known.every((one) => linkedTo.includes(one)));
      const other = world.devices.find((d) => d !== own && d.linkedTo.includes(service));
      const unlinked = world.devices.find((d) => d.linkedTo.length === 0);
      const elsewhere = world.devices.find((d) => d.linkedTo.length > 0 && !d.linkedTo.includes(service));
      const otherAudience = Object.entries(world.audiences.services).find(([n]) => n !== name)?.[1];
      const settings = {
        baseUrl: addresses,
        spec: Object.keys(addresses),
        ...omitUndefined({
          identityProvider: mapOptional(own, (it) => ({
            tokenUrl: `${listening.identityProvider}/oauth/token`,
            ...party(it),
            audience: world.audiences.identityProvider,
            tokenAudience: world.audiences.services[service],
          })),
          unlinked: mapOptional(unlinked, party),
          elsewhere: mapOptional(elsewhere, party),
          other: mapOptional(other, party),
        }),
        spoiled: await spoiled(service),
        ...omitUndefined({ otherAudience }),
      };
      return [name, settings] as const;
    }),
  );
  const file = path.join(folder, 'target.yaml');
  const limits = { concurrency: 8, timeoutMs: 10_000 };
  writeFileSync(
    file,
    stringify(
      {
        target: 'served',
        environment: 'test',
        disposable: true,
        services: Object.fromEntries(services) as unknown,
        answers: 'defaults',
        limits,
      },
      { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
    ),
  );
  return file;
}

/** Options of the reference services. */

export interface ServeOptions {
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  /** First port; the others follow. Default: free ports. */
  readonly port?: number;
  readonly fault?: readonly string[];
  /** Delay of every response in milliseconds. */
  readonly latency?: number;
}

/** Running reference services and their target file. */
interface Served {
  readonly listening: Listening;
  readonly target: string;
  readonly stop: () => Promise<void>;
}

export async function startServing(options: ServeOptions): Promise<Served> {
  const world = await makeWorld(options);
  const listening = await listenOrThrow(world, options.port);
  const folder = temporaryFolder('target');
  const target = await writeTarget(folder, world, listening);
  const stop = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await listening.close();
  };
  return { listening, target, stop };
}

async function makeWorld(options: ServeOptions): Promise<World> {
  const { specs } = projectOf(projectRoot());
  const known = specs.flatMap((s) => s.versions.map((v) => ({ service: s.service as ServiceName, spec: v.id })));
  for (const service of options.service ?? []) {
    if (!known.some((k) => k.service === service))
      throw BadInput.of('unknown-service', `unknown service "${service}"`, {
        hint: `Services: ${[...new Set(known.map((k) => k.service))].join(', ')}.`,
      });
  }
  for (const spec of options.spec ?? []) {
    if (!known.some((k) => k.spec === spec))
      throw BadInput.of('unknown-version', `unknown spec version "${spec}"`, {
        hint: `Versions: ${[...new Set(known.map((k) => k.spec))].join(', ')}.`,
      });
  }
  const instances = known.filter(
    (k) => options.service?.includes(k.service) !== false && options.spec?.includes(k.spec) !== false,
  );
  if (instances.length === 0) {
    const of = (name: string): string => known.flatMap((k) => (k.service === name ? [k.spec] : [])).join(', ');
    throw BadInput.of('nothing-to-serve', 'none of these services has that spec version', {
      hint: `${(options.service ?? []).map((name) => `${name} has ${of(name)}`).join('; ')}.`,
    });
  }
  checkFaultsHaveEffect(options.fault ?? [], instances, specs);
  for (const { service, spec } of instances) {
    const version = implementedVersion(service, spec);
    if (version !== undefined && version !== spec)
      printToStderr(
        `${service} ${spec}: the reference service does not implement this version and behaves like ${version}.\n`,
      );
  }
  const world: WorldOptions = {
    instances,
    ...omitUndefined({ faults: options.fault, latencyMs: options.latency }),
  };
  try {
    return await createWorld(world);
  } catch (error) {
    if (error instanceof UnknownFaultError) throw BadInput.of('unknown-fault', error.message, { hint: FAULTS_HINT });
    if (error instanceof UnknownInstanceError) throw BadInput.of('unknown-version', error.message);
    throw error;
  }
}

async function listenOrThrow(world: World, port: number | undefined): Promise<Listening> {
  try {
    return await listen(world, omitUndefined({ port }));
  } catch (error) {
    if (error instanceof PortInUseError)
      throw BadInput.of('port-in-use', error.message, {
        hint: 'Use another --port, or stop the process that uses this one.',
      });
    throw error;
  }
}
