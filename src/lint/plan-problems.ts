/**
 * What is wrong with specs, contracts and targets taken together: what only a plan shows. Pure.
 *
 * Each finding of this kind is a silence: a requirement that nothing proves, a binding or a waiver that does nothing.
 * None of them would ever make a run fail, which is why they are looked for.
 */
import { globMatcher } from '../model/pattern.ts';
import type { Problem } from '../errors.ts';
import type { Applies, Binding, Position, Project, Requirement, ServiceContracts, Target } from '../load/model.ts';
import { nearest, suggestion } from '../load/suggest.ts';
import type { Check, Plan } from '../plan/model.ts';
import { idOfForm } from '../plan/bindings.ts';
import { checksOf } from '../plan/plan.ts';
import type { Scope } from '../plan/scope.ts';
import { isFormRule } from '../rules/model.ts';
import { findRule, RULES } from '../rules/registry.ts';
import { TEMPLATES } from '../rules/row-rules.ts';

export function at(position: Position): Pick<Problem, 'file' | 'line' | 'column'> {
  return { file: position.file, line: position.line, column: position.column };
}

/**
 * Requirements that are neither excluded nor proven by a check, in versions that have them. Of those of standards, which come with the
 * program, a service has what its contracts have room for: that each is proven by somebody is for the program's own project to see to.
 */
export function unprovenRequirements(
  scopes: readonly Scope[],
  checks: readonly Check[],
  isProgram = false,
): readonly Problem[] {
  const proven = new Set(checks.map((check) => `${check.service} ${check.spec} ${check.requirement}`));
  // What a standard asks and a contract makes a requirement of its own, by binding all of its checks.
  const taken = new Set(
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
        PROMISED.has(requirement.id) ||
        taken.has(`${scope.service} ${scope.version} ${requirement.id}`) ||
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
    ...at(place),
    hint: `Bind a check to it in contracts/${scope.service}/, narrow its versions, or say \`excluded:\` with the reason.`,
  }));
}

/** What a contract has to have before anybody is held to it: a service without ranges, merge patches, PUT or sign-in is silent about nothing. */
const PROMISES: readonly string[] = ['ranges', 'grant'];
const isPromised = (one: Applies): boolean =>
  PROMISES.some((name) => name in one) ||
  one['method'] === 'PUT' ||
  one['operation'] === 'token' ||
  (one['sent-as'] ?? 'application/json') !== 'application/json';
/** Requirements that no rule proves but those of rows, or of what rows expect, that ask for such a promise. */
const PROMISED: ReadonlySet<string> = promised();

function promised(): ReadonlySet<string> {
  // What is judged of every answer is planned where its row says, and of a token without a scheme no scheme is asked for.
  const passive = RULES.flatMap((rule) =>
    rule.kind === 'passive' && rule.applies !== undefined && (isPromised(rule.applies) || 'scheme' in rule.applies)
      ? [rule.id]
      : [],
  );
  const promising = new Set([
    ...passive,
    ...TEMPLATES.flatMap(({ id, needs, expect }) => {
      const checks = expect === 'accepted' ? [] : [expect].flat();
      const own = checks.flatMap((check) => check.id ?? check.rule ?? []);
      return needs.some(isPromised)
        ? [id, ...own]
        : checks.flatMap(({ applies, rule }) => (applies !== undefined && isPromised(applies) ? (rule ?? []) : []));
    }),
  ]);
  const others = new Set(RULES.flatMap(({ id, requirement }) => (promising.has(id) ? [] : (requirement ?? []))));
  return new Set([...promising].flatMap((id) => findRule(id)?.requirement ?? []).filter((one) => !others.has(one)));
}

/** A practice that all services share binds none of them: a contract may leave it undeclared. */
function isUndeclared({ shared, basis }: Requirement): boolean {
  return basis === 'practice' && shared === true;
}

/** Lines of `practices:` that switch nothing on: no rule has such a name, or it is planned without being declared. */
export function idlePractices(contracts: ServiceContracts): readonly Problem[] {
  const conventions = RULES.filter((rule) => rule.convention === true).map((rule) => rule.id);
  return contracts.practices.flatMap(({ rules, at: place }) => {
    const matches = globMatcher(rules);
    if (conventions.some((id) => matches(id))) return [];
    const planned = RULES.some((rule) => matches(rule.id));
    return [
      {
        code: 'practice-unmatched',
        message: planned
          ? `${rules} is tried on every service and needs no declaring`
          : `there is no convention ${JSON.stringify(rules)}`,
        ...at(place),
        hint: planned
          ? 'To let it block, bind its checks to a requirement of your own.'
          : (suggestion(rules, conventions, 'convention') ?? `known: ${[...conventions].sort().join(', ')}`),
      },
    ];
  });
}

/** Bindings that decide no check in any version; `checks` is everything planned, in any version and for any target. */
export function idleBindings(contracts: ServiceContracts, checks: readonly Check[]): readonly Problem[] {
  const declared = new Set(
    contracts.endpoints.flatMap((e) => e.cases.flatMap((c) => c.checks.map((check) => place(check.at)))),
  );
  const all = checks.filter(({ service }) => service === contracts.service);
  const ids = new Set(all.map(({ id }) => id));
  const pathsOf = (some: readonly Check[]): readonly string[] => [
    ...new Set(some.map(({ id }) => id.slice(contracts.service.length + 1))),
  ];
  // Declared checks name their requirement themselves, so no binding decides them; it may decide the form of their refusals.
  const generated = all.filter((c) => !isFormRule(c.rule) && !declared.has(place(c.at)));
  const paths = {
    requirement: pathsOf(generated),
    form: pathsOf(all.filter(({ id }) => ids.has(idOfForm(id)))),
  };
  const compiled = contracts.bindings.map((binding) => ({ ...binding, matches: globMatcher(binding.checks) }));
  // The last match decides, but for a pattern over a family of rules, which decides no check that a standard has as a SHOULD.
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
    return [open.some(binding.matches) ? shadowedBinding(binding) : unmatchedBinding(binding, open)];
  });
}

function shadowedBinding(binding: Binding): Problem {
  return {
    code: 'binding-shadowed',
    message: `later bindings decide every check that "${binding.checks}" matches`,
    ...at(binding.at),
    hint: 'Remove it, or move it below them: the last match wins.',
  };
}

function unmatchedBinding(binding: Binding, paths: readonly string[]): Problem {
  const near = /[*?[{]/.test(binding.checks) ? undefined : nearest(binding.checks, paths);
  const hint =
    near === undefined
      ? 'Remove it, or mend the pattern: "plumbline plan --json" lists the checks.'
      : `did you mean "${near}"?`;
  return {
    code: 'binding-unmatched',
    message: `no check in any version matches "${binding.checks}"`,
    ...at(binding.at),
    hint,
  };
}

/** Waivers of a target for checks that its plan does not have. */
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
    const near = nearest(waiver.checks, new Set(checks.map((check) => check.id)));
    const where = [waiver.service, ...(waiver.spec ?? [])].filter((part) => part !== undefined).join(' ');
    const message =
      named.length > 0
        ? `the waiver's checks exist, but not in ${where}`
        : `the waiver matches no check that is planned for ${target.target}`;
    const hint =
      named.length > 0
        ? `They exist in ${[...new Set(named.map((c) => c.spec))].join(', ')}.`
        : near === undefined
          ? 'A typo, or the check is gone: mend or remove it.'
          : `did you mean "${near}"?`;
    return [{ code: 'waiver-unmatched', message, ...at(waiver.at), hint }];
  });
}

/** Open points on which no check rests, in any version and for any target: their answers would change nothing. */
export function idleOpenPoints(project: Project, checks: readonly Check[]): readonly Problem[] {
  const used = new Set(checks.flatMap(({ restsOn }) => restsOn));
  return project.specs.flatMap((spec) => {
    // What no check can be made of can still be confirmed; a value that is used nowhere has no answer that matters.
    const asked = new Set(
      spec.requirements.flatMap(({ excluded, openPoints }) => (excluded === undefined ? [] : openPoints)),
    );
    return spec.openPoints
      .filter(({ id, kind }) => !used.has(id) && !(kind === 'confirm' && asked.has(id)))
      .map((point): Problem => ({
        code: 'open-point-unused',
        message: `nothing rests on the open point ${point.id}`,
        ...at(point.at),
        hint: 'Write { openPoint: … } where the contracts have what it asks, or remove it.',
      }));
  });
}

export function place(position: Position): string {
  return `${position.file}:${position.line}:${position.column}`;
}
