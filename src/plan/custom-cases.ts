/** Custom cases of a contract: a change of the baseline request, or several steps. */
import { pathParameters } from '../model/path-template.ts';
import { fieldsOutsideRecord } from './catalogue/inferred-parameters.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { BASELINE, BASELINE_STEP } from '../model/exchange.ts';
import { type Json, ownProperty } from '../model/json.ts';
import { type DeclaredCase, type DeclaredCheck, REJECTION_KINDS } from '../load/model.ts';
import type { ContractParameter } from '../rules/model.ts';
import type { RejectedParams } from '../rules/outcome.ts';
import type { OperationContext } from './context.ts';
import type { Case, Check, Group, RequestTemplate, Step, Value } from './model.ts';
import { Fixtures } from './fixtures.ts';
import { AFTER_BASELINE_REQUEST, baselineRequest, baselineStep } from './baseline-request.ts';
import { ScenarioBuilder } from './scenario-builder.ts';
import {
  type BodyChange,
  identifierOf,
  listPointers,
  requestOf,
  sentPointer,
  readRecordPointer,
  SUCCESS_RULE,
  successOf,
  tokenBody,
  wrappingOf,
} from './request-templates.ts';
import { problemAt } from './plan-problems.ts';
import { cleanupRequest } from './undo-requests.ts';
import { mergeQuery } from './query.ts';
import { customCaseSteps } from './custom-case-steps.ts';
import { collectUses } from './open-question-uses.ts';
import { authAsClient, cleanupBy } from './request-auth.ts';

/** One group for each aspect of the custom cases of this operation. */
export function customCaseGroups(context: OperationContext): readonly (Group | undefined)[] {
  const own = context.endpoint.cases.filter((c) => c.on === context.operation.name && context.scope.has(c));
  const aspects = [...new Set(own.map((c) => c.aspect))];
  return aspects.map((aspect) => {
    const fixtures = new Fixtures(context.scope);
    // Cases with steps do not need the baseline request.
    const needsControl = own.some((c) => c.aspect === aspect && c.steps === undefined);
    const control = needsControl ? [baselineStep(context, fixtures)] : [];
    const cases = own
      .filter((c) => c.aspect === aspect)
      .flatMap((c) => context.weighed(() => [declaredCase(context, fixtures, c)]));
    return context.group(aspect, [...fixtures.steps, ...control], cases);
  });
}

function declaredCase(context: OperationContext, fixtures: Fixtures, declaration: DeclaredCase): Case | undefined {
  const { scope, endpoint, operation } = context;
  if (declaration.steps !== undefined) return scenarioCase(context, fixtures, declaration);
  const request = changedRequest(context, fixtures, declaration);
  const undo =
    operation.kind === 'create'
      ? cleanupBy(request.auth, cleanupRequest(scope, endpoint, operation, request.parameters, 'probe'))
      : undefined;
  const times = declaration.change.times;
  const judged = declaration.checks.some((c) => c.rule === SUCCESS_RULE && c.with['step'] === undefined);
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request,
    success: judged ? successOf(scope, operation, declaration.name) : context.success,
    ...omitUndefined({ send: mapOptional(times, (it) => ({ kind: 'burst', times: it })), undo }),
  };
  const again = declaration.change.again === true;
  // A change without effect is the baseline request itself: a check that depended on it could never fail.
  const isControl = JSON.stringify(request) === JSON.stringify(baselineRequest(scope, endpoint, operation, fixtures));
  const builder = new ScenarioBuilder(context, fixtures);
  const isApart =
    !again &&
    (operation.kind === 'create' || (operation.kind === 'action' && declaration.change.parameters === undefined));
  const place = isApart ? builder.addApart(probe) : request.parameters;
  if (!isApart) builder.add(probe);
  for (const step of followUps(context, fixtures, declaration, place)) builder.add(step);
  return context.case(
    declaration.aspect,
    declaration.name,
    declaration.title,
    builder.steps,
    declaration.checks.map((c) => context.expecting(() => declaredCheck(context, declaration, c, isControl))),
  );
}

/** A case of several steps: each check judges one. Earlier steps need a response, and a success if no check judges them. */
function scenarioCase(context: OperationContext, fixtures: Fixtures, declaration: DeclaredCase): Case | undefined {
  const { name, title, aspect } = declaration;
  const steps = customCaseSteps(context, fixtures, declaration);
  const stepOfCheck = ({ with: { step } }: DeclaredCheck): string =>
    typeof step === 'string' ? step : (steps.at(-1)?.name ?? '');
  const judged = new Set(declaration.checks.map(stepOfCheck));
  const checks = declaration.checks.map((check) =>
    context.expecting(() => {
      const rule = context.rules.find(check.rule);
      if (rule === undefined || rule.kind !== 'case') return undefined;
      const { step: _named, ...said } = check.with;
      const step = stepOfCheck(check);
      const place = steps.findIndex((one) => one.name === step);
      const success = steps[place]?.success;
      const filled = rule.filled === undefined ? { step, ...said } : FILLERS[rule.filled](context, said, step);
      if (filled === undefined) return undefined;
      return context.written(aspect, {
        rule: check.rule,
        key: check.key === undefined ? name : `${name}/${check.key}`,
        title,
        params: 'success' in filled && success !== undefined ? { ...filled, success } : filled,
        // An earlier step could be the reason for a failure.
        given: steps
          .slice(0, Math.max(0, place))
          .map(({ name: earlier }) => ({ step: earlier, is: judged.has(earlier) ? 'answered' : 'success' })),
        at: check.at,
        requirement: check.requirement,
        declared: true,
      });
    }),
  );
  return context.case(aspect, name, title, steps, checks);
}

function changedRequest(context: OperationContext, fixtures: Fixtures, declaration: DeclaredCase): RequestTemplate {
  const { scope, endpoint, operation } = context;
  const { change } = declaration;
  const { set, remove, correlation, form, nested, more } = change;
  const bodyChange: BodyChange = omitUndefined({ set, remove, correlation, form, nested, more });
  let request = baselineRequest(scope, endpoint, operation, fixtures, bodyChange);
  if (change.again === true && request.body?.kind === 'json')
    request = { ...request, body: { kind: 'json', value: { $sent: `${BASELINE_STEP}#` } } };
  if (change.headers !== undefined) request = { ...request, headers: change.headers };
  if (change.parameters !== undefined)
    request = { ...request, parameters: { ...request.parameters, ...change.parameters } };
  if (change.query !== undefined) request = { ...request, query: mergeQuery(change.query, request.query, operation) };
  if (operation.kind === 'token') {
    const body = tokenBody(scope);
    const parameters = Object.entries(change.form_parameters ?? {});
    const replaced = body.parameters.filter(([name]) => !(name in (change.form_parameters ?? {})));
    request = {
      ...request,
      body: {
        ...body,
        parameters: [
          ...replaced,
          ...parameters.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
        ],
        ...(body.assertion === undefined
          ? {}
          : {
              assertion: omitUndefined({
                as: change.as,
                claims: change.assertion?.claims,
                header: change.assertion?.header,
                removeClaims: change.assertion?.remove,
              }),
            }),
      },
    };
  } else if (change.as !== undefined) request = { ...request, auth: authAsClient(change.as, request.auth) };
  return request;
}

/** Reads and lists after the probe; not sent if the probe was rejected. */
function followUps(
  context: OperationContext,
  fixtures: Fixtures,
  declaration: DeclaredCase,
  parameters: Readonly<Record<string, Value>>,
): readonly Step[] {
  const { scope, endpoint, operation } = context;
  return declaration.then.flatMap((name): readonly Step[] => {
    const next = scope.operation(endpoint, name);
    if (next === undefined) return [];
    // The created record, or the record that the operation changed.
    const uidOf = (name: string): Value =>
      operation.kind === 'create'
        ? identifierOf(scope, endpoint, operation, 'probe')
        : (parameters[name] ?? fixtures.record(endpoint.endpoint));
    const values = Object.fromEntries(
      pathParameters(next.path).map((p) => {
        const parent = ownProperty(endpoint.parents, p);
        return [p, parent === undefined ? uidOf(p) : (parameters[p] ?? fixtures.above(parent, p))];
      }),
    );
    return [
      {
        name,
        request: requestOf(endpoint, next, values),
        success: successOf(scope, next),
        ...(name === 'read' && operation.kind === 'create' ? { onlyIf: 'probe' } : {}),
      },
    ];
  });
}

function declaredCheck(
  context: OperationContext,
  declaration: DeclaredCase,
  check: DeclaredCheck,
  isControl: boolean,
): Check | undefined {
  const rule = context.rules.find(check.rule);
  if (rule === undefined || rule.kind !== 'case') return undefined;
  const { needs = [], filled } = rule;
  const lacking = needs.filter((need) => need !== 'accepted' && !declaration.then.includes(need));
  if (lacking.length > 0) {
    context.problems.add(
      problemAt(
        check.at,
        'case-incomplete',
        `${check.rule} needs the ${lacking.join(' and the ')} after the request, and the case does not declare it`,
        `add then: [${[...declaration.then, ...lacking].join(', ')}]`,
      ),
    );
    return undefined;
  }
  const { step: named, ...said } = check.with;
  const step = typeof named === 'string' ? stepOf(named) : 'probe';
  const written = typeof said['other'] === 'string' ? { ...said, other: stepOf(said['other']) } : said;
  const params = filled === undefined ? { step, ...written } : FILLERS[filled](context, written, step);
  if (params === undefined) return undefined;
  if (filled === 'refusal') noteLimits(context, [written['field'], ...changedFields(declaration)]);
  const control = !isControl
    ? AFTER_BASELINE_REQUEST
    : check.rule === SUCCESS_RULE && step === 'probe'
      ? []
      : [{ step: 'probe', is: 'success' as const }];
  const given = step === 'probe' ? control : [...control, { step, is: 'answered' as const }];
  return context.written(declaration.aspect, {
    rule: check.rule,
    key: check.key === undefined ? declaration.name : `${declaration.name}/${check.key}`,
    title: declaration.title,
    // The field in the rejection is the faulty one.
    ...(filled === 'refusal' && typeof written['field'] === 'string' ? { about: { member: [written['field']] } } : {}),
    params,
    given: needs.includes('accepted') ? [...given, { step: 'probe', is: 'success' as const }] : given,
    at: check.at,
    requirement: check.requirement,
    declared: true,
  });
}

function changedFields({ change: { set = {}, remove = [] } }: DeclaredCase): readonly string[] {
  return [...Object.keys(set), ...remove];
}

/** A rejection of an invalid value depends on the open question that specifies the valid ones. */
function noteLimits(context: OperationContext, names: readonly (Json | undefined)[]): void {
  const isNamed = new Set(names.map((name) => (typeof name === 'string' ? name.replace(/^\/([^/]*).*$/, '$1') : name)));
  const fields = collectUses(() => context.resolved.fields.filter(({ name }) => isNamed.has(name))).value;
  // Reading the type records the open questions that it depends on.
  for (const field of fields) void field.type;
}

function stepOf(named: string): string {
  return named === BASELINE ? BASELINE_STEP : named;
}

/** Completes the parameters that a contract gives to a rule. Lint reports unknown ones. */
type Filler = (
  context: OperationContext,
  written: Readonly<Record<string, Json>>,
  step: string,
) => Readonly<Record<string, unknown>> | undefined;

const FILLERS: Readonly<Record<ContractParameter, Filler>> = { success, refusal, messages, stored, listed };

function success(context: OperationContext, written: Parameters<Filler>[1], step: string): ReturnType<Filler> {
  const { scope, endpoint, operation } = context;
  const own =
    step === 'probe'
      ? context.success
      : successOf(scope, scope.operation(endpoint, step === 'list' ? 'list' : 'read') ?? operation);
  return { step, success: own, ...written };
}

function refusal(context: OperationContext, written: Parameters<Filler>[1], step: string): ReturnType<Filler> {
  const { kind, field, codes, ...others } = written;
  const known = REJECTION_KINDS.find((one) => one === kind);
  const named: Pick<RejectedParams, 'field' | 'codes'> = omitUndefined({
    field: typeof field === 'string' ? { name: field, ...elementOf(context, field) } : undefined,
    codes: Array.isArray(codes) ? (codes as readonly Json[]).map(String) : undefined,
  });
  const looks =
    known === undefined ? refusalBy(context, written, step, named) : context.refusal(known, { step, ...named });
  if (looks === undefined) return undefined;
  return {
    ...looks,
    ...(field === undefined || typeof field === 'string' ? {} : { field }),
    ...(codes === undefined || Array.isArray(codes) ? {} : { codes }),
    ...others,
  };
}

/** A rejection by statuses and codes, without a kind from errors.yaml. */
function refusalBy(
  { success }: OperationContext,
  { kind, statuses }: Parameters<Filler>[1],
  step: string,
  named: Pick<RejectedParams, 'field' | 'codes'>,
): RejectedParams | undefined {
  if (kind !== undefined || !Array.isArray(statuses)) return undefined;
  return { step, kind: 'refused', statuses: (statuses as readonly Json[]).map(Number), success, ...named };
}

function messages(context: OperationContext, written: Parameters<Filler>[1], step: string): ReturnType<Filler> {
  const item = context.resolved.response === 'items' ? '/0' : '';
  const known = wrappingOf(context.scope, context.operation)?.messages;
  const place = known ?? `${item}/${context.scope.contracts.envelope?.messages ?? 'messages'}`;
  return { step, messages: place, ...written };
}

function stored(context: OperationContext, written: Parameters<Filler>[1]): ReturnType<Filler> {
  const { scope, endpoint, resolved } = context;
  const shown = readRecordPointer(scope, endpoint);
  const skip = [
    ...resolved.fields.filter((f) => f.writeOnly === true || f.sensitive === true).map((f) => f.name),
    ...Object.keys(endpoint.nested),
  ];
  const beside = fieldsOutsideRecord(resolved);
  return {
    written: 'probe',
    read: 'read',
    sent: sentPointer(context, ''),
    shown,
    skip,
    ...(beside.length === 0 ? {} : { beside }),
    ...written,
  };
}

function listed(context: OperationContext, written: Parameters<Filler>[1]): ReturnType<Filler> {
  const unique = context.resolved.fields.find((f) => f.unique === true);
  const { records, record } = listPointers(context.scope, context.endpoint);
  return {
    sent: 'probe',
    list: 'list',
    records,
    ...omitUndefined({
      value: mapOptional(unique, (it) => sentPointer(context, it.name)),
      shown: mapOptional(unique, (it) => `${record}/${it.name}`),
    }),
    ...written,
  };
}

function elementOf(context: OperationContext, name: string): { readonly element?: string } {
  const element = context.resolved.fields.find((f) => f.name === name)?.element;
  return omitUndefined({ element });
}
