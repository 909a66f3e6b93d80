/** Rules that match no planned exchange, so that their checks can never fail. */
import { globMatcher } from '../model/pattern.ts';
import { isSetupStep, setupStep } from '../model/exchange.ts';
import type { Problem } from '../errors.ts';
import type { Position, ServiceContracts } from '../load/model.ts';
import { suggestName } from '../load/suggest.ts';
import type { Case, Check, Group, Plan } from '../plan/model.ts';
import { STEP } from '../rules/params.ts';
import { findRule, EVERY_RULE } from '../rules/registry.ts';
import { problemPosition } from './plan-problems.ts';

/** Checks of a step that neither the case nor the setup of its group sends. */
export function unsentSteps(plan: Plan): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const group of plan.groups)
    for (const planned of group.cases)
      for (const check of planned.checks) {
        const sent = stepsOf(group, planned);
        for (const step of stepsNamed(check).filter((name) => !sent.includes(name))) {
          const hint = suggestName(step, sent, 'step');
          // Several versions plan the same line of a contract.
          problems.set(`${placeText(check.at)} ${check.rule} ${step}`, {
            code: 'step-not-sent',
            message: `${check.rule} in ${check.id} judges the step ${JSON.stringify(step)}, which the case does not send`,
            ...problemPosition(check.at),
            hint: hint ?? `The case sends ${sent.filter((name) => !isSetupStep(name)).join(', ')}.`,
          });
        }
      }
  return [...problems.values()];
}

function stepsOf(group: Group, planned: Case): readonly string[] {
  return [...planned.steps.map(({ name }) => name), ...group.setup.map(({ name }) => setupStep(name))];
}

/** Steps in the parameters of a check, as marked in the schema of its rule, and its prerequisites. */
function stepsNamed(check: Check): readonly string[] {
  const rule = findRule(check.rule);
  const named = rule?.kind === 'case' ? markedIn(rule.params, check.params) : [];
  return [...new Set([...named, ...check.given.map(({ step }) => step)])];
}

function markedIn(schema: unknown, value: unknown): readonly string[] {
  if (schema === STEP) return typeof value === 'string' ? [value] : [];
  if (typeof schema !== 'object' || schema === null) return [];
  if ('items' in schema && Array.isArray(value)) return value.flatMap((item) => markedIn(schema.items, item));
  if (!('properties' in schema) || typeof value !== 'object' || value === null) return [];
  const members = value as Readonly<Record<string, unknown>>;
  return Object.entries(schema.properties as object).flatMap(([name, member]) => markedIn(member, members[name]));
}

/** Operations with passive checks and without any planned request. */
export function unrequestedOperations(plan: Plan): readonly Problem[] {
  const requested = new Set<string>();
  const expected = new Map<string, Check>();
  for (const group of plan.groups) {
    const scope = `${group.service}@${group.spec}`;
    for (const { operation } of [...group.setup, ...group.cases.flatMap(({ steps }) => steps)])
      if (operation !== undefined) requested.add(`${scope}/${operation}`);
    const [first] = group.passive;
    if (first !== undefined) expected.set(`${scope}/${group.endpoint}/${group.operation}`, first);
  }
  return [...expected]
    .filter(([operation]) => !requested.has(operation))
    .map(([operation, check]) => ({
      code: 'operation-not-asked',
      message: `no planned request tests the responses of ${operation}`,
      ...problemPosition(check.at),
      hint: 'Add a case to the contract that calls it, or bind a check to its success in this version.',
    }));
}

/** Declared conventions that apply to no operation of the service. */
export function unmatchedPractices(contracts: ServiceContracts, checks: readonly Check[]): readonly Problem[] {
  const planned = new Set(checks.filter(({ service }) => service === contracts.service).map(({ rule }) => rule));
  const conventions = EVERY_RULE.filter((rule) => rule.convention === true).map(({ id }) => id);
  return contracts.practices.flatMap(({ rules, at: place }) => {
    const matches = globMatcher(rules);
    const named = conventions.filter((id) => matches(id));
    if (named.length === 0 || named.some((id) => planned.has(id))) return [];
    return [
      {
        code: 'practice-unmet',
        message: `${rules} never applies: ${contracts.service} has no operation that it judges`,
        ...problemPosition(place),
        hint: 'Remove the line, or declare the operations that it judges.',
      },
    ];
  });
}

/** Rows of a service catalogue without a planned check in any version. */
export function unmatchedRows({ service, catalogue }: ServiceContracts, checks: readonly Check[]): readonly Problem[] {
  const planned = new Set(checks.map((check) => placeText(check.at)));
  return catalogue.add.flatMap(({ id, places: { '': place } }) =>
    place === undefined || planned.has(placeText(place))
      ? []
      : [
          {
            code: 'row-unmet',
            message: `${id} never applies: no operation of ${service} meets its conditions`,
            ...problemPosition(place),
            hint: 'Change its conditions (`applies`, `each`), or declare an operation that meets them.',
          },
        ],
  );
}

function placeText({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}
