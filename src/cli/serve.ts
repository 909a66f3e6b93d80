/** `plumbline serve`: the reference services and the identity provider on sockets, with a target file for them. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import {
  createWorld,
  listen,
  PortInUseError,
  UnknownFaultError,
  UnknownInstanceError,
  type Device,
  type Listening,
  type ServiceName,
  type SpoiledToken,
  type World,
  type WorldOptions,
} from '../../services/index.ts';
import { BadInput } from '../errors.ts';
import { projectOf } from '../project/kept-project.ts';
import { projectRoot } from '../project/root.ts';
import { list, whole } from './options.ts';
import { temporaryFolder } from '../project/temporary.ts';

/** Tokens that the services have to refuse; a run shows whether they do. */
const SPOILED: readonly SpoiledToken[] = ['expired', 'notYetValid', 'otherIssuer'];

const FAULTS_HINT = '"plumbline prove --list --fault WORD" tells those whose id has the word in it.';

interface ServeOptions {
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly port?: number;
  readonly fault?: readonly string[];
  readonly latency?: number;
  readonly whileStdin?: boolean;
}

export function serveCommand(): Command {
  return (
    new Command('serve')
      .description(
        'Starts the reference services and the identity provider. Prints one JSON line when they listen; runs until it is stopped.',
      )
      .option('--service <services>', 'only these services, comma-separated', list)
      .option('--spec <versions>', 'only these spec versions, comma-separated', list)
      .option('--port <port>', 'first port; the others follow (default: any free ports)', whole('--port', 1, 65_000))
      .option('--fault <ids>', 'faults to seed, comma-separated; "plumbline prove --list" tells them', list)
      .option('--latency <ms>', 'how long every answer is held back', whole('--latency', 0, 60_000))
      // For whoever starts it as a part of something else: it ends with its parent, however that ends.
      .addOption(new Option('--while-stdin', 'also stops when standard input ends').hideHelp())
      .action(serve)
  );
}

/** The reference services, while they listen, and the target file that leads to them. */
interface Served {
  readonly listening: Listening;
  readonly target: string;
  readonly stop: () => Promise<void>;
}

export async function startServing(
  options: Pick<ServeOptions, 'service' | 'spec' | 'port' | 'fault' | 'latency'>,
): Promise<Served> {
  const world = await makeWorld(options);
  const listening = await listenOrSay(world, options.port);
  const folder = temporaryFolder('target');
  const target = await writeTarget(folder, world, listening);
  const stop = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await listening.close();
  };
  return { listening, target, stop };
}

async function serve(options: ServeOptions): Promise<void> {
  const { listening, target, stop } = await startServing(options);
  const { services, identityProvider, control } = listening;
  process.stdout.write(`${JSON.stringify({ ready: true, services, identityProvider, control, target })}\n`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    if (options.whileStdin === true) process.stdin.once('close', () => resolve()).resume();
  });
  await stop();
}

async function makeWorld(options: ServeOptions): Promise<World> {
  const { specs } = projectOf(projectRoot());
  const known = specs.flatMap((s) => s.versions.map((v) => ({ service: s.service as ServiceName, spec: v.id })));
  for (const service of options.service ?? []) {
    if (!known.some((k) => k.service === service))
      throw BadInput.of('unknown-service', `there is no service "${service}"`, {
        hint: `Services: ${[...new Set(known.map((k) => k.service))].join(', ')}.`,
      });
  }
  for (const spec of options.spec ?? []) {
    if (!known.some((k) => k.spec === spec))
      throw BadInput.of('unknown-version', `there is no spec version "${spec}"`, {
        hint: `Versions: ${[...new Set(known.map((k) => k.spec))].join(', ')}.`,
      });
  }
  const instances = known.filter(
    (k) => options.service?.includes(k.service) !== false && options.spec?.includes(k.spec) !== false,
  );
  if (instances.length === 0) throw BadInput.of('nothing-to-serve', 'no service has that spec version');
  const world: WorldOptions = {
    instances,
    ...(options.fault === undefined ? {} : { faults: options.fault }),
    ...(options.latency === undefined ? {} : { latencyMs: options.latency }),
  };
  try {
    return await createWorld(world);
  } catch (error) {
    if (error instanceof UnknownFaultError) throw BadInput.of('unknown-fault', error.message, { hint: FAULTS_HINT });
    if (error instanceof UnknownInstanceError) throw BadInput.of('unknown-version', error.message);
    throw error;
  }
}

async function listenOrSay(world: World, port: number | undefined): Promise<Listening> {
  try {
    return await listen(world, port === undefined ? {} : { port });
  } catch (error) {
    if (error instanceof PortInUseError)
      throw BadInput.of('port-in-use', error.message, { hint: 'Give another --port, or stop what listens there.' });
    throw error;
  }
}

/** A target file for what listens, with the devices' keys beside it: `plumbline run --target FILE` works at once. */
async function writeTarget(folder: string, world: World, listening: Listening): Promise<string> {
  const party = (device: Device): Readonly<Record<string, unknown>> => {
    // Named relative to the target file: the folder's own name is random, and would be taken for a secret now and then.
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
      const own = world.devices.find(
        (d) => d.linkedTo.includes('partner-onboarding') && d.linkedTo.includes('student-reporting'),
      );
      const other = world.devices.find((d) => d !== own && d.linkedTo.includes(service));
      const unlinked = world.devices.find((d) => d.linkedTo.length === 0);
      const elsewhere = Object.entries(world.audiences.services).find(([n]) => n !== name)?.[1];
      const settings = {
        baseUrl: addresses,
        spec: Object.keys(addresses),
        ...(own === undefined
          ? {}
          : {
              identityProvider: {
                tokenUrl: `${listening.identityProvider}/oauth/token`,
                ...party(own),
                audience: world.audiences.identityProvider,
                tokenAudience: world.audiences.services[service],
              },
            }),
        ...(unlinked === undefined ? {} : { unlinked: party(unlinked) }),
        ...(other === undefined ? {} : { other: party(other) }),
        spoiled: await spoiled(service),
        ...(elsewhere === undefined ? {} : { otherAudience: elsewhere }),
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

/** Throws `BadInput` for ids that name no fault, with what was perhaps meant. */
export async function checkFaults(ids: readonly string[]): Promise<void> {
  try {
    await createWorld({ instances: [], faults: ids });
  } catch (error) {
    if (error instanceof UnknownFaultError) throw BadInput.of('unknown-fault', error.message, { hint: FAULTS_HINT });
    throw error;
  }
}
