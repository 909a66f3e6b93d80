import { defined, maybe } from '../../../record/defined.ts';
import type { Json } from '../../../record/json.ts';
import type { OperationContext } from '../../context.ts';
import type { Fixtures } from '../../fixtures.ts';
import type { Given, Step } from '../../model.ts';
import { requestOf } from '../../templates.ts';
import { collectionOf, filledUid, fillStep, removeLastStep, type Collection, type Filling } from '../collections.ts';
import { pageParams, pageStep, PAGE_WORDS, readPage, type PageAsked } from '../pages.ts';
import { pageStyleOf } from '../paging.ts';
import type { Sequence } from './model.ts';

export const collection: Sequence = {
  words:
    'makes a collection, below a parent of its own where records hang on one, and asks for its pages; `add` makes records, `remove: last` removes the last of the first that were made',
  steps: [...PAGE_WORDS, 'add', 'remove'],
  build: (context, fixtures, given) => {
    const home = collectionOf(context, fixtures);
    const made = home === undefined ? undefined : stepsOf(context, fixtures, home, given);
    if (home === undefined || made === undefined) return undefined;
    const { steps, pages, filling, removed } = made;
    const params = pageParams(context, pages);
    if (params === undefined) return undefined;
    return {
      steps: home.parent === undefined ? steps : [home.parent.step, ...steps],
      params: {
        ...params,
        shared: home.parent === undefined,
        ...(filling === undefined ? defined({ pagesOfNone: pagesOfNone(context) }) : {}),
        ...defined({ filled: filling?.name, filledUid: maybe(filling, () => filledUid(context, home)) }),
        ...(removed === 0 ? {} : { removed }),
      },
      given: ({ step }) =>
        [filling?.name, step].flatMap((name): readonly Given[] =>
          typeof name === 'string' ? [{ step: name, is: 'success' }] : [],
        ),
    };
  },
};

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
  readonly removed: number;
}

/** Undefined where one of the steps cannot be taken. */
function stepsOf(
  context: OperationContext,
  fixtures: Fixtures,
  home: Collection,
  given: Readonly<Record<string, Json>>,
): Made | undefined {
  const list = requestOf(context.endpoint, context.operation, home.parameters);
  const steps: Step[] = [];
  const pages: PageAsked[] = [];
  let filling: Filling | undefined;
  let removed = 0;
  for (const [name, said] of Object.entries(given as Readonly<Record<string, Readonly<Record<string, Json>>>>)) {
    if (said['add'] !== undefined) {
      const count = Number(said['add']);
      if (count === 0) continue;
      const more: Filling = { name, count, isMore: filling !== undefined };
      steps.push(fillStep(context, home, fixtures, more));
      filling ??= more;
    } else if (said['remove'] !== undefined) {
      const step = filling === undefined ? undefined : removeLastStep(context, home, name, filling);
      if (step === undefined) return undefined;
      steps.push(step);
      removed += 1;
    } else {
      const page = readPage(name, said);
      steps.push(pageStep(context, list, page));
      pages.push(page);
    }
  }
  return { steps, pages, filling, removed };
}
