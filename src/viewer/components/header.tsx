/** The frame of every page: the name of the run, the tabs, the colour scheme, and the help dialog. */
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BADGE_ORDER, moment, type BadgeKind } from '../data/format.ts';
import { href } from '../data/route.ts';
import { areShortcutsOn, otherTheme, setShortcuts, switchTheme } from '../data/settings.ts';
import { Badge } from './badge.tsx';
import { Pairs, usePage } from './page.tsx';

export interface Tab {
  readonly page: string;
  readonly label: string;
  readonly count?: number;
}

interface HeaderProps {
  readonly tabs: readonly Tab[];
  readonly currentTab: string;
  readonly onHelp: () => void;
}

export function Header({ tabs, currentTab, onHelp }: HeaderProps) {
  const { index, route } = usePage();
  const { run } = index.report;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the tabs scroll; the current one must be visible.
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (nav.current !== null && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.offsetLeft - 40;
  }, [currentTab]);
  const focusContent = (event: MouseEvent): void => {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <header class="top">
      <a class="sr-only skip-link" href={href(route.page, route.params)} onClick={focusContent}>
        Skip to the content
      </a>
      <TopRow title={run.target} note={moment(run.startedAt)}>
        <button type="button" class="button" onClick={onHelp} aria-label="Help: keyboard shortcuts and symbols">
          ?
        </button>
      </TopRow>
      <nav ref={nav} class="tabs no-print" aria-label="Report pages">
        {tabs.map(({ page, label, count = 0 }) => (
          <a key={page} href={href(page)} aria-current={page === currentTab && 'page'}>
            {label} {count > 0 && <span class="tab-count">{count}</span>}
          </a>
        ))}
      </nav>
    </header>
  );
}

interface TopRowProps {
  readonly title: string;
  readonly note: string;
  readonly children?: ComponentChildren;
}

export function TopRow({ title, note, children }: TopRowProps) {
  const [theme, setTheme] = useState(otherTheme);
  useEffect(() => {
    const update = (): void => setTheme(otherTheme());
    addEventListener('plumbline:theme', update);
    return () => removeEventListener('plumbline:theme', update);
  }, []);
  return (
    <div class="top-row">
      <span class="brand">Plumbline</span>
      <p>
        <strong>{title}</strong> <span class="dim">{note}</span>
      </p>
      <button type="button" class="button no-print" onClick={switchTheme}>
        Use {theme} theme
      </button>
      {children}
    </div>
  );
}

const SHORTCUTS = [
  ['1 … 5', 'open a tab'],
  ['/', 'search the list, or all checks'],
  ['j  k', 'go to the next or previous item'],
  ['Enter', 'open the item'],
  ['n  p', 'go to the next or previous failure, or page of a list'],
  ['u', 'go back to the list'],
  ['t', 'switch between the light and the dark theme'],
  ['?', 'open this help'],
] as const;

const MEANING: Readonly<Record<BadgeKind, string>> = {
  fail: 'the service violates the requirement',
  'unexpected-pass': 'passes, but a waiver expects a failure',
  inconclusive: 'the check could not be judged; its page shows the cause',
  untested: 'planned, but not sent in this run',
  waived: 'fails, and a waiver covers the failure',
  pass: 'the service meets the requirement',
  inapplicable: 'the responses do not contain the subject of the check',
};

export function HelpDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title">
      <h2 id="help-title">Keyboard shortcuts and symbols</h2>
      <Pairs pairs={SHORTCUTS.map(([key, text]) => [<kbd key={key}>{key}</kbd>, text])} />
      <label>
        <input
          type="checkbox"
          defaultChecked={areShortcutsOn()}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />{' '}
        Use keyboard shortcuts
      </label>
      <Pairs pairs={BADGE_ORDER.map((kind) => [<Badge key={kind} kind={kind} />, MEANING[kind]])} />
      <form method="dialog">
        <button class="button">Close</button>
      </form>
    </dialog>
  );
}
