import type { JSX } from 'preact';
import type { Piece } from '../lib/diff.ts';
import { Text } from './text.tsx';

/** One side of a comparison: what the other side does not have is marked, by colour and by underline. */
export function DiffText({
  pieces,
  side,
}: {
  readonly pieces: readonly Piece[];
  readonly side: 'expected' | 'actual';
}): JSX.Element {
  return (
    <code class={`diff diff-${side}`}>
      {pieces.map((piece) =>
        piece.same ? (
          <Text>{piece.text}</Text>
        ) : (
          <mark>
            <Text>{piece.text}</Text>
          </mark>
        ),
      )}
    </code>
  );
}
