/** What must hold of every plan: it names only what exists, in an order in which it exists. */
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { findRule, ruleById } from '../../src/rules/registry.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { makePlan, projectOf } from '../../src/project/make-plan.ts';
import type { Case, Group, Step } from '../../src/plan/model.ts';
import { casesOf, checksOf, directives, jsonTemplate, planned, references, ROOT } from './support.ts';

const { plan, scopes } = planned();

/** Messages, each once, so that a fault in a thousand cases reads as one. */
function distinct(messages: readonly string[]): readonly string[] {
  return [...new Set(messages)].slice(0, 20);
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (here, part) =>
        typeof here === 'object' && here !== null ? (here as Readonly<Record<string, unknown>>)[part] : undefined,
      value,
    );
}

/** What is wrong with the references of a step, given the steps before it by the name under which they are recalled. */
function dangling(of: string, step: Step, earlier: ReadonlyMap<string, Step>): readonly string[] {
  const problems: string[] = [];
  const needs = [
    ...references(step.request).map((r) => ({ ...r, known: earlier })),
    ...references(step.undo).map((r) => ({ ...r, known: new Map(earlier).set(step.name, step) })),
  ];
  for (const { directive, step: name, pointer, known } of needs) {
    const source = known.get(name);
    if (source === undefined) problems.push(`${of}#${step.name} refers to "${name}", which is no earlier step`);
    else if (pointer !== '' && !pointer.startsWith('/')) problems.push(`${of}#${step.name}: ${pointer} is no pointer`);
    else if (directive === '$sent' && valueAt(jsonTemplate(source), pointer) === undefined)
      problems.push(`${of}#${step.name} wants ${pointer} of what "${name}" sends, which has none`);
  }
  if (step.onlyIf !== undefined && !earlier.has(step.onlyIf))
    problems.push(`${of}#${step.name} depends on "${step.onlyIf}", which is no earlier step`);
  return problems;
}

function setupSteps(group: Group): ReadonlyMap<string, Step> {
  return new Map(group.setup.map((s) => [`setup.${s.name}`, s]));
}

describe('steps', () => {
  test('names are unique in their case, and in a setup', () => {
    const twice = (of: string, steps: readonly Step[]): readonly string[] =>
      new Set(steps.map((s) => s.name)).size === steps.length ? [] : [of];
    expect(
      distinct(plan.groups.flatMap((g) => [...twice(g.id, g.setup), ...g.cases.flatMap((c) => twice(c.id, c.steps))])),
    ).toEqual([]);
  });

  test('every reference is to an earlier step of the case or the setup', () => {
    const problems = plan.groups.flatMap((group) => {
      const earlier = new Map<string, Step>();
      const inSetup = group.setup.flatMap((step) => {
        const own = dangling(group.id, step, earlier);
        earlier.set(`setup.${step.name}`, step);
        return own;
      });
      const inCases = group.cases.flatMap((one) => {
        const known = new Map(setupSteps(group));
        return one.steps.flatMap((step) => {
          const own = dangling(one.id, step, known);
          known.set(step.name, step);
          return own;
        });
      });
      return [...inSetup, ...inCases];
    });
    expect(distinct(problems)).toEqual([]);
  });

  test('`$each` stands in undo requests only', () => {
    const wrong = plan.groups.flatMap((g) =>
      [...g.setup, ...g.cases.flatMap((c) => c.steps)]
        .filter((s) => references(s.request).some((r) => r.directive === '$each'))
        .map((s) => `${g.id}#${s.name}`),
    );
    expect(distinct(wrong)).toEqual([]);
  });

  test('every directive is one that can be resolved', () => {
    const known = new Set([
      '$unique',
      '$digits',
      '$integer',
      '$today',
      '$ref',
      '$header',
      '$sent',
      '$each',
      '$repeat',
      '$dateUnique',
      '$dateSeries',
      '$joined',
      '$sum',
      '$letters',
      '$slash',
      '$now',
      '$setting',
      '$assertion',
    ]);
    const used = new Set(
      plan.groups.flatMap((g) => directives([g.setup, g.cases.map((c) => c.steps)]).map(([name]) => name)),
    );
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });

  test('every parameter of a path has a value', () => {
    const wrong = plan.groups.flatMap((g) =>
      [...g.setup, ...g.cases.flatMap((c) => c.steps)].flatMap((s) => {
        const lacking = (path: string, given: object): readonly string[] =>
          [...path.matchAll(/\{([^}]+)\}/g)]
            .map((m) => m[1] ?? '')
            .filter((name) => !(name in given) || (given as Readonly<Record<string, unknown>>)[name] === null);
        return [
          ...lacking(s.request.path, s.request.parameters),
          ...(s.undo === undefined ? [] : lacking(s.undo.path, s.undo.parameters)),
        ].map((name) => `${g.id}#${s.name} {${name}}`);
      }),
    );
    expect(distinct(wrong)).toEqual([]);
  });

  test('the operation whose rules judge a step is one of the plan', () => {
    const wrong = casesOf(plan).flatMap(({ group, planned: one }) =>
      one.steps
        .filter(
          (s) =>
            s.operation !== undefined && plan.operations[`${group.service}@${group.spec}/${s.operation}`] === undefined,
        )
        .map((s) => `${one.id}#${s.name}`),
    );
    expect(distinct(wrong)).toEqual([]);
  });

  test('what a case makes, it undoes, where the service offers that', () => {
    const removable = new Set(
      Object.values(plan.operations)
        .filter((o) => o.kind === 'delete')
        .map((o) => `${o.service}@${o.spec}/${o.endpoint}`),
    );
    const wrong = casesOf(plan).flatMap(({ group, planned: one }) =>
      one.steps
        .filter((s) => {
          const made =
            s.operation === undefined ? undefined : plan.operations[`${group.service}@${group.spec}/${s.operation}`];
          return (
            made?.kind === 'create' &&
            s.request.method === made.method &&
            s.request.path === made.path &&
            s.undo === undefined &&
            removable.has(`${group.service}@${group.spec}/${made.endpoint}`)
          );
        })
        .map((s) => `${one.id}#${s.name}`),
    );
    // Partners can be emptied of channels and not removed.
    expect(distinct(wrong.filter((id) => !id.startsWith('partner-onboarding/')))).toEqual([]);
  });
});

describe('checks', () => {
  const ajv = new Ajv2020({ strict: false });

  test('parameters fit the schema of their rule', () => {
    const validators = new Map<string, ReturnType<typeof ajv.compile>>();
    const problems = checksOf(plan).flatMap((check) => {
      const rule = ruleById(check.rule as RuleId);
      if (rule.kind === 'passive') return Object.keys(check.params).length === 0 ? [] : [`${check.id} has parameters`];
      const validate = validators.get(rule.id) ?? ajv.compile(rule.params);
      validators.set(rule.id, validate);
      return validate(check.params) ? [] : [`${check.id}: ${ajv.errorsText(validate.errors)}`];
    });
    expect(distinct(problems)).toEqual([]);
  });

  test('steps that parameters name are steps of the case or its setup', () => {
    const named = [
      'step',
      'sent',
      'list',
      'written',
      'read',
      'created',
      'before',
      'after',
      'update',
      'head',
      'get',
      'again',
      'filled',
    ];
    const problems = casesOf(plan).flatMap(({ group, planned: one }) => {
      const known = stepNames(group, one);
      return one.checks.flatMap((check) =>
        named.flatMap((name) => {
          const value = check.params[name];
          return typeof value === 'string' && !value.startsWith('/') && value !== '' && !known.has(value)
            ? [`${check.id}: ${name} is "${value}"`]
            : [];
        }),
      );
    });
    expect(distinct(problems)).toEqual([]);
  });

  test('every condition is about a step that exists', () => {
    const problems = casesOf(plan).flatMap(({ group, planned: one }) => {
      const known = stepNames(group, one);
      return one.checks.flatMap((check) =>
        check.given.filter((g) => !known.has(g.step)).map((g) => `${check.id} is given "${g.step}"`),
      );
    });
    expect(distinct(problems)).toEqual([]);
  });

  test('a refusal rests on a positive control that succeeds in the same run', () => {
    const refusals = casesOf(plan).flatMap(({ planned: one }) =>
      one.checks.filter((c) => Array.isArray(c.params['statuses']) && typeof c.params['kind'] === 'string'),
    );
    expect(refusals.length).toBeGreaterThan(1000);
    expect(distinct(refusals.filter((c) => !c.given.some((g) => g.is === 'success')).map((c) => c.id))).toEqual([]);
  });

  test('a refusal names a status, and never one that is a plain success', () => {
    const problems = casesOf(plan).flatMap(({ planned: one }) =>
      one.checks.flatMap((c) => {
        const { statuses, success } = c.params as {
          readonly statuses?: readonly number[];
          readonly kind?: string;
          readonly success?: { readonly statuses: readonly number[]; readonly flag?: string };
        };
        if (c.params['kind'] === undefined || statuses === undefined || success === undefined) return [];
        return success.flag === undefined && statuses.some((s) => success.statuses.includes(s)) ? [c.id] : [];
      }),
    );
    expect(distinct(problems)).toEqual([]);
  });

  test('what a step’s success is proven by is a check of the same version', () => {
    const known = new Set(checksOf(plan).map((c) => `${c.spec} ${c.id}`));
    const problems = plan.groups.flatMap((g) =>
      [...g.setup, ...g.cases.flatMap((c) => c.steps)].flatMap((s) =>
        s.success.provenBy === undefined || known.has(`${g.spec} ${s.success.provenBy}`)
          ? []
          : [`${g.spec}: ${s.success.provenBy}`],
      ),
    );
    expect(distinct(problems)).toEqual([]);
  });

  test('every check stands at a line of a contract', () => {
    const elsewhere = checksOf(plan).filter(
      ({ at }) => !/^contracts\/.+\.yaml$/.test(at.file) || !Number.isInteger(at.line),
    );
    expect(elsewhere.map(({ id }) => id)).toEqual([]);
  });
});

/** What the target of an example reads from the environment. */
const SECRETS = { NOTES_SECRET: 'one', NOTES_OTHER_SECRET: 'two', NOTES_AUDITOR_SECRET: 'three' };

describe('requirements', () => {
  /** What standards ask of those who offer it, where neither service does: an example does. Assertions only one of them takes. */
  const elsewhere = new Set([
    ...['archive', 'notes', 'orders'].flatMap((name) => {
      const folder = path.join(ROOT, 'examples', name);
      const shown = projectOf(folder);
      const checks = checksOf(makePlan(shown, loadTarget('local', folder, SECRETS, shown)).plan);
      return checks.flatMap(({ requirement, rule }) => [requirement, findRule(rule)?.requirement]);
    }),
    ...checksOf(plan).flatMap(({ rule, requirement }) => (rule.startsWith('token.') ? [requirement] : [])),
  ]);

  test.each(scopes.map((scope) => [`${scope.service} ${scope.version}`, scope] as const))(
    '%s: each one is proven by a check or excluded with a reason',
    (_name, scope) => {
      const proven = new Set(
        checksOf(plan)
          .filter((c) => c.service === scope.service && c.spec === scope.version)
          .map((c) => c.requirement),
      );
      // What a standard asks may be a requirement of the service itself, to which all its checks are bound.
      const taken = new Set(
        checksOf(plan)
          .filter((c) => c.service === scope.service && c.spec === scope.version)
          .map((c) => findRule(c.rule)?.requirement),
      );
      // A practice that all services share is for each of them to declare.
      const isShared = (id: string): boolean => !id.startsWith(`${scope.service}.`);
      const open = scope
        .requirements()
        .filter(
          (r) =>
            r.excluded === undefined &&
            !proven.has(r.id) &&
            !taken.has(r.id) &&
            !(r.basis === 'practice' && isShared(r.id)) &&
            !elsewhere.has(r.id),
        );
      expect(open.map((r) => r.id)).toEqual([]);
      for (const requirement of scope.requirements()) {
        if (requirement.excluded === undefined) continue;
        expect(requirement.excluded.length, requirement.id).toBeGreaterThan(10);
        expect(proven.has(requirement.id), requirement.id).toBe(false);
      }
    },
  );

  test('a check is bound to a requirement that its version has', () => {
    const known = new Set(scopes.flatMap((s) => s.requirements().map((r) => `${s.service}@${s.version} ${r.id}`)));
    expect(
      distinct(
        checksOf(plan)
          .filter((c) => !known.has(`${c.service}@${c.spec} ${c.requirement}`))
          .map((c) => `${c.id} -> ${c.requirement}`),
      ),
    ).toEqual([]);
  });
});

function stepNames(group: Group, one: Case): ReadonlySet<string> {
  return new Set([...setupSteps(group).keys(), ...one.steps.map((s) => s.name)]);
}
