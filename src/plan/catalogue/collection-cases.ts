/** Collections of known size: where the records of a list hang, and how many of them are made. */
import { defined, maybe } from '../../model/objects.ts';
import type { EndpointContract, Operation, PageWords } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { AFTER_CONTROL, controlRequest } from '../baseline-request.ts';
import { createStep, type Fixtures } from '../fixtures.ts';
import type { Given, Step, Value } from '../model.ts';
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
} from '../request-templates.ts';
import { isWalk, type PageAsked, pageParams, pageStep, readPage, readPages } from './pages.ts';
import { pageStyleOf } from './paging.ts';
import type { Build, BuiltCase } from './template.ts';
import type { Written } from './items.ts';
import { valueOf } from './written-values.ts';
import { pathParameters } from '../../model/path-template.ts';
import { type Above, placeBelow } from '../scenario-builder.ts';
import { undoOf } from '../undo-requests.ts';
import { slotValues } from '../query.ts';
import { asGood } from '../open-question-uses.ts';
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

/** The steps as they are written, by name. */
type WrittenSteps = Readonly<Record<string, PageWords<Written>>>;
/** The same with values in place of names. */
type PageSteps = Readonly<Record<string, PageWords>>;

export function pagesOf(written: WrittenSteps): Build {
  const isFilled = Object.values(written).some(({ add }) => add !== undefined);
  const build = isFilled ? onFilledList : onExistingList;
  return (context, fixtures, chosen) =>
    build(context, fixtures, valueOf(context, written as Written, chosen) as PageSteps);
}

/** Its checks rest on the control: a list that cannot be read at all says nothing about its pages. */
function onExistingList(context: OperationContext, fixtures: Fixtures, steps: PageSteps): BuiltCase | undefined {
  const { scope, endpoint, operation } = context;
  const pages = readPages(steps);
  const request = controlRequest(scope, endpoint, operation, fixtures);
  const params = pageParams(context, pages);
  return params === undefined
    ? undefined
    : {
        steps: pages.map((page) => pageStep(context, request, page)),
        params: { ...params, ...defined({ again: pages.filter(isWalk)[1]?.name }) },
        given: AFTER_CONTROL,
      };
}

/** Below a parent of its own where records belong to one. Without a DELETE, the steps from `remove` on are left out. */
function onFilledList(context: OperationContext, fixtures: Fixtures, given: PageSteps): BuiltCase | undefined {
  const home = collectionOf(context, fixtures);
  if (home === undefined) return undefined;
  const { steps, pages, filling, removals, left } = stepsOf(context, fixtures, home, given);
  const params = pageParams(context, pages);
  if (params === undefined) return undefined;
  return {
    steps: home.parent === undefined ? steps : [home.parent.step, ...steps],
    params: {
      ...params,
      shared: home.parent === undefined,
      ...(filling === undefined ? defined({ pagesOfNone: pagesOfNone(context) }) : {}),
      ...defined({ filled: filling?.name, filledUid: maybe(filling, () => filledUid(context, home)) }),
      ...(filling === undefined ? {} : defined({ filledSegment: filledSegment(context, home) })),
      ...([...removals.values()].includes('last') ? { removed: 1 } : {}),
      ...([...removals.values()].includes('first') ? { isFirstGone: true } : {}),
    },
    left,
    given: ({ step }) =>
      [filling?.name, ...removals.keys(), step].flatMap((name): readonly Given[] =>
        typeof name === 'string' ? [{ step: name, is: 'success' }] : [],
      ),
  };
}

/** A contract notes who looks at what of it: in a plan stands what was seen. */
function pagesOfNone({ scope, operation }: OperationContext): readonly number[] | undefined {
  const said = pageStyleOf(scope, operation)?.pagesOfNone;
  return said === undefined ? undefined : [...said];
}

interface Made {
  readonly steps: readonly Step[];
  readonly pages: readonly PageAsked[];
  /** The first that makes records. */
  readonly filling: Filling | undefined;
  /** Which of its records are removed, by the name of the step. */
  readonly removals: ReadonlyMap<string, End>;
  /** Names of steps that cannot be taken: the first that removes what nothing removes, and those that come after it. */
  readonly left: ReadonlySet<string>;
}

function stepsOf(context: OperationContext, fixtures: Fixtures, home: Collection, given: PageSteps): Made {
  const list = requestOf(context.endpoint, context.operation, home.parameters);
  const steps: Step[] = [];
  const pages: PageAsked[] = [];
  let filling: Filling | undefined;
  const removals = new Map<string, End>();
  const left = new Set<string>();
  for (const [name, said] of Object.entries(given)) {
    if (left.size > 0) left.add(name);
    else if (said.add !== undefined) {
      const count = Number(said.add);
      if (count === 0) continue;
      const more: Filling = { name, count, isMore: filling !== undefined };
      steps.push(fillStep(context, home, fixtures, more));
      filling ??= more;
    } else if (said.remove !== undefined) {
      const end: End = said.remove === 'first' ? 'first' : 'last';
      const step = filling === undefined ? undefined : removeStep(context, home, name, { filling, end });
      removals.set(name, end);
      if (step === undefined) left.add(name);
      else steps.push(step);
    } else {
      const page = readPage(name, said);
      steps.push(pageStep(context, list, page));
      pages.push(page);
    }
  }
  return { steps, pages, filling, removals, left };
}
