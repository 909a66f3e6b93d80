import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { checkKey } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { count, moment } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { Search } from './search.tsx';
import { ThemeButton } from './theme-button.tsx';

export interface NavPage {
  readonly page: string;
  readonly label: string;
  readonly count?: number;
}

export function Header({
  pages,
  onHelp,
}: {
  readonly pages: readonly NavPage[];
  readonly onHelp: () => void;
}): JSX.Element {
  const { store, route } = usePage();
  const { run } = store.report;
  // A card belongs to the list it is found in.
  const key = checkKey({ id: route.params['id'] ?? '', spec: route.params['spec'] ?? '' });
  const caused = store.causeOf.has(key) || store.heldBy.has(key);
  const current =
    route.page === 'issues' || (route.page === 'check' && caused)
      ? 'todo'
      : route.page === 'check'
        ? 'checks'
        : route.page;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the pages do not all fit: the current one is always in sight.
    const shown = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current !== null && shown) nav.current.scrollLeft = shown.offsetLeft - nav.current.offsetLeft - 40;
  }, [route.page]);
  return (
    <header class="top">
      <a class="unseen-label to-content" href={`${href(route.page, route.params)}`} onClick={toContent}>
        Go to content
      </a>
      <div class="top-row">
        <a class="brand" href={href('overview')}>
          Plumbline
        </a>
        <p class="where">
          <strong>{run.target}</strong> <span>{moment(run.startedAt)}</span>
        </p>
        <Search />
        <div class="top-buttons no-print">
          <ThemeButton />
          <button type="button" class="button" onClick={onHelp} aria-label="Keys and marks">
            ?
          </button>
        </div>
      </div>
      <nav ref={nav} class="pages no-print" aria-label="Pages">
        {pages.map(({ page, label, count: number }) => (
          <a key={page} href={href(page)} {...(page === current ? { 'aria-current': 'page' as const } : {})}>
            {label}
            {number !== undefined && number > 0 && <span class="nav-count">{count(number)}</span>}
          </a>
        ))}
      </nav>
    </header>
  );
}

function toContent(event: MouseEvent): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('main')?.focus();
}
