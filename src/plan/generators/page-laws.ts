/**
 * Laws of paging over a collection that is asked for in several ways, or that changes meanwhile.
 *
 * The cases of a group run side by side, so that each law over a shared collection is a group of its own, alone.
 */
import type { PaginationBlock } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Group, Step, Value } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { pathParameters, requestOf, successOf, uidPointer } from '../templates.ts';
import { controlStep } from './negative.ts';
import { fillStep, names, ownParentStep, paged } from './pagination.ts';

const SIZES = [1, 2, 3, 7, 100] as const;

interface Collection {
  readonly block: PaginationBlock;
  readonly parameters: Readonly<Record<string, Value>>;
  readonly parent: Step | undefined;
  /** Makes so many records. */
  readonly fill: (count: number) => Step;
  /** Whether the whole organisation shares it. */
  readonly shared: boolean;
}

function collection(context: OperationContext, fixtures: Fixtures): Collection | undefined {
  const { scope, endpoint, operation } = context;
  const block = scope.contracts.pagination;
  const create = scope.operation(endpoint, 'create');
  if (operation.kind !== 'list' || operation.pagination === 'none' || block === undefined || create === undefined)
    return undefined;
  const parameter = pathParameters(operation.path).find((p) => endpoint.parents[p] !== undefined);
  const above = parameter === undefined ? undefined : endpoint.parents[parameter];
  const parent = above === undefined ? undefined : ownParentStep(context, fixtures, above);
  if (parameter !== undefined && parent === undefined) return undefined;
  const uid: Value = parent?.uid ?? null;
  return {
    block,
    parameters: parameter === undefined ? {} : { [parameter]: uid },
    parent: parent?.step,
    fill: (count) => fillStep(context, create, fixtures, count, above, uid),
    shared: parent === undefined,
  };
}

function alone(group: Group | undefined, shared: boolean): Group | undefined {
  return group === undefined || !shared ? group : { ...group, exclusive: true };
}

function page(context: OperationContext, from: Collection, name: string, number: number, size: number): Step {
  const request = requestOf(context.endpoint, context.operation, from.parameters);
  return {
    name,
    operation: context.path,
    request: paged(context, from.block, request, String(number), String(size)),
    success: successOf(context.scope, context.operation),
  };
}

export function pageSizes(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const from = collection(context, fixtures);
  if (from === undefined) return undefined;
  const pages = SIZES.map((size) => page(context, from, `size-${size}`, 1, size));
  const made = [...(from.parent === undefined ? [] : [from.parent]), from.fill(7)];
  const plain: Step = {
    name: 'plain',
    operation: context.path,
    request: requestOf(context.endpoint, context.operation, from.parameters),
    success: successOf(context.scope, context.operation),
  };
  const shown = {
    step: 'plain',
    records: `/${context.scope.contracts.envelope?.result ?? ''}`,
    most: context.operation.pagination === 'enforced' ? from.block.cap : 1_000_000,
  };
  const params = {
    steps: SIZES.map((size) => ({ step: `size-${size}`, size })),
    total: names(context, from.block).headers.total,
    plain: shown,
  };
  const group = context.group('page-sizes', fixtures.steps, [
    context.case(
      'page-sizes',
      'page.total-scaled',
      `one collection at ${SIZES.length} page sizes`,
      [...made, plain, ...pages],
      [
        context.check('page-sizes', {
          rule: 'page.total-scaled',
          title: 'the totals speak of one number of records',
          params,
          given: [
            { step: 'fill', is: 'success' },
            ...pages.map(({ name }) => ({ step: name, is: 'success' as const })),
          ],
        }),
      ],
    ),
  ]);
  return alone(group, from.shared);
}

/** Only where the records of the collection are known exactly, since the pages of the walk are planned. */
export function pageChanges(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const from = collection(context, fixtures);
  const { scope, endpoint, operation } = context;
  const create = scope.operation(endpoint, 'create');
  if (from?.parent === undefined || create === undefined) return undefined;
  const pointer = uidPointer(scope, endpoint, create);
  const remove = scope.operation(endpoint, 'delete');
  const fill = from.fill(6);
  const between = (
    rule: 'page.added-during-walk' | 'page.removed-during-walk',
    title: string,
    change: Step,
    removed: number,
  ): Case | undefined => {
    const pages = [1, 2, 3, 4].map((number) => page(context, from, `page-${number}`, number, 2));
    const [first, ...rest] = pages;
    if (from.parent === undefined || first === undefined) return undefined;
    const params = {
      pages: pages.map(({ name }) => name),
      records: `/${scope.contracts.envelope?.result ?? ''}`,
      uid: `/${endpoint.singular ?? ''}/${endpoint.uid ?? ''}`,
      filled: 'fill',
      filledUid: pointer.replace(/^\/0/, ''),
      ...(removed === 0 ? {} : { removed }),
    };
    return context.case(
      'page-changes',
      rule,
      title,
      [from.parent, fill, first, change, ...rest],
      [
        context.check('page-changes', {
          rule,
          title,
          params,
          given: [
            { step: 'fill', is: 'success' },
            { step: change.name, is: 'success' },
            { step: 'page-1', is: 'success' },
          ],
        }),
      ],
    );
  };
  const add = another(from.fill(1));
  const batches = create.request === 'items';
  const last: Step | undefined =
    remove === undefined || !batches || pathParameters(remove.path).length !== 1
      ? undefined
      : {
          name: 'remove',
          request: requestOf(
            endpoint,
            remove,
            Object.fromEntries(
              pathParameters(remove.path).map((p) => [p, { $ref: `fill#${pointer.replace('/0/', '/5/')}` }]),
            ),
          ),
          success: successOf(scope, remove),
        };
  const control = controlStep(context, fixtures);
  return context.group(
    'page-changes',
    [...fixtures.steps, control],
    [
      between('page.added-during-walk', `a record is added while ${operation.path} is walked`, add, 0),
      last === undefined
        ? undefined
        : between('page.removed-during-walk', `the last record is removed while ${operation.path} is walked`, last, 1),
    ],
  );
}

/** A filling step as one that adds to what is filled: its dates are others, and its undo refers to its own answer. */
function another(fill: Step): Step {
  const text = JSON.stringify(fill)
    .replaceAll('"fill#', '"add#')
    .replace(/"\$dateSeries":"[^"]*"/g, '"$dateUnique":"2005-01-01"');
  return { ...(JSON.parse(text) as Step), name: 'add' };
}

/** What the total tells another organisation. */
export function pageOthers(context: OperationContext): Group | undefined {
  const fixtures = new Fixtures(context.scope);
  const from = collection(context, fixtures);
  if (from === undefined || !from.shared) return undefined;
  const other = (name: string): Step => {
    const step = page(context, from, name, 1, 1);
    return { ...step, request: { ...step.request, auth: { kind: 'other' } } };
  };
  const group = context.group('page-others', fixtures.steps, [
    context.case(
      'page-others',
      'page.own-alone',
      'records are made while another organisation counts',
      [other('before'), from.fill(2), other('after')],
      [
        context.check('page-others', {
          rule: 'page.own-alone',
          title: 'the total counts what the caller may see',
          params: { before: 'before', after: 'after', total: names(context, from.block).headers.total },
          given: [
            { step: 'before', is: 'success' },
            { step: 'fill', is: 'success' },
            { step: 'after', is: 'success' },
          ],
        }),
      ],
    ),
  ]);
  return alone(group, true);
}
