/**
 * Problems of specs, contracts and targets that only a plan shows.
 * Each of them is an omission, such as a requirement without a check, or a binding or waiver without effect. They never make a run fail, so
 * lint reports them.
 */
import { globMatcher } from '../model/pattern.ts';
import type { Problem } from '../errors.ts';
import type {
  OperationCondition,
  Binding,
  Position,
  Project,
  Requirement,
  ServiceContracts,
  Target,
} from '../load/model.ts';
import { nearestName, suggestName } from '../load/suggest.ts';
import type { Check, Plan } from '../plan/model.ts';
import { formCheckId } from '../plan/bindings.ts';
import { checksOf } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { isFormRule } from '../rules/model.ts';
import { findRule, EVERY_RULE } from '../rules/registry.ts';
import { CASE_TEMPLATES } from '../rules/row-rules.ts';

export function problemPosition(position: Position): Pick<Problem, 'file' | 'line' | 'column'> {
  return { file: position.file, line: position.line, column: position.column };
}

/**
 * Requirements without an exclusion and without a check, by version. Requirements of standards are part of the program; only its own
 * project must prove all of them.
 */
export function unprovenRequirements(
  scopes: readonly Scope[],
  checks: readonly Check[],
  isProgram = false,
): readonly Problem[] {
  const proven = new Set(checks.map((check) => `${check.service} ${check.spec} ${check.requirement}`));
  // Requirements of standards whose checks a contract binds to its own requirement.
  const rebound = new Set(
    checks.map((check) => `${check.service} ${check.spec} ${findRule(check.rule)?.requirement ?? ''}`),
  );
  const found = new Map<
    string,
    { readonly scope: Scope; readonly id: string; readonly at: Position; readonly versions: string[] }
  >();
  for (const scope of scopes) {
    for (const requirement of scope.requirements()) {
      if (
        requirement.excluded !== undefined ||
        requirement.ofContract !== undefined ||
        (requirement.shared === true && !isProgram) ||
        isUndeclared(requirement) ||
        CONDITIONAL_REQUIREMENTS.has(requirement.id) ||
        rebound.has(`${scope.service} ${scope.version} ${requirement.id}`) ||
        proven.has(`${scope.service} ${scope.version} ${requirement.id}`)
      )
        continue;
      const key = `${scope.service} ${requirement.id}`;
      const known = found.get(key) ?? { scope, id: requirement.id, at: requirement.at, versions: [] };
      known.versions.push(scope.version);
      found.set(key, known);
    }
  }
  return [...found.values()].map(({ scope, id, at: place, versions }) => ({
    code: 'unproven-requirement',
    message: `no check proves ${id} in ${scope.service} ${versions.join(', ')}`,
    ...problemPosition(place),
    hint: `Bind a check to it in contracts/${scope.service}/bindings.yaml, limit its versions, or give it \`excluded:\` with a reason.`,
  }));
}

/** Properties of a contract that enable rules. A service without ranges, merge patches, PUT or token requests does not need these rules. */
const CONDITION_NAMES: readonly string[] = ['ranges', 'grant'];
const isCondition = (one: OperationCondition): boolean =>
  CONDITION_NAMES.some((name) => name in one) ||
  one['method'] === 'PUT' ||
  one['operation'] === 'token' ||
  (one['sent-as'] ?? 'application/json') !== 'application/json';
/** Requirements that are only proven by rules with such a condition. */
const CONDITIONAL_REQUIREMENTS: ReadonlySet<string> = conditionalRequirements();

function conditionalRequirements(): ReadonlySet<string> {
  // Passive rules are planned where their row applies. Without an auth scheme, no scheme is expected.
  const passive = EVERY_RULE.flatMap((rule) =>
    rule.kind === 'passive' && rule.applies !== undefined && (isCondition(rule.applies) || 'scheme' in rule.applies)
      ? [rule.id]
      : [],
  );
  const promising = new Set([
    ...passive,
    ...CASE_TEMPLATES.flatMap(({ id, needs, expect }) => {
      const checks = expect === 'accepted' ? [] : [expect].flat();
      const ruleIds = checks.flatMap((check) => check.id ?? check.rule ?? []);
      return needs.some(isCondition)
        ? [id, ...ruleIds]
        : checks.flatMap(({ applies, rule }) => (applies !== undefined && isCondition(applies) ? (rule ?? []) : []));
    }),
  ]);
  const others = new Set(EVERY_RULE.flatMap(({ id, requirement }) => (promising.has(id) ? [] : (requirement ?? []))));
  return new Set([...promising].flatMap((id) => findRule(id)?.requirement ?? []).filter((one) => !others.has(one)));
}

/** Shared practices are not mandatory: a contract need not declare them. */
function isUndeclared({ shared, basis }: Requirement): boolean {
  return basis === 'practice' && shared === true;
}

/** Entries of `practices:` without effect: no rule has the name, or it is planned without a declaration. */
export function idlePractices(contracts: ServiceContracts): readonly Problem[] {
  const conventions = EVERY_RULE.filter((rule) => rule.convention === true).map((rule) => rule.id);
  return contracts.practices.flatMap(({ rules, at: place }) => {
    const matches = globMatcher(rules);
    if (conventions.some((id) => matches(id))) return [];
    const planned = EVERY_RULE.some((rule) => matches(rule.id));
    return [
      {
        code: 'practice-unmatched',
        message: planned
          ? `${rules} is tested on every service, so \`practices\` need not list it`
          : `unknown convention ${JSON.stringify(rules)}`,
        ...problemPosition(place),
        hint: planned
          ? 'Remove it. If its failures must block, bind its checks to a requirement of the service.'
          : (suggestName(rules, conventions, 'convention') ?? `known: ${[...conventions].sort().join(', ')}`),
      },
    ];
  });
}

/** Bindings that determine no check. `checks` are those of all versions and targets. */
export function idleBindings(
  contracts: ServiceContracts,
  checks: readonly Check[],
  requirements: readonly Requirement[],
): readonly Problem[] {
  const declared = new Set(
    contracts.endpoints.flatMap((e) => e.cases.flatMap((c) => c.checks.map((check) => positionKey(check.at)))),
  );
  const all = checks.filter(({ service }) => service === contracts.service);
  const ids = new Set(all.map(({ id }) => id));
  const pathsOf = (some: readonly Check[]): readonly string[] => [
    ...new Set(some.map(({ id }) => id.slice(contracts.service.length + 1))),
  ];
  // Declared checks have a requirement of their own; a binding can only determine the schema of their rejections.
  const generated = all.filter((c) => !isFormRule(c.rule) && !declared.has(positionKey(c.at)));
  const paths = {
    requirement: pathsOf(generated),
    form: pathsOf(all.filter(({ id }) => ids.has(formCheckId(id)))),
  };
  const compiled = contracts.bindings.map((binding) => ({ ...binding, matches: globMatcher(binding.checks) }));
  // The last match wins, except that a pattern over a rule family does not determine checks that a standard defines as SHOULD.
  const proven = new Map(generated.map((c) => [`${c.id} ${c.requirement}`, c]));
  const decides = new Set([
    ...[...proven.values()].map(({ id, requirement }) =>
      compiled.findLastIndex((b) => b.requirement === requirement && b.matches(id.slice(contracts.service.length + 1))),
    ),
    ...paths.form.map((path) => compiled.findLastIndex((b) => b.form !== undefined && b.matches(path))),
  ]);
  return compiled.flatMap((binding, index) => {
    if (decides.has(index)) return [];
    const open = (['requirement', 'form'] as const).flatMap((kind) => (binding[kind] === undefined ? [] : paths[kind]));
    if (open.some(binding.matches)) return [shadowedBinding(binding)];
    // A draft keeps bindings of operations that its author removed.
    const isDrafted = requirements.some(({ id, basis }) => id === binding.requirement && basis === 'assumed');
    return [unmatchedBinding(binding, open, isDrafted)];
  });
}

function shadowedBinding(binding: Binding): Problem {
  return {
    code: 'binding-shadowed',
    message: `the binding "${binding.checks}" has no effect: later bindings match all of its checks`,
    ...problemPosition(binding.at),
    hint: 'Remove it, or move it below them: the last match wins.',
  };
}

function unmatchedBinding(binding: Binding, paths: readonly string[], isDrafted: boolean): Problem {
  const suggestion =
    withKnownRule(binding.checks) ?? (/[*?[{]/.test(binding.checks) ? undefined : nearestName(binding.checks, paths));
  const isDraft = isDrafted && suggestion === undefined;
  const hint =
    suggestion === undefined
      ? `Fix the pattern or remove the binding${isDraft ? ' ("npx @plumbline/harness lint --fix" removes it)' : ''}. "npx @plumbline/harness plan --json" lists the checks.`
      : `did you mean "${suggestion}"?`;
  return {
    code: 'binding-unmatched',
    message: `the binding "${binding.checks}" matches no check in any version`,
    ...problemPosition(binding.at),
    hint,
    ...(isDraft ? { severity: 'warning' } : {}),
  };
}

/** The pattern with the nearest rule id in place of an unknown one, such as `outcome.acepted`. */
function withKnownRule(pattern: string): string | undefined {
  const ids = EVERY_RULE.map(({ id }) => id);
  const wrong = pattern.match(/[a-z-]+\.[a-z-]+/g)?.find((part) => !ids.includes(part));
  const near = wrong === undefined ? undefined : nearestName(wrong, ids);
  return wrong === undefined || near === undefined ? undefined : pattern.replace(wrong, near);
}

/** Warnings for bindings of every check to one MUST: a failure of any check would violate it. */
export function broadBindings(
  contracts: ServiceContracts,
  checks: readonly Check[],
  requirements: readonly Requirement[],
): readonly Problem[] {
  const { service, bindings } = contracts;
  const paths = checks.flatMap((check) => (check.service === service ? [check.id.slice(service.length + 1)] : []));
  return bindings.flatMap(({ checks: pattern, requirement, at }): readonly Problem[] => {
    const isMust = requirements.some(({ id, level }) => id === requirement && level === 'MUST');
    return isMust && paths.length > 1 && paths.every(globMatcher(pattern))
      ? [
          {
            code: 'binding-broad',
            message: `the binding "${pattern}" matches every check, so each of them proves ${requirement ?? ''}`,
            ...problemPosition(at),
            hint: 'Use a narrower pattern, such as "books/**" or "**/page.*", for each requirement.',
            severity: 'warning',
          },
        ]
      : [];
  });
}

/** Waivers of a target that match no check of its plan. */
export function idleWaivers(target: Target, plan: Plan): readonly Problem[] {
  const checks = checksOf(plan);
  return target.waivers.flatMap((waiver): readonly Problem[] => {
    const matches = globMatcher(waiver.checks);
    const named = checks.filter((check) => matches(check.id));
    const inScope = named.some(
      (check) =>
        (waiver.service === undefined || waiver.service === check.service) &&
        (waiver.spec === undefined || waiver.spec.includes(check.spec)),
    );
    if (inScope) return [];
    const near = nearestName(waiver.checks, new Set(checks.map((check) => check.id)));
    const where = [waiver.service, ...(waiver.spec ?? [])].filter((part) => part !== undefined).join(' ');
    const message =
      named.length > 0
        ? `the checks of the waiver exist, but not in ${where}`
        : `the waiver matches no check that is planned for ${target.target}`;
    const hint =
      named.length > 0
        ? `They exist in ${[...new Set(named.map((c) => c.spec))].join(', ')}.`
        : near === undefined
          ? 'Fix the check id or remove the waiver.'
          : `did you mean "${near}"?`;
    return [{ code: 'waiver-unmatched', message, ...problemPosition(waiver.at), hint }];
  });
}

/** Open questions that no check depends on, in any version and for any target. */
export function idleOpenPoints(project: Project, checks: readonly Check[]): readonly Problem[] {
  const used = new Set(checks.flatMap(({ restsOn }) => restsOn));
  return project.specs.flatMap((spec) => {
    // A `confirm` question of a requirement needs no check, since it has no value.
    const confirmable = new Set(
      spec.requirements.flatMap(({ excluded, openPoints }) => (excluded === undefined ? [] : openPoints)),
    );
    return spec.openPoints
      .filter(({ id, kind }) => !used.has(id) && !(kind === 'confirm' && confirmable.has(id)))
      .map((point): Problem => ({
        code: 'open-point-unused',
        message: `no check depends on the open question ${point.id}`,
        ...problemPosition(point.at),
        hint: `Use it in a contract as the value in question: { openPoint: ${point.id} }. Or remove it.`,
      }));
  });
}

export function positionKey(position: Position): string {
  return `${position.file}:${position.line}:${position.column}`;
}
