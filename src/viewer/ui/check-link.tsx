import type { JSX } from 'preact';
import { usePage } from '../lib/context.ts';
import { checkHref } from '../lib/route.ts';
import { markOf } from '../lib/words.ts';
import { MarkWord } from './mark.tsx';

/** A check by its key: a link where this run planned it, its id where not. */
export function CheckLink({ checkKey }: { readonly checkKey: string }): JSX.Element {
  const { store } = usePage();
  const check = store.checks.get(checkKey);
  if (check === undefined) return <code class="id">{checkKey}</code>;
  return (
    <span class="check-link">
      <MarkWord kind={markOf(check)} />{' '}
      <a href={checkHref(check)} data-item>
        <code class="id">{checkKey}</code>
      </a>
    </span>
  );
}
