/** Laws that take more than one record, or all members of one: nothing is added, doubled, forgotten or left behind. */
import type { EndpointContract, Field, Operation } from '../../load/model.ts';
import type { CaseRuleId, RuleParams } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Check, Group, Step, Value } from '../model.ts';
import { Fixtures, createStep, uidType } from '../fixtures.ts';
import {
  anotherValue,
  listOperation,
  listPointers,
  pathParameters,
  requestOf,
  successOf,
  uidPointer,
  undoOf,
  writableFields,
  writeBody,
} from '../templates.ts';
import { validValue, isStructured } from '../values.ts';
import { sentPointer } from '../sent-pointer.ts';
import { isParented, ownParent } from './isolation.ts';
import { onRecord, ownRecord, readStep, shownPointer } from './lifecycle.ts';

const ASPECT = 'lifecycle';
/** Groups of their own, since a list that others write to shows more than what one case made. */
const LISTING = 'listing';
const OTHERS = 'others';

export function records(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const cases = casesOf(context, fixtures);
  // Making the cases says which fixtures they need.
  return context.group(ASPECT, fixtures.steps, cases);
}

function casesOf(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  switch (context.operation.kind) {
    case 'create':
      return [nothingAdded(context, fixtures), listApart(context, fixtures)];
    case 'update':
      return [updateEach(context, fixtures), clearEach(context, fixtures)];
    case 'delete':
      return withParts(context, fixtures);
    default:
      return [];
  }
}

/** In a group of its own: among cases that change and remove records of the same kind, nobody could tell whose doing it was. */
export function others(context: OperationContext): Group | undefined {
  const { kind } = context.operation;
  if (kind !== 'update' && kind !== 'delete') return undefined;
  const fixtures = new Fixtures(context.scope);
  const made = othersKept(context, fixtures);
  return context.group(OTHERS, fixtures.steps, [made]);
}

/** One list, fetched when nothing but this case has written to it just before. */
export function listing(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const { kind } = context.operation;
  const made =
    kind === 'create' ? storedOnce(context, fixtures) : kind === 'list' ? listOrder(context, fixtures) : undefined;
  const group = context.group(LISTING, fixtures.steps, [made]);
  const list = context.scope.operation(context.endpoint, 'list');
  return group === undefined || kind !== 'create' || pathParameters(list?.path ?? '').length > 0
    ? group
    : { ...group, exclusive: true };
}

function check<Id extends CaseRuleId>(
  context: OperationContext,
  rule: Id,
  title: string,
  params: RuleParams[Id],
  after: readonly string[],
  aspect = ASPECT,
  key?: string,
): Check | undefined {
  return context.check(aspect, {
    rule,
    title,
    params,
    given: after.map((step) => ({ step, is: 'success' as const })),
    ...(key === undefined ? {} : { key }),
  });
}

function nothingAdded(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const steps = ownParent(context, fixtures, [
    { ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }), operation: context.path },
  ]);
  const read = readStep(
    context,
    'read',
    { $ref: `create#${uidPointer(scope, endpoint, operation)}` },
    steps[steps.length - 1]?.request.parameters ?? {},
  );
  const optional = writableFields(scope, endpoint, operation).filter(
    (f) => !f.required && f.usual !== true && f.writeOnly !== true && !isStructured(f),
  );
  if (read === undefined || optional.length === 0) return undefined;
  const own = context.resolved.fields.filter((f) => f.readOnly === true).map((f) => f.name);
  const params = { written: 'create', read: 'read', sent: sentPointer(context, ''), shown: shownPointer(context), own };
  return context.case(
    ASPECT,
    'lifecycle.nothing-added',
    'a record with its required members alone is read',
    [...steps, read],
    [check(context, 'lifecycle.nothing-added', 'no other member has a value', params, ['create', 'read'])],
  );
}

/** The list that a new record belongs to, and where records and uids stand in it. */
function listOf(
  context: OperationContext,
  fixtures: Fixtures,
  parameters: Readonly<Record<string, Value>>,
): { readonly step: Step; readonly records: string; readonly record: string } | undefined {
  const { scope, endpoint } = context;
  const list = listOperation(scope, endpoint);
  if (list === undefined) return undefined;
  const values = Object.fromEntries(
    pathParameters(list.path).map((p) => [
      p,
      parameters[p] ?? fixtures.record(endpoint.parents[p] ?? endpoint.endpoint),
    ]),
  );
  return {
    step: { name: 'list', request: requestOf(endpoint, list, values), success: successOf(scope, list) },
    ...listPointers(scope, endpoint),
  };
}

function storedOnce(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const steps = ownParent(context, fixtures, [
    { ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }), operation: context.path },
  ]);
  const list = listOf(context, fixtures, steps[steps.length - 1]?.request.parameters ?? {});
  // Records of others that look the same could not be told from a second one of this.
  const apart =
    isParented(context) ||
    context.resolved.fields.some((f) => f.unique === true || f.distinct === true || f.references !== undefined);
  if (list === undefined || !apart) return undefined;
  const skip = context.resolved.fields.filter((f) => f.writeOnly === true).map((f) => f.name);
  const params = {
    created: 'create',
    list: 'list',
    sent: sentPointer(context, ''),
    records: list.records,
    record: list.record,
    skip,
  };
  return context.case(
    LISTING,
    'lifecycle.stored-once',
    'a record is made and listed at once',
    [...steps, list.step],
    [check(context, 'lifecycle.stored-once', 'the new record is listed once', params, ['create', 'list'], LISTING)],
  );
}

function listOrder(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  // Where uids are texts, nothing says in which order they come.
  if (create === undefined || endpoint.uid === undefined || uidType(scope, endpoint) !== 'number') return undefined;
  const codes = writableFields(scope, endpoint, create).find((f) => f.distinct === true && f.type === 'code');
  const dates = writableFields(scope, endpoint, create).find((f) => f.usual === true && f.type === 'date');
  const made = [0, 1, 2].map((index) => {
    // Records below one parent may have to differ, or to follow each other.
    const set: Readonly<Record<string, Value>> = {
      ...(codes === undefined ? {} : { [codes.name]: codes.values?.[index] ?? '' }),
      ...(dates === undefined ? {} : { [dates.name]: `201${index}-01-01` }),
    };
    return createStep(scope, endpoint, create, fixtures, { name: `create-${index}`, change: { set } });
  });
  const steps = ownParent(context, fixtures, made);
  const list = listOf(context, fixtures, steps[steps.length - 1]?.request.parameters ?? {});
  if (list === undefined) return undefined;
  const params = { list: 'list', records: list.records, uid: `${list.record}/${endpoint.uid}` };
  return context.case(
    LISTING,
    'lifecycle.list-order',
    'three records are listed',
    [...steps, { ...list.step, operation: context.path }],
    [
      check(
        context,
        'lifecycle.list-order',
        'the list ascends by uid',
        params,
        [...made.map((s) => s.name), 'list'],
        LISTING,
      ),
    ],
  );
}

/** Only for lists of everything that an organisation has: below a parent there is nothing of others to be seen. */
function listApart(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const list = listOperation(scope, endpoint);
  if (list === undefined || endpoint.uid === undefined || pathParameters(list.path).length > 0) return undefined;
  const { records, record } = listPointers(scope, endpoint);
  const create: Step = {
    ...createStep(scope, endpoint, operation, fixtures, { name: 'create' }),
    operation: context.path,
  };
  const stranger: Step = {
    name: 'stranger',
    request: { ...requestOf(endpoint, list, {}), auth: { kind: 'other' } },
    success: successOf(scope, list),
  };
  const params = {
    created: 'create',
    list: 'stranger',
    uidSent: uidPointer(scope, endpoint, operation),
    records,
    uid: `${record}/${endpoint.uid}`,
    wanted: false,
  };
  return context.case(
    ASPECT,
    'access.list-apart',
    'another organisation lists its own',
    [create, stranger],
    [
      check(context, 'access.list-apart', 'the new record is not among those of others', params, [
        'create',
        'stranger',
      ]),
    ],
  );
}

/** A record with every member, an update of it, and the reads before and after. */
function updateOf(
  context: OperationContext,
  fixtures: Fixtures,
  rule: 'lifecycle.update-each' | 'lifecycle.clear-each',
  title: string,
  fields: Readonly<Record<string, Value>>,
  others: readonly Step[] = [],
): Case | undefined {
  const { scope, endpoint, operation } = context;
  const own = ownRecord(context, fixtures, 'full');
  if (own === undefined || Object.keys(fields).length === 0) return undefined;
  const before = readStep(context, 'before', own.uid, own.parameters);
  const after = readStep(context, 'after', own.uid, own.parameters);
  if (before === undefined || after === undefined) return undefined;
  const update: Step = {
    name: 'update',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters, writeBody(scope, endpoint, operation, fields)),
    success: successOf(scope, operation, rule.replace('lifecycle.', '')),
  };
  const skip = context.resolved.fields.filter((f) => f.writeOnly === true).map((f) => f.name);
  const params = {
    before: 'before',
    after: 'after',
    update: 'update',
    shown: shownPointer(context),
    sent: sentPointer(context, ''),
    ...(skip.length === 0 ? {} : { skip }),
  };
  // The other records first: undone last, when nothing refers to them any more.
  return context.case(
    ASPECT,
    rule,
    title,
    [...others, ...own.steps, before, update, after],
    [
      check(
        context,
        'outcome.accepted',
        title,
        { step: 'update', success: context.success },
        ['before'],
        ASPECT,
        rule.replace('lifecycle.', ''),
      ),
      check(context, rule, title, params, ['before', 'update', 'after']),
    ],
  );
}

/** Values that have to be kept apart are new each time; identifiers of persons are right only as they are. */
function changed(field: Field): Value {
  return field.unique === true || field.distinct === true || field.sensitive === true
    ? validValue(field, {})
    : anotherValue(field);
}

function updateEach(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope } = context;
  const fields = writableFields(scope, context.endpoint, context.operation);
  const plain = fields.filter((f) => f.references === undefined).map((f) => [f.name, changed(f)] as const);
  // A reference is changed to another record, made for the purpose.
  const others = fields.flatMap((f) => {
    const to = f.references === undefined ? undefined : scope.endpoint(f.references);
    const create = to === undefined ? undefined : scope.operation(to, 'create');
    return to === undefined || create === undefined
      ? []
      : [
          {
            field: f,
            step: createStep(scope, to, create, fixtures, { name: `other-${to.endpoint}` }),
            pointer: uidPointer(scope, to, create),
          },
        ];
  });
  const references = others.map(
    ({ field, step, pointer }) => [field.name, { $ref: `${step.name}#${pointer}` }] as const,
  );
  return updateOf(
    context,
    fixtures,
    'lifecycle.update-each',
    'every member is changed at once',
    Object.fromEntries([...plain, ...references]),
    others.map(({ step }) => step),
  );
}

function clearEach(context: OperationContext, fixtures: Fixtures): Case | undefined {
  // Null in place of a list means an empty list, which is not the absence that the rule looks for.
  const fields = writableFields(context.scope, context.endpoint, context.operation).filter(
    (f) => !f.required && !isStructured(f),
  );
  return updateOf(
    context,
    fixtures,
    'lifecycle.clear-each',
    'every optional member is cleared at once',
    Object.fromEntries(fields.map((f) => [f.name, null])),
  );
}

/** Two records, each below a parent of its own where there is one; one of them is changed or removed. */
function othersKept(context: OperationContext, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const own = ownRecord(context, fixtures, 'full');
  const other = own === undefined ? undefined : apart(context, fixtures, own.create);
  if (own === undefined || other === undefined) return undefined;
  const before = readStep(context, 'other-before', other.uid, other.parameters);
  const after = readStep(context, 'other-after', other.uid, other.parameters);
  if (before === undefined || after === undefined) return undefined;
  const target =
    operation.kind === 'update'
      ? writableFields(scope, endpoint, operation).filter(
          (f) =>
            f.references === undefined &&
            f.unique !== true &&
            f.distinct !== true &&
            f.sensitive !== true &&
            f.writeOnly !== true,
        )
      : [];
  const body =
    operation.kind === 'update'
      ? writeBody(scope, endpoint, operation, Object.fromEntries(target.map((f) => [f.name, changed(f)])))
      : undefined;
  const act: Step = {
    name: 'act',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters, body),
    success: context.success,
  };
  return context.case(
    OTHERS,
    'lifecycle.others-kept',
    'another record is read before and after',
    [...own.steps, ...other.steps, before, act, after],
    [
      check(
        context,
        'lifecycle.others-kept',
        'another record stays as it was',
        { before: 'other-before', after: 'other-after', shown: shownPointer(context) },
        ['act', 'other-before'],
        OTHERS,
      ),
    ],
  );
}

/** A second record, below another parent where records hang on one. */
function apart(
  context: OperationContext,
  fixtures: Fixtures,
  create: Operation,
):
  | { readonly steps: readonly Step[]; readonly uid: Value; readonly parameters: Readonly<Record<string, Value>> }
  | undefined {
  const { scope, endpoint } = context;
  const made = createStep(scope, endpoint, create, fixtures, { name: 'other', extent: 'full' });
  const uid: Value = { $ref: `other#${uidPointer(scope, endpoint, create)}` };
  const parameter = pathParameters(create.path).find((p) => endpoint.parents[p] !== undefined);
  if (parameter === undefined) return { steps: [made], uid, parameters: made.request.parameters };
  const above = scope.endpoint(endpoint.parents[parameter] ?? '');
  const createAbove = scope.operation(above, 'create');
  if (createAbove === undefined) return undefined;
  const parent = createStep(scope, above, createAbove, fixtures, { name: 'other-parent' });
  const parameters = {
    ...made.request.parameters,
    [parameter]: { $ref: `other-parent#${uidPointer(scope, above, createAbove)}` },
  };
  const undo = undoOf(scope, endpoint, create, parameters, 'other');
  const { undo: _undo, ...bare } = made;
  return {
    steps: [parent, { ...bare, request: { ...made.request, parameters }, ...(undo === undefined ? {} : { undo }) }],
    uid,
    parameters,
  };
}

/** One case for each kind of part that a record can have below it. */
function withParts(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  if (operation.empties !== undefined) return [];
  return scope
    .endpoints()
    .filter((part) =>
      pathParameters(scope.operation(part, 'read')?.path ?? '').some((p) => part.parents[p] === endpoint.endpoint),
    )
    .map((part) => deletedWith(context, fixtures, part));
}

function deletedWith(context: OperationContext, fixtures: Fixtures, part: EndpointContract): Case | undefined {
  const { scope } = context;
  const own = ownRecord(context, fixtures, 'least');
  const [create, read] = [scope.operation(part, 'create'), scope.operation(part, 'read')];
  const params = context.refusal('not-found', { step: 'part-read' });
  if (own === undefined || create === undefined || read === undefined || params === undefined) return undefined;
  const below = (path: string, uid: Value): Readonly<Record<string, Value>> =>
    Object.fromEntries(
      pathParameters(path).map((p) => [p, part.parents[p] === context.endpoint.endpoint ? own.uid : uid]),
    );
  const template = createStep(scope, part, create, fixtures, { name: 'part' });
  const { undo: _undo, ...made } = {
    ...template,
    request: { ...template.request, parameters: below(create.path, null) },
  };
  const partRead: Step = {
    name: 'part-read',
    request: requestOf(part, read, below(read.path, { $ref: `part#${uidPointer(scope, part, create)}` })),
    success: successOf(scope, read),
  };
  const remove: Step = {
    name: 'delete',
    operation: context.path,
    request: onRecord(context, own.uid, own.parameters),
    success: context.success,
  };
  return context.case(
    ASPECT,
    `lifecycle.delete-with-parts/${part.endpoint}`,
    `it is deleted with one of its ${part.title.toLowerCase()}`,
    [...own.steps, made, remove, partRead],
    [
      check(
        context,
        'lifecycle.delete-with-parts',
        `a record with ${part.title.toLowerCase()} is deleted`,
        { step: 'delete', success: context.success },
        ['create', 'part'],
        ASPECT,
        part.endpoint,
      ),
      check(
        context,
        'lifecycle.parts-gone',
        `its ${part.title.toLowerCase()} are gone with it`,
        params,
        ['part', 'delete'],
        ASPECT,
        part.endpoint,
      ),
    ],
  );
}
