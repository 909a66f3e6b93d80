/** How a contract wants a kind of refusal to look. */
import type { ErrorsBlock, Refusal, RefusalKind } from '../load/model.ts';

/** A kind that nobody says anything of is refused as this one. */
const LIKE: Readonly<Partial<Record<RefusalKind, RefusalKind>>> = {
  'grant-type': 'token-request',
  duplicate: 'value',
};

export function refusalOf({ refusals }: ErrorsBlock, kind: RefusalKind): Refusal | undefined {
  const like = LIKE[kind];
  return refusals[kind] ?? (like === undefined ? undefined : refusals[like]);
}

/** Whether it is one item that is refused so, where a request has several. */
export function isOfItem(kind: string): boolean {
  return kind === 'value' || kind === 'duplicate';
}
