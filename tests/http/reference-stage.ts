/** The reference services in this process, behind the engine's real road from plan to verdicts. */
import { createWorld, type ServiceName, type World } from '../../services/index.ts';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import { type RequestHandler, inProcessTransport } from '../../src/http/in-process-transport.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { Semaphore } from '../../src/http/rate-limit.ts';
import type { Target } from '../../src/load/model.ts';
import type { Group } from '../../src/plan/model.ts';
import type { PlanResult, Selection } from '../../src/plan/plan.ts';
import { bindDestinations } from '../../src/run/destinations.ts';
import { passiveChecksByEndpoint } from '../../src/verdict/passive-checks.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { mergeResults } from '../../src/verdict/roll-up.ts';
import { planned, project, target as reference } from '../plan/support.ts';
import { NOW } from './support.ts';

const IDENTITY_PROVIDER = 'http://idp.in-process';

export interface Played {
  readonly exchanges: readonly Exchange[];
  /** By `<check id>@<spec>`, as the report would roll them up. */
  readonly results: ReadonlyMap<string, CheckResult>;
}

export interface ReferenceStage {
  readonly world: World;
  readonly planned: PlanResult;
  /** Runs the groups in the order given; `width` requests at once. */
  readonly play: (groups: readonly Group[], width: number) => Promise<Played>;
}

export async function referenceStage(selection: Selection, faults: readonly string[] = []): Promise<ReferenceStage> {
  const world = await createWorld({ clock: () => new Date(NOW), faults });
  const handlers: Record<string, RequestHandler> = { [IDENTITY_PROVIDER]: world.identityProvider() };
  const party = (
    index: number,
  ): {
    readonly issuer: string;
    readonly device: string;
    readonly kid: string;
    readonly key: { readonly file: string };
  } => {
    const device = world.devices[index];
    if (device === undefined) throw new Error(`no device ${index}`);
    return { issuer: device.organisation, device: device.device, kid: device.kid, key: { file: device.device } };
  };
  const services = reference.services.map((service) => {
    const name = service.service as ServiceName;
    const addresses = service.addresses.map(({ spec }) => {
      const baseUrl = `http://${name}.v${spec.replaceAll('.', '-')}.in-process`;
      handlers[baseUrl] = world.handler(name, spec);
      return { spec, baseUrl };
    });
    const other = Object.entries(world.audiences.services).find(([n]) => n !== name)?.[1] ?? '';
    const identityProvider = {
      ...party(0),
      tokenUrl: `${IDENTITY_PROVIDER}/oauth/token`,
      audience: world.audiences.identityProvider,
      tokenAudience: world.audiences.services[name],
    };
    return {
      ...service,
      addresses,
      identityProvider,
      unlinked: party(1),
      ...(name === 'student-reporting' ? { other: party(2) } : {}),
      otherAudience: other,
    };
  });
  const target: Target = { ...reference, services };
  const plan = planned(selection, target);
  const transport = inProcessTransport(handlers);
  const judging = {
    operations: plan.plan.operations,
    passive: passiveChecksByEndpoint(plan.plan.groups),
    forbiddenTexts: Object.fromEntries(project.contracts.map((c) => [c.service, c.errors.forbiddenTexts])),
  };
  let runs = 0;
  return {
    world,
    planned: plan,
    play: async (groups, width) => {
      runs += 1;
      let counter = 0;
      const secrets = {
        read: (key: { readonly file?: string }): string =>
          world.devices.find((d) => d.device === key.file)?.privateKeyPem ?? '',
      };
      const destination = bindDestinations({
        scopes: plan.scopes,
        target,
        allowWrites: false,
        plain: transport,
        secrets,
        clock: () => NOW,
      });
      const context = {
        transport,
        plain: transport,
        clock: () => NOW,
        timeoutMs: 10_000,
        runId: `run-${runs}`,
        slots: new Semaphore(width),
        destination,
        next: () => (counter += 1),
      };
      const exchanges: Exchange[] = [];
      const results = new Map<string, CheckResult[]>();
      await scheduleGroups(groups, context, (group, own) => {
        exchanges.push(...own);
        for (const result of judgeGroup(group, own, judging)) {
          const key = `${result.check}@${result.spec}`;
          results.set(key, [...(results.get(key) ?? []), result]);
        }
      });
      return { exchanges, results: new Map([...results].map(([key, list]) => [key, mergeResults(list)])) };
    },
  };
}
