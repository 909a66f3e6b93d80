import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { currentPage, href, typeParams } from '../lib/route.ts';

/** Pages whose list the search narrows as one types; from the others it leads to the checks. */
const SEARCHED = new Set([
  'todo',
  'issues',
  'matrix',
  'versions',
  'requirements',
  'checks',
  'open-points',
  'waivers',
  'proof',
]);

export function Search(): JSX.Element {
  const { route } = usePage();
  const asked = route.params['q'] ?? '';
  const [text, setText] = useState(asked);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While somebody types, the address follows the text and not the other way round.
    if (document.activeElement !== input.current) setText(asked);
  }, [asked, route.page]);
  const here = SEARCHED.has(route.page);
  const change = (value: string): void => {
    setText(value);
    // By the address: the page that it names may still be being made.
    if (SEARCHED.has(currentPage())) typeParams({ q: value });
  };
  return (
    <form
      role="search"
      class="search no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (!here) location.hash = href('checks', { q: text });
      }}
    >
      <input
        id="search"
        ref={input}
        type="search"
        aria-label={here ? 'Search this page' : 'Search checks'}
        placeholder={here ? 'Search this page' : 'Search checks'}
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </form>
  );
}
