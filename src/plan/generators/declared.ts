/** The cases that a contract declares itself: one change from the positive control, and what must follow. */
import type { Json } from '../../record/json.ts';
import type { DeclaredCase, DeclaredCheck } from '../../load/model.ts';
import { REFUSALS } from '../../load/model.ts';
import { findRule } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Check, Group, RequestTemplate, Step, Value } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import {
  type BodyChange,
  listPointers,
  pathParameters,
  requestOf,
  successOf,
  tokenBody,
  uidPointer,
  undoOf,
} from '../templates.ts';
import { sentPointer } from '../sent-pointer.ts';
import { ownParent } from './isolation.ts';
import { AFTER_CONTROL, controlStep } from './negative.ts';

/** One group per aspect that declared cases of this operation name. */
export function declared(context: OperationContext): readonly (Group | undefined)[] {
  const own = context.endpoint.cases.filter((c) => c.on === context.operation.name && context.scope.has(c));
  const aspects = [...new Set(own.map((c) => c.aspect))];
  return aspects.map((aspect) => {
    const fixtures = new Fixtures(context.scope);
    const control = controlStep(context, fixtures);
    const cases = own.filter((c) => c.aspect === aspect).map((c) => declaredCase(context, fixtures, c));
    return context.group(aspect, [...fixtures.steps, control], cases);
  });
}

function declaredCase(context: OperationContext, fixtures: Fixtures, declaration: DeclaredCase): Case | undefined {
  const { scope, endpoint, operation } = context;
  const request = changedRequest(context, fixtures, declaration);
  const undo =
    operation.kind === 'create' ? undoOf(scope, endpoint, operation, request.parameters, 'probe') : undefined;
  const times = declaration.change.times;
  const judged = declaration.checks.some((c) => c.rule === 'outcome.accepted' && c.with['step'] === undefined);
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request,
    success: judged ? successOf(scope, operation, declaration.name) : context.success,
    ...(times === undefined ? {} : { send: { kind: 'burst', times } }),
    ...(undo === undefined ? {} : { undo }),
  };
  const again = declaration.change.again === true;
  // A change that changes nothing here is the control itself: resting on it, the check could never fail.
  const isControl = JSON.stringify(request) === JSON.stringify(controlRequest(scope, endpoint, operation, fixtures));
  const steps =
    operation.kind === 'create' && !again
      ? ownParent(context, fixtures, [probe], (parameters) => followUps(context, fixtures, declaration, parameters))
      : [probe, ...followUps(context, fixtures, declaration, probe.request.parameters)];
  return context.case(
    declaration.aspect,
    declaration.name,
    declaration.title,
    steps,
    declaration.checks.map((c) => declaredCheck(context, declaration, c, isControl)),
  );
}

function changedRequest(context: OperationContext, fixtures: Fixtures, declaration: DeclaredCase): RequestTemplate {
  const { scope, endpoint, operation } = context;
  const { change } = declaration;
  const bodyChange: BodyChange = {
    ...(change.set === undefined ? {} : { set: change.set }),
    ...(change.remove === undefined ? {} : { remove: change.remove }),
    ...(change.correlation === undefined ? {} : { correlation: change.correlation }),
    ...(change.form === undefined ? {} : { form: change.form }),
    ...(change.nested === undefined ? {} : { nested: change.nested }),
  };
  let request = controlRequest(scope, endpoint, operation, fixtures, bodyChange);
  if (change.again === true && request.body?.kind === 'json')
    request = { ...request, body: { kind: 'json', value: { $sent: 'setup.control#' } } };
  if (change.headers !== undefined) request = { ...request, headers: change.headers };
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
        assertion: {
          ...(change.as === undefined ? {} : { as: change.as }),
          ...(change.assertion?.claims === undefined ? {} : { claims: change.assertion.claims }),
          ...(change.assertion?.header === undefined ? {} : { header: change.assertion.header }),
          ...(change.assertion?.remove === undefined ? {} : { removeClaims: change.assertion.remove }),
        },
      },
    };
  } else if (change.as === 'other') request = { ...request, auth: { kind: 'other' } };
  return request;
}

/** The reads and lists after the probe; not sent where the probe was refused and made nothing. */
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
    const uid: Value =
      operation.kind === 'create'
        ? { $ref: `probe#${uidPointer(scope, endpoint, operation)}` }
        : fixtures.record(endpoint.endpoint);
    const values = Object.fromEntries(
      pathParameters(next.path).map((p) => {
        const parent = endpoint.parents[p];
        return [p, parent === undefined ? uid : (parameters[p] ?? fixtures.record(parent))];
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
  const rule = findRule(check.rule);
  if (rule === undefined || rule.kind !== 'case') return undefined;
  const step = typeof check.with['step'] === 'string' ? check.with['step'] : 'probe';
  const params = parameters(context, check, step);
  if (params === undefined) return undefined;
  const control = !isControl
    ? AFTER_CONTROL
    : check.rule === 'outcome.accepted' && step === 'probe'
      ? []
      : [{ step: 'probe', is: 'success' as const }];
  const given = step === 'probe' ? control : [...control, { step, is: 'answered' as const }];
  return context.written(declaration.aspect, {
    rule: check.rule,
    key: check.key === undefined ? declaration.name : `${declaration.name}/${check.key}`,
    title: declaration.title,
    params,
    given:
      check.rule.startsWith('warning.') || check.rule === 'body.has' || check.rule === 'store.equals'
        ? [...given, { step: 'probe', is: 'success' as const }]
        : given,
    at: check.at,
    requirement: check.requirement,
  });
}

/** What a contract writes under `with`, completed by what the plan knows. */
function parameters(
  context: OperationContext,
  check: DeclaredCheck,
  step: string,
): Readonly<Record<string, unknown>> | undefined {
  const { step: _step, ...rest } = check.with;
  const envelope = context.scope.contracts.envelope;
  const item = context.resolved.response === 'items' ? '/0' : '';
  if (check.rule === 'outcome.refused') {
    const kind = REFUSALS.find((k) => k === rest['kind']);
    const name = rest['field'];
    if (kind === undefined) return undefined;
    const field = typeof name === 'string' ? { name, ...elementOf(context, name) } : undefined;
    const codes = Array.isArray(rest['codes']) ? (rest['codes'] as readonly Json[]).map(String) : undefined;
    return context.refusal(kind, {
      step,
      ...(field === undefined ? {} : { field }),
      ...(codes === undefined ? {} : { codes }),
    });
  }
  if (check.rule === 'outcome.accepted' || check.rule === 'outcome.refused-or-complete') {
    const success =
      step === 'probe'
        ? context.success
        : successOf(
            context.scope,
            context.scope.operation(context.endpoint, step === 'list' ? 'list' : 'read') ?? context.operation,
          );
    return { step, success, ...rest };
  }
  if (check.rule.startsWith('warning.'))
    return { step, messages: `${item}/${envelope?.messages ?? 'messages'}`, ...rest };
  if (check.rule === 'store.equals') {
    const read = context.scope.operation(context.endpoint, 'read');
    const shown =
      read !== undefined && context.scope.form(read.response) === 'single'
        ? `/${envelope?.result ?? ''}/${context.endpoint.singular ?? ''}`
        : '';
    const skip = [
      ...context.resolved.fields.filter((f) => f.writeOnly === true || f.sensitive === true).map((f) => f.name),
      ...Object.keys(context.endpoint.nested),
    ];
    return { written: 'probe', read: 'read', sent: sentPointer(context, ''), shown, skip };
  }
  if (check.rule === 'store.no-trace') {
    const unique = context.resolved.fields.find((f) => f.unique === true);
    const { records, record } = listPointers(context.scope, context.endpoint);
    return {
      sent: 'probe',
      list: 'list',
      records,
      ...(unique === undefined ? {} : { value: sentPointer(context, unique.name), shown: `${record}/${unique.name}` }),
    };
  }
  return { step, ...rest };
}

function elementOf(context: OperationContext, name: string): { readonly element?: string } {
  const element = context.resolved.fields.find((f) => f.name === name)?.element;
  return element === undefined ? {} : { element };
}
