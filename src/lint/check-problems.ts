/** Problems of declared checks: unknown rules, invalid parameters, and checks that are never planned. */
import { omitUndefined } from '../model/objects.ts';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Problem } from '../errors.ts';
import {
  type DeclaredCase,
  type DeclaredCheck,
  type Project,
  REJECTION_KINDS,
  type ServiceContracts,
} from '../load/model.ts';
import { suggestName, unknownHint, unknownName } from '../load/suggest.ts';
import type { Check } from '../plan/model.ts';
import { CASE_RULES_WITH_ROWS, findRule } from '../rules/registry.ts';
import { problemPosition, positionKey } from './plan-problems.ts';

/** Planned checks whose parameters violate the schema of their rule. */
export function invalidParameters(checks: readonly Check[]): readonly Problem[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  const validators = new Map<string, ValidateFunction>();
  const problems = new Map<string, Problem>();
  for (const check of checks) {
    const rule = findRule(check.rule);
    if (rule === undefined || rule.kind !== 'case') continue;
    const validate = validators.get(rule.id) ?? ajv.compile(rule.params);
    validators.set(rule.id, validate);
    if (validate(check.params)) continue;
    const words = [...new Set((validate.errors ?? []).map(inWords))].join('; ');
    // Several versions plan the same line of a contract.
    problems.set(`${positionKey(check.at)} ${check.rule} ${words}`, {
      code: 'rule-parameters',
      message: `invalid parameters of ${check.rule} in ${check.id}: ${words}`,
      ...problemPosition(check.at),
      hint: parametersHint(rule.params),
    });
  }
  return [...problems.values()];
}

function inWords(error: ErrorObject): string {
  const where = error.instancePath === '' ? '' : `${error.instancePath.slice(1).replaceAll('/', '.')} `;
  if (error.keyword === 'additionalProperties')
    return `${where}unknown parameter "${String(error.params['additionalProperty'])}"`;
  if (error.keyword === 'required') return `${where}"${String(error.params['missingProperty'])}" is missing`;
  const allowed =
    error.keyword === 'enum' && Array.isArray(error.params['allowedValues'])
      ? ` (${error.params['allowedValues'].join(', ')})`
      : '';
  return `${where}${error.message ?? 'is wrong'}${allowed}`;
}

function parametersHint(schema: object): string {
  const names =
    'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
      ? Object.keys(schema.properties)
      : [];
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required.map(String) : [];
  return `It takes ${names.map((name) => (required.includes(name) ? name : `${name} (optional)`)).join(', ')}. Plumbline fills in other values from the contract.`;
}

/** Declared checks that no version plans, with the reason if known. */
export function unplannedChecks(project: Project, checks: readonly Check[]): readonly Problem[] {
  const planned = new Set(checks.map((check) => positionKey(check.at)));
  return project.contracts.flatMap((contracts) =>
    contracts.endpoints.flatMap((endpoint) =>
      endpoint.cases.flatMap((declared) =>
        declared.checks.flatMap((check) => {
          if (planned.has(positionKey(check.at))) return [];
          const { code, message, hint } = reasonOf(contracts, declared, check);
          return [{ code, message, ...problemPosition(check.at), ...omitUndefined({ hint }) }];
        }),
      ),
    ),
  );
}

function reasonOf(
  contracts: ServiceContracts,
  declared: DeclaredCase,
  check: DeclaredCheck,
): { readonly code: string; readonly message: string; readonly hint: string | undefined } {
  const rule = findRule(check.rule);
  if (rule === undefined)
    return {
      code: 'unknown-rule',
      message: unknownName('rule', check.rule),
      hint: unknownHint(
        'rule',
        check.rule,
        CASE_RULES_WITH_ROWS.map((r) => r.id),
      ),
    };
  if (rule.kind === 'passive')
    return {
      code: 'passive-rule',
      message: `${check.rule} judges every exchange, so a case cannot declare it`,
      hint: 'Remove it from the case. If it proves another requirement, bind it in bindings.yaml.',
    };
  const kind = check.with['kind'];
  if (rule.filled === 'refusal') {
    const known = REJECTION_KINDS.find((one) => one === kind);
    if (known === undefined)
      return {
        code: 'unknown-refusal',
        message: `${check.rule} needs a kind of rejection, got ${JSON.stringify(kind ?? null)}`,
        hint: suggestName(String(kind ?? ''), REJECTION_KINDS, 'kind') ?? `known: ${REJECTION_KINDS.join(', ')}`,
      };
    if (contracts.errors.refusals[known] === undefined)
      return {
        code: 'refusal-missing',
        message: `errors.yaml does not describe rejections of the kind "${known}"`,
        hint: `Add it under \`refusals\` in contracts/${contracts.service}/errors.yaml, for example: ${known}: { statuses: [400] }`,
      };
  }
  return {
    code: 'check-never-planned',
    message: `${check.rule} of the case "${declared.name}" is not planned in any version`,
    hint: `No version has the endpoint, the operation "${declared.on}", the case and the requirement ${check.requirement} together.`,
  };
}
