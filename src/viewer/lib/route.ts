/** Every state of the page is in the address after `#`: a page and its parameters. */
import { useEffect, useState } from 'preact/hooks';

export type Params = Readonly<Record<string, string>>;

export interface Route {
  readonly page: string;
  readonly params: Params;
}

export function parseRoute(hash: string): Route {
  const [path, query] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  return { page: path === '' ? 'overview' : path, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** Where the reader is by the address, which is ahead of what was last drawn. */
export function currentPage(): string {
  return parseRoute(location.hash).page;
}

/** An address for a page; parameters without a value are left out. */
export function href(page: string, params: Readonly<Record<string, string | undefined>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') query.set(name, value);
  // Slashes and at-signs are plain in a fragment, and ids are full of them.
  const text = query.toString().replace(/%2F/g, '/').replace(/%40/g, '@');
  return `#/${page === 'overview' ? '' : page}${text === '' ? '' : `?${text}`}`;
}

export function checkHref(check: { readonly id: string; readonly spec: string }): string {
  return href('check', { id: check.id, spec: check.spec });
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

type Changes = Readonly<Record<string, string | undefined>>;

/** By the address and not by what was last drawn; another choice begins at the first page of its list. */
function changed(changes: Changes): string {
  const { page, params } = parseRoute(location.hash);
  return href(page, { ...params, page: undefined, ...changes });
}

/** What was chosen is a step of its own, which Back takes off. */
export function chooseParams(changes: Changes): void {
  location.hash = changed(changes);
}

/** What is typed changes with every key, and makes no step of the history. */
export function typeParams(changes: Changes): void {
  history.replaceState(history.state, '', changed(changes));
  dispatchEvent(new HashChangeEvent('hashchange'));
}

/** What a reader left on a page by a link: how far down it was, and where the link led. */
interface Left {
  readonly scroll: number;
  readonly link: string;
}

const left = new Map<string, Left>();
/** Where a link leads that was just followed. */
let followed: string | undefined;
/** The last page that was no card: what a card was opened from. */
let list: string | undefined;

/** Where the reader is; without a hash it is the overview. */
function here(): string {
  return location.hash === '' ? href('overview') : location.hash;
}

/** The list, filters and all, from which the reader came to a card. */
export function listBefore(): string | undefined {
  return list;
}

/** As if a link to it was followed. */
export function goTo(to: string): void {
  followed = to;
  location.hash = to;
}

/** Remembers where the reader was when a link is followed. */
export function rememberPlaces(): () => void {
  const onClick = (event: MouseEvent): void => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href^="#/"]') : null;
    const link = found?.getAttribute('href');
    if (found === null || link === null || link === undefined) return;
    left.set(here(), { scroll: scrollY, link });
    if (currentPage() !== 'check') list = here();
    // Up is the way back, to the item that was opened.
    followed = found.dataset['go'] === 'up' && left.has(link) ? undefined : link;
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** Once a new page is laid out: a followed link starts at the top, going back returns to where the reader was, and to the link that was followed there. */
export function settlePlace(): 'followed' | 'returned' {
  const isFollowed = followed === here();
  followed = undefined;
  const before = left.get(here());
  scrollTo(0, isFollowed ? 0 : (before?.scroll ?? scrollY));
  if (isFollowed) return 'followed';
  if (before !== undefined && !(document.activeElement instanceof HTMLInputElement)) focusLink(before.link);
  return 'returned';
}

function focusLink(to: string): void {
  const links = [...document.querySelectorAll<HTMLElement>('main a[href^="#/"]')];
  links.find((link) => link.getAttribute('href') === to)?.focus({ preventScroll: true });
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
