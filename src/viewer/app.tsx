import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { PageContext } from './lib/context.ts';
import { listenToKeys } from './lib/keys.ts';
import { href, rememberPlaces, settlePlace, useRoute } from './lib/route.ts';
import type { Store } from './lib/store.ts';
import { currentTheme, nextTheme, setTheme } from './lib/theme.ts';
import { todoItems } from './lib/todo.ts';
import { ChangesPage } from './pages/changes.tsx';
import { CheckPage } from './pages/check.tsx';
import { Checks } from './pages/checks.tsx';
import { Issues } from './pages/issues.tsx';
import { Matrix } from './pages/matrix.tsx';
import { OpenPoints } from './pages/open-points.tsx';
import { Overview } from './pages/overview.tsx';
import { ProofPage } from './pages/proof.tsx';
import { Requirements } from './pages/requirements.tsx';
import { RunPage } from './pages/run.tsx';
import { Todo } from './pages/todo.tsx';
import { Versions } from './pages/versions.tsx';
import { Waivers } from './pages/waivers.tsx';
import { ownMember } from '../record/json.ts';
import { Header } from './ui/header.tsx';
import type { NavPage } from './ui/header.tsx';
import { Help } from './ui/help.tsx';

const PAGES: Readonly<Record<string, () => JSX.Element>> = {
  overview: Overview,
  todo: Todo,
  issues: Issues,
  matrix: Matrix,
  versions: Versions,
  requirements: Requirements,
  checks: Checks,
  check: CheckPage,
  changes: ChangesPage,
  'open-points': OpenPoints,
  waivers: Waivers,
  proof: ProofPage,
  run: RunPage,
};

export function App({ store }: { readonly store: Store }): JSX.Element {
  const route = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  const nav = useMemo(() => navigation(store), [store]);
  const place = JSON.stringify([route.page, route.params['id'], route.params['spec'], route.params['page']]);
  const first = useRef(true);
  useEffect(rememberPlaces, []);
  useEffect(unfoldForPrint, []);
  useEffect(
    () =>
      listenToKeys({
        pages: nav.map(({ page }) => href(page)),
        help: () => help.current?.showModal(),
        theme: () => setTheme(nextTheme(currentTheme())),
        search: () => document.getElementById('search')?.focus(),
      }),
    [nav],
  );
  useLayoutEffect(() => {
    const heading = document.querySelector<HTMLElement>('main h1');
    document.title = `${route.page === 'overview' ? store.report.decision.decision : (heading?.textContent ?? '')} · ${store.report.run.target} · Plumbline`;
    if (first.current) first.current = false;
    // As a browser does for a new page: to its top, and the reading position to its heading.
    // Who types already, while a long page is still being made, goes on typing.
    else if (settlePlace() === 'followed' && !(document.activeElement instanceof HTMLInputElement))
      heading?.focus({ preventScroll: true });
  }, [place]);
  const Page = ownMember(PAGES, route.page) ?? Overview;
  return (
    <PageContext.Provider value={{ store, route }}>
      <Header pages={nav} onHelp={() => help.current?.showModal()} />
      <main tabIndex={-1}>
        <Page />
      </main>
      <Help dialog={help} />
    </PageContext.Provider>
  );
}

function navigation(store: Store): NavPage[] {
  return [
    { page: 'overview', label: 'Overview' },
    {
      page: 'todo',
      label: 'To do',
      count: todoItems(store, () => true, true).filter((item) => item.party !== 'known').length,
    },
    { page: 'matrix', label: 'Matrix' },
    { page: 'versions', label: 'Versions' },
    { page: 'requirements', label: 'Requirements' },
    { page: 'checks', label: 'Checks' },
    { page: 'open-points', label: 'Open points' },
    { page: 'waivers', label: 'Waivers' },
    ...(store.data.proof === undefined ? [] : [{ page: 'proof', label: 'Proof' }]),
    { page: 'run', label: 'Run' },
  ];
}

/** Paper cannot be unfolded: what is folded is opened for printing, and folded again. */
function unfoldForPrint(): () => void {
  let opened: HTMLDetailsElement[] = [];
  const before = (): void => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('main details.fold:not([open])')];
    for (const details of opened) details.open = true;
  };
  const after = (): void => {
    for (const details of opened) details.open = false;
    opened = [];
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
