/** Parts that every page uses: the report and the route, the title, and the button for the colour scheme. */
import { createContext } from 'preact';
import type { JSX } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { filtersOf } from '../data/filter.ts';
import { capital } from '../data/format.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { href } from '../data/route.ts';
import type { Route } from '../data/route.ts';
import { currentTheme, nextTheme, setTheme } from '../data/settings.ts';

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

/** Heading of a page, the number of rows, and links to the other views of the tab. The filters stay. */
export function PageTitle({
  title,
  note,
  views = [],
}: {
  readonly title: string;
  readonly note?: string;
  /** Route and label of each view. */
  readonly views?: readonly (readonly [string, string])[];
}): JSX.Element {
  const { route } = usePage();
  return (
    <div class="page-title">
      <h1 tabIndex={-1}>{title}</h1>
      {/* A status region: screen readers announce the new number when a filter changes. */}
      {note !== undefined && (
        <p class="dim" role="status">
          {note}
        </p>
      )}
      {views.length > 0 && (
        <nav class="views no-print" aria-label="Views">
          {views.map(([page, label]) => (
            <a
              key={page}
              href={href(page, filtersOf(route.params))}
              {...(page === route.page ? { 'aria-current': 'page' as const } : {})}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
    </div>
  );
}

export function ThemeButton(): JSX.Element {
  const [theme, setShown] = useState(currentTheme);
  useEffect(() => {
    const update = (): void => setShown(currentTheme());
    addEventListener('plumbline:theme', update);
    return () => removeEventListener('plumbline:theme', update);
  }, []);
  return (
    <button
      type="button"
      class="button"
      title="Colour scheme"
      aria-label={`Colour scheme: ${theme}. Change to ${nextTheme()}`}
      onClick={() => setTheme(nextTheme())}
    >
      {capital(theme)}
    </button>
  );
}
