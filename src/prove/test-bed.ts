/** Test bed for faults: every reference service in one process, with the real client and the real rules. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import {
  createWorld,
  type DirectHandler,
  faults,
  isSignIn,
  listen,
  type Listening,
  type OwnFaults,
  type ServiceName,
  type SpoiledToken,
  type World,
} from '../../services/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { Semaphore } from '../http/rate-limit.ts';
import type { RunContext } from '../run/run-context.ts';
import { runGroup } from '../run/run-group.ts';
import { sendOverSocket } from '../http/socket-transport.ts';
import { decompressResponse } from '../http/response-content.ts';
import {
  MAX_RESPONSE_BYTES,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from '../http/transport.ts';
import { loadTarget } from '../load/load-target.ts';
import type { Project, Target, TargetService } from '../load/model.ts';
import type { Group, Plan, Step } from '../plan/model.ts';
import { makePlan, projectOf } from '../project/make-plan.ts';
import type { Selection } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { bindDestinations } from '../run/destinations.ts';
import { readsSharedList } from '../verdict/confirm-by-retry.ts';
import { passiveChecksByEndpoint } from '../verdict/passive-checks.ts';
import { type JudgeContext, judgeGroup, needsRetry } from '../verdict/judge.ts';
import type { CheckResult } from '../verdict/model.ts';

/** The clock of every campaign starts at this time, so that the outcome does not depend on the date. */
const START = Date.UTC(2026, 2, 10, 2, 0, 0);

const IDENTITY_PROVIDER = 'http://identity-provider.in-process';
const TIMEOUT_MS = 10_000;
/** Cases over a raw socket wait for further bytes, so many of them run in parallel. */
const RAW = 'raw';
const RAW_AT_ONCE = 32;
/** The concurrency of the usual target. With more, the waits add up on this clock and look like slowness. */
const AT_ONCE = 8;

const SPOILED: readonly SpoiledToken[] = ['expired', 'notYetValid', 'otherIssuer'];

/** Settings of the services while groups are run. */
export interface TestBedSettings {
  readonly faults: readonly string[];
  /** Enabled legal variants. */
  readonly variants?: readonly string[];
  /** Answers to open questions, if the variant needs other ones. */
  readonly answers?: Target['answers'];
  /** The service announces that it accepts no writes. */
  readonly degraded?: boolean;
  /** Raw groups are sent in sequence too, since the fault affects concurrent requests. */
  readonly inTurn?: boolean;
  /** Milliseconds after the start time. */
  readonly later?: number;
}

export class TestBed {
  readonly project: Project;
  readonly plan: Plan;
  /** Exchanges so far, including cleanup and retries. */
  exchanges = 0;
  readonly #world: World;
  readonly #target: Target;
  /** All services and versions. */
  readonly scopes: readonly Scope[];
  readonly #transport: Transport;
  readonly #judging: JudgeContext;
  /** Keys by device and tokens to be rejected, which a target has in files. */
  readonly #secrets: ReadonlyMap<string, string>;
  /** The service of each fault. */
  readonly #serviceOf: ReadonlyMap<string, string>;
  #time = START;
  #listening: Promise<Listening> | undefined;
  #context: Omit<RunContext, 'next'>;

  private constructor(
    project: Project,
    target: Target,
    world: World,
    secrets: ReadonlyMap<string, string>,
    planned: { readonly plan: Plan; readonly scopes: readonly Scope[] },
    serviceOf: ReadonlyMap<string, string>,
    advance: (testBed: TestBed) => void,
  ) {
    this.project = project;
    this.plan = { ...planned.plan, groups: planned.plan.groups.map((group) => withoutUndo(group, planned.plan)) };
    this.#world = world;
    this.#target = target;
    this.scopes = planned.scopes;
    this.#secrets = secrets;
    this.#serviceOf = serviceOf;
    this.#judging = {
      operations: this.plan.operations,
      passive: passiveChecksByEndpoint(this.plan.groups),
      forbiddenTexts: Object.fromEntries(project.contracts.map((c) => [c.service, c.errors.forbiddenTexts])),
    };
    this.#transport = {
      ...directTransport(handlersOf(target, world)),
      sendRaw: (request, fault, timeoutMs) => this.#sendRaw(request, fault, timeoutMs),
    };
    this.#context = this.#freshContext(1);
    advance(this);
  }

  /** `answers` replace those of the reference target; `own` faults are added to those of the registry. */
  static async open(
    root: string,
    answers?: Target['answers'],
    selection: Selection = {},
    own: OwnFaults = {},
  ): Promise<TestBed> {
    const project = projectOf(root);
    const confirming = loadTarget('reference', root, {}, project);
    const reference = answers === undefined ? confirming : { ...confirming, answers };
    let testBed: TestBed | undefined;
    const clock = (): Date => new Date(testBed === undefined ? START : testBed.#time);
    const sleep = async (milliseconds: number): Promise<void> => {
      if (testBed !== undefined) await testBed.#sleep(milliseconds);
    };
    const instances = reference.services.flatMap(({ service, addresses }) =>
      addresses.map(({ spec }) => ({ service: service as ServiceName, spec })),
    );
    const world = await createWorld({ clock, sleep, own, instances });
    const target = inProcess(reference, world);
    return new TestBed(
      project,
      target,
      world,
      await secretsOf(target, world),
      makePlan(project, target, selection),
      new Map([...faults, ...Object.values(own).flat()].map(({ id, service }) => [id, service])),
      (made) => {
        testBed = made;
      },
    );
  }

  /** Advances the clock without waiting. */
  #sleep(milliseconds: number): Promise<void> {
    this.#time += milliseconds;
    return Promise.resolve();
  }

  /** Runs the groups in sequence, each without records, and judges them. */
  async run(groups: readonly Group[], circumstances: TestBedSettings): Promise<readonly CheckResult[]> {
    const results: CheckResult[] = [];
    await this.each(groups, circumstances, (group, exchanges) => {
      results.push(...this.judge(group, exchanges));
    });
    return results;
  }

  judge(group: Group, exchanges: readonly Exchange[]): readonly CheckResult[] {
    return judgeGroup(group, exchanges, this.#judging);
  }

  /** Like `run`, with the exchanges of each group. */
  async each(
    groups: readonly Group[],
    circumstances: TestBedSettings,
    done: (group: Group, exchanges: readonly Exchange[]) => void,
  ): Promise<void> {
    this.#time = START + (circumstances.later ?? 0);
    this.#world.setFaults(circumstances.faults);
    this.#world.setVariants(circumstances.variants ?? []);
    this.#world.setAnswers(circumstances.answers ?? {});
    // Tokens that were issued without the fault or variant might not be issued with it.
    const isSignInTouched =
      circumstances.answers !== undefined ||
      (circumstances.variants ?? []).length > 0 ||
      circumstances.faults.some((id) => isSignIn(this.#serviceOf.get(id) ?? ''));
    if (isSignInTouched || this.#time !== START) this.#context = this.#freshContext(1);
    this.#world.setMaintenance(circumstances.degraded === true);
    const context = { ...this.#context, firstRecords: new Map() };
    for (const group of groups.filter((g) => g.aspect !== RAW)) {
      this.#world.clear(group.service as ServiceName, group.spec);
      done(group, await this.#sent(group, context));
    }
    const raw = groups.filter((g) => g.aspect === RAW);
    if (raw.length > 0) {
      const several = this.#freshContext(RAW_AT_ONCE);
      if (circumstances.inTurn === true) for (const group of raw) done(group, await this.#sent(group, several));
      else {
        const sent = await Promise.all(raw.map((group) => this.#sent(group, several)));
        for (const [index, group] of raw.entries()) done(group, sent[index] ?? []);
      }
    }
    // The clock is reset for the next run, so tokens issued later would be from its future.
    if (isSignInTouched || this.#time !== START) this.#context = this.#freshContext(1);
  }

  async close(): Promise<void> {
    await (await this.#listening)?.close();
  }

  async #sent(group: Group, context: Omit<RunContext, 'next'>): Promise<readonly Exchange[]> {
    // Counters are reset for each group: its requests must not depend on the groups before it.
    let counter = 0;
    const exchanges: readonly Exchange[] = await runGroup(group, {
      ...context,
      next: () => (counter += 1),
      tryAgain: (of) => needsRetry(of, this.#judging),
    });
    this.exchanges += exchanges.length;
    return exchanges;
  }

  /** Sends over a socket to the same services; the server starts at its first use. */
  async #sendRaw(request: WireRequest, fault: string, timeoutMs: number): Promise<readonly WireResponse[]> {
    this.#listening ??= listen(this.#world);
    const { services } = await this.#listening;
    const { origin } = new URL(request.url);
    const at = this.#target.services
      .flatMap(({ service, addresses }) =>
        addresses.map(({ spec, baseUrl }) => [baseUrl, services[service]?.[spec]] as const),
      )
      .find(([baseUrl]) => baseUrl === origin)?.[1];
    if (at === undefined) throw new TransportFailure('refused', 'nothing listens there');
    const { host } = new URL(at);
    return sendOverSocket(
      {
        ...request,
        url: request.url.replace(origin, at),
        headers: request.headers.map(([name, value]) => [name, name === 'host' ? host : value] as const),
      },
      fault,
      timeoutMs,
    );
  }

  #freshContext(width: number): Omit<RunContext, 'next'> {
    // Concurrent requests need distinct times, so each reading of the clock adds a microsecond.
    let looks = 0;
    const clock = (): number => this.#time + (width === 1 ? 0 : (looks += 1) / 1000);
    const secrets = this.#secrets;
    const slots = new Semaphore(width);
    return {
      transport: this.#transport,
      plain: this.#transport,
      clock,
      sleep: (milliseconds) => this.#sleep(milliseconds),
      timeoutMs: TIMEOUT_MS,
      runId: 'prove',
      retryBudgets: new Map(),
      // Requests are handled one at a time, so that their order and every verdict are the same in each campaign. Only
      // concurrent steps are admitted together.
      slots: { width: AT_ONCE, through: (work, rank) => slots.through(work, rank) },
      destination: bindDestinations({
        scopes: this.scopes,
        target: this.#target,
        allowWrites: false,
        plain: this.#transport,
        secrets: { read: (reference) => secrets.get(reference.file ?? '') ?? '' },
        clock,
      }),
    };
  }
}

function addressOf(service: string, spec: string): string {
  return `http://${service}.v${spec.replaceAll('.', '-')}.in-process`;
}

/** The reference target with the addresses and parties of this process. */
function inProcess(reference: Target, world: World): Target {
  const services = reference.services.map((settings): TargetService => {
    const service = settings.service as ServiceName;
    const party = (device: World['devices'][number]) => ({
      issuer: device.organisation,
      device: device.device,
      kid: device.kid,
      key: { file: device.device },
    });
    const own = world.devices.find((d) => d.linkedTo.length > 1);
    const other = world.devices.find((d) => d !== own && d.linkedTo.includes(service));
    const unlinked = world.devices.find((d) => d.linkedTo.length === 0);
    const elsewhere = world.devices.find((d) => d.linkedTo.length > 0 && !d.linkedTo.includes(service));
    const otherAudience = Object.entries(world.audiences.services).find(([name]) => name !== service)?.[1];
    return {
      ...settings,
      addresses: settings.addresses.map(({ spec }) => ({ spec, baseUrl: addressOf(service, spec) })),
      ...omitUndefined({
        identityProvider: mapOptional(own, (it) => ({
          ...party(it),
          tokenUrl: `${IDENTITY_PROVIDER}/oauth/token`,
          audience: world.audiences.identityProvider,
          tokenAudience: world.audiences.services[service],
        })),
        other: mapOptional(other, party),
        unlinked: mapOptional(unlinked, party),
        elsewhere: mapOptional(elsewhere, party),
      }),
      spoiled: Object.fromEntries(SPOILED.map((what) => [what, { file: `${service} ${what}` }])),
      ...omitUndefined({ otherAudience }),
    };
  });
  return { ...reference, services };
}

async function secretsOf(target: Target, world: World): Promise<ReadonlyMap<string, string>> {
  const tokens = target.services.flatMap(({ service }) =>
    SPOILED.map(
      async (what) => [`${service} ${what}`, await world.spoiledToken(service as ServiceName, what)] as const,
    ),
  );
  return new Map([...world.devices.map((d) => [d.device, d.privateKeyPem] as const), ...(await Promise.all(tokens))]);
}

function handlersOf(target: Target, world: World): ReadonlyMap<string, DirectHandler> {
  const handlers = new Map([[IDENTITY_PROVIDER, world.directIdentityProvider()]]);
  for (const { service, addresses } of target.services) {
    for (const { spec, baseUrl } of addresses) handlers.set(baseUrl, world.direct(service as ServiceName, spec));
  }
  return handlers;
}

function directTransport(handlers: ReadonlyMap<string, DirectHandler>): Transport {
  return {
    send: async ({ method, url, headers, body }) => {
      const end = url.indexOf('/', 'http://'.length);
      const handler = handlers.get(end < 0 ? url : url.slice(0, end));
      if (handler === undefined) throw new TransportFailure('refused', 'nothing is served there');
      const response = await handler({ method, url, headers, ...omitUndefined({ body }) });
      if (response.kind === 'reset') throw new TransportFailure('reset', 'the connection was reset');
      if (response.kind === 'truncated') throw new TransportFailure('truncated', 'the answer broke off');
      const { status, headers: fields, body: bytes } = response;
      // Like every transport: content that is declared as compressed and is not is a failed response.
      return decompressResponse(
        { status, headers: fields, body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) },
        MAX_RESPONSE_BYTES,
      );
    },
    close: () => Promise.resolve(),
  };
}

/** All records are removed after each group, so cleanup steps are only needed for cases that may be retried. */
function withoutUndo(group: Group, { operations }: Plan): Group {
  const bare = ({ undo: _undo, ...step }: Step): Step => step;
  return {
    ...group,
    setup: group.setup.map(bare),
    cases: group.cases.map((c) => (readsSharedList(group, c, operations) ? c : { ...c, steps: c.steps.map(bare) })),
  };
}
