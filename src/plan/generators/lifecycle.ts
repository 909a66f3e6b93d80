/** The life of a record: stored, read back, listed, changed, removed, and shown to nobody else. */
import type { CaseRuleId, RuleParams } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Check, Group, RequestTemplate, Step, Value } from '../model.ts';
import type { Field, Operation } from '../../load/model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import {
  anotherValue,
  FULL,
  listOperation,
  listPointers,
  patchTarget,
  pathParameters,
  requestOf,
  successOf,
  uidPointer,
  undoOf,
  writableFields,
  writeBody,
} from '../templates.ts';
import { isStructured } from '../values.ts';
import { sentPointer } from '../sent-pointer.ts';
import { ownParent } from './isolation.ts';
import { strangers } from './strangers.ts';

const ASPECT = 'lifecycle';

export function lifecycle(context: OperationContext): Group | undefined {
  const { operation } = context;
  const fixtures = new Fixtures(context.scope);
  switch (operation.kind) {
    case 'create':
      return context.group(
        ASPECT,
        ...settle(fixtures, [readBack(context, fixtures), listed(context, fixtures), ...batch(context, fixtures)]),
      );
    case 'update':
      return context.group(
        ASPECT,
        ...settle(fixtures, [...updated(context, fixtures), ...strangers(context, fixtures)]),
      );
    case 'delete':
      return context.group(
        ASPECT,
        ...settle(fixtures, [
          ...removed(context, fixtures),
          referredTo(context, fixtures),
          ...strangers(context, fixtures),
        ]),
      );
    case 'read':
    case 'list':
      return context.group(ASPECT, ...settle(fixtures, strangers(context, fixtures)));
    default:
      return undefined;
  }
}

/** Cases are made first, since making them says which fixtures they need. */
function settle(
  fixtures: Fixtures,
  cases: readonly (Case | undefined)[],
): readonly [readonly Step[], readonly (Case | undefined)[]] {
  return [fixtures.steps, cases];
}

/** The read of the same record, given where its uid stands. */
export function readStep(
  context: OperationContext,
  name: string,
  uid: Value,
  parameters: Readonly<Record<string, Value>>,
  auth?: RequestTemplate['auth'],
): Step | undefined {
  const { scope, endpoint } = context;
  const read = scope.operation(endpoint, 'read');
  if (read === undefined) return undefined;
  const request = requestOf(
    endpoint,
    read,
    Object.fromEntries(
      pathParameters(read.path).map((p) => [p, endpoint.parents[p] === undefined ? uid : (parameters[p] ?? null)]),
    ),
  );
  return { name, request: auth === undefined ? request : { ...request, auth }, success: successOf(scope, read) };
}

/** Pointer to the record in the answer of a read. */
export function shownPointer(context: OperationContext): string {
  const envelope = context.scope.contracts.envelope;
  const read = context.scope.operation(context.endpoint, 'read');
  const form = read === undefined ? 'plain' : read.response;
  return form === 'single' && envelope !== undefined ? `/${envelope.result}/${context.endpoint.singular ?? ''}` : '';
}

function hidden(context: OperationContext): readonly string[] {
  // A sensitive member is compared as it is recorded, by its form: that it is there at all, and of the right kind.
  return [
    ...context.resolved.fields.filter((f) => f.writeOnly === true).map((f) => f.name),
    ...Object.keys(context.endpoint.nested),
  ];
}

function readBack(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const create = createStep(scope, endpoint, operation, fixtures, { name: 'create', extent: 'full' });
  const steps = ownParent(context, fixtures, [{ ...create, operation: context.path }]);
  const made = steps[steps.length - 1];
  const read =
    made === undefined
      ? undefined
      : readStep(
          context,
          'read',
          { $ref: `create#${uidPointer(scope, endpoint, operation)}` },
          made.request.parameters,
        );
  if (read === undefined) return undefined;
  const given = [
    { step: 'create', is: 'success' },
    { step: 'read', is: 'success' },
  ] as const;
  return context.case(
    ASPECT,
    'lifecycle.read-back',
    'a record with every member is stored and read',
    [...steps, read],
    [
      context.check(ASPECT, {
        rule: 'outcome.accepted',
        key: FULL,
        title: 'a record with every member is accepted',
        params: { step: 'create', success: create.success },
      }),
      context.check(ASPECT, {
        rule: 'lifecycle.read-back',
        title: 'every member is read back as it was sent',
        params: {
          written: 'create',
          read: 'read',
          sent: sentPointer(context, ''),
          shown: shownPointer(context),
          skip: hidden(context),
        },
        given,
      }),
      ...echo(context, 'create'),
    ],
  );
}

function echo(context: OperationContext, step: string): readonly (Check | undefined)[] {
  const envelope = context.scope.contracts.envelope;
  if (envelope === undefined || context.resolved.response === 'plain') return [];
  return [
    context.check(ASPECT, {
      rule: 'lifecycle.correlation-echoed',
      title: 'the answer carries the correlation id',
      params: { step, member: envelope.correlation.member },
      given: [{ step, is: 'success' }],
    }),
  ];
}

/** The list that a record of this endpoint belongs to, as a step; its path may hang on a reference of the record. */
function listStep(
  context: OperationContext,
  fixtures: Fixtures,
  parameters: Readonly<Record<string, Value>>,
): { readonly step: Step; readonly list: Operation } | undefined {
  const { scope, endpoint } = context;
  const list = listOperation(scope, endpoint);
  if (list === undefined) return undefined;
  const values = Object.fromEntries(
    pathParameters(list.path).map((p) => [
      p,
      parameters[p] ?? fixtures.record(endpoint.parents[p] ?? endpoint.endpoint),
    ]),
  );
  return { step: { name: 'list', request: requestOf(endpoint, list, values), success: successOf(scope, list) }, list };
}

function listedParams(context: OperationContext, create: Operation, wanted: boolean): RuleParams['lifecycle.listed'] {
  const { scope, endpoint } = context;
  const { records, record } = listPointers(scope, endpoint);
  return {
    created: 'create',
    list: 'list',
    uidSent: uidPointer(scope, endpoint, create),
    records,
    uid: `${record}/${endpoint.uid ?? ''}`,
    wanted,
  };
}

function listed(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  if (endpoint.uid === undefined) return undefined;
  const steps = ownParent(context, fixtures, [
    { ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }), operation: context.path },
  ]);
  const list = listStep(context, fixtures, steps[steps.length - 1]?.request.parameters ?? {});
  if (list === undefined) return undefined;
  return context.case(
    ASPECT,
    'lifecycle.listed',
    'a new record is listed',
    [...steps, list.step],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.listed',
        title: 'a new record is listed',
        params: listedParams(context, operation, true),
        given: [
          { step: 'create', is: 'success' },
          { step: 'list', is: 'success' },
        ],
      }),
    ],
  );
}

/** Several items in one request: answered in order, each for itself. */
function batch(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const envelope = scope.contracts.envelope;
  if (context.resolved.request !== 'items' || envelope === undefined) return [];
  const codes = writableFields(scope, endpoint, operation).find((f) => f.distinct === true && f.type === 'code');
  const item = (index: number, change: Readonly<Record<string, Value>> = {}): Value => {
    const own = codes === undefined ? {} : { [codes.name]: codes.values?.[index] ?? '' };
    const fields = { ...fixtures.valid(endpoint, 'least'), ...own, ...change };
    const body = writeBody(scope, endpoint, operation, fields);
    return Array.isArray(body) ? ((body as readonly Value[])[0] ?? null) : body;
  };
  const required = writableFields(scope, endpoint, operation).find(
    (f) => f.required && f.references === undefined && f.type !== 'boolean',
  );
  const step = (name: string, items: readonly Value[]): Step => {
    const request = requestOf(endpoint, operation, fixtures.parameters(endpoint, operation), {
      kind: 'json',
      value: items,
    });
    const undo = undoOf(scope, endpoint, operation, request.parameters, name);
    return {
      name,
      operation: context.path,
      request,
      success: context.success,
      ...(undo === undefined ? {} : { undo }),
    };
  };
  return [
    context.case(
      ASPECT,
      'lifecycle.batch-order',
      'three records in one request',
      ownParent(context, fixtures, [step('batch', [item(0), item(1), item(2)])]),
      [
        context.check(ASPECT, {
          rule: 'lifecycle.batch-order',
          title: 'three items are answered in their order',
          params: { step: 'batch', member: envelope.correlation.member },
          given: [{ step: 'batch', is: 'answered' }],
        }),
      ],
    ),
    required === undefined
      ? undefined
      : context.case(
          ASPECT,
          'lifecycle.batch-independent',
          'a faulty record between two good ones',
          ownParent(context, fixtures, [step('batch', [item(0), item(1, { [required.name]: null }), item(2)])]),
          [
            context.check(ASPECT, {
              rule: 'lifecycle.batch-independent',
              title: 'the good items are stored, the faulty one is refused',
              params: { step: 'batch', flag: `/${envelope.success}`, wanted: [true, false, true] },
              given: [{ step: 'batch', is: 'answered' }],
            }),
          ],
        ),
  ];
}

/** A record of its own for a case that changes or removes it. */
export function ownRecord(
  context: OperationContext,
  fixtures: Fixtures,
  extent: 'least' | 'full',
):
  | {
      readonly steps: readonly Step[];
      readonly uid: Value;
      readonly parameters: Readonly<Record<string, Value>>;
      readonly create: Operation;
    }
  | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  const made = createStep(scope, endpoint, create, fixtures, { name: 'create', extent });
  const steps = ownParent(context, fixtures, [made]);
  return {
    steps,
    uid: { $ref: `create#${uidPointer(scope, endpoint, create)}` },
    parameters: steps[steps.length - 1]?.request.parameters ?? {},
    create,
  };
}

/** This operation on that record. */
export function onRecord(
  context: OperationContext,
  uid: Value,
  parameters: Readonly<Record<string, Value>>,
  body?: Value,
): RequestTemplate {
  const { endpoint, operation } = context;
  const values = Object.fromEntries(
    pathParameters(operation.path).map((p) => [p, endpoint.parents[p] === undefined ? uid : (parameters[p] ?? null)]),
  );
  return requestOf(endpoint, operation, values, body === undefined ? undefined : { kind: 'json', value: body });
}

function updated(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const target = patchTarget(scope, endpoint, operation);
  const optional = writableFields(scope, endpoint, operation).find(
    (f) =>
      !f.required && f.writeOnly !== true && f.sensitive !== true && !isStructured(f) && f.references === undefined,
  );
  const one = (
    rule: CaseRuleId,
    key: string | undefined,
    title: string,
    field: Field,
    value: Value,
  ): Case | undefined => {
    const own = ownRecord(context, fixtures, 'full');
    if (own === undefined) return undefined;
    const before = readStep(context, 'before', own.uid, own.parameters);
    const after = readStep(context, 'after', own.uid, own.parameters);
    if (before === undefined || after === undefined) return undefined;
    const change: Step = {
      name: 'update',
      operation: context.path,
      request: onRecord(
        context,
        own.uid,
        own.parameters,
        writeBody(scope, endpoint, operation, { [field.name]: value }),
      ),
      success: context.success,
    };
    return context.case(
      ASPECT,
      key === undefined ? rule : `${rule}/${key}`,
      title,
      [...own.steps, before, change, after],
      [
        context.check(ASPECT, {
          rule,
          ...(key === undefined ? {} : { key }),
          title,
          params: {
            before: 'before',
            after: 'after',
            update: 'update',
            shown: shownPointer(context),
            sent: sentPointer(context, ''),
          },
          // A refused update shows in what is read afterwards: that is a departure, not a reason not to judge.
          given: [
            { step: 'before', is: 'success' },
            { step: 'update', is: 'answered' },
            { step: 'after', is: 'success' },
          ],
          at: field.at,
        }),
        ...(key === undefined ? echo(context, 'update') : []),
      ],
    );
  };
  return [
    target === undefined
      ? undefined
      : one(
          'lifecycle.update-only-named',
          undefined,
          `an update of ${target.name} changes nothing else`,
          target,
          anotherValue(target),
        ),
    optional === undefined
      ? undefined
      : one('lifecycle.update-clear', optional.name, `null clears ${optional.name}`, optional, null),
  ];
}

function removed(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { endpoint, operation } = context;
  const own = ownRecord(context, fixtures, operation.empties === undefined ? 'least' : 'full');
  if (own === undefined) return [];
  const remove: Step = {
    name: 'delete',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters),
    success: context.success,
  };
  const read = readStep(context, 'read', own.uid, own.parameters);
  // The record is gone, so there is nothing left to undo: a failed delete leaves it to the group's end.
  const again: Step = { ...remove, name: 'again' };
  const given = [{ step: 'delete', is: 'success' }] as const;
  if (operation.empties !== undefined) {
    if (read === undefined) return [];
    return [
      context.case(
        ASPECT,
        'lifecycle.empties',
        'the parts are removed',
        [...own.steps, remove, read, again],
        [
          context.check(ASPECT, {
            rule: 'lifecycle.empties',
            title: `${operation.empties.join(', ')} are empty and the record stays`,
            params: { read: 'read', members: operation.empties, shown: shownPointer(context) },
            given: [...given, { step: 'read', is: 'answered' }],
          }),
          context.check(ASPECT, {
            rule: 'lifecycle.empty-again',
            title: 'removing them again succeeds',
            params: { step: 'again', success: context.success },
            given,
          }),
        ],
      ),
    ];
  }
  const list = endpoint.uid === undefined ? undefined : listStep(context, fixtures, own.parameters);
  // A contract that does not say how "not found" looks asks for neither.
  const unread = read === undefined ? undefined : context.refusal('not-found', { step: 'read' });
  const unfound = context.refusal('not-found', { step: 'again' });
  return [
    context.case(
      ASPECT,
      'lifecycle.gone',
      'a record is deleted',
      [...own.steps, remove, ...(read === undefined ? [] : [read]), again, ...(list === undefined ? [] : [list.step])],
      [
        unread === undefined
          ? undefined
          : context.check(ASPECT, {
              rule: 'lifecycle.gone',
              title: 'a deleted record cannot be read',
              params: unread,
              given,
            }),
        unfound === undefined
          ? undefined
          : context.check(ASPECT, {
              rule: 'lifecycle.delete-again',
              title: 'a second delete finds nothing',
              params: unfound,
              given,
            }),
        list === undefined
          ? undefined
          : context.check(ASPECT, {
              rule: 'lifecycle.not-listed',
              title: 'a deleted record is not listed',
              params: listedParams(context, own.create, false),
              given: [...given, { step: 'list', is: 'success' }],
            }),
      ],
    ),
  ];
}

/** A record that another endpoint's record refers to. */
function referredTo(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.empties !== undefined) return undefined;
  const referring = scope
    .endpoints()
    .find(
      (e) =>
        scope.fields(e.fields).some((f) => f.references === endpoint.endpoint && f.required) &&
        scope.operation(e, 'create') !== undefined,
    );
  const params = context.refusal('value');
  const uid = endpoint.uid;
  if (referring === undefined || params === undefined || uid === undefined) return undefined;
  fixtures.record(referring.endpoint);
  return context.case(
    ASPECT,
    'lifecycle.referred-to',
    `a ${referring.endpoint} record refers to it`,
    [
      {
        name: 'probe',
        operation: context.path,
        request: onRecord(context, fixtures.record(endpoint.endpoint), fixtures.parameters(endpoint, operation)),
        success: context.success,
      },
    ],
    [
      context.check(ASPECT, {
        rule: 'lifecycle.referred-to',
        title: `it cannot be deleted while ${referring.endpoint} refer to it`,
        params,
        given: [{ step: `setup.${referring.endpoint}`, is: 'success' }],
      }),
    ],
  );
}
