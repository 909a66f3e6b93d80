/** Form of rejections, by kind, according to a contract. */
import type { ErrorsBlock, Rejection, RejectionKind } from '../load/model.ts';

/** Kinds that are handled like another one unless the contract declares them. */
const LIKE: Readonly<Partial<Record<string, RejectionKind>>> = {
  'grant-type': 'token-request',
  duplicate: 'value',
  reference: 'value',
  'foreign-reference': 'reference',
  'in-use': 'value',
  forbidden: 'not-found',
  identifier: 'not-found',
} satisfies Partial<Record<RejectionKind, RejectionKind>>;

type Errors = Pick<ErrorsBlock, 'refusals'>;

/** The kind that the contract declares for it. */
export function declaredRejectionKind(errors: Errors, kind: RejectionKind): RejectionKind {
  const like = LIKE[kind];
  return errors.refusals[kind] !== undefined || like === undefined ? kind : declaredRejectionKind(errors, like);
}

export function declaredRejection(errors: Errors, kind: RejectionKind): Rejection | undefined {
  return errors.refusals[declaredRejectionKind(errors, kind)];
}

/** Whether the request is rejected for its values, not for its syntax. */
export function rejectsValue(kind: string): boolean {
  const like = LIKE[kind];
  return kind === 'value' || (like !== undefined && rejectsValue(like));
}
