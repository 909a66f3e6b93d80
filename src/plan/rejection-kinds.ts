/** How a contract wants a kind of refusal to look. */
import type { ErrorsBlock, Refusal, RefusalKind } from '../load/model.ts';

/** A kind that nobody says anything of is refused as this one. */
const LIKE: Readonly<Partial<Record<string, RefusalKind>>> = {
  'grant-type': 'token-request',
  duplicate: 'value',
  reference: 'value',
  'foreign-reference': 'reference',
  'in-use': 'value',
  forbidden: 'not-found',
  identifier: 'not-found',
} satisfies Partial<Record<RefusalKind, RefusalKind>>;

type Errors = Pick<ErrorsBlock, 'refusals'>;

/** The kind as which a contract has it refused: itself where it says something of it. */
export function kindIn(errors: Errors, kind: RefusalKind): RefusalKind {
  const like = LIKE[kind];
  return errors.refusals[kind] !== undefined || like === undefined ? kind : kindIn(errors, like);
}

export function refusalOf(errors: Errors, kind: RefusalKind): Refusal | undefined {
  return errors.refusals[kindIn(errors, kind)];
}

/** Whether it is what a request holds that is refused so, and not how it is made. */
export function isOfValue(kind: string): boolean {
  const like = LIKE[kind];
  return kind === 'value' || (like !== undefined && isOfValue(like));
}
