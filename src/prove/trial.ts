/** One fault, tried in every spec version that has it. */
import { faults, type Fault } from '../../services/index.ts';
import type { Group } from '../plan/model.ts';
import type { CheckResult } from '../verdict/model.ts';
import { contractsOf } from './places.ts';
import type { Stand } from './stand.ts';
import { Planned, touched } from './touch.ts';

/** What one fault did in one spec version. */
export interface Outcome {
  readonly fault: string;
  readonly service: string;
  readonly spec: string;
  /** Ids of the checks that turned red, sorted. */
  readonly red: readonly string[];
  /** How many checks were judged, and how many of them could not be. */
  readonly judged: number;
  readonly undetermined: number;
}

/** Verdicts of a run, the worst for each check. */
export interface Verdicts {
  readonly red: ReadonlySet<string>;
  readonly undetermined: ReadonlySet<string>;
  readonly judged: ReadonlySet<string>;
}

export function verdictsOf(results: readonly CheckResult[]): Verdicts {
  const judged = new Set<string>();
  const red = new Set<string>();
  const undetermined = new Set<string>();
  for (const { check, verdict } of results) {
    judged.add(check);
    if (verdict === 'fail') red.add(check);
    else if (verdict === 'inconclusive') undetermined.add(check);
  }
  for (const id of red) undetermined.delete(id);
  return { red, undetermined, judged };
}

/** The trials of a stand: its plan by service and version, and what is red there without any fault. */
export class Trials {
  readonly #stand: Stand;
  readonly #planned = new Map<string, Planned>();

  constructor(stand: Stand) {
    this.#stand = stand;
  }

  /** Spec versions of the service whose contracts a fault is looked for in, in which the fault exists. */
  versionsOf(fault: Fault): readonly string[] {
    const spec = this.#stand.project.specs.find((s) => s.service === contractsOf(fault.service));
    const order = spec?.versions.map((v) => v.id) ?? [];
    const first = fault.since === undefined ? 0 : order.indexOf(fault.since);
    const last = fault.until === undefined ? order.length - 1 : order.indexOf(fault.until);
    return order.slice(first, last + 1);
  }

  planned(service: string, spec: string): Planned {
    const key = `${service}@${spec}`;
    const known = this.#planned.get(key);
    if (known !== undefined) return known;
    const { groups, operations } = this.#stand.plan;
    const own = Object.values(operations).filter((o) => o.service === service && o.spec === spec);
    const planned = new Planned(groups.filter((g) => g.service === service && g.spec === spec), new Map(own.map((o) => [`${o.endpoint}/${o.name}`, o])));
    this.#planned.set(key, planned);
    return planned;
  }

  touchedBy(fault: Fault, spec: string): readonly Group[] {
    return touched(fault, this.planned(contractsOf(fault.service), spec));
  }

  async try(fault: Fault, spec: string): Promise<Outcome> {
    const groups = this.touchedBy(fault, spec);
    const results = await this.#stand.run(groups, { faults: [fault.id], ...(fault.whileDegraded === true ? { degraded: true } : {}) });
    const verdicts = verdictsOf(results);
    return {
      fault: fault.id,
      service: contractsOf(fault.service),
      spec,
      red: [...verdicts.red].sort(),
      judged: verdicts.judged.size,
      undetermined: verdicts.undetermined.size,
    };
  }

  /** The same service without any fault: whatever is red here is no kill. */
  async baseline(service: string, spec: string): Promise<Verdicts> {
    return verdictsOf(await this.#stand.run(this.planned(service, spec).groups, { faults: [] }));
  }
}

export function faultById(id: string): Fault | undefined {
  return faults.find((f) => f.id === id);
}
