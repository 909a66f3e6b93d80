/** Which cases a fault can touch. Only these are run for it; what they are is data, by the kind of the fault. */
import type { Fault } from '../../services/index.ts';
import type { Case, Check, Group } from '../plan/model.ts';
import { contractsOf, endpointOf, placeOf } from './places.ts';
import { LIFECYCLE_CASES, OPERATOR_CASES, SHAPE_CASES, SPECIFIC_CASES, TOKEN_CASES, VALIDATION_CASES, type Cases } from './touch-tables.ts';

/** The groups of one service in one spec version, found by operation. */
export class Planned {
  readonly groups: readonly Group[];
  readonly #byOperation: ReadonlyMap<string, readonly Group[]>;

  constructor(groups: readonly Group[]) {
    this.groups = groups;
    const byOperation = new Map<string, Group[]>();
    for (const group of groups) {
      const path = `${group.endpoint}/${group.operation}`;
      byOperation.set(path, [...(byOperation.get(path) ?? []), group]);
    }
    this.#byOperation = byOperation;
  }

  of(operation: string): readonly Group[] {
    return this.#byOperation.get(operation) ?? [];
  }

  ofEndpoint(endpoint: string): readonly Group[] {
    return this.groups.filter((g) => g.endpoint === endpoint);
  }
}

/** The rest of a check's id after its rule: mostly the field. */
export function keyOf(check: Check): string {
  return check.id.slice(`${check.service}/${check.endpoint}/${check.operation}/${check.rule}/`.length);
}

/** The groups of one service and version that a fault can touch, with only those of their cases. */
export function touched(fault: Fault, planned: Planned): readonly Group[] {
  switch (fault.kind) {
    case 'operator':
      return narrowed(planned.of(placeOf(fault.operation ?? '')), OPERATOR_CASES[fault.what] ?? { all: true });
    case 'validation':
    case 'strictness':
      return ofField(fault, planned);
    case 'lifecycle':
      return narrowed(planned.ofEndpoint(fault.family ?? ''), LIFECYCLE_CASES[fault.what] ?? { aspects: ['lifecycle'] });
    case 'pagination':
      return planned.of(placeOf(fault.operation ?? '')).filter((g) => g.aspect === 'pagination');
    case 'shape':
      return narrowed(planned.groups, SHAPE_CASES[fault.what] ?? { all: true });
    case 'token':
      return narrowed(planned.groups, TOKEN_CASES[fault.what] ?? { aspects: ['access'] });
    case 'specific': {
      const cases = SPECIFIC_CASES[fault.id] ?? SPECIFIC_CASES[`*.${fault.what}`];
      if (cases !== undefined) return narrowed(cases.operations === undefined ? planned.groups : cases.operations.flatMap((o) => planned.of(o)), cases);
      const groups = fault.operation === undefined ? planned.groups : planned.ofEndpoint(endpointOf(fault.operation));
      return fault.operation?.endsWith('.list') === true ? groups : groups.filter((g) => g.aspect !== 'pagination');
    }
  }
}

/** The groups that a fault is looked for in: those of its service's contracts. */
export function isOfService(fault: Fault, group: Group): boolean {
  return group.service === contractsOf(fault.service);
}

/** The cases of one field's family: generated ones by their key, declared ones where they mention it. */
function ofField(fault: Fault, planned: Planned): readonly Group[] {
  const { family = '', field } = fault;
  // Channels are members of a partner, not an endpoint.
  const endpoint = family === 'channels' ? 'partners' : family;
  const rules = VALIDATION_CASES[fault.what];
  const isMeant = (planned: Case): boolean =>
    planned.checks.some((check) => {
      const key = keyOf(check);
      if (key === field || key.startsWith(`${field ?? ''}/`)) return rules === undefined || rules.includes(check.rule);
      return field === undefined && rules?.includes(check.rule) === true;
    });
  const mention = field ?? '"outcome.refused"';
  return planned.ofEndpoint(endpoint).flatMap((group) => {
    if (group.aspect === 'input') return pick(group, isMeant);
    if (['success', 'lifecycle', 'access', 'methods', 'negotiation', 'pagination', 'load', 'definition'].includes(group.aspect)) return [];
    return pick(group, (c) => mentions(c, mention));
  });
}

function mentions(planned: Case, word: string): boolean {
  return JSON.stringify([planned.steps, planned.checks.map((c) => [c.rule, c.params])]).includes(word);
}

/** The cases that a table asks for. */
function narrowed(groups: readonly Group[], cases: Cases): readonly Group[] {
  if (cases.all === true) return groups;
  return groups.flatMap((group) => {
    if (cases.aspects?.includes(group.aspect) === true) return [group];
    if (cases.not?.includes(group.aspect) === false) return [group];
    const rules = cases.rules;
    return rules === undefined ? [] : pick(group, (c) => c.checks.some((check) => rules.includes(check.rule)));
  });
}

function pick(group: Group, isMeant: (planned: Case) => boolean): readonly Group[] {
  const cases = group.cases.filter(isMeant);
  return cases.length === 0 ? [] : [{ ...group, cases }];
}
