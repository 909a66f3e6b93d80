/** Selects the cases that a fault can affect, by tables for each kind of fault. Only these are run. */
import { pathWithoutNames } from '../model/path-template.ts';
import { globMatcher } from '../model/pattern.ts';
import { contractEndpoint, contractOperation, type Fault } from '../../services/index.ts';
import type { Case, Group, ResolvedOperation } from '../plan/model.ts';
import {
  type CaseSelection,
  FIELD_CASES,
  GENERATED_ASPECTS,
  LIFECYCLE_CASES,
  OPERATOR_CASES,
  PAGE_CASES,
  PATH_OPERATORS,
  SHAPE_CASES,
  SPECIFIC_CASES,
  TOKEN_CASES,
} from './affected-case-tables.ts';

const matchers = new Map<string, (rule: string) => boolean>();

function fits(patterns: readonly string[], rule: string): boolean {
  return patterns.some((pattern) => {
    const matches = matchers.get(pattern) ?? globMatcher(pattern);
    matchers.set(pattern, matches);
    return matches(rule);
  });
}

/** The groups of one service in one spec version, indexed by operation. */
export class GroupIndex {
  readonly groups: readonly Group[];
  readonly operations: ReadonlyMap<string, ResolvedOperation>;
  readonly #byOperation: ReadonlyMap<string, readonly Group[]>;

  /** @param operations of this service and version, by `<endpoint>/<operation>` */
  constructor(groups: readonly Group[], operations: ReadonlyMap<string, ResolvedOperation>) {
    this.groups = groups;
    this.operations = operations;
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

  /** The groups of every operation on the path of this one. */
  onPathOf(operation: string): readonly Group[] {
    return [...this.operations.keys()]
      .filter((name) => this.isSamePath(name, operation))
      .flatMap((name) => this.of(name));
  }

  isSamePath(left: string, right: string): boolean {
    const shape = (name: string): string | undefined => {
      const path = this.operations.get(name)?.path;
      return path === undefined ? undefined : pathWithoutNames(path);
    };
    return left === right || (shape(left) !== undefined && shape(left) === shape(right));
  }

  ofEndpoint(endpoint: string): readonly Group[] {
    return this.groups.filter((g) => g.endpoint === endpoint);
  }
}

/** `partners` of `partners/create`. */
export function endpointOfOperation(operation: string): string {
  return operation.split('/')[0] ?? '';
}

/** The groups of one service and version that a fault can affect, with only those of their cases. */
export function affectedGroups(fault: Fault, planned: GroupIndex): readonly Group[] {
  switch (fault.kind) {
    case 'operator': {
      const place = contractOperation(fault.operation ?? '');
      const groups = PATH_OPERATORS.includes(fault.what) ? planned.onPathOf(place) : planned.of(place);
      return selectCases(groups, OPERATOR_CASES[fault.what] ?? {});
    }
    case 'validation':
    case 'strictness':
    case 'storage':
      return ofField(fault, planned);
    case 'lifecycle':
      return selectCases(
        planned.ofEndpoint(fault.family ?? ''),
        LIFECYCLE_CASES[fault.what] ?? LIFECYCLE_CASES['*'] ?? {},
      );
    case 'pagination':
      return selectCases(planned.of(contractOperation(fault.operation ?? '')), PAGE_CASES);
    case 'shape':
      return selectCases(planned.groups, SHAPE_CASES[fault.what] ?? {});
    case 'token':
      return selectCases(planned.groups, TOKEN_CASES[fault.what] ?? { aspects: ['access'] });
    case 'specific': {
      const { touches } = fault;
      const cases = touches ?? SPECIFIC_CASES[fault.what];
      const own = touches?.operations?.flatMap((operation) => planned.of(contractOperation(operation)));
      if (cases !== undefined) return selectCases(own ?? planned.groups, cases);
      const groups =
        fault.operation === undefined
          ? planned.groups
          : planned.ofEndpoint(endpointOfOperation(contractOperation(fault.operation)));
      return groups.filter((g) => g.aspect !== 'pagination' && g.aspect !== 'load');
    }
  }
}

/** The cases of one field: generated ones by their subject, declared ones that mention it. */
function ofField(fault: Fault, planned: GroupIndex): readonly Group[] {
  const { family = '', field } = fault;
  const endpoint = contractEndpoint(family);
  const { rules = [], aspects = [] } = FIELD_CASES[fault.kind] ?? {};
  // Cases about an absent field do not mention it.
  const isAbsence = fault.kind === 'strictness' && fault.what === 'absent';
  const word = field ?? '"outcome.refused"';
  const isMeant = (planned: Case): boolean =>
    planned.checks.some(
      ({ rule, member }) =>
        fits(rules, rule) || (field === undefined ? rule === 'input.duplicate' : member?.at(-1) === field),
    );
  return planned.groups.flatMap((group) => {
    const isOwn = group.endpoint === endpoint;
    if (isOwn && aspects.includes(group.aspect)) return [group];
    if (isOwn && isAbsence && !GENERATED_ASPECTS.includes(group.aspect)) return [group];
    if (GENERATED_ASPECTS.includes(group.aspect)) return isOwn ? pick(group, isMeant) : [];
    // Records of this family may also be written inside those of another.
    return isOwn || group.aspect === 'nested' ? pick(group, (c) => mentions(c, word)) : [];
  });
}

function mentions(planned: Case, word: string): boolean {
  return JSON.stringify([planned.steps, planned.checks.map((c) => [c.rule, c.params])]).includes(word);
}

/** The cases that a table selects; all of them if its entry is empty. */
function selectCases(groups: readonly Group[], cases: CaseSelection): readonly Group[] {
  const { aspects, not, rules } = cases;
  if (aspects === undefined && not === undefined && rules === undefined) return groups;
  return groups.flatMap((group) => {
    if (aspects?.includes(group.aspect) === true) return [group];
    if (not?.includes(group.aspect) === false) return [group];
    return rules === undefined ? [] : pick(group, (c) => c.checks.some((check) => fits(rules, check.rule)));
  });
}

function pick(group: Group, isMeant: (planned: Case) => boolean): readonly Group[] {
  const cases = group.cases.filter(isMeant);
  return cases.length === 0 ? [] : [{ ...group, cases }];
}
