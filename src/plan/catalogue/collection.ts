/** Cases on the pages of a list: on a collection that the case fills, or on the list as it is. */
import { defined, maybe } from '../../model/objects.ts';
import type { PageWords } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { AFTER_CONTROL, controlRequest } from '../control.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Given, Step } from '../model.ts';
import { requestOf } from '../templates.ts';
import {
  type Collection,
  collectionOf,
  type End,
  filledSegment,
  filledUid,
  type Filling,
  fillStep,
  removeStep,
} from './collections.ts';
import { isWalk, type PageAsked, pageParams, pageStep, readPage, readPages } from './pages.ts';
import { pageStyleOf } from './paging.ts';
import type { Build, BuiltCase } from './template.ts';
import type { Written } from './makers/model.ts';
import { valueOf } from './values.ts';

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
