/** The report page: tabs, routes, keyboard shortcuts and printing. */
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { ownProperty } from '../model/json.ts';
import { PageContext, PageTitle } from './components/page.tsx';
import { Header, HelpDialog, type Tab } from './components/header.tsx';
import { failureItems } from './data/failure-items.ts';
import type { ReportIndex } from './data/report-index.ts';
import { href } from './data/route.ts';
import { listenToShortcuts, rememberPlaces, restorePlace, useRoute } from './navigation.ts';
import { CheckPage } from './pages/check.tsx';
import { Checks, Failures } from './pages/failures.tsx';
import { History } from './pages/history.tsx';
import { Overview } from './pages/overview.tsx';
import { Questions } from './pages/questions.tsx';
import { Requirements } from './pages/requirements.tsx';
import { RunPage } from './pages/run.tsx';
import { Versions } from './pages/versions.tsx';
import { Waivers } from './pages/waivers.tsx';

/** Every route of the report. Routes of earlier versions are in `data/route.ts`. */
const PAGES: Readonly<Record<string, () => JSX.Element>> = {
  overview: Overview,
  failures: Failures,
  'failures/checks': Checks,
  check: CheckPage,
  requirements: Requirements,
  versions: Versions,
  run: RunPage,
  'run/questions': Questions,
  'run/waivers': Waivers,
  'run/history': History,
};

/** The tab that contains a page. */
function tabOf(page: string): string {
  return page === 'check' ? 'failures' : (page.split('/')[0] ?? page);
}

export function App({ index }: { readonly index: ReportIndex }) {
  const route = useRoute();
  const help = useRef<HTMLDialogElement>(null);
  const openHelp = (): void => help.current?.showModal();
  const tabs = useMemo(() => tabsOf(index), [index]);
  const place = JSON.stringify([route.page, route.params['id'], route.params['spec'], pageNumbers(route.params)]);
  const isFirst = useRef(true);
  useEffect(rememberPlaces, []);
  useEffect(unfoldForPrint, []);
  useEffect(() => listenToShortcuts({ tabs: tabs.map(({ page }) => href(page)), openHelp }), [tabs]);
  useLayoutEffect(() => {
    const title = document.querySelector('main h1')?.textContent ?? '';
    document.title = `${title} · ${index.report.run.target} · Plumbline`;
    if (!isFirst.current) restorePlace();
    isFirst.current = false;
    dispatchEvent(new Event('plumbline:rendered'));
  }, [place]);
  const Page = ownProperty(PAGES, route.page) ?? NotFound;
  return (
    <PageContext.Provider value={{ index, route }}>
      <Header tabs={tabs} currentTab={tabOf(route.page)} onHelp={openHelp} />
      <main tabIndex={-1}>
        <Page />
      </main>
      <HelpDialog dialog={help} />
    </PageContext.Provider>
  );
}

function tabsOf(index: ReportIndex): readonly Tab[] {
  const failures = failureItems(index).filter(({ assignee }) => assignee !== 'waived');
  return [
    { page: 'overview', label: 'Overview' },
    { page: 'failures', label: 'Failures', count: failures.length },
    { page: 'requirements', label: 'Requirements' },
    { page: 'versions', label: 'Versions' },
    { page: 'run', label: 'Run' },
  ];
}

/** The page numbers of all tables: another page of a list starts at its top. */
function pageNumbers(params: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(params).filter(([name]) => /(^|\.)page$/.test(name));
}

function NotFound() {
  return (
    <>
      <PageTitle title="Page not found" />
      <p class="empty">
        This report has no page with this address. <a href={href('overview')}>Open the overview</a>
      </p>
    </>
  );
}

/** Opens folded parts for printing, because a reader cannot open them on paper. */
function unfoldForPrint(): () => void {
  let opened: readonly HTMLDetailsElement[] = [];
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
