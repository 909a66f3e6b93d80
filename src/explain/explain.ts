/** All that is known of one id: a check, a requirement, an open point, an endpoint or a code. Pure; texts are made in `explain-text.ts`. */
import { defined, maybe } from '../model/objects.ts';
import type { Json } from '../model/json.ts';
import type { AnswerRow, Basis, Level, OpenPoint, Position, Requirement, Spec, Target } from '../load/model.ts';
import type { Case, Check, Group, Plan } from '../plan/model.ts';
import { answersIn, type Scope } from '../plan/scope.ts';
import { checksIn } from '../plan/in-group.ts';
import { findRule } from '../rules/registry.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { answerRowOf, rowOf, templatePlace } from '../project/template-of-case.ts';
import {
  commandFor,
  explainCode,
  type ExplainedCode,
  type ExplainedEndpoint,
  explainEndpoints,
} from './named-in-contracts.ts';
import { differences, parameterWords, stepWords } from './request-words.ts';
import type { Proof } from '../report/page/data.ts';

/** Which seeded faults turn a check red, where a campaign has been recorded. */
export interface ProofData {
  readonly checks: Proof['checks'];
  readonly faults: Readonly<Record<string, string>>;
}

export interface ExplainedPoint {
  readonly id: string;
  readonly question: string;
  readonly default: Json;
  readonly reason: string;
  readonly section: string;
  /** As of the targets that answer it: of the version that is told, or, where none is, of all versions. */
  readonly answers: Readonly<Record<string, Json>>;
}

/** An open point that a check was made with. */
export interface ExplainedGround extends ExplainedPoint {
  /** Where it stands, in the contracts or as a word of the requirement: `file:line`. */
  readonly where: readonly string[];
}

export interface ExplainedRequirement {
  readonly id: string;
  readonly service: string;
  readonly text: string;
  readonly level: Level;
  /** What the author says; `effective` is what follows for a target that answers no open point. */
  readonly basis: Requirement['basis'];
  readonly effective: Basis;
  readonly source: string;
  readonly section: string;
  readonly versions: readonly string[];
  readonly changes: readonly { readonly in: string; readonly text: string; readonly breaking?: boolean }[];
  readonly openPoints: readonly ExplainedPoint[];
  readonly excluded?: string;
  readonly at: string;
}

export interface ExplainedCheck {
  readonly kind: 'check';
  readonly id: string;
  readonly title: string;
  readonly service: string;
  /** Every version that has it; what follows is of `shown`, and is run alone against `target`, where a command has to name one. */
  readonly specs: readonly string[];
  readonly shown: string;
  readonly target?: string;
  readonly operation: string;
  readonly aspect: string;
  readonly contract: string;
  /** That line of it, where it can be read. */
  readonly line?: string;
  readonly requirement: ExplainedRequirement;
  /** What follows from the requirement and from all that it was made with, for a target that answers no open point. */
  readonly basis: Basis;
  readonly restsOn: readonly ExplainedGround[];
  /** Its basis if the run verifies these uses of open questions. */
  readonly onceVerified?: Check['onceVerified'];
  /** The targets that answer all of these for the version that is told, so that it is confirmed for them. */
  readonly confirmedBy: readonly string[];
  /** Of an assumed check that rests on no open point: the key that makes it documented, and the file that has it. */
  readonly assumedIn?: { readonly key: string; readonly at: string };
  readonly rule: {
    readonly id: string;
    readonly kind: 'case' | 'passive';
    readonly title: string;
    readonly explain: string;
    /** Where it is asked, and how strongly. */
    readonly source?: string;
    readonly parameters: readonly string[];
  };
  /** The row of a catalogue that it comes from, where it does. */
  readonly row?: { readonly id: string; readonly at: string; readonly why?: string; readonly source?: string };
  /** Absent for a passive check, which judges every exchange of its operation. */
  readonly sent?: {
    readonly case: string;
    readonly setup: readonly string[];
    readonly steps: readonly { readonly name: string; readonly request: string }[];
    /** In what the judged request differs from its control. */
    readonly changes: readonly string[];
    readonly control?: string;
    /** What must have succeeded, or the verdict is inconclusive. */
    readonly given: readonly string[];
  };
  /** Absent where no campaign has been recorded; empty where none of its faults turns this check red. */
  readonly faults?: readonly { readonly id: string; readonly text: string }[];
  /** They turn checks of its rule red; which turn this one red is not kept. */
  readonly faultsOfRule?: true;
}

export interface ExplainedRequirementWhole {
  readonly kind: 'requirement';
  readonly requirements: readonly (ExplainedRequirement & {
    readonly checks: readonly { readonly id: string; readonly specs: readonly string[] }[];
    /** What runs them; absent where there is none. */
    readonly command?: string;
  })[];
  /** That of the same name. */
  readonly openPoint?: ExplainedOpenPoint;
}

export interface ExplainedOpenPoint extends ExplainedPoint {
  readonly kind: 'openPoint';
  readonly service: string;
  readonly at: string;
  /** What targets answer for single versions: by target, by version. */
  readonly answersIn: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly requirements: readonly string[];
  /** Number of checks whose basis rests on it, over all versions. */
  readonly checks: number;
  /** What runs them; absent where there is none. */
  readonly command?: string;
}

export interface ExplainedEndpoints {
  readonly kind: 'endpoints';
  readonly endpoints: readonly ExplainedEndpoint[];
}

export type Explanation =
  | ExplainedCheck
  | ExplainedRequirementWhole
  | ExplainedOpenPoint
  | ExplainedCode
  | ExplainedEndpoints;

export type AnsweringTarget = Pick<Target, 'target' | 'answers' | 'answersIn'>;

export interface Knowledge {
  readonly specs: readonly Spec[];
  readonly scopes: readonly Scope[];
  readonly plan: Plan;
  /** Whose answers are told. */
  readonly targets: readonly AnsweringTarget[];
  readonly proof?: ProofData;
  /** A line of a file of the project. */
  readonly line?: (position: Position) => string | undefined;
}

interface Found {
  readonly check: Check;
  readonly group: Group;
  readonly case?: Case;
}

/** What the id names, or undefined. `spec` narrows it to one version. */
export function explain(id: string, known: Knowledge, spec?: string): Explanation | undefined {
  const found = findChecks(id, known.plan).filter(({ check }) => spec === undefined || check.spec === spec);
  const last = found.at(-1);
  if (last !== undefined) return explainCheck(found, last, known);
  const requirements = explainRequirements(id, known, spec);
  const openPoint = explainOpenPoint(id, known);
  if (requirements.length > 0) return { kind: 'requirement', requirements, ...defined({ openPoint }) };
  const endpoints = explainEndpoints(id, known);
  if (endpoints.length > 0) return { kind: 'endpoints', endpoints };
  return openPoint ?? explainCode(id, known);
}

/** By id, by the id without its service, or as `<id>@<version>`. */
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

function explainCheck(found: readonly Found[], { check, group, case: own }: Found, known: Knowledge): ExplainedCheck {
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
    operation:
      operation === undefined
        ? `${check.endpoint}/${check.operation}`
        : `${operation.method} ${operation.path} (${check.endpoint}/${check.operation})`,
    aspect: check.aspect,
    contract: `${check.at.file}:${check.at.line}`,
    ...defined({ line }),
    requirement: explainRequirement(scope, requirement, known),
    basis: check.basis,
    restsOn: check.restsOn.flatMap((point) => ground(point, check, scope, requirement, known)),
    confirmedBy: check.restsOn.length === 0 ? [] : confirming(check, known),
    ...defined({ onceVerified: check.onceVerified }),
    ...(check.basis === 'assumed' && check.restsOn.length === 0 ? { assumedIn: assumedIn(requirement) } : {}),
    rule: {
      id: rule.id,
      kind: rule.kind,
      title: rule.title,
      explain: rule.explain,
      ...defined({ source: rule.source }),
      parameters: parameterWords(check.params),
    },
    ...rowPart(own === undefined ? answerRowOf(check) : rowOf(check, own, scope.contracts)),
    ...defined({ sent: maybe(own, (it) => sent(check, group, it)) }),
    ...faultsOf(check, known.proof),
  };
}

function confirming({ restsOn, spec }: Check, { targets }: Knowledge): readonly string[] {
  return targets
    .filter((target) => restsOn.every((point) => answersIn(target, spec)[point] !== undefined))
    .map(({ target }) => target);
}

/** Where a contract, or its specification, says that the check is assumed. */
function assumedIn({ ofContract, at }: Requirement): NonNullable<ExplainedCheck['assumedIn']> {
  return ofContract === undefined
    ? { key: 'basis: documented', at: `${at.file}:${at.line}` }
    : { key: 'rest: { basis: documented }', at: at.file.replace(/[^/]*$/, 'bindings.yaml') };
}

/** More places of one point say no more. */
const MOST_PLACES = 3;

function ground(
  id: string,
  check: Check,
  scope: Scope,
  requirement: Requirement,
  known: Knowledge,
): readonly ExplainedGround[] {
  const point = scope.spec.openPoints.find((one) => one.id === id);
  if (point === undefined) return [];
  const { open, endpoints } = scope.declared;
  const places = [
    ...open.filter((value) => value.point === id).map(({ at }) => at),
    ...endpoints.filter(({ fieldsFrom }) => fieldsFrom === id).map(({ at }) => at),
    ...(scope.restsOn(requirement).includes(id) ? [requirement.at] : []),
  ];
  // What stands in its own contract says most of it.
  const own = places.filter(({ file }) => file === check.at.file);
  const where = new Set([...own, ...places].map(({ file, line }) => `${file}:${line}`));
  return [{ ...explainPoint(point, known, scope.version), where: [...where].slice(0, MOST_PLACES) }];
}

function rowPart(row: Template | AnswerRow | undefined): Pick<ExplainedCheck, 'row'> {
  const at = row === undefined ? undefined : templatePlace(row);
  return row === undefined || at === undefined
    ? {}
    : { row: { id: row.id, at, ...defined({ why: row.why, source: row.source }) } };
}

function sent(check: Check, group: Group, own: Case): NonNullable<ExplainedCheck['sent']> {
  const control = group.setup.find((step) => step.name === 'control');
  const judged =
    own.steps.find((step) => step.name === check.params['step']) ?? own.steps.find((step) => step.name === 'probe');
  const given = check.given.map(
    ({ step, is }) => `${step.replace(/^setup\./, '')} ${is === 'success' ? 'must succeed' : 'must be answered'}`,
  );
  return {
    case: own.title,
    setup: group.setup.filter((step) => step !== control).map((step) => `${step.name}: ${stepWords(step)}`),
    steps: own.steps.map((step) => ({ name: step.name, request: stepWords(step) })),
    changes:
      control === undefined ||
      judged === undefined ||
      judged.request.base !== control.request.base ||
      judged.name !== 'probe'
        ? []
        : differences(control.request, judged.request),
    ...defined({ control: maybe(control, stepWords) }),
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
  };
}

function explainRequirements(
  id: string,
  known: Knowledge,
  spec: string | undefined,
): ExplainedRequirementWhole['requirements'] {
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
      for (const check of checksIn(group)) {
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
        ...(proving.length === 0 ? {} : { command: commandFor(proving) }),
      },
    ];
  });
}

function explainRequirement(scope: Scope, requirement: Requirement, known: Knowledge): ExplainedRequirement {
  const { id, text, level, basis, section, openPoints, changes, excluded, at } = requirement;
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
      ...defined({ breaking: change.breaking }),
    })),
    openPoints: openPoints.flatMap((name) => {
      const point = scope.spec.openPoints.find((p) => p.id === name);
      return point === undefined ? [] : [explainPoint(point, known, scope.version)];
    }),
    ...defined({ excluded }),
    at: `${at.file}:${at.line}`,
  };
}

function explainPoint(point: OpenPoint, { targets }: Knowledge, version?: string): ExplainedPoint {
  const { id, question, default: value, reason, section } = point;
  const answers: Record<string, Json> = {};
  for (const target of targets) {
    const answer = (version === undefined ? target.answers : answersIn(target, version))[id];
    if (answer !== undefined) answers[target.target] = answer;
  }
  return { id, question, default: value, reason, section, answers };
}

function ownAnswers(id: string, { targets }: Knowledge): ExplainedOpenPoint['answersIn'] {
  const of = ({ answersIn: all = {} }: AnsweringTarget): Readonly<Record<string, Json>> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([version, own]) => (own[id] === undefined ? [] : [[version, own[id]] as const])),
    );
  return Object.fromEntries(
    targets.map((one) => [one.target, of(one)] as const).filter(([, own]) => Object.keys(own).length > 0),
  );
}

function explainOpenPoint(id: string, known: Knowledge): ExplainedOpenPoint | undefined {
  for (const spec of known.specs) {
    const point = spec.openPoints.find((p) => p.id === id);
    if (point === undefined) continue;
    const made = known.plan.groups
      .flatMap(checksIn)
      .filter((c) => c.service === spec.service && c.restsOn.includes(id));
    const named = spec.requirements.filter((r) => r.openPoints.includes(id)).map((r) => r.id);
    const resting = new Set([...named, ...made.map((c) => c.requirement)]);
    const checks = new Set(made.map((c) => `${c.spec} ${c.id}`));
    return {
      kind: 'openPoint',
      service: spec.service,
      ...explainPoint(point, known),
      answersIn: ownAnswers(id, known),
      at: `${point.at.file}:${point.at.line}`,
      requirements: [...resting],
      checks: checks.size,
      ...(made.length === 0 ? {} : { command: commandFor(made) }),
    };
  }
  return undefined;
}
