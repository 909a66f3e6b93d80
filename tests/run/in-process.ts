/** A part of one reference service run whole, from the plan to the verdicts, without sockets. */
import { createWorld, type ServiceName, type World } from '../../services/index.ts';
import { type RequestHandler, inProcessTransport } from '../../src/http/in-process-transport.ts';
import type { Plan } from '../../src/plan/model.ts';
import { execute, type ExecuteOptions } from '../../src/run/execute.ts';
import type { GroupRecord } from '../../src/run/group-record.ts';
import { checkCounts } from '../../src/plan/plan.ts';
import { planned, project, ROOT, target as reference } from '../plan/support.ts';

interface Part {
  readonly service: ServiceName;
  readonly spec: string;
  readonly only: string;
  readonly faults?: readonly string[];
  readonly environment?: typeof reference.environment;
  readonly limits?: Partial<typeof reference.limits>;
  readonly answers?: typeof reference.answers;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Hosts of others, by origin. */
  readonly others?: Readonly<Record<string, RequestHandler>>;
  /** Called with the number of each request, before it is answered. */
  readonly before: (count: number, world: World) => void;
  readonly after?: ExecuteOptions['after'];
  /** Changes what the service answers. */
  readonly around?: (answer: RequestHandler) => RequestHandler;
}

export async function runInProcess(
  part: Part,
): Promise<{ readonly plan: Plan; readonly records: readonly GroupRecord[] }> {
  const { service, spec } = part;
  const world = await createWorld({ faults: part.faults ?? [] });
  const [own] = world.devices;
  if (own === undefined) throw new Error('the world has no device');
  const answer = (part.around ?? ((same) => same))(world.handler(service, spec));
  let count = 0;
  const counted: RequestHandler = (request) => {
    part.before((count += 1), world);
    return answer(request);
  };
  const target = {
    ...reference,
    environment: part.environment ?? reference.environment,
    limits: { ...reference.limits, ...part.limits },
    answers: { ...reference.answers, ...part.answers },
    services: reference.services
      .filter((s) => s.service === service)
      .map((s) => ({
        ...s,
        headers: { ...s.headers, ...part.headers },
        addresses: [{ spec, baseUrl: 'http://service.test' }],
        identityProvider: {
          tokenUrl: 'http://idp.test/oauth/token',
          issuer: own.organisation,
          device: own.device,
          kid: own.kid,
          audience: world.audiences.identityProvider,
          tokenAudience: world.audiences.services[service],
          key: { env: 'KEY' },
        },
      })),
  };
  const { plan, scopes, outline } = planned({ services: [service], specs: [spec], only: part.only }, target);
  const transport = inProcessTransport({
    ...part.others,
    'http://service.test': counted,
    'http://idp.test': world.identityProvider(),
  });
  const records: GroupRecord[] = [];
  const settings = { runId: 'run', root: ROOT, target: 'reference', out: ROOT };
  await execute({ settings, project, target, plan, scopes, sizes: checkCounts(outline) }, plan.groups, {
    transport,
    plain: transport,
    clock: Date.now,
    env: { KEY: own.privateKeyPem },
    done: (record) => records.push(record),
    ...(part.after === undefined ? {} : { after: part.after }),
  });
  return { plan, records };
}
