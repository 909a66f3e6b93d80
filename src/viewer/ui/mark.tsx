/** A verdict as shape, colour and text: any one of the three is enough. */
import type { ComponentChildren, JSX } from 'preact';
import { MARK_TEXT } from '../lib/words.ts';
import type { MarkKind } from '../lib/words.ts';

const CHECK = <path class="mark-line" d="M4.6 8.3l2.3 2.3 4.5-5" />;
const CROSS = <path class="mark-line" d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4" />;

/** Square: it fails. Circle: it holds. Diamond: look again. Triangle: could not be judged. Open shape: no verdict of its own. */
const SHAPES: Readonly<Record<MarkKind, JSX.Element>> = {
  fail: (
    <>
      <rect class="mark-fill" x="1.5" y="1.5" width="13" height="13" rx="2" />
      {CROSS}
    </>
  ),
  waived: (
    <>
      <rect class="mark-open" x="2.2" y="2.2" width="11.6" height="11.6" rx="2" />
      {CROSS}
    </>
  ),
  'unexpected-pass': (
    <>
      <path class="mark-fill" d="M8 .8L15.2 8 8 15.2.8 8z" />
      {CHECK}
    </>
  ),
  inconclusive: (
    <>
      <path class="mark-fill mark-joined" d="M8 2.2L14.6 13.6H1.4z" />
      <path class="mark-line" d="M8 6.4v3.2M8 11.7v.05" />
    </>
  ),
  untested: <circle class="mark-open mark-dashed" cx="8" cy="8" r="5.8" />,
  pass: (
    <>
      <circle class="mark-fill" cx="8" cy="8" r="7" />
      {CHECK}
    </>
  ),
  inapplicable: <path class="mark-line" d="M4 8h8" />,
};

export function Mark({ kind }: { readonly kind: MarkKind }): JSX.Element {
  return (
    <svg class={`mark mark-${kind}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  );
}

/** The mark with its word, or with other words beside it. */
export function MarkWord({
  kind,
  children,
}: {
  readonly kind: MarkKind;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`mark-word tone-${kind}`}>
      <Mark kind={kind} />
      <span>{children ?? MARK_TEXT[kind]}</span>
    </span>
  );
}
