/** The life of a record where things come together: refusals in part, several writers, what was just deleted. */
import type { Field } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Group, RequestTemplate, Step, Value } from '../model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import {
  anotherValue,
  patchTarget,
  pathParameters,
  requestOf,
  successOf,
  uidPointer,
  undoOf,
  writableFields,
  writeBody,
} from '../templates.ts';
import { longestValue, notListed } from '../values.ts';
import { sentPointer } from '../sent-pointer.ts';
import { ownParent } from './isolation.ts';
import { onRecord, ownRecord, readStep, shownPointer } from './lifecycle.ts';
import { siblings } from '../siblings.ts';
import { UNKNOWN } from './strangers.ts';

const ASPECT = 'lifecycle';
/** Writers at once: more than two, so that an order by chance is unlikely to hide a mixture. */
const WRITERS = 4;

export function changes(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const cases = casesOf(context, fixtures);
  // Making the cases says which fixtures they need.
  return context.group(ASPECT, fixtures.steps, cases);
}

function casesOf(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  switch (context.operation.kind) {
    case 'create':
      return [
        locationLeads(context, fixtures),
        batchReadable(context, fixtures),
        createBelowDeleted(context, fixtures),
        canary(context, fixtures),
      ];
    case 'update':
      return [
        updateAtomic(context, fixtures),
        concurrentWrites(context, fixtures),
        updateAfterDelete(context, fixtures),
      ];
    case 'read':
      return [sameAnswer(context, fixtures), override(context, fixtures)];
    case 'list':
      return [sameAnswer(context, fixtures)];
    default:
      return [];
  }
}

function locationLeads(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const made = uidPointer(scope, endpoint, operation);
  const steps = ownParent(context, fixtures, [
    { ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }), operation: context.path },
  ]);
  const read = readStep(
    context,
    'followed',
    { $ref: `create#${made}` },
    steps[steps.length - 1]?.request.parameters ?? {},
  );
  // The address of what a PUT made is the one it was sent to.
  if (read === undefined || operation.method !== 'POST') return undefined;
  const followed: Step = { ...read, request: { ...read.request, location: 'create' } };
  return context.case(
    ASPECT,
    'lifecycle.location-leads',
    'a record is made and its Location read',
    [...steps, followed, { ...read, name: 'known' }],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.location-leads',
        title: 'Location leads to the new record',
        params: {
          created: 'create',
          followed: 'followed',
          known: 'known',
          made,
          shown: `${shownPointer(context)}/${endpoint.uid ?? 'id'}`,
          success: read.success,
        },
        given: [{ step: 'create', is: 'success' }],
      }),
    ],
  );
}

/** Two good items around a faulty one, and the reads of the good ones. */
function batchReadable(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const required = writableFields(scope, endpoint, operation).find(
    (f) => f.required && f.references === undefined && f.type !== 'boolean',
  );
  if (context.resolved.request !== 'items' || required === undefined) return undefined;
  const codes = writableFields(scope, endpoint, operation).find((f) => f.distinct === true && f.type === 'code');
  const items = [{}, { [required.name]: null }, {}].map((change, index): Value => {
    const own = codes === undefined ? {} : { [codes.name]: codes.values?.[index] ?? '' };
    const body = writeBody(scope, endpoint, operation, { ...fixtures.valid(endpoint, 'least'), ...own, ...change });
    return Array.isArray(body) ? ((body as readonly Value[])[0] ?? null) : body;
  });
  const request = requestOf(endpoint, operation, fixtures.parameters(endpoint, operation), {
    kind: 'json',
    value: items,
  });
  const undo = undoOf(scope, endpoint, operation, request.parameters, 'batch');
  const steps = ownParent(context, fixtures, [
    {
      name: 'batch',
      operation: context.path,
      request,
      success: context.success,
      ...(undo === undefined ? {} : { undo }),
    },
  ]);
  const parameters = steps[steps.length - 1]?.request.parameters ?? {};
  const pointer = uidPointer(scope, endpoint, operation);
  const reads = [0, 2]
    .map((index) =>
      readStep(context, `read-${index}`, { $ref: `batch#${pointer.replace('/0/', `/${index}/`)}` }, parameters),
    )
    .filter((s) => s !== undefined);
  const [first] = reads;
  if (first === undefined) return undefined;
  return context.case(
    ASPECT,
    'lifecycle.batch-readable',
    'the good records beside a faulty one are read',
    [...steps, ...reads],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.batch-readable',
        title: 'the good records can be read',
        params: { reads: reads.map((s) => s.name), success: first.success },
        given: [{ step: 'batch', is: 'answered' }],
      }),
    ],
  );
}

function createBelowDeleted(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const made: Step = {
    ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }),
    operation: context.path,
  };
  const [parent, create] = ownParent(context, fixtures, [made]);
  const name = pathParameters(operation.path)
    .map((p) => endpoint.parents[p])
    .find((p) => p !== undefined);
  const above = name === undefined ? undefined : scope.endpoint(name);
  const remove = above === undefined ? undefined : scope.operation(above, 'delete');
  const params = context.refusal('not-found', { step: 'create' });
  if (
    parent === undefined ||
    create === undefined ||
    above === undefined ||
    remove === undefined ||
    params === undefined
  )
    return undefined;
  const uid = Object.values(create.request.parameters)[0] ?? null;
  const gone: Step = {
    name: 'delete-parent',
    request: requestOf(above, remove, Object.fromEntries(pathParameters(remove.path).map((p) => [p, uid]))),
    success: successOf(scope, remove),
  };
  return context.case(
    ASPECT,
    'lifecycle.create-below-deleted',
    'the parent is deleted first',
    [parent, gone, create],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.create-below-deleted',
        title: 'nothing is made below a deleted record',
        params,
        given: [{ step: 'delete-parent', is: 'success' }],
      }),
    ],
  );
}

/** A text of ours, and the list of another organisation. */
function canary(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const list = scope.operation(endpoint, 'list');
  const field = writableFields(scope, endpoint, operation).find(
    (f) =>
      f.type === 'string' &&
      f.sensitive !== true &&
      f.writeOnly !== true &&
      (f.unique === true || f.pattern === undefined) &&
      (f.maxLength ?? 0) >= 10,
  );
  if (list === undefined || field === undefined || pathParameters(list.path).length > 0) return undefined;
  const create = createStep(scope, endpoint, operation, fixtures, {
    name: 'create',
    change: { set: { [field.name]: { $unique: Math.min(field.maxLength ?? 10, 20) } } },
  });
  const stranger: Step = {
    name: 'stranger',
    request: { ...requestOf(endpoint, list, {}), auth: { kind: 'other' } },
    success: successOf(scope, list),
  };
  return context.case(
    ASPECT,
    'access.canary',
    'another organisation lists its own',
    [{ ...create, operation: context.path }, stranger],
    [
      context.check(ASPECT, {
        rule: 'access.canary',
        title: `the ${field.name} of a new record is not shown to others`,
        params: { sent: 'create', text: sentPointer(context, field.name), strangers: ['stranger'] },
        given: [
          { step: 'create', is: 'success' },
          { step: 'stranger', is: 'success' },
        ],
        at: field.at,
      }),
    ],
  );
}

/** A value that is refused for itself, in a field that an update may set. */
function faultyValue(field: Field): Value | undefined {
  switch (field.type) {
    case 'code':
      return notListed(field);
    case 'date':
      return '2023-02-30';
    case 'decimal':
      return 1.111;
    case 'uri':
    case 'email':
      return 'not one';
    case 'string':
      if (field.pattern !== undefined) return new RegExp(field.pattern, 'u').test('!') ? undefined : '!';
      return field.maxLength === undefined ? undefined : `${longestValue(field) ?? ''}a`;
    default:
      return undefined;
  }
}

function updateAtomic(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const target = patchTarget(scope, endpoint, operation);
  const bad = writableFields(scope, endpoint, operation).find(
    (f) => f.name !== target?.name && f.references === undefined && faultyValue(f) !== undefined,
  );
  const own = ownRecord(context, fixtures, 'full');
  // Only PATCH is applied whole or not at all by its definition.
  if (operation.method !== 'PATCH' || target === undefined || bad === undefined || own === undefined) return undefined;
  const before = readStep(context, 'before', own.uid, own.parameters);
  const after = readStep(context, 'after', own.uid, own.parameters);
  if (before === undefined || after === undefined) return undefined;
  const body = writeBody(scope, endpoint, operation, {
    [target.name]: anotherValue(target),
    [bad.name]: faultyValue(bad) ?? null,
  });
  const update: Step = {
    name: 'update',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters, body),
    success: context.success,
  };
  return context.case(
    ASPECT,
    'lifecycle.update-atomic',
    `${target.name} is right and ${bad.name} is not`,
    [...own.steps, before, update, after],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.update-atomic',
        title: `a faulty ${bad.name} keeps ${target.name} as it was`,
        params: {
          before: 'before',
          update: 'update',
          after: 'after',
          member: `${shownPointer(context)}/${target.name}`,
          success: context.success,
        },
        given: [
          { step: 'before', is: 'success' },
          { step: 'update', is: 'answered' },
          { step: 'after', is: 'success' },
        ],
        at: bad.at,
      }),
    ],
  );
}

function concurrentWrites(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const free = writableFields(scope, endpoint, operation)
    .filter(
      (f) =>
        f.type === 'string' &&
        f.pattern === undefined &&
        f.unique !== true &&
        f.sensitive !== true &&
        f.writeOnly !== true &&
        (f.maxLength ?? 0) >= 8,
    )
    .slice(0, 2);
  const own = ownRecord(context, fixtures, 'full');
  const read = own === undefined ? undefined : readStep(context, 'read', own.uid, own.parameters);
  if (free.length === 0 || own === undefined || read === undefined) return undefined;
  const values = Object.fromEntries(free.map((f) => [f.name, { $unique: Math.min(f.maxLength ?? 12, 12) }]));
  const writes: Step = {
    name: 'writes',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters, writeBody(scope, endpoint, operation, values)),
    send: { kind: 'burst', times: WRITERS },
    success: context.success,
  };
  return context.case(
    ASPECT,
    'lifecycle.concurrent-writes',
    `${WRITERS} updates of one record at once`,
    [...own.steps, writes, read],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.concurrent-writes',
        title: 'the record is as one of the updates left it',
        params: {
          writes: 'writes',
          read: 'read',
          members: free.map((f) => f.name),
          sent: sentPointer(context, ''),
          shown: shownPointer(context),
          success: context.success,
        },
        given: [
          { step: own.steps[own.steps.length - 1]?.name ?? 'create', is: 'success' },
          { step: 'read', is: 'success' },
        ],
      }),
    ],
  );
}

function updateAfterDelete(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const remove = scope.operation(endpoint, 'delete');
  const own = remove === undefined ? undefined : ownRecord(context, fixtures, 'least');
  const target = patchTarget(scope, endpoint, operation);
  const params = context.refusal('not-found', { step: 'update' });
  if (remove === undefined || own === undefined || target === undefined || params === undefined) return undefined;
  const at = Object.fromEntries(
    pathParameters(remove.path).map((p) => [
      p,
      endpoint.parents[p] === undefined ? own.uid : (own.parameters[p] ?? null),
    ]),
  );
  const gone: Step = { name: 'delete', request: requestOf(endpoint, remove, at), success: successOf(scope, remove) };
  const body = writeBody(scope, endpoint, operation, { [target.name]: anotherValue(target) });
  const update: Step = {
    name: 'update',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters, body),
    success: context.success,
  };
  return context.case(
    ASPECT,
    'lifecycle.update-after-delete',
    'a deleted record is changed',
    [...own.steps, gone, update],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.update-after-delete',
        title: 'a deleted record is not found',
        params,
        given: [{ step: 'delete', is: 'success' }],
      }),
    ],
  );
}

/** Another organisation asks for a record of ours, and for one that nobody has. */
function sameAnswer(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const last = pathParameters(operation.path).at(-1);
  if (last === undefined || operation.access !== 'token') return undefined;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const ask = (name: string, request: RequestTemplate): Step => ({
    name,
    operation: context.path,
    request: { ...request, auth: { kind: 'other' } },
    success: context.success,
  });
  return context.case(
    ASPECT,
    'access.same-answer',
    'a record of others, and one of nobody',
    [ask('forbidden', good), ask('absent', { ...good, parameters: { ...good.parameters, [last]: UNKNOWN } })],
    [
      context.check(ASPECT, {
        rule: 'access.same-answer',
        title: 'what is not yours looks like what is not there',
        params: { forbidden: 'forbidden', absent: 'absent' },
        given: [{ step: `setup.${endpoint.parents[last] ?? endpoint.endpoint}`, is: 'success' }],
      }),
    ],
  );
}

/** A GET that says it is a DELETE; on a record of its own, in case it is believed. */
function override(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  // Where it is believed it is a DELETE, so it is sent only where one would be.
  if (scope.contracts.methods !== 'complete' && !siblings(context).some((o) => o.method === 'DELETE')) return undefined;
  const own = pathParameters(operation.path).length > 0 ? ownRecord(context, fixtures, 'least') : undefined;
  const plain =
    own === undefined
      ? controlRequest(scope, endpoint, operation, fixtures)
      : onRecord(context, own.uid, own.parameters);
  const claims = { 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' };
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request: { ...plain, headers: { ...plain.headers, ...claims }, query: [['_method', 'DELETE']] },
    success: context.success,
  };
  const after: Step = { name: 'after', operation: context.path, request: plain, success: context.success };
  const given =
    own === undefined ? [] : [{ step: own.steps[own.steps.length - 1]?.name ?? 'create', is: 'success' as const }];
  return context.case(
    ASPECT,
    'method.override',
    'a GET says that it is a DELETE',
    [...(own?.steps ?? []), probe, after],
    [
      context.check(ASPECT, {
        rule: 'method.override',
        title: 'the method is the one in the request line',
        params: { probe: 'probe', after: 'after', success: context.success },
        given,
      }),
    ],
  );
}
