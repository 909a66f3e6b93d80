/** Cases on the pages of a list: a collection that the case fills, or the list unchanged. */
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import type { EndpointContract, Operation, PageStep } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { AFTER_BASELINE_REQUEST, baselineRequest } from '../baseline-request.ts';
import { createStep, type Fixtures } from '../fixtures.ts';
import type { Precondition, Step, Value } from '../model.ts';
import {
  wrapInEnvelope,
  identifierOf,
  hasClientChosenId,
  parentEndpointName,
  requestOf,
  showsIdentifier,
  successOf,
  uidPointer,
  writeBody,
} from '../request-templates.ts';
import {
  isWholeTraversal,
  type PageRequest,
  pageRuleParameters,
  pageStep,
  pageRequest,
  pageRequests,
} from './pages.ts';
import { pageStyleOf } from './paging.ts';
import type { CaseBuilder, BuiltCase } from './template.ts';
import type { TemplateValue } from './items.ts';
import { resolveTemplateValue } from './written-values.ts';
import { pathParameters } from '../../model/path-template.ts';
import { type ParentRecord, placeBelow } from '../scenario-builder.ts';
import { cleanupRequest } from '../undo-requests.ts';
import { pathSlotValues } from '../query.ts';
import { asBaseline } from '../open-question-uses.ts';
import { validObject } from '../values.ts';

/** The collection of a case, and the operation that creates its records. */
interface Collection {
  readonly create: Operation;
  readonly parameters: Readonly<Record<string, Value>>;
  /** Creates the parent record; absent if the whole organisation shares the list. */
  readonly parent?: ParentRecord & { readonly step: Step };
}

function parentOf({ scope, endpoint, operation }: OperationContext): EndpointContract | undefined {
  const name = parentEndpointName(endpoint, operation.path);
  return name === undefined ? undefined : scope.endpoint(name);
}

/**
 * `shared` by the whole organisation, or the `own` list of a parent that is created first. Undefined if neither can be
 * created.
 */
export function collectionOwnership(context: OperationContext): 'own' | 'shared' | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  // Records cannot be found in a list if the create response has no ID.
  if (create === undefined || (hasClientChosenId(endpoint, create) && !showsIdentifier(create))) return undefined;
  const parent = parentOf(context);
  if (parent === undefined) return 'shared';
  return scope.operation(parent, 'create') === undefined ? undefined : 'own';
}

/** Undefined if its records cannot be created. */
function collectionOf(context: OperationContext, fixtures: Fixtures): Collection | undefined {
  const { scope, endpoint } = context;
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  const above = parentOf(context);
  const slots = pathSlotValues(context.operation);
  if (above === undefined) return { create, parameters: slots };
  const make = scope.operation(above, 'create');
  if (make === undefined) return undefined;
  const step = createStep(scope, above, make, fixtures, { name: 'parent' });
  const uid = identifierOf(scope, above, make, 'parent');
  const parent = { endpoint: above, parameters: step.request.parameters, step, uid: () => uid };
  return { create, parameters: { ...slots, ...placeBelow(parent, endpoint, context.operation.path) }, parent };
}

interface Filling {
  readonly name: string;
  readonly count: number;
  /** Adds to existing records: dates that must be unique then start elsewhere. */
  readonly isMore: boolean;
}

/** Creates records in one batch, or one by one if the service has no batches. */
function fillStep(
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
  const own = hasClientChosenId(endpoint, create) ? fixtures.parameters(endpoint, create) : {};
  const place = parent === undefined ? undefined : placeBelow(parent, endpoint, create.path);
  const parameters = Object.fromEntries(pathParameters(create.path).map((p) => [p, place?.[p] ?? own[p] ?? above]));
  const batches = takesBatches(create);
  const request = requestOf(endpoint, create, parameters, {
    kind: 'json',
    value: batches
      ? { $repeat: { times: count, item: wrapInEnvelope(scope, endpoint, members) } }
      : writeBody(scope, endpoint, create, members),
  });
  const undo = cleanupRequest(scope, endpoint, create, parameters, name);
  return {
    name,
    request,
    ...(batches ? {} : { send: { kind: 'burst', times: count } as const }),
    success: successOf(scope, create),
    ...omitUndefined({ undo }),
  };
}

type End = 'first' | 'last';

/** Deletes the first or last record of a step. Undefined if that record cannot be identified or deleted. */
function removeStep(
  { scope, endpoint }: OperationContext,
  { create }: Collection,
  name: string,
  { filling, end }: { readonly filling: Filling; readonly end: End },
): Step | undefined {
  const remove = scope.operation(endpoint, 'delete');
  const [parameter, ...more] = remove === undefined ? [] : pathParameters(remove.path);
  if (remove === undefined || parameter === undefined || more.length > 0) return undefined;
  // Only the first response of a burst can be referred to.
  if (end === 'last' && !takesBatches(create)) return undefined;
  const pointer = uidPointer(scope, endpoint, create).replace('/0/', `/${end === 'first' ? 0 : filling.count - 1}/`);
  return {
    name,
    request: requestOf(endpoint, remove, { [parameter]: { $ref: `${filling.name}#${pointer}` } }),
    success: successOf(scope, remove),
  };
}

/** Pointer to the ID in an item of the create response. */
function filledUid({ scope, endpoint }: OperationContext, { create }: Collection): string {
  return uidPointer(scope, endpoint, create).replace(/^\/0/, '');
}

/** Position, from the end, of the path segment with the ID, if the create response has no ID. */
function filledSegment({ endpoint }: OperationContext, { create }: Collection): number | undefined {
  const { uid = 'id', fields } = endpoint;
  const isText = fields.find(({ name }) => name === uid)?.type === 'string';
  if (!isText || !hasClientChosenId(endpoint, create) || showsIdentifier(create)) return undefined;
  const place = create.path.split('/').reverse().indexOf(`{${uid}}`);
  return place < 0 ? undefined : place;
}

function takesBatches({ request }: Operation): boolean {
  return request === 'items';
}

type WrittenSteps = Readonly<Record<string, PageStep<TemplateValue>>>;
/** Steps with values in place of `{names}`. */
type PageSteps = Readonly<Record<string, PageStep>>;

export function collectionBuild(written: WrittenSteps): CaseBuilder {
  const isFilled = Object.values(written).some(({ add }) => add !== undefined);
  const build = isFilled ? onFilledList : onExistingList;
  return (context, fixtures, chosen) =>
    build(context, fixtures, resolveTemplateValue(context, written as TemplateValue, chosen) as PageSteps);
}

/** Checks depend on the baseline request: if the list cannot be read, its pages cannot be judged. */
function onExistingList(context: OperationContext, fixtures: Fixtures, steps: PageSteps): BuiltCase | undefined {
  const { scope, endpoint, operation } = context;
  const pages = pageRequests(steps);
  const request = baselineRequest(scope, endpoint, operation, fixtures);
  const params = pageRuleParameters(context, pages);
  return params === undefined
    ? undefined
    : {
        steps: pages.map((page) => pageStep(context, request, page)),
        params: { ...params, ...omitUndefined({ again: pages.filter(isWholeTraversal)[1]?.name }) },
        given: AFTER_BASELINE_REQUEST,
      };
}

/** The list is below its own parent if records have one. Without a DELETE, the steps from `remove` on are left out. */
function onFilledList(context: OperationContext, fixtures: Fixtures, given: PageSteps): BuiltCase | undefined {
  const home = collectionOf(context, fixtures);
  if (home === undefined) return undefined;
  const { steps, pages, filling, removals, left } = stepsOf(context, fixtures, home, given);
  const params = pageRuleParameters(context, pages);
  if (params === undefined) return undefined;
  return {
    steps: home.parent === undefined ? steps : [home.parent.step, ...steps],
    params: {
      ...params,
      shared: home.parent === undefined,
      ...(filling === undefined ? omitUndefined({ pagesOfNone: pagesOfNone(context) }) : {}),
      ...omitUndefined({ filled: filling?.name, filledUid: mapOptional(filling, () => filledUid(context, home)) }),
      ...(filling === undefined ? {} : omitUndefined({ filledSegment: filledSegment(context, home) })),
      ...([...removals.values()].includes('last') ? { removed: 1 } : {}),
      ...([...removals.values()].includes('first') ? { isFirstGone: true } : {}),
    },
    missingSteps: left,
    given: ({ step }) =>
      [filling?.name, ...removals.keys(), step].flatMap((name): readonly Precondition[] =>
        typeof name === 'string' ? [{ step: name, is: 'success' }] : [],
      ),
  };
}

/** A copy: properties of the contract are getters that record their use, and a plan holds plain values. */
function pagesOfNone({ scope, operation }: OperationContext): readonly number[] | undefined {
  const said = pageStyleOf(scope, operation)?.pagesOfNone;
  return said === undefined ? undefined : [...said];
}

interface Made {
  readonly steps: readonly Step[];
  readonly pages: readonly PageRequest[];
  /** The first step that creates records. */
  readonly filling: Filling | undefined;
  /** By the name of the step: which record it deletes. */
  readonly removals: ReadonlyMap<string, End>;
  /** Names of steps that cannot be sent: the first delete that is impossible, and all after it. */
  readonly left: ReadonlySet<string>;
}

function stepsOf(context: OperationContext, fixtures: Fixtures, home: Collection, given: PageSteps): Made {
  const list = requestOf(context.endpoint, context.operation, home.parameters);
  const steps: Step[] = [];
  const pages: PageRequest[] = [];
  let filling: Filling | undefined;
  const removals = new Map<string, End>();
  const left = new Set<string>();
  for (const [name, said] of Object.entries(given)) {
    if (left.size > 0) left.add(name);
    else if (said.add !== undefined) {
      const count = Number(said.add);
      if (count === 0) continue;
      const more: Filling = { name, count, isMore: filling !== undefined };
      steps.push(asBaseline(() => fillStep(context, home, fixtures, more)));
      filling ??= more;
    } else if (said.remove !== undefined) {
      const end: End = said.remove === 'first' ? 'first' : 'last';
      const step = filling === undefined ? undefined : removeStep(context, home, name, { filling, end });
      removals.set(name, end);
      if (step === undefined) left.add(name);
      else steps.push(step);
    } else {
      const page = pageRequest(name, said);
      steps.push(pageStep(context, list, page));
      pages.push(page);
    }
  }
  return { steps, pages, filling, removals, left };
}
