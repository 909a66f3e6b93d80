/** Test cases that a draft switches off because the document contradicts them or does not mention the behaviour. */
import type { DraftEndpoint, NotTried } from './draft-model.ts';
import { bodyOf } from './answers.ts';
import type { Resource } from './resources.ts';
import { IGNORED } from './unchecked.ts';

export function notTriedWith(all: readonly Resource[], endpoints: readonly DraftEndpoint[]): NotTried {
  const updates = all.flatMap(({ doings }) => doings.filter(({ kind }) => kind === 'update'));
  const isMerged = updates.some(({ operation }) => bodyOf(operation)?.media === 'application/merge-patch+json');
  const saysNull = endpoints.some(({ fields }) => Object.values(fields).some(({ nullable }) => nullable === true));
  const isIgnored = endpoints.some(({ unchecked }) => unchecked.some(({ what }) => what === IGNORED));
  return {
    ...(isIgnored
      ? {
          'input.read-only':
            'The document says that what only the service sets is ignored, and not that it is refused.',
        }
      : {}),
    // Null clears a field in a merge patch (RFC 7396 §1). If only some fields are nullable, the others may reject null.
    ...(updates.length > 0 && (!isMerged || saysNull)
      ? Object.fromEntries(CLEARING.map((row) => [row, isMerged ? SAID_OF_OTHERS : UNSAID]))
      : {}),
  };
}

const CLEARING = [
  'lifecycle.update-clear',
  'lifecycle.list-cleared',
  'lifecycle.update-kept',
  'lifecycle.clear-each',
] as const;

const SAID_OF_OTHERS = 'The document says which members may be null, and not that null clears others.';
const UNSAID = 'The document says of no member that null clears it.';
