/** Navigation: the current route, the scroll position of earlier pages, and keyboard shortcuts. */
import { useEffect, useState } from 'preact/hooks';
import { changedHref, href, parseRoute, type Route } from './data/route.ts';
import { areShortcutsOn, switchTheme } from './data/settings.ts';

type ParamChanges = Readonly<Record<string, string | undefined>>;

/** The route in the URL. It is ahead of the rendered route while a page renders. */
export function currentRoute(): Route {
  return parseRoute(location.hash);
}

export function useRoute(): Route {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const update = (): void => setHash(location.hash);
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return parseRoute(hash);
}

/** Changes parameters and adds a step to the history of the browser: a filter, a sort order. */
export function setParams(changes: ParamChanges): void {
  location.hash = changedHref(currentRoute(), changes);
}

/** Changes parameters without a step in the history: text while the reader types it. */
export function replaceParams(changes: ParamChanges): void {
  history.replaceState(history.state, '', changedHref(currentRoute(), changes));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** Scroll position and followed link of each page that the reader left. */
const leftPlaces = new Map<string, { readonly scroll: number; readonly link: string }>();
let followedLink: string | undefined;
let lastList: string | undefined;

function currentHash(): string {
  return location.hash === '' ? href('overview') : location.hash;
}

/** The list, with its filters, from which the reader opened a check. */
export function listBefore(): string | undefined {
  return lastList;
}

function goTo(address: string): void {
  followedLink = address;
  location.hash = address;
}

/** Stores the scroll position when the reader follows a link. */
export function rememberPlaces(): () => void {
  const onClick = ({ target }: MouseEvent): void => {
    const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    if (anchor === null) return;
    const link = anchor.hash;
    leftPlaces.set(currentHash(), { scroll: scrollY, link });
    if (currentRoute().page !== 'check') lastList = currentHash();
    // A link up returns to the item that was opened, like Back.
    followedLink = anchor.dataset['go'] === 'up' && leftPlaces.has(link) ? undefined : link;
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** After layout of a new page: a followed link starts at the top, Back returns to the position and the link that the reader left. */
export function restorePlace(): void {
  const isFollowed = followedLink === currentHash();
  followedLink = undefined;
  const place = leftPlaces.get(currentHash());
  scrollTo(0, isFollowed ? 0 : (place?.scroll ?? scrollY));
  // A reader who already types in the search box keeps the focus there.
  if (document.activeElement instanceof HTMLInputElement) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')];
  const target = isFollowed
    ? document.querySelector<HTMLElement>('main h1')
    : links.find(({ hash }) => hash === place?.link);
  target?.focus({ preventScroll: true });
}

export interface ShortcutActions {
  /** Addresses of the tabs: key 1 opens the first one. */
  readonly tabs: readonly string[];
  readonly openHelp: () => void;
}

export function listenToShortcuts(actions: ShortcutActions): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areShortcutsOn()) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      if (event.key === 'Escape') target.blur();
    } else if (runShortcut(event.key, actions)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** Returns true if the key is a shortcut. */
function runShortcut(key: string, { tabs, openHelp }: ShortcutActions): boolean {
  const tab = tabs[Number(key) - 1];
  if (tab !== undefined) goTo(tab);
  else if (key === '/') focusSearch();
  else if (key === '?') openHelp();
  else if (key === 't') switchTheme();
  else if (key === 'j') focusItem(1);
  else if (key === 'k') focusItem(-1);
  else if (key === 'n') followRelation('next');
  else if (key === 'p') followRelation('previous');
  else if (key === 'u') followRelation('up');
  else return false;
  return true;
}

/** Pages without a list have no search box: the list of all checks has one, after it rendered. */
function focusSearch(): void {
  const find = (): HTMLElement | null => document.getElementById('search');
  if (find() === null) goTo(href('failures/checks'));
  if (find() === null) addEventListener('plumbline:rendered', () => find()?.focus(), { once: true });
  else find()?.focus();
}

/** Moves the focus to the next or previous item of the page. */
function focusItem(step: number): void {
  const items = [...document.querySelectorAll<HTMLElement>('main [data-item]')].filter(
    (item) => item.offsetParent !== null,
  );
  const at = items.findIndex((item) => item === document.activeElement);
  const next = at >= 0 ? at + step : step > 0 ? 0 : items.length - 1;
  const item = items[Math.min(items.length - 1, Math.max(0, next))];
  item?.focus();
  item?.scrollIntoView({ block: 'nearest' });
}

function followRelation(relation: string): void {
  document.querySelector<HTMLAnchorElement>(`main a[data-go="${relation}"]`)?.click();
}
