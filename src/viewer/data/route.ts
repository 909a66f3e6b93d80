/** Routes: every state of the page is in the URL hash, as `#/page?name=value`. */
import { ownProperty } from '../../model/json.ts';

export type RouteParams = Readonly<Record<string, string>>;

export interface Route {
  readonly page: string;
  readonly params: RouteParams;
}

type ParamChanges = Readonly<Record<string, string | undefined>>;

/** Pages of earlier versions of the report. Links to them are in issues and chats and must stay valid. Parameters are the same. */
const REDIRECTS: Readonly<Record<string, string>> = {
  todo: 'failures',
  issues: 'failures',
  checks: 'failures/checks',
  matrix: 'versions',
  'open-points': 'run/questions',
  waivers: 'run/waivers',
  proof: 'run',
  changes: 'run/history',
};

export function parseRoute(hash: string): Route {
  const [path = '', ...query] = hash.replace(/^#\/?/, '').split('?');
  const page = path === '' ? 'overview' : path;
  return {
    page: ownProperty(REDIRECTS, page) ?? page,
    params: Object.fromEntries(new URLSearchParams(query.join('?'))),
  };
}

/** Address of a page. Parameters without a value are omitted. */
export function href(page: string, params: ParamChanges = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined && value !== '') query.set(name, value);
  // Slash and @ are plain in a fragment (RFC 3986 §3.5), and check ids are full of them.
  const text = query.toString().replace(/%2F/g, '/').replace(/%40/g, '@');
  return `#/${page === 'overview' ? '' : page}${text === '' ? '' : `?${text}`}`;
}

export function checkHref(check: { readonly id: string; readonly spec: string }): string {
  return href('check', { id: check.id, spec: check.spec });
}

/** Address of a list of checks that match the filters. */
export function checksHref(filters: ParamChanges): string {
  return href('failures/checks', filters);
}

/** Address with changed parameters. A new filter or sort order starts at the first page of the list. */
export function changedHref({ page, params }: Route, changes: ParamChanges): string {
  const kept = Object.fromEntries(Object.entries(params).filter(([name]) => !/(^|\.)page$/.test(name)));
  return href(page, { ...kept, ...changes });
}
