/** Collections of known size: where the records of a list hang, and how many of them are made. */
import { pathParameters } from '../../model/path-template.ts';
import { defined } from '../../model/objects.ts';
import type { EndpointContract, Operation } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { type Above, placeBelow } from '../moved-step.ts';
import { createStep, type Fixtures } from '../fixtures.ts';
import type { Step, Value } from '../model.ts';
import {
  envelope,
  identifierOf,
  isChosen,
  nameAbove,
  requestOf,
  showsIdentifier,
  successOf,
  uidPointer,
  writeBody,
} from '../templates.ts';
import { undoOf } from '../undo-of.ts';
import { slotValues } from '../query.ts';
import { asGood } from '../uses.ts';
import { validObject } from '../values.ts';

/** Where the collection of a case is, and what makes its records. */
export interface Collection {
  readonly create: Operation;
  /** Path parameters of its list. */
  readonly parameters: Readonly<Record<string, Value>>;
  /** Makes the record that it hangs on; absent where the whole organisation shares it. */
  readonly parent?: Above & { readonly step: Step };
}

function parentOf({ scope, endpoint, operation }: OperationContext): EndpointContract | undefined {
  const name = nameAbove(endpoint, operation.path);
  return name === undefined ? undefined : scope.endpoint(name);
}

/** `shared` by the whole organisation, or the `own` of a record that is made first; undefined where either cannot be made. */
export function hangsOn(context: OperationContext): 'own' | 'shared' | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  // What the answers of a create do not name cannot be looked for among many.
  if (create === undefined || (isChosen(endpoint, create) && !showsIdentifier(create))) return undefined;
  const parent = parentOf(context);
  if (parent === undefined) return 'shared';
  return scope.operation(parent, 'create') === undefined ? undefined : 'own';
}

/** A collection of the case's own, as far as there is one; undefined where its records cannot be made. */
export function collectionOf(context: OperationContext, fixtures: Fixtures): Collection | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  const above = parentOf(context);
  const slots = slotValues(context.operation);
  if (above === undefined) return { create, parameters: slots };
  const make = scope.operation(above, 'create');
  if (make === undefined) return undefined;
  const step = createStep(scope, above, make, fixtures, { name: 'parent' });
  const uid = identifierOf(scope, above, make, 'parent');
  const parent = { endpoint: above, parameters: step.request.parameters, step, uid: () => uid };
  return { create, parameters: { ...slots, ...placeBelow(parent, endpoint, context.operation.path) }, parent };
}

export interface Filling {
  readonly name: string;
  readonly count: number;
  /** Added to records that are there already: dates that must differ are then others. */
  readonly isMore: boolean;
}

/** Makes records of the collection: in one batch, or one by one where the service takes no batches. */
export function fillStep(context: OperationContext, home: Collection, fixtures: Fixtures, filling: Filling): Step {
  return asGood(() => goodFill(context, home, fixtures, filling));
}

function goodFill(
  { scope, endpoint }: OperationContext,
  { create, parent }: Collection,
  fixtures: Fixtures,
  { name, count, isMore }: Filling,
): Step {
  const known = scope.fields(endpoint.fields);
  const above = parent?.uid() ?? null;
  const references = Object.fromEntries(
    known
      .filter((f) => f.references !== undefined && f.required && f.readOnly !== true)
      .map((f) => [
        f.references ?? '',
        f.references === parent?.endpoint.endpoint ? above : fixtures.record(f.references ?? ''),
      ]),
  );
  const fields = validObject(known, references, 'least');
  const spread = known.find((f) => f.distinct === true && f.type === 'date');
  const date: Value = isMore ? { $dateUnique: '2005-01-01' } : { $dateSeries: '2016-01-01' };
  const members = spread === undefined ? fields : { ...fields, [spread.name]: date };
  const own = isChosen(endpoint, create) ? fixtures.parameters(endpoint, create) : {};
  const place = parent === undefined ? undefined : placeBelow(parent, endpoint, create.path);
  const parameters = Object.fromEntries(pathParameters(create.path).map((p) => [p, place?.[p] ?? own[p] ?? above]));
  const batches = takesBatches(create);
  const request = requestOf(endpoint, create, parameters, {
    kind: 'json',
    value: batches
      ? { $repeat: { times: count, item: envelope(scope, endpoint, members) } }
      : writeBody(scope, endpoint, create, members),
  });
  const undo = undoOf(scope, endpoint, create, parameters, name);
  return {
    name,
    request,
    ...(batches ? {} : { send: { kind: 'burst', times: count } as const }),
    success: successOf(scope, create),
    ...defined({ undo }),
  };
}

/** Which of the records that a step made. */
export type End = 'first' | 'last';

/** Removes the first or last record that a step made; undefined where it cannot be told which that is, or cannot be removed. */
export function removeStep(
  { scope, endpoint }: OperationContext,
  { create }: Collection,
  name: string,
  { filling, end }: { readonly filling: Filling; readonly end: End },
): Step | undefined {
  const remove = scope.operation(endpoint, 'delete');
  const [parameter, ...more] = remove === undefined ? [] : pathParameters(remove.path);
  if (remove === undefined || parameter === undefined || more.length > 0) return undefined;
  // Of several that were sent at once, only the first answer can be referred to.
  if (end === 'last' && !takesBatches(create)) return undefined;
  const pointer = uidPointer(scope, endpoint, create).replace('/0/', `/${end === 'first' ? 0 : filling.count - 1}/`);
  return {
    name,
    request: requestOf(endpoint, remove, { [parameter]: { $ref: `${filling.name}#${pointer}` } }),
    success: successOf(scope, remove),
  };
}

/** Where the uid stands in an item of the answer to a filling step. */
export function filledUid({ scope, endpoint }: OperationContext, { create }: Collection): string {
  return uidPointer(scope, endpoint, create).replace(/^\/0/, '');
}

/** The segment of its address that names a record whose create shows none, counted from the end. */
export function filledSegment({ endpoint }: OperationContext, { create }: Collection): number | undefined {
  const { uid = 'id', fields } = endpoint;
  const isText = fields.find(({ name }) => name === uid)?.type === 'string';
  if (!isText || !isChosen(endpoint, create) || showsIdentifier(create)) return undefined;
  const place = create.path.split('/').reverse().indexOf(`{${uid}}`);
  return place < 0 ? undefined : place;
}

function takesBatches({ request }: Operation): boolean {
  return request === 'items';
}
