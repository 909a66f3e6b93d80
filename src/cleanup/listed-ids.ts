/** The IDs of the records in a list, traversed to its end. */
import type { RequestTemplate, Step } from '../plan/model.ts';
import { defined } from '../record/defined.ts';
import { valuesAt } from '../record/pointer.ts';
import { isSuccessful } from '../record/success.ts';
import type { ListTraversal } from '../http/declared-operations.ts';
import type { Resolution } from '../http/resolve-values.ts';
import { inSlot, type Destination, type SentExchange } from '../http/model.ts';
import type { CleanupContext } from './cleanup-context.ts';
import { sendOnce } from '../http/send-exchange.ts';
import { traversePages } from '../http/pagination.ts';

export interface ListedIds {
  readonly ids: ReadonlySet<string>;
  /** Whether every page was read. */
  readonly isWhole: boolean;
}

/** @param given parameters and caller of the request, where they are not those of the plan */
export async function listedIds(
  { step, ids }: ListTraversal,
  to: Destination,
  context: CleanupContext,
  given: Partial<Pick<RequestTemplate, 'parameters' | 'auth'>> = {},
): Promise<ListedIds> {
  const { request, send: how } = step;
  const own: Step = { ...step, request: { ...request, ...given } };
  const found = new Set<string>();
  let isWhole = true;
  const send = (_suffix: string, page = own.request): Promise<SentExchange> =>
    inSlot(context, async () => {
      const name = { id: 'listed', group: '', step: step.name };
      const sent = await sendOnce({ ...own, request: page }, name, to, resolutionIn(to, context), context);
      const { answer, outcome } = sent.live;
      isWhole &&= typeof outcome === 'number' && isSuccessful(outcome) && answer !== undefined;
      for (const id of valuesAt(answer, ids)) found.add(String(id));
      return sent;
    });
  const pages =
    how?.kind === 'walk' ? await traversePages(own, how, send, defined({ most: context.mostPages })) : [await send('')];
  return { ids: found, isWhole: isWhole && !pages.some(({ exchange }) => exchange.cut === true) };
}

/** For requests that no case plans: they refer to no other response. */
export function resolutionIn(to: Destination, context: CleanupContext): Resolution {
  return {
    seed: '',
    now: context.clock(),
    zone: to.zone,
    answer: () => undefined,
    sent: () => undefined,
    next: context.next,
    setting: () => undefined,
  };
}
