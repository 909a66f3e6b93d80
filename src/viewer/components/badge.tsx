/** Badges: a verdict as shape, colour and text, so that each of the three is enough; levels and tags. */
import type { ComponentChildren } from 'preact';
import type { Basis, Level } from '../../report/model.ts';
import { BADGE_TEXT, type BadgeKind } from '../data/format.ts';

const SQUARE = 'M2 2h12v12H2z';
const CIRCLE = 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z';
const CHECK_MARK = 'M4.6 8.3l2.3 2.3 4.5-5';
const CROSS = 'M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4';

/** Outer shape and inner sign. CSS fills the shape, or draws its outline for `waived` and `untested`. */
const SHAPES: Readonly<Record<BadgeKind, readonly [shape: string, sign: string]>> = {
  fail: [SQUARE, CROSS],
  waived: [SQUARE, CROSS],
  'unexpected-pass': ['M8 .8L15.2 8 8 15.2.8 8z', CHECK_MARK],
  inconclusive: ['M8 1.6L15.2 14H.8z', 'M8 6.4v3.2M8 11.7v.05'],
  untested: [CIRCLE, ''],
  pass: [CIRCLE, CHECK_MARK],
  inapplicable: ['', 'M4 8h8'],
};

export function Icon({ kind }: { readonly kind: BadgeKind }) {
  const [shape, sign] = SHAPES[kind];
  return (
    <svg class={`icon icon-${kind}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path class="icon-shape" d={shape} />
      <path class="icon-sign" d={sign} />
    </svg>
  );
}

interface BadgeProps {
  readonly kind: BadgeKind;
  /** Text in place of the name of the verdict. */
  readonly children?: ComponentChildren;
}

export function Badge({ kind, children }: BadgeProps) {
  return (
    <span class={`badge icon-${kind}`}>
      <Icon kind={kind} />
      <span>{children ?? BADGE_TEXT[kind]}</span>
    </span>
  );
}

export type TagTone = 'strong' | 'bad' | 'good' | 'warn' | 'dim';

interface TagProps {
  readonly tone: TagTone;
  readonly children: ComponentChildren;
}

export function Tag({ tone, children }: TagProps) {
  return <span class={`tag tag-${tone}`}>{children}</span>;
}

const BASIS_TITLE: Readonly<Record<Basis, string>> = {
  documented: 'The specification of the service requires it.',
  standard: 'A standard such as an RFC requires it.',
  confirmed: 'The target owner answered the open question.',
  practice: 'Good practice that no standard requires. It blocks only if the policy names it.',
  assumed: 'The documents do not specify it. Plumbline uses an assumption.',
};

interface LevelTagProps {
  readonly level: Level;
  readonly basis: Basis;
}

export function LevelTag({ level, basis }: LevelTagProps) {
  return (
    <span class="nowrap" title={BASIS_TITLE[basis]}>
      {level === 'MUST' ? <b>MUST</b> : level} <span class="dim">{basis}</span>
    </span>
  );
}
