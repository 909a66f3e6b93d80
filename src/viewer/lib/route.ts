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

/** Changes some parameters of where the reader is, by the address and not by what was last drawn. */
export function changeParams(changes: Readonly<Record<string, string | undefined>>): void {
  const { page, params } = parseRoute(location.hash);
  replaceRoute(href(page, { ...params, page: undefined, ...changes }));
}

/** Goes there without a new entry in the history: for filters, which change with every key. */
function replaceRoute(to: string): void {
  history.replaceState(history.state, '', to);
  dispatchEvent(new HashChangeEvent('hashchange'));
}

const scrolls = new Map<string, number>();
let followed = false;

/** Remembers where the reader was when a link is followed. */
export function rememberScroll(): () => void {
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (link === null) return;
    scrolls.set(location.hash, scrollY);
    followed = true;
  };
  document.addEventListener('click', onClick, true);
  return () => document.removeEventListener('click', onClick, true);
}

/** Once a new page is laid out: a followed link starts at the top, going back returns to where the reader was. */
export function settleScroll(): 'followed' | 'returned' {
  const was = followed;
  followed = false;
  scrollTo(0, was ? 0 : (scrolls.get(location.hash) ?? scrollY));
  return was ? 'followed' : 'returned';
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
