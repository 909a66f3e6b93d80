/** The frame of every page: name of the run, search, tabs, and the help dialog. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BADGE_ORDER, count, moment } from '../data/format.ts';
import type { BadgeKind } from '../data/format.ts';
import { checksHref, href } from '../data/route.ts';
import { areShortcutsOn, setShortcuts } from '../data/settings.ts';
import { currentRoute, replaceParams } from '../navigation.ts';
import { Badge } from './badge.tsx';
import { ThemeButton, usePage } from './page.tsx';

export interface Tab {
  readonly page: string;
  readonly label: string;
  readonly count?: number;
}

interface HeaderProps {
  readonly tabs: readonly Tab[];
  readonly currentTab: string;
  /** Pages with a list that the search box filters. On the others it leads to all checks. */
  readonly searchable: (page: string) => boolean;
  readonly onHelp: () => void;
}

export function Header({ tabs, currentTab, searchable, onHelp }: HeaderProps): JSX.Element {
  const { index, route } = usePage();
  const { run } = index.report;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the tabs scroll; the current one must be visible.
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current !== null && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.offsetLeft - 40;
  }, [currentTab]);
  const skip = (event: MouseEvent): void => {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <header class="top">
      <a class="sr-only skip-link" href={href(route.page, route.params)} onClick={skip}>
        Go to content
      </a>
      <div class="top-row">
        <a class="brand" href={href('overview')}>
          Plumbline
        </a>
        <p class="run-name">
          <strong>{run.target}</strong> <span>{moment(run.startedAt)}</span>
        </p>
        <SearchBox searchable={searchable} />
        <div class="top-buttons no-print">
          <ThemeButton />
          <button type="button" class="button" onClick={onHelp} aria-label="Keys and symbols">
            ?
          </button>
        </div>
      </div>
      <nav ref={nav} class="tabs no-print" aria-label="Tabs">
        {tabs.map(({ page, label, count: number = 0 }) => (
          <a key={page} href={href(page)} {...(page === currentTab ? { 'aria-current': 'page' as const } : {})}>
            {label}
            {number > 0 && <span class="tab-count">{count(number)}</span>}
          </a>
        ))}
      </nav>
    </header>
  );
}

function SearchBox({ searchable }: Pick<HeaderProps, 'searchable'>): JSX.Element {
  const { route } = usePage();
  const query = route.params['q'] ?? '';
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // While the reader types, the URL follows the text and not the reverse.
    if (document.activeElement !== input.current) setText(query);
  }, [query, route.page]);
  const label = searchable(route.page) ? 'Search this list' : 'Search all checks';
  const onInput = (value: string): void => {
    setText(value);
    // The page in the URL may not be rendered yet, so the rendered route would be wrong.
    if (searchable(currentRoute().page)) replaceParams({ q: value });
  };
  return (
    <form
      role="search"
      class="search no-print"
      onSubmit={(event) => {
        event.preventDefault();
        if (!searchable(route.page)) location.hash = checksHref({ q: text });
      }}
    >
      <input
        id="search"
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </form>
  );
}

const SHORTCUTS = [
  ['1 … 5', 'open a tab'],
  ['/', 'search'],
  ['j  k', 'next and previous item of a list'],
  ['Enter', 'open the item'],
  ['n  p', 'next and previous failure group, or page of a list'],
  ['u', 'back to the list'],
  ['arrows', 'move in the matrix'],
  ['t', 'colour scheme: auto, light, dark'],
  ['?', 'this dialog'],
] as const;

const MEANING: Readonly<Record<BadgeKind, string>> = {
  fail: 'the service violates the requirement',
  'unexpected-pass': 'passes, although a waiver expects a failure',
  inconclusive: 'no verdict, with a cause',
  untested: 'planned, but not run',
  waived: 'fails as a waiver expects',
  pass: 'the service meets the requirement',
  inapplicable: 'the requirement does not apply to this service',
};

export function HelpDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }): JSX.Element {
  const [isOn, setOn] = useState(areShortcutsOn);
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys and symbols</h2>
      <dl class="pairs">
        {SHORTCUTS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => {
            setShortcuts(event.currentTarget.checked);
            setOn(event.currentTarget.checked);
          }}
        />{' '}
        Single-key shortcuts are on
      </label>
      <dl class="pairs">
        {BADGE_ORDER.map((kind) => (
          <div key={kind}>
            <dt>
              <Badge kind={kind} />
            </dt>
            <dd>{MEANING[kind]}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button class="button">Close</button>
      </form>
    </dialog>
  );
}
