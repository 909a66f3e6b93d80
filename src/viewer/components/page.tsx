/** Parts that every page uses: the report and the route, the title, pairs of names and values. */
import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { filtersOf } from '../data/filter.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { href, type Route } from '../data/route.ts';

export interface PageState {
  readonly index: ReportIndex;
  readonly route: Route;
}

export const PageContext = createContext<PageState | undefined>(undefined);

export function usePage(): PageState {
  const page = useContext(PageContext);
  if (page === undefined) throw new Error('PageContext is missing');
  return page;
}

interface PageTitleProps {
  readonly title: string;
  readonly note?: string;
  /** Route and label of each view of the tab. The filters stay. */
  readonly views?: readonly (readonly [string, string])[];
}

export function PageTitle({ title, note, views = [] }: PageTitleProps) {
  const { route } = usePage();
  return (
    <div class="page-title">
      <h1 tabIndex={-1}>{title}</h1>
      {/* Screen readers announce the new number when a filter changes. */}
      <p class="dim" role="status">
        {note}
      </p>
      {views.length > 0 && (
        <nav class="views no-print" aria-label="Views">
          {views.map(([page, label]) => (
            <a key={page} href={href(page, filtersOf(route.params))} aria-current={page === route.page && 'page'}>
              {label}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

interface SectionProps {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, children }: SectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export type Pair = readonly [name: ComponentChildren, value: ComponentChildren];

export function Pairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  return (
    <dl class="pairs">
      {pairs.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
