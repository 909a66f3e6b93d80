import type { JSX } from 'preact';
import { Copy } from './copy.tsx';
import { Text } from './text.tsx';

/** A command to paste into a shell. */
export function Command({ label, text }: { readonly label: string; readonly text: string }): JSX.Element {
  return (
    <figure class="command">
      <figcaption>
        <span>{label}</span>
        <Copy text={text} what={label} />
      </figcaption>
      <pre tabIndex={0} aria-label={label}>
        <code>
          <Text>{text}</Text>
        </code>
      </pre>
    </figure>
  );
}
