import type { JSX } from 'preact';
import { Text } from './text.tsx';

/** Our own sentences, in which a word between backticks is code. */
export function Prose({ children }: { readonly children: string }): JSX.Element {
  const parts = children.split(/`([^`]+)`/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <code>
            <Text>{part}</Text>
          </code>
        ) : (
          <Text>{part}</Text>
        ),
      )}
    </>
  );
}
