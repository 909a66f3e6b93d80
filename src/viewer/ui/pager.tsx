import type { JSX } from 'preact';
import { count } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import type { Route } from '../lib/route.ts';

export const PAGE_SIZE = 100;

/** The part of a list that the address asks for. */
export function pageOf<T>(
  rows: readonly T[],
  route: Route,
  size = PAGE_SIZE,
): { readonly rows: readonly T[]; readonly page: number; readonly pages: number } {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const asked = Number.parseInt(route.params['page'] ?? '1', 10);
  const page = Math.min(pages, Math.max(1, Number.isNaN(asked) ? 1 : asked));
  return { rows: rows.slice((page - 1) * size, page * size), page, pages };
}

export function Pager({
  route,
  page,
  pages,
}: {
  readonly route: Route;
  readonly page: number;
  readonly pages: number;
}): JSX.Element | null {
  if (pages === 1) return null;
  const to = (target: number): string =>
    href(route.page, { ...route.params, page: target === 1 ? undefined : String(target) });
  const link = (target: number, label: string, relation: string): JSX.Element =>
    target < 1 || target > pages || target === page ? (
      <span class="button off">{label}</span>
    ) : (
      <a class="button" href={to(target)} data-go={relation}>
        {label}
      </a>
    );
  return (
    <nav class="pager no-print" aria-label="Pages of this list">
      {link(1, 'First', 'first')}
      {link(page - 1, 'Previous', 'previous')}
      <span>
        Page {count(page)} of {count(pages)}
      </span>
      {link(page + 1, 'Next', 'next')}
      {link(pages, 'Last', 'last')}
    </nav>
  );
}
