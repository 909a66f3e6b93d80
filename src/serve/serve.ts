/** The reference services and the identity provider on sockets, for whoever runs against them. */
import { defined } from '../record/defined.ts';
import { rmSync } from 'node:fs';
import {
  createWorld,
  listen,
  PortInUseError,
  UnknownFaultError,
  UnknownInstanceError,
  type Listening,
  type ServiceName,
  type World,
  type WorldOptions,
} from '../../services/index.ts';
import { BadInput } from '../errors.ts';
import { projectOf } from '../project/kept-project.ts';
import { projectRoot } from '../project/root.ts';
import { temporaryFolder } from '../project/temporary.ts';
import { checkSeeded, FAULTS_HINT } from './seeded.ts';
import { writeTarget } from './target-file.ts';

export interface ServeOptions {
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  /** The first one; the others follow. Absent: any that are free. */
  readonly port?: number;
  readonly fault?: readonly string[];
  /** How long every answer is held back, in milliseconds. */
  readonly latency?: number;
}

/** The reference services, while they listen, and the target file that leads to them. */
interface Served {
  readonly listening: Listening;
  readonly target: string;
  readonly stop: () => Promise<void>;
}

export async function startServing(options: ServeOptions): Promise<Served> {
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
  if (instances.length === 0) {
    const of = (name: string): string => known.flatMap((k) => (k.service === name ? [k.spec] : [])).join(', ');
    throw BadInput.of('nothing-to-serve', 'none of these services has that spec version', {
      hint: `${(options.service ?? []).map((name) => `${name} has ${of(name)}`).join('; ')}.`,
    });
  }
  checkSeeded(options.fault ?? [], instances, specs);
  const world: WorldOptions = {
    instances,
    ...defined({ faults: options.fault, latencyMs: options.latency }),
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
    return await listen(world, defined({ port }));
  } catch (error) {
    if (error instanceof PortInUseError)
      throw BadInput.of('port-in-use', error.message, { hint: 'Give another --port, or stop what listens there.' });
    throw error;
  }
}
