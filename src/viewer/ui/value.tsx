import type { JSX } from 'preact';
import { value } from '../lib/format.ts';

/** A JSON value as it is written; what would be nothing to see is said. */
export function Value({ of }: { readonly of: unknown }): JSX.Element {
  const isNothing = of === undefined || of === null || of === '' || (Array.isArray(of) && of.length === 0);
  return isNothing ? <span class="dim">none</span> : <code>{value(of)}</code>;
}
