import { defined } from '../../record/defined.ts';
import type { ComponentChildren, JSX } from 'preact';
import type { Basis, Level } from '../../report/model.ts';

export type TagTone = 'plain' | 'strong' | 'bad' | 'good' | 'warn' | 'dim';

export function Tag({
  tone = 'plain',
  title,
  children,
}: {
  readonly tone?: TagTone;
  readonly title?: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <span class={`tag tag-${tone}`} {...defined({ title })}>
      {children}
    </span>
  );
}

const BASIS_TITLE: Readonly<Record<Basis, string>> = {
  documented: 'The source documents say it.',
  standard: 'A standard says it.',
  confirmed: 'The target’s owner answered the open point.',
  practice: 'Good practice that no standard demands: it blocks nobody.',
  assumed: 'Nobody has said it: a default was chosen.',
};

/** How binding a requirement is and who says so. */
export function Weight({ level, basis }: { readonly level: Level; readonly basis: Basis }): JSX.Element {
  return (
    <span class="weight">
      <span class={`level level-${level}`}>{level}</span>
      <span class={`basis basis-${basis}`} title={BASIS_TITLE[basis]}>
        {basis}
      </span>
    </span>
  );
}
