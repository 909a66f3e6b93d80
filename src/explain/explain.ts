/** Explains an ID: a check, a requirement, an open question, an endpoint or a code. The texts are in `explain-text.ts`. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { ResponseRow, Basis, Level, OpenPoint, Position, Requirement, Spec, Target } from '../load/model.ts';
import { type Case, type Check, checksOfGroup, type Group, type Plan } from '../plan/model.ts';
import { answersForVersion, type Scope } from '../plan/scope.ts';
import { findRule } from '../rules/registry.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { passiveTemplateOf, templateOfCase, templatePlace } from '../project/template-of-case.ts';
import {
  commandFor,
  explainCode,
  type ExplainedCode,
  type ExplainedEndpoint,
  explainEndpoints,
} from './named-in-contracts.ts';
import { requestDifferences, parameterTexts, stepText, stepWords } from './request-text.ts';
import type { PageProof } from '../report/page/data.ts';

/** Faults that fail a check, if mutation testing results are available. */
export interface ProofData {
  readonly checks: PageProof['checks'];
  /** There is one fault for each rule; a check may detect more. */
  readonly isSample: boolean;
  readonly faults: Readonly<Record<string, string>>;
}

export interface ExplainedPoint {
  readonly id: string;
  readonly question: string;
  /** Whether the only answer is `confirmed`; otherwise the answer is a value. */
  readonly isConfirmOnly: boolean;
  readonly default: Json;
  readonly reason: string;
  readonly section: string;
  /** Answers by target, for the explained version or for all versions. */
  readonly answers: Readonly<Record<string, Json>>;
}

/** An open question that a check depends on. */
export interface ExplainedQuestionSource extends ExplainedPoint {
  /** Locations in the contracts or in the requirements, as `file:line`. */
  readonly where: readonly string[];
}

export interface ExplainedRequirement {
  readonly id: string;
  readonly service: string;
  readonly text: string;
  readonly level: Level;
  /** Declared basis; `effective` is the basis for a target that answers no open question. */
  readonly basis: Requirement['basis'];
  readonly effective: Basis;
  readonly source: string;
  readonly section: string;
  readonly versions: readonly string[];
  readonly changes: readonly { readonly in: string; readonly text: string; readonly breaking?: boolean }[];
  readonly openPoints: readonly ExplainedPoint[];
  readonly excluded?: string;
  /** The endpoint whose contract it is, if no source document contains it. */
  readonly ofContract?: string;
  readonly at: string;
}

export interface ExplainedCheck {
  readonly kind: 'check';
  readonly id: string;
  readonly title: string;
  readonly service: string;
  /** Versions with the check. The other properties are those of `shown`; `target` is the target in suggested commands. */
  readonly specs: readonly string[];
  readonly shown: string;
  readonly target?: string;
  readonly operation: string;
  readonly aspect: string;
  readonly contract: string;
  /** Text of the contract line, if it can be read. */
  readonly line?: string;
  readonly requirement: ExplainedRequirement;
  /** Basis from the requirement and the open questions, for a target that answers none. */
  readonly basis: Basis;
  readonly restsOn: readonly ExplainedQuestionSource[];
  /** Its basis if the run verifies these uses of open questions. */
  readonly onceVerified?: Check['onceVerified'];
  /** Targets that answer all of its open questions for the version, so that the check is confirmed for them. */
  readonly confirmedBy: readonly string[];
  /** Key and file that make an assumed check without open questions documented, and the number of checks that change. */
  readonly assumedIn?: { readonly key: string; readonly at: string; readonly checks: number };
  readonly rule: {
    readonly id: string;
    readonly kind: 'case' | 'passive';
    readonly title: string;
    readonly explain: string;
    /** Source of the expectation. */
    readonly source?: string;
    readonly parameters: readonly string[];
  };
  /** Row of the test catalogue, if it is generated from one. */
  readonly row?: { readonly id: string; readonly at: string; readonly why?: string; readonly source?: string };
  /** Absent for a passive check, which judges every exchange of its operation. */
  readonly sent?: {
    readonly case: string;
    readonly setup: readonly string[];
    readonly steps: readonly { readonly name: string; readonly request: string }[];
    /** Differences between the judged request and the valid request. */
    readonly changes: readonly string[];
    readonly control?: string;
    /** Steps that must succeed; otherwise the verdict is inconclusive. */
    readonly given: readonly string[];
  };
  /** Absent without mutation testing results; empty if no fault fails the check. */
  readonly faults?: readonly { readonly id: string; readonly text: string }[];
  /** Whether the faults are known only for the rule, not for this check. */
  readonly faultsOfRule?: true;
  /** Whether the check may detect more faults. */
  readonly faultsAreSample?: true;
}

export interface ExplainedRequirements {
  readonly kind: 'requirement';
  readonly requirements: readonly (ExplainedRequirement & {
    readonly checks: readonly { readonly id: string; readonly specs: readonly string[] }[];
    /** Command that runs the checks; absent if there are none. */
    readonly command?: string;
  })[];
  /** Open question with the same ID. */
  readonly openPoint?: ExplainedOpenPoint;
}

export interface ExplainedOpenPoint extends ExplainedPoint {
  readonly kind: 'openPoint';
  readonly service: string;
  readonly at: string;
  /** Answers for single versions, by target and version. */
  readonly answersIn: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly requirements: readonly string[];
  /** Number of checks that depend on it, over all versions. */
  readonly checks: number;
  /** Command that runs the checks; absent if there are none. */
  readonly command?: string;
}

export interface ExplainedEndpoints {
  readonly kind: 'endpoints';
  readonly endpoints: readonly ExplainedEndpoint[];
}

export type Explanation =
  | ExplainedCheck
  | ExplainedRequirements
  | ExplainedOpenPoint
  | ExplainedCode
  | ExplainedEndpoints;

export type AnsweringTarget = Pick<Target, 'target' | 'answers' | 'answersIn'>;

export interface ExplainContext {
  readonly specs: readonly Spec[];
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Targets whose answers are shown. */
  readonly targets: readonly AnsweringTarget[];
  /** Target in suggested commands; absent if they use the default target. */
  readonly target?: string;
  readonly proof?: ProofData;
  /** Reads a line of a project file. */
  readonly line?: (position: Position) => string | undefined;
}

interface Found {
  readonly check: Check;
  readonly group: Group;
  readonly case?: Case;
}

/** Explains an ID; undefined if it is unknown. `spec` selects a version. */
export function explainKnown(id: string, known: ExplainContext, spec?: string): Explanation | undefined {
  const found = findChecks(id, known.plan).filter(({ check }) => spec === undefined || check.spec === spec);
  const last = found.at(-1);
  if (last !== undefined) return explainCheck(found, last, known);
  const requirements = explainRequirements(id, known, spec);
  const openPoint = explainOpenPoint(id, known);
  if (requirements.length > 0) return { kind: 'requirement', requirements, ...omitUndefined({ openPoint }) };
  const endpoints = explainEndpoints(id, known);
  if (endpoints.length > 0) return { kind: 'endpoints', endpoints };
  return openPoint ?? explainCode(id, known);
}

/** Finds checks by ID, by ID without the service, or by `<id>@<version>`. */
function findChecks(id: string, plan: Plan): readonly Found[] {
  const is = (check: Check): boolean =>
    check.id === id || check.id.slice(check.service.length + 1) === id || `${check.id}@${check.spec}` === id;
  const found = new Map<string, Found>();
  for (const group of plan.groups) {
    for (const one of group.cases)
      for (const check of one.checks)
        if (is(check)) found.set(`${check.spec} ${check.id}`, { check, group, case: one });
    for (const check of group.passive) if (is(check)) found.set(`${check.spec} ${check.id}`, { check, group });
  }
  return [...found.values()];
}

function explainCheck(
  found: readonly Found[],
  { check, group, case: planned }: Found,
  known: ExplainContext,
): ExplainedCheck {
  const scope = known.scopes.find((s) => s.service === check.service && s.version === check.spec);
  const requirement = scope?.requirement(check.requirement);
  const rule = findRule(check.rule);
  if (scope === undefined || requirement === undefined || rule === undefined)
    throw new Error(`${check.id} is planned without a scope, a requirement or a rule`);
  const operation = known.plan.operations[`${check.service}@${check.spec}/${check.endpoint}/${check.operation}`];
  const line = known.line?.(check.at);
  return {
    kind: 'check',
    id: check.id,
    title: check.title,
    service: check.service,
    specs: found.map((f) => f.check.spec),
    shown: check.spec,
    ...omitUndefined({ target: known.target }),
    operation:
      operation === undefined
        ? `${check.endpoint}/${check.operation}`
        : `${operation.method} ${operation.path} (${check.endpoint}/${check.operation})`,
    aspect: check.aspect,
    contract: `${check.at.file}:${check.at.line}`,
    ...omitUndefined({ line }),
    requirement: explainRequirement(scope, requirement, known),
    basis: check.basis,
    restsOn: check.restsOn.flatMap((point) => explainSource(point, check, scope, requirement, known)),
    confirmedBy: check.restsOn.length === 0 ? [] : confirmingTargets(check, known),
    ...omitUndefined({ onceVerified: check.onceVerified }),
    ...(check.basis === 'assumed' && check.restsOn.length === 0
      ? { assumedIn: assumedIn(requirement, check, known.plan) }
      : {}),
    rule: {
      id: rule.id,
      kind: rule.kind,
      title: rule.title,
      explain: rule.explain,
      ...omitUndefined({ source: rule.source }),
      parameters: parameterTexts(check.params, planned?.steps),
    },
    ...rowPart(planned === undefined ? passiveTemplateOf(check) : templateOfCase(check, planned, scope.contracts)),
    ...omitUndefined({ sent: mapOptional(planned, (it) => sentPart(check, group, it)) }),
    ...faultsOf(check, known.proof),
  };
}

function confirmingTargets({ restsOn, spec }: Check, { targets }: ExplainContext): readonly string[] {
  return targets
    .filter((target) => restsOn.every((point) => answersForVersion(target, spec)[point] !== undefined))
    .map(({ target }) => target);
}

/** Location of the `assumed` basis in the contract or the specification. */
function assumedIn(
  { ofContract, at }: Requirement,
  { service, spec, requirement }: Check,
  { groups }: Plan,
): NonNullable<ExplainedCheck['assumedIn']> {
  const affected = groups
    .flatMap(checksOfGroup)
    .filter((one) => one.service === service && one.spec === spec && one.requirement === requirement);
  const checks = new Set(affected.map(({ id }) => id)).size;
  return ofContract === undefined
    ? { key: 'basis: documented', at: `${at.file}:${at.line}`, checks }
    : { key: 'rest: { basis: documented }', at: at.file.replace(/[^/]*$/, 'bindings.yaml'), checks };
}

/** Limit of locations per open question. */
const MAX_PLACES = 3;

function explainSource(
  id: string,
  check: Check,
  scope: Scope,
  requirement: Requirement,
  known: ExplainContext,
): readonly ExplainedQuestionSource[] {
  const point = scope.spec.openPoints.find((one) => one.id === id);
  if (point === undefined) return [];
  const { open, endpoints } = scope.declared;
  const places = [
    ...open.filter((value) => value.point === id).map(({ at }) => at),
    ...endpoints.filter(({ fieldsFrom }) => fieldsFrom === id).map(({ at }) => at),
    ...(scope.openQuestionsOf(requirement).includes(id) ? [requirement.at] : []),
  ];
  // Locations in the contract of the check come first.
  const inOwnContract = places.filter(({ file }) => file === check.at.file);
  const where = new Set([...inOwnContract, ...places].map(({ file, line }) => `${file}:${line}`));
  return [{ ...explainPoint(point, known, scope.version), where: [...where].slice(0, MAX_PLACES) }];
}

function rowPart(row: Template | ResponseRow | undefined): Pick<ExplainedCheck, 'row'> {
  const at = row === undefined ? undefined : templatePlace(row);
  return row === undefined || at === undefined
    ? {}
    : { row: { id: row.id, at, ...omitUndefined({ why: row.why, source: row.source }) } };
}

function sentPart(check: Check, group: Group, planned: Case): NonNullable<ExplainedCheck['sent']> {
  const control = group.setup.find((step) => step.name === 'control');
  const judged =
    planned.steps.find((step) => step.name === check.params['step']) ??
    planned.steps.find((step) => step.name === 'probe');
  const given = check.given.map(
    ({ step, is }) => `${stepWords(step)} ${is === 'success' ? 'must succeed' : 'must get a response'}`,
  );
  return {
    case: planned.title,
    setup: group.setup.filter((step) => step !== control).map((step) => `${step.name}: ${stepText(step)}`),
    steps: planned.steps.map((step) => ({ name: step.name, request: stepText(step) })),
    changes:
      control === undefined ||
      judged === undefined ||
      judged.request.base !== control.request.base ||
      judged.name !== 'probe'
        ? []
        : requestDifferences(control.request, judged.request),
    ...omitUndefined({ control: mapOptional(control, stepText) }),
    given,
  };
}

function faultsOf(check: Check, proof: ProofData | undefined): Pick<ExplainedCheck, 'faults' | 'faultsOfRule'> {
  if (proof === undefined) return {};
  const killers = proof.checks.filter((c) => c.id === check.id);
  const ids = new Set(killers.flatMap(({ faults }) => faults));
  return {
    faults: [...ids].map((id) => ({ id, text: proof.faults[id] ?? '' })),
    ...(killers.some(({ ofRule }) => ofRule === true) ? { faultsOfRule: true } : {}),
    ...(proof.isSample ? { faultsAreSample: true } : {}),
  };
}

function explainRequirements(
  id: string,
  known: ExplainContext,
  spec: string | undefined,
): ExplainedRequirements['requirements'] {
  const services = [...new Set(known.scopes.map((scope) => scope.service))];
  return services.flatMap((service) => {
    const scope = known.scopes.findLast(
      (s) => s.service === service && s.requirement(id) !== undefined && (spec === undefined || s.version === spec),
    );
    const requirement = scope?.requirement(id);
    if (scope === undefined || requirement === undefined) return [];
    const checks = new Map<string, Set<string>>();
    const proving: Check[] = [];
    for (const group of known.plan.groups) {
      for (const check of checksOfGroup(group)) {
        if (check.service !== service || check.requirement !== id || (spec !== undefined && check.spec !== spec))
          continue;
        checks.set(check.id, (checks.get(check.id) ?? new Set()).add(check.spec));
        proving.push(check);
      }
    }
    return [
      {
        ...explainRequirement(scope, requirement, known),
        checks: [...checks].map(([check, specs]) => ({ id: check, specs: [...specs] })),
        ...(proving.length === 0 ? {} : { command: commandFor(proving, known.target) }),
      },
    ];
  });
}

function explainRequirement(scope: Scope, requirement: Requirement, known: ExplainContext): ExplainedRequirement {
  const { id, text, level, basis, section, openPoints, changes, excluded, at, ofContract } = requirement;
  return {
    id,
    service: scope.service,
    text,
    level,
    basis,
    effective: scope.basis(requirement),
    source: scope.spec.source,
    section,
    versions: known.scopes
      .filter((s) => s.service === scope.service && s.requirement(id) !== undefined)
      .map((s) => s.version),
    changes: changes.map((change) => ({
      in: typeof change.in === 'string' ? change.in : String(scope.answer(change.in.openPoint)),
      text: change.text,
      ...omitUndefined({ breaking: change.breaking }),
    })),
    openPoints: openPoints.flatMap((name) => {
      const point = scope.spec.openPoints.find((p) => p.id === name);
      return point === undefined ? [] : [explainPoint(point, known, scope.version)];
    }),
    ...omitUndefined({ excluded, ofContract }),
    at: `${at.file}:${at.line}`,
  };
}

function explainPoint(point: OpenPoint, { targets }: ExplainContext, version?: string): ExplainedPoint {
  const { id, question, kind, default: value, reason, section } = point;
  const answers: Record<string, Json> = {};
  for (const target of targets) {
    const answer = (version === undefined ? target.answers : answersForVersion(target, version))[id];
    if (answer !== undefined) answers[target.target] = answer;
  }
  return { id, question, isConfirmOnly: kind === 'confirm', default: value, reason, section, answers };
}

function versionAnswers(id: string, { targets }: ExplainContext): ExplainedOpenPoint['answersIn'] {
  const of = ({ answersIn: all = {} }: AnsweringTarget): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([version, own]) => (own[id] === undefined ? [] : [[version, own[id]] as const])),
    );
  return Object.fromEntries(
    targets.map((one) => [one.target, of(one)] as const).filter(([, own]) => Object.keys(own).length > 0),
  );
}

function explainOpenPoint(id: string, known: ExplainContext): ExplainedOpenPoint | undefined {
  for (const spec of known.specs) {
    const point = spec.openPoints.find((p) => p.id === id);
    if (point === undefined) continue;
    const dependentChecks = known.plan.groups
      .flatMap(checksOfGroup)
      .filter((c) => c.service === spec.service && c.restsOn.includes(id));
    const named = spec.requirements.filter((r) => r.openPoints.includes(id)).map((r) => r.id);
    const requirementIds = new Set([...named, ...dependentChecks.map((c) => c.requirement)]);
    const checks = new Set(dependentChecks.map((c) => `${c.spec} ${c.id}`));
    return {
      kind: 'openPoint',
      service: spec.service,
      ...explainPoint(point, known),
      answersIn: versionAnswers(id, known),
      at: `${point.at.file}:${point.at.line}`,
      requirements: [...requirementIds],
      checks: checks.size,
      ...(dependentChecks.length === 0 ? {} : { command: commandFor(dependentChecks, known.target) }),
    };
  }
  return undefined;
}
