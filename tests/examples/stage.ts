/** An example on a stage: its service in this process, made from its source, and its contract tried on it. */
import { readFileSync } from 'node:fs';
import { Semaphore } from '../../src/http/rate-limit.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import { runGroup } from '../../src/run/run-group.ts';
import type { Transport } from '../../src/http/transport.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Target } from '../../src/load/model.ts';
import type { Group } from '../../src/plan/model.ts';
import { globMatcher } from '../../src/model/pattern.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { bindDestinations, secretReader } from '../../src/run/destinations.ts';
import { TestDataWatch } from '../../src/run/test-data-watch.ts';
import { passiveChecksByEndpoint } from '../../src/verdict/passive-checks.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { ROOT } from '../plan/support.ts';
import path from 'node:path';

export const NOW = Date.UTC(2026, 2, 10, 2, 0, 0);

export type Fields = Readonly<Record<string, readonly string[]>>;
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
type Speak = (method: string, target: string, fields: Fields, content: Buffer) => Answer;

/** Another source of an example. */
export interface SourceChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** What can be wrong with an example, and the checks that have to notice. */
export interface SourceFault extends SourceChange {
  /** Every one of these checks is red, below the service. */
  readonly noticed: readonly string[];
}

interface StageOptions<Module> {
  /** How what its module exports is made and spoken to; else what it exports under its name is called, and speaks. */
  readonly speak?: (module: Module) => Speak;
  readonly secrets?: Readonly<Record<string, string>>;
  /** Where it is, if that is not the folder of its name. */
  readonly folder?: string;
}

interface Played {
  readonly results: readonly CheckResult[];
  /** All that was exchanged. */
  readonly records: readonly unknown[];
}

export class Stage<Module = Readonly<Record<string, () => Speak>>> {
  readonly #name: string;
  readonly #options: StageOptions<Module>;
  readonly source: string;
  readonly target: Target;
  readonly planned: ReturnType<typeof makePlan>;

  constructor(name: string, options: StageOptions<Module> = {}) {
    const { folder = path.join(ROOT, 'examples', name) } = options;
    const project = loadProject(folder);
    this.#name = name;
    this.#options = options;
    this.source = readFileSync(path.join(folder, 'service.js'), 'utf8');
    this.target = loadTarget('local', folder, options.secrets ?? {}, project);
    this.planned = makePlan(project, this.target);
  }

  /** All but what only a socket can carry. */
  get groups(): readonly Group[] {
    return this.planned.plan.groups.filter(({ aspect }) => aspect !== 'raw');
  }

  /** What comes of these groups where the service is this source and the target that one. */
  async results(source: string, groups = this.groups, target = this.target): Promise<readonly CheckResult[]> {
    return (await this.played(source, groups, target)).results;
  }

  /** Likewise, with what was exchanged. */
  async played(source: string, groups = this.groups, target = this.target): Promise<Played> {
    const transport = transportOf(await this.#spoken(source));
    let count = 0;
    const { scopes, plan } = this.planned;
    const context: RunContext = {
      transport,
      plain: transport,
      clock: () => NOW,
      timeoutMs: 10_000,
      runId: this.#name,
      slots: new Semaphore(1),
      retryBudgets: new Map(),
      next: () => (count += 1),
      destination: bindDestinations({
        scopes,
        target,
        allowWrites: false,
        plain: transport,
        secrets: secretReader(this.#options.secrets ?? {}),
        clock: () => NOW,
      }),
    };
    const results: CheckResult[] = [];
    const records: unknown[] = [];
    const watch = new TestDataWatch(scopes, context);
    await watch.begin(groups);
    for (const group of groups) {
      const record = await runGroup(group, context);
      records.push(record);
      results.push(
        ...judgeGroup(group, record, {
          operations: plan.operations,
          forbiddenTexts: {},
          passive: passiveChecksByEndpoint(plan.groups),
        }),
      );
    }
    await watch.end();
    return { results, records };
  }

  async #spoken(source: string): Promise<Speak> {
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const { speak } = this.#options;
    if (speak !== undefined) return speak(module as Module);
    const make = (module as Readonly<Record<string, () => Speak>>)[this.#name];
    if (make === undefined) throw new Error(`the source exports no ${this.#name}`);
    return make();
  }

  /** Ids of the checks that are not as they should be, below the service. */
  async red(source: string, groups = this.groups): Promise<readonly string[]> {
    const results = await this.results(source, groups);
    return results.flatMap(({ check, verdict }) =>
      verdict === 'fail' || verdict === 'inconclusive' ? [check.replace(`${this.#name}/`, '')] : [],
    );
  }

  /** The source with a change. */
  changed({ from, to }: SourceChange): string {
    if (this.source.split(from).length !== 2) throw new Error(`not once in the source: ${from}`);
    return this.source.replace(from, () => to);
  }

  /** Those of the wanted checks that a fault does not turn red. */
  async missed(fault: SourceFault): Promise<readonly string[]> {
    const { noticed } = fault;
    const wanted = noticed.map((one) => globMatcher(one));
    const groups = this.groups.filter(({ cases, passive }) =>
      [...cases.flatMap(({ checks }) => checks), ...passive].some(({ id }) =>
        wanted.some((is) => is(id.replace(`${this.#name}/`, ''))),
      ),
    );
    const red = await this.red(this.changed(fault), groups);
    return noticed.filter((one) => !red.some(globMatcher(one)));
  }
}

function transportOf(answer: Speak): Transport {
  return {
    send: ({ method, url, headers, body = Buffer.alloc(0) }) => {
      const { pathname, search } = new URL(url);
      const { status, headers: own = {}, body: shown } = answer(method, pathname + search, distinct(headers), body);
      const content = method === 'HEAD' ? Buffer.alloc(0) : bytesOf(shown);
      const type = shown === undefined || Buffer.isBuffer(shown) ? {} : { 'content-type': 'application/json' };
      return Promise.resolve({
        status,
        headers: Object.entries({ ...type, date: new Date(NOW).toUTCString(), ...own }),
        body: content,
      });
    },
    close: () => Promise.resolve(),
  };
}

function bytesOf(shown: unknown): Buffer {
  if (shown === undefined) return Buffer.alloc(0);
  return Buffer.isBuffer(shown) ? shown : Buffer.from(JSON.stringify(shown));
}

function distinct(headers: readonly (readonly [string, string])[]): Fields {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of headers) (fields[name] ??= []).push(value);
  return fields;
}
