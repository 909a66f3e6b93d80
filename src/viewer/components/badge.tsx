/** Badges: a verdict as shape, colour and text, so that each of the three is enough; levels and tags. */
import type { ComponentChildren, JSX } from 'preact';
import type { Basis, Level } from '../../report/model.ts';
import { BADGE_TEXT } from '../data/format.ts';
import type { BadgeKind } from '../data/format.ts';

const CHECK_MARK = <path class="icon-line" d="M4.6 8.3l2.3 2.3 4.5-5" />;
const CROSS = <path class="icon-line" d="M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4" />;

/** Square: fails. Circle: passes. Diamond: unexpected pass. Triangle: inconclusive. Outline: waived or no verdict. */
const SHAPES: Readonly<Record<BadgeKind, JSX.Element>> = {
  fail: (
    <>
      <rect class="icon-fill" x="1.5" y="1.5" width="13" height="13" rx="2" />
      {CROSS}
    </>
  ),
  waived: (
    <>
      <rect class="icon-outline" x="2.2" y="2.2" width="11.6" height="11.6" rx="2" />
      {CROSS}
    </>
  ),
  'unexpected-pass': (
    <>
      <path class="icon-fill" d="M8 .8L15.2 8 8 15.2.8 8z" />
      {CHECK_MARK}
    </>
  ),
  inconclusive: (
    <>
      <path class="icon-fill" d="M8 1.6L15.2 14H.8z" />
      <path class="icon-line" d="M8 6.4v3.2M8 11.7v.05" />
    </>
  ),
  untested: <circle class="icon-outline icon-dashed" cx="8" cy="8" r="5.8" />,
  pass: (
    <>
      <circle class="icon-fill" cx="8" cy="8" r="7" />
      {CHECK_MARK}
    </>
  ),
  inapplicable: <path class="icon-line" d="M4 8h8" />,
};

export function Icon({ kind }: { readonly kind: BadgeKind }): JSX.Element {
  return (
    <svg class={`icon icon-${kind}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      {SHAPES[kind]}
    </svg>
  );
}

/** The icon with the name of the verdict, or with another text. */
export function Badge({
  kind,
  children,
}: {
  readonly kind: BadgeKind;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`badge tone-${kind}`}>
      <Icon kind={kind} />
      <span>{children ?? BADGE_TEXT[kind]}</span>
    </span>
  );
}

export type TagTone = 'plain' | 'strong' | 'bad' | 'good' | 'warn' | 'dim';

export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: TagTone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`tag tag-${tone}`}>{children}</span>;
}

const BASIS_TITLE: Readonly<Record<Basis, string>> = {
  documented: 'The source document specifies it.',
  standard: 'A standard specifies it.',
  confirmed: 'The target owner answered the open question.',
  practice: 'Good practice that no standard requires. It does not block.',
  assumed: 'The documents do not specify it. Plumbline uses an assumption.',
};

/** Level of a requirement and its basis. */
export function LevelTag({ level, basis }: { readonly level: Level; readonly basis: Basis }): JSX.Element {
  return (
    <span class="level-tag">
      <span class={`level level-${level}`}>{level}</span>{' '}
      <span class={`basis basis-${basis}`} title={BASIS_TITLE[basis]}>
        {basis}
      </span>
    </span>
  );
}
