/** A refused create, and a look at where it would be found had it been stored all the same. */
import type { Operation } from '../../load/model.ts';
import type { RuleParams } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Step, Value } from '../model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { listOperation, listPointers, pathParameters, requestOf, successOf, uidPointer, undoOf } from '../templates.ts';
import { sentPointer } from './sent-pointer.ts';
import { isParented, ownParent } from './isolation.ts';
import { AFTER_CONTROL } from './negative.ts';

type Parameters = Readonly<Record<string, Value>>;

type LookedFor = 'input.no-trace' | 'input.no-trace-listed' | 'input.no-trace-read';

/** A rule with its parameters, and what has to have come of the look before it can judge. */
type Look = {
  readonly [Id in LookedFor]: {
    readonly rule: Id;
    readonly params: RuleParams[Id];
    readonly is: 'success' | 'answered';
  };
}[LookedFor];

export function noTrace(context: OperationContext): Case | undefined {
  const { scope, endpoint } = context;
  const list = listOperation(scope, endpoint);
  const read = scope.operation(endpoint, 'read');
  const { records, record } = listPointers(scope, endpoint);
  const count = (name: string): Look => ({
    rule: 'input.no-trace',
    params: { list: name, records, count: 0 },
    is: 'success',
  });
  if (list !== undefined && isParented(context)) return belowParent(context, list, count(list.name));
  if (list !== undefined && pathParameters(list.path).length > 0)
    return belowReference(context, list, count(list.name));
  const unique = scope.fields(endpoint.fields).find((f) => f.unique === true || f.distinct === true);
  if (list !== undefined && unique !== undefined) {
    const params = {
      sent: 'probe',
      list: list.name,
      records,
      value: sentPointer(context, unique.name),
      shown: `${record}/${unique.name}`,
    };
    return caseOf(
      context,
      [probe(context, new Fixtures(scope), {}), look(context, list, {})],
      { rule: 'input.no-trace-listed', params, is: 'success' },
      list.name,
    );
  }
  const params = read === undefined ? undefined : context.refusal('not-found', { step: read.name });
  const isOnly =
    read !== undefined &&
    isParented(context) &&
    pathParameters(read.path).every((p) => endpoint.parents[p] !== undefined);
  return isOnly && params !== undefined
    ? belowParent(context, read, { rule: 'input.no-trace-read', params, is: 'answered' })
    : undefined;
}

/** The create without a member that it needs; what identifies the record is right. */
function probe(context: OperationContext, fixtures: Fixtures, set: Parameters): Step {
  const { scope, endpoint, operation } = context;
  const required = scope
    .fields(endpoint.fields)
    .filter((f) => f.required && f.readOnly !== true && f.unique !== true && !(f.name in set));
  const plain = required.filter((f) => f.references === undefined);
  const left = [
    ...plain.filter((f) => f.distinct !== true),
    ...required.filter((f) => f.references !== undefined),
    ...plain,
  ][0];
  const request = controlRequest(scope, endpoint, operation, fixtures, {
    set,
    remove: left === undefined ? [] : [left.name],
  });
  // A service that stores it all the same must not keep it.
  const undo = undoOf(scope, endpoint, operation, request.parameters, 'probe');
  return {
    name: 'probe',
    operation: context.path,
    request,
    success: context.success,
    ...(undo === undefined ? {} : { undo }),
  };
}

function look({ scope, endpoint }: OperationContext, by: Operation, parameters: Parameters): Step {
  const own = Object.fromEntries(pathParameters(by.path).map((p) => [p, parameters[p] ?? null]));
  return { name: by.name, request: requestOf(endpoint, by, own), success: successOf(scope, by) };
}

/** Below a parent of its own nothing else can be. */
function belowParent(context: OperationContext, by: Operation, found: Look): Case | undefined {
  const fixtures = new Fixtures(context.scope);
  const steps = ownParent(context, fixtures, [probe(context, fixtures, {})], (parameters) => [
    look(context, by, parameters),
  ]);
  return caseOf(context, steps, found, by.name);
}

/** The list hangs on a record that a member of the new one names: on one of its own, nothing else is listed. */
function belowReference(context: OperationContext, list: Operation, found: Look): Case | undefined {
  const { scope, endpoint } = context;
  const fixtures = new Fixtures(scope);
  const [parameter] = pathParameters(list.path);
  const above = parameter === undefined ? undefined : endpoint.parents[parameter];
  const field = scope.fields(endpoint.fields).find((f) => f.references === above);
  const create = above === undefined ? undefined : scope.operation(scope.endpoint(above), 'create');
  if (parameter === undefined || above === undefined || field === undefined || create === undefined) return undefined;
  const owner = createStep(scope, scope.endpoint(above), create, fixtures, { name: 'owner' });
  const uid: Value = { $ref: `owner#${uidPointer(scope, scope.endpoint(above), create)}` };
  return caseOf(
    context,
    [owner, probe(context, fixtures, { [field.name]: uid }), look(context, list, { [parameter]: uid })],
    found,
    list.name,
  );
}

function caseOf(
  context: OperationContext,
  steps: readonly Step[],
  { rule, params, is }: Look,
  step: string,
): Case | undefined {
  return context.case('input', rule, 'a refused record is not stored', steps, [
    context.check('input', {
      rule,
      title: 'a refused record is not stored',
      params,
      given: [...AFTER_CONTROL, { step, is }],
    }),
  ]);
}
