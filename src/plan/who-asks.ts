/** Who asks, as a request says it. */
import { defined } from '../model/objects.ts';
import type { Operation } from '../load/model.ts';
import type { Auth, Undo } from './model.ts';

// A plan holds tens of thousands of requests, most of them with one of these.
export const GOOD: Auth = { kind: 'good' };
export const NOBODY: Auth = { kind: 'none' };

/** Who may call an operation. */
export function authOf({ access, security }: Operation): Auth {
  if (access === 'public') return NOBODY;
  return security === undefined ? GOOD : { kind: 'good', way: security };
}

/** Somebody else, in the same way in. */
export function authAs(party: string, { way }: Auth): Auth {
  if (party === 'nobody') return NOBODY;
  return { kind: 'other', ...(party === 'other' ? {} : { party }), ...defined({ way }) };
}

/** What somebody else made is his to remove. */
export function undoneBy(auth: Auth, undo: Undo | undefined): Undo | undefined {
  if (undo === undefined || auth.kind !== 'other') return undo;
  return { ...undo, auth: authAs(auth.party ?? 'other', undo.auth ?? GOOD) };
}
