/** Rules about token requests that have a file of their own. */
import { boundary } from './boundary.ts';
import { expiryExtreme } from './expiry-extreme.ts';
import { sameRefusal } from './same-refusal.ts';
import { usable } from './usable.ts';

export const furtherTokenRules = [boundary, expiryExtreme, sameRefusal, usable] as const;
