/** An example on a stage: its service in this process, made from its source, and its contract tried on it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Gate, runGroup, type RunContext } from '../../src/exchange/runner.ts';
import type { Transport } from '../../src/exchange/transport.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Target } from '../../src/load/model.ts';
import type { Group } from '../../src/plan/model.ts';
import { globMatcher } from '../../src/record/glob.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { bindDestinations } from '../../src/run/destinations.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import type { CheckResult } from '../../src/verdict/model.ts';
import { ROOT } from '../plan/support.ts';

const NOW = Date.UTC(2026, 2, 10, 2, 0, 0);

type Fields = Readonly<Record<string, readonly string[]>>;
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
/** What the module of an example exports under the name of the example. */
type Make = () => (method: string, target: string, fields: Fields, content: Buffer) => Answer;

/** What can be wrong with an example, as a change of its source, and the checks that have to notice. */
export interface SourceFault {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Every one of these checks is red, below the service. */
  readonly noticed: readonly string[];
}

export class Stage {
  readonly #name: string;
  readonly source: string;
  readonly target: Target;
  readonly planned: ReturnType<typeof makePlan>;

  constructor(name: string) {
    const folder = path.join(ROOT, 'examples', name);
    const project = loadProject(folder);
    this.#name = name;
    this.source = readFileSync(path.join(folder, 'service.js'), 'utf8');
    this.target = loadTarget('local', folder, {}, project);
    this.planned = makePlan(project, this.target);
  }

  /** All but what only a socket can carry. */
  get groups(): readonly Group[] {
    return this.planned.plan.groups.filter(({ aspect }) => aspect !== 'raw');
  }

  /** What comes of these groups where the service is this source and the target that one. */
  async results(source: string, groups = this.groups, target = this.target): Promise<readonly CheckResult[]> {
    const transport = await transportOf(this.#name, source);
    let count = 0;
    const { scopes, plan } = this.planned;
    const context: RunContext = {
      transport,
      plain: transport,
      clock: () => NOW,
      timeoutMs: 10_000,
      runId: this.#name,
      gate: new Gate(1),
      next: () => (count += 1),
      destination: bindDestinations({
        scopes,
        target,
        allowWrites: false,
        plain: transport,
        secrets: { read: () => '' },
        clock: () => NOW,
      }),
    };
    const found: CheckResult[] = [];
    for (const group of groups)
      found.push(...judgeGroup(group, await runGroup(group, context), { operations: plan.operations, never: {} }));
    return found;
  }

  /** Ids of the checks that are not as they should be, below the service. */
  async red(source: string, groups = this.groups): Promise<readonly string[]> {
    const results = await this.results(source, groups);
    return results.flatMap(({ check, verdict }) =>
      verdict === 'fail' || verdict === 'inconclusive' ? [check.replace(`${this.#name}/`, '')] : [],
    );
  }

  /** Those of the wanted checks that a fault does not turn red. */
  async missed({ from, to, noticed }: SourceFault): Promise<readonly string[]> {
    if (this.source.split(from).length !== 2) throw new Error(`not once in the source: ${from}`);
    const wanted = noticed.map((one) => globMatcher(one));
    const groups = this.groups.filter(({ cases, passive }) =>
      [...cases.flatMap(({ checks }) => checks), ...passive].some(({ id }) =>
        wanted.some((is) => is(id.replace(`${this.#name}/`, ''))),
      ),
    );
    const red = await this.red(
      this.source.replace(from, () => to),
      groups,
    );
    return noticed.filter((one) => !red.some(globMatcher(one)));
  }
}

async function transportOf(name: string, source: string): Promise<Transport> {
  const made = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as Readonly<Record<string, Make>>;
  const answer = made[name]?.();
  if (answer === undefined) throw new Error(`the source exports no ${name}`);
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
