/** The laws of paging over collections of known size. */
import type { RuleTaking } from '../../rules/registry.ts';
import type { PageParams } from '../../rules/page/page-rule.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Group, RequestTemplate, Step, Value } from '../model.ts';
import type { Operation, PaginationBlock } from '../../load/model.ts';
import { Fixtures, createStep } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { envelope, pathParameters, requestOf, successOf, undoOf, uidPointer } from '../templates.ts';
import { validObject } from '../values.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'pagination';
const REFUSED = ['0', '-1', 'abc'] as const;

export function pagination(context: OperationContext): Group | undefined {
  const { scope, operation } = context;
  const block = scope.contracts.pagination;
  if (operation.kind !== 'list' || block === undefined || scope.contracts.envelope === undefined) return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const cases =
    operation.pagination === 'none'
      ? [ignored(context, block, fixtures)]
      : [...laws(context, block, fixtures), ...edges(context, block, fixtures)];
  const group = context.group(ASPECT, [...fixtures.steps, control], cases);
  // A list of everything an organisation has changes while other groups write, so its laws are judged alone.
  const alone = operation.pagination !== 'none' && pathParameters(operation.path).length === 0;
  return group === undefined || !alone ? group : { ...group, exclusive: true };
}

interface Names {
  readonly page: string;
  readonly size: string;
  readonly headers: PageParams['headers'];
  readonly ends: PageParams['ends'];
}

export function names(context: OperationContext, block: PaginationBlock): Names {
  const { scope } = context;
  const lower = (name: string): string => name.toLowerCase();
  return {
    page: scope.open(block.request.page),
    size: scope.open(block.request.size),
    headers: {
      current: lower(scope.open(block.response.current)),
      next: lower(scope.open(block.response.next)),
      previous: lower(scope.open(block.response.previous)),
      total: lower(scope.open(block.response.total)),
    },
    ends: scope.open(block.ends),
  };
}

function pageParams(
  context: OperationContext,
  block: PaginationBlock,
  step: string,
  size: number,
  more: Partial<PageParams> = {},
): PageParams {
  const { headers, ends } = names(context, block);
  const result = context.scope.contracts.envelope?.result ?? '';
  return {
    step,
    records: `/${result}`,
    uid: `/${context.endpoint.singular ?? ''}/${context.endpoint.uid ?? ''}`,
    headers,
    size,
    ends,
    ...(context.operation.pagination === 'enforced' ? { cap: block.cap } : {}),
    ...more,
  };
}

/** Requests of the list with paging headers; a size of 0 leaves the size header out. */
export function paged(
  context: OperationContext,
  block: PaginationBlock,
  request: RequestTemplate,
  page: string | undefined,
  size: string | undefined,
): RequestTemplate {
  const { page: pageName, size: sizeName } = names(context, block);
  return {
    ...request,
    headers: {
      ...request.headers,
      ...(page === undefined ? {} : { [pageName]: page }),
      ...(size === undefined ? {} : { [sizeName]: size }),
    },
  };
}

/** Collections of known sizes, each below a parent of its own, walked at the default size and at a small one. */
function laws(context: OperationContext, block: PaginationBlock, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { operation } = context;
  const cap = block.cap;
  if (operation.pagination === 'enforced') {
    return [
      walk(context, block, fixtures, { count: 0, size: cap, asked: undefined }),
      walk(context, block, fixtures, { count: 1, size: cap, asked: undefined }),
      walk(context, block, fixtures, { count: 15, size: 7, asked: '7' }),
      walk(context, block, fixtures, { count: cap, size: cap, asked: undefined }),
      walk(context, block, fixtures, { count: cap + 1, size: cap, asked: undefined }),
      walk(context, block, fixtures, { count: 2 * cap + 1, size: cap, asked: undefined }),
    ];
  }
  return [walk(context, block, fixtures, { count: 5, size: 2, asked: '2' })];
}

interface Walk {
  readonly count: number;
  readonly size: number;
  readonly asked: string | undefined;
}

function walk(context: OperationContext, block: PaginationBlock, fixtures: Fixtures, plan: Walk): Case | undefined {
  const { scope, endpoint, operation } = context;
  const create = scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  const parentParameter = pathParameters(operation.path).find((p) => endpoint.parents[p] !== undefined);
  const parentName = parentParameter === undefined ? undefined : endpoint.parents[parentParameter];
  const parent = parentName === undefined ? undefined : ownParentStep(context, fixtures, parentName);
  const uid: Value = parent === undefined ? null : parent.uid;
  const shared = parent === undefined;
  const fill = plan.count === 0 ? [] : [fillStep(context, create, fixtures, plan.count, parentName, uid)];
  const listRequest = requestOf(endpoint, operation, parentParameter === undefined ? {} : { [parentParameter]: uid });
  const { page, headers } = names(context, block);
  const success = successOf(scope, operation);
  const walkStep: Step = {
    name: 'walk',
    operation: context.path,
    request: paged(context, block, listRequest, '1', plan.asked),
    send: {
      kind: 'walk',
      nextHeader: headers.next,
      pageHeader: page,
      limit: 1000,
      kept: {
        records: `/${scope.contracts.envelope?.result ?? ''}`,
        uid: `/${endpoint.singular ?? ''}/${endpoint.uid ?? ''}`,
      },
    },
    success,
  };
  const plain: Step = { name: 'plain', operation: context.path, request: listRequest, success };
  const key = String(plan.count);
  const filled: Partial<PageParams> =
    plan.count === 0
      ? { shared }
      : { shared, filled: 'fill', filledUid: uidPointer(scope, endpoint, create).replace(/^\/0/, '') };
  const given = [
    ...(fill.length > 0 ? [{ step: 'fill', is: 'success' as const }] : []),
    { step: 'walk', is: 'success' as const },
  ];
  const law = (rule: RuleTaking<PageParams>, title: string): ReturnType<OperationContext['check']> =>
    context.check(ASPECT, { rule, key, title, params: pageParams(context, block, 'walk', plan.size, filled), given });
  const onPlain = (rule: RuleTaking<PageParams>, title: string): ReturnType<OperationContext['check']> =>
    context.check(ASPECT, {
      rule,
      key,
      title,
      params: pageParams(context, block, 'plain', plan.size, filled),
      given: [...given.slice(0, -1), { step: 'plain', is: 'success' }],
    });
  return context.case(
    ASPECT,
    `walk/${key}`,
    `a collection of ${plan.count} is walked, ${plan.size} a page`,
    [...(parent === undefined ? [] : [parent.step]), ...fill, walkStep, plain],
    [
      law('page.walk-complete', `the walk brings all ${plan.count} records`),
      // Nothing is twice, or in the wrong order, where there is nothing.
      ...(plan.count > 0
        ? [law('page.no-duplicates', 'no record comes twice'), law('page.order', 'the order is stable')]
        : []),
      law('page.size', `pages have ${plan.size} records`),
      law('page.headers', 'every page says where it stands'),
      law('page.total', 'the total of pages is right'),
      law('page.next', 'the next page is right, and the last has none'),
      law('page.previous', 'the previous page is right, and the first has none'),
      // Fewer records than the cap can hardly be more than it.
      ...(operation.pagination === 'enforced' && plan.count >= block.cap
        ? [law('page.cap', `no page has more than ${block.cap} records`)]
        : []),
      ...(operation.pagination === 'enforced' && plan.asked === undefined
        ? [onPlain('page.not-enabled', 'without paging the first records come')]
        : []),
      onPlain('page.no-headers', 'without paging there are no page headers'),
    ],
  );
}

export function ownParentStep(
  context: OperationContext,
  fixtures: Fixtures,
  name: string,
): { readonly step: Step; readonly uid: Value } | undefined {
  const endpoint = context.scope.endpoint(name);
  const create = context.scope.operation(endpoint, 'create');
  if (create === undefined) return undefined;
  return {
    step: createStep(context.scope, endpoint, create, fixtures, { name: 'parent' }),
    uid: { $ref: `parent#${uidPointer(context.scope, endpoint, create)}` },
  };
}

/** `count` records below the case's own parent: in one batch, or one by one where the service takes no batches. */
export function fillStep(
  context: OperationContext,
  create: Operation,
  fixtures: Fixtures,
  count: number,
  parentName: string | undefined,
  parentUid: Value,
): Step {
  const { scope, endpoint } = context;
  const references = Object.fromEntries(
    scope
      .fields(endpoint.fields)
      .filter((f) => f.references !== undefined && f.required && f.readOnly !== true)
      .map((f) => [f.references ?? '', f.references === parentName ? parentUid : fixtures.record(f.references ?? '')]),
  );
  const fields = validObject(scope.fields(endpoint.fields), references, 'least');
  const spread = scope.fields(endpoint.fields).find((f) => f.distinct === true && f.type === 'date');
  const item = envelope(
    scope,
    endpoint,
    spread === undefined ? fields : { ...fields, [spread.name]: { $dateSeries: '2016-01-01' } },
  );
  const parameters = Object.fromEntries(pathParameters(create.path).map((p) => [p, parentUid]));
  const batches = create.request === 'items';
  const request = requestOf(endpoint, create, parameters, {
    kind: 'json',
    value: batches ? { $repeat: { times: count, item } } : item,
  });
  const undo = undoOf(scope, endpoint, create, parameters, 'fill');
  return {
    name: 'fill',
    request,
    ...(batches ? {} : { send: { kind: 'burst', times: count } as const }),
    success: successOf(scope, create),
    ...(undo === undefined ? {} : { undo }),
  };
}

/** Sizes and pages at and past the edges. */
function edges(context: OperationContext, block: PaginationBlock, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const { page, size } = names(context, block);
  const refused = [
    ...REFUSED.map((value) =>
      probeCase(context, ASPECT, {
        rule: 'page.refused',
        key: `page-${value}`,
        title: `page ${value} is asked for`,
        request: paged(context, block, good, value, undefined),
        refusal: 'page',
        field: { name: page },
      }),
    ),
    ...REFUSED.map((value) =>
      probeCase(context, ASPECT, {
        rule: 'page.refused',
        key: `size-${value}`,
        title: `${value} records a page are asked for`,
        request: paged(context, block, good, '1', value),
        refusal: 'page',
        field: { name: size },
      }),
    ),
  ];
  const probe = (request: RequestTemplate): Step => ({
    name: 'probe',
    operation: context.path,
    request,
    success: successOf(scope, operation),
  });
  const pastTheEnd =
    scope.open(block.pastTheEnd) === 'empty'
      ? context.case(
          ASPECT,
          'page.past-the-end',
          'a page far past the end',
          [probe(paged(context, block, good, '99999', undefined))],
          [
            context.check(ASPECT, {
              rule: 'page.past-the-end',
              title: 'a page past the end is empty',
              params: pageParams(context, block, 'probe', block.cap),
              given: AFTER_CONTROL,
            }),
          ],
        )
      : probeCase(context, ASPECT, {
          rule: 'page.refused',
          key: 'past-the-end',
          title: 'a page past the end is not found',
          request: paged(context, block, good, '99999', undefined),
          refusal: 'not-found',
        });
  const over = String(block.cap + 1);
  const overCap =
    operation.pagination !== 'enforced'
      ? undefined
      : scope.open(block.overCap) === 'clamp'
        ? probeCase(context, ASPECT, {
            rule: 'page.clamped',
            title: `${over} records a page are asked for`,
            request: paged(context, block, good, '1', over),
          })
        : probeCase(context, ASPECT, {
            rule: 'page.refused',
            key: `size-${over}`,
            title: `${over} records a page are asked for`,
            request: paged(context, block, good, '1', over),
            refusal: 'page',
            field: { name: size },
          });
  return [
    ...refused,
    pastTheEnd,
    overCap,
    operation.pagination === 'enforced' ? capped(context, block, fixtures) : undefined,
  ];
}

/** More than the cap is there and more than the cap is asked for: the cap is what comes. */
function capped(context: OperationContext, block: PaginationBlock, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const create = scope.operation(endpoint, 'create');
  const parameter = pathParameters(operation.path).find((p) => endpoint.parents[p] !== undefined);
  const parentName = parameter === undefined ? undefined : endpoint.parents[parameter];
  const parent = parentName === undefined ? undefined : ownParentStep(context, fixtures, parentName);
  if (create === undefined || parameter === undefined || parent === undefined) return undefined;
  const list = requestOf(endpoint, operation, { [parameter]: parent.uid });
  const probe: Step = {
    name: 'probe',
    operation: context.path,
    request: paged(context, block, list, '1', String(block.cap + 1)),
    success: successOf(scope, operation),
  };
  return context.case(
    ASPECT,
    'page.cap/over',
    `${block.cap + 5} records, ${block.cap + 1} asked for`,
    [parent.step, fillStep(context, create, fixtures, block.cap + 5, parentName, parent.uid), probe],
    [
      context.check(ASPECT, {
        rule: 'page.cap',
        key: 'over',
        title: `a size over ${block.cap} brings no more than ${block.cap}`,
        params: pageParams(context, block, 'probe', block.cap),
        given: [
          { step: 'fill', is: 'success' },
          { step: 'probe', is: 'success' },
        ],
      }),
    ],
  );
}

/** Lists that do not offer paging. */
function ignored(context: OperationContext, block: PaginationBlock, fixtures: Fixtures): Case | undefined {
  const { scope, endpoint, operation } = context;
  const good = controlRequest(scope, endpoint, operation, fixtures);
  return context.case(
    ASPECT,
    'page.ignored',
    'paging is asked for where it is not offered',
    [
      {
        name: 'probe',
        operation: context.path,
        request: paged(context, block, good, '1', '1'),
        success: context.success,
      },
    ],
    [
      context.check(ASPECT, {
        rule: 'page.ignored',
        title: 'no page headers come',
        params: pageParams(context, block, 'probe', 1),
        given: [...AFTER_CONTROL, { step: 'probe', is: 'success' }],
      }),
    ],
  );
}
