/** Checks that a fault may turn red: those of the operations that it changes. Any other red check is a defect. */
import { contractOperation, type Fault, isSignIn, NEEDED_BY, WRITTEN_WITH } from '../../services/index.ts';
import type { Case, Check, Group, ResolvedOperation, Step } from '../plan/model.ts';
import { matchesRulePattern } from '../model/check-scope.ts';
import { PATH_OPERATORS, RULES_JUDGED_BY_READS } from './affected-case-tables.ts';
import { endpointOfOperation, type GroupIndex } from './affected-cases.ts';

/** Decides whether a fault changes an operation, `<endpoint>/<operation>`. */
export type AffectsOperation = (operation: string) => boolean;

const EVERY: AffectsOperation = () => true;

export function affectedOperations(fault: Fault, planned: GroupIndex): AffectsOperation {
  if (isSignIn(fault.service) && fault.kind === 'specific') return EVERY;
  switch (fault.kind) {
    case 'operator': {
      const place = contractOperation(fault.operation ?? '');
      return PATH_OPERATORS.includes(fault.what)
        ? (operation) => planned.isSamePath(operation, place)
        : (operation) => operation === place;
    }
    case 'shape':
    case 'token':
      return EVERY;
    case 'validation':
    case 'strictness':
    case 'storage':
    case 'lifecycle':
    case 'pagination':
      return ofFamily(fault.family ?? '');
    case 'specific':
      return fault.operation === undefined
        ? EVERY
        : ofEndpoints(
            [fault.operation, ...(fault.touches?.operations ?? [])].map((item) =>
              endpointOfOperation(contractOperation(item)),
            ),
          );
  }
}

/** Records may also be written with their parent. */
function ofFamily(family: string): AffectsOperation {
  return ofEndpoints([WRITTEN_WITH[family] ?? [], family].flat());
}

function ofEndpoints(endpoints: readonly string[]): AffectsOperation {
  return (operation) => endpoints.some((endpoint) => operation.startsWith(`${endpoint}/`));
}

/** The operations that each check judges: its own, and those of the steps in its parameters. */
export class JudgedOperations {
  readonly #operations: ReadonlyMap<string, ResolvedOperation>;
  readonly #byCheck = new Map<string, readonly string[]>();

  constructor(planned: GroupIndex) {
    this.#operations = planned.operations;
    for (const group of planned.groups) {
      for (const planned of group.cases)
        for (const check of planned.checks) this.#byCheck.set(check.id, this.#judgedBy(check, planned));
      const read = `${group.endpoint}/read`;
      for (const check of group.passive)
        this.#byCheck.set(
          check.id,
          matchesRulePattern(RULES_JUDGED_BY_READS, check.rule)
            ? [operationsOfCheck(group), read]
            : [operationsOfCheck(group)],
        );
    }
  }

  operationsOf(check: string): readonly string[] {
    return this.#byCheck.get(check) ?? [];
  }

  #judgedBy(check: Check, planned: Case): readonly string[] {
    const named = new Set(Object.values(check.params).filter((value) => typeof value === 'string'));
    const operations = planned.steps.filter((step) => named.has(step.name)).map((step) => this.#operationOf(step));
    return [...new Set([`${check.endpoint}/${check.operation}`, ...operations.filter((o) => o !== undefined)])];
  }

  #operationOf({ request }: Step): string | undefined {
    for (const [name, operation] of this.#operations)
      if (operation.method === request.method && operation.path === request.path) return name;
    return undefined;
  }
}

function operationsOfCheck(group: Group): string {
  return `${group.endpoint}/${group.operation}`;
}

/** Red checks on operations that the fault does not change. A check that the fault only blocks must be inconclusive. */
export function unexpectedFailures(
  red: readonly string[],
  concern: AffectsOperation,
  judged: JudgedOperations,
): readonly string[] {
  return red.filter((check) => !judged.operationsOf(check).some(concern));
}

/** Groups that depend on the changed operation without testing it, run to prove that they do not turn red. */
export function dependentGroups(fault: Fault, planned: GroupIndex, isLatest: boolean): readonly Group[] {
  const endpoint = fault.kind === 'operator' && isLatest ? NEEDED_BY[fault.operation ?? ''] : undefined;
  if (endpoint === undefined) return [];
  return planned
    .ofEndpoint(endpoint)
    .filter(
      (g) =>
        !['pagination', 'load'].includes(g.aspect) && operationsOfCheck(g) !== contractOperation(fault.operation ?? ''),
    );
}
