/** Tries one fault in one spec version; likewise a legal variant, or no fault. */
import type { NotSentReason } from '../model/failure.ts';
import { contractService, type Fault, faults, variants } from '../../services/index.ts';
import type { Group } from '../plan/model.ts';
import { isCausedByOtherClients } from '../verdict/confirm-by-retry.ts';
import type { CheckResult } from '../verdict/model.ts';
import { dependentGroups, affectedOperations, JudgedOperations, unexpectedFailures } from './expected-detections.ts';
import type { BaselineOutcome, FaultOutcome, VariantOutcome } from './model.ts';
import type { TestBed } from './test-bed.ts';
import { GroupIndex, affectedGroups } from './affected-cases.ts';

/** Faults that stop the service for a while, for all requests in that time. */
const IN_TURN: readonly string[] = ['stops-when-malformed'];

/** Reasons that make a request impossible for any service. */
const NOT_TO_BE_SENT: readonly (NotSentReason | undefined)[] = ['no-scheme', 'no-sign-in', 'no-party'];

/** Ids of checks by the worst verdict of their results. */
export interface VerdictSets {
  readonly red: ReadonlySet<string>;
  readonly undetermined: ReadonlySet<string>;
  readonly judged: ReadonlySet<string>;
}

export function verdictSets(results: readonly CheckResult[]): VerdictSets {
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

interface Version {
  readonly planned: GroupIndex;
  readonly judged: JudgedOperations;
  readonly isLatest: boolean;
}

export class Trials {
  readonly #testBed: TestBed;
  readonly #versions = new Map<string, Version>();
  readonly #faults: ReadonlyMap<string, Fault> = new Map(faults.map((f) => [f.id, f]));

  constructor(testBed: TestBed) {
    this.#testBed = testBed;
  }

  versionsOf(service: string): readonly string[] {
    return this.#testBed.project.specs.find((s) => s.service === service)?.versions.map((v) => v.id) ?? [];
  }

  async fault(id: string, spec: string): Promise<FaultOutcome> {
    const fault = this.#faults.get(id);
    if (fault === undefined) throw new Error(`there is no fault ${id}`);
    const service = contractService(fault.service);
    const { planned, judged, isLatest } = this.#version(service, spec);
    const groups = uniqueGroups([...affectedGroups(fault, planned), ...dependentGroups(fault, planned, isLatest)]);
    const verdicts = verdictSets(
      await this.#testBed.run(groups, {
        faults: [id],
        inTurn: IN_TURN.includes(fault.what),
        ...(fault.whileDegraded === true ? { degraded: true } : {}),
      }),
    );
    const red = [...verdicts.red].sort();
    return {
      fault: id,
      service,
      spec,
      red,
      stray: unexpectedFailures(red, affectedOperations(fault, planned), judged),
      judged: verdicts.judged.size,
    };
  }

  /** Checks that are red or inconclusive without any fault. */
  async baseline(service: string, spec: string): Promise<BaselineOutcome> {
    const results = await this.#testBed.run(this.#version(service, spec).planned.groups, { faults: [] });
    const { red, undetermined } = verdictSets(results);
    const moot = results.flatMap(({ check, cause, notSent }) =>
      NOT_TO_BE_SENT.includes(notSent) && notSent !== undefined ? [[check, cause ?? ''] as const] : [],
    );
    return { service, spec, flagged: [...red, ...undetermined].sort(), moot: Object.fromEntries(moot) };
  }

  async variant(variant: string, service: string, spec: string): Promise<VariantOutcome> {
    // Variants cannot affect malformed HTTP, which the server answers itself.
    const groups = this.#version(service, spec).planned.groups.filter((g) => g.aspect !== 'raw');
    const results = await this.#testBed.run(groups, { faults: [], variants: [variant] });
    const hasOthers = variants.some((item) => item.id === variant && item.hasOthers === true);
    const { red, undetermined, judged } = verdictSets(
      hasOthers ? results.filter(({ cause }) => !isCausedByOtherClients(cause)) : results,
    );
    return { variant, service, spec, flagged: [...red, ...undetermined].sort(), judged: judged.size };
  }

  #version(service: string, spec: string): Version {
    const key = `${service}@${spec}`;
    const known = this.#versions.get(key);
    if (known !== undefined) return known;
    const { groups, operations } = this.#testBed.plan;
    const own = Object.values(operations).filter((o) => o.service === service && o.spec === spec);
    const planned = new GroupIndex(
      groups.filter((g) => g.service === service && g.spec === spec),
      new Map(own.map((o) => [`${o.endpoint}/${o.name}`, o])),
    );
    const version: Version = {
      planned,
      judged: new JudgedOperations(planned),
      isLatest: this.versionsOf(service).at(-1) === spec,
    };
    this.#versions.set(key, version);
    return version;
  }
}

/** A group that is both affected and a bystander is run whole. */
function uniqueGroups(groups: readonly Group[]): readonly Group[] {
  return [...new Map(groups.map((g) => [g.id, g])).values()];
}
