import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, matcher } from '../lib/filters.ts';
import { plural } from '../lib/format.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { MARK_ORDER } from '../lib/words.ts';
import { makeGrid } from '../matrix/cells.ts';
import { MatrixList } from '../matrix/matrix-list.tsx';
import { MatrixTable } from '../matrix/matrix-table.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { MarkWord } from '../ui/mark.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export function Matrix(): JSX.Element {
  const { store, route } = usePage();
  const narrow = useMedia(NARROW);
  const filters = filtersOf(route.params);
  const found = useMemo(() => store.report.checks.filter(matcher(store, filters)), [store, JSON.stringify(filters)]);
  const grids = useMemo(
    () => store.services.map((service) => makeGrid(service, found)).filter((grid) => grid.endpoints.length > 0),
    [store, found],
  );
  return (
    <>
      <PageTitle title="Matrix" note={plural(found.length, 'check')} />
      <FilterBar />
      <p class="legend-line">
        {MARK_ORDER.map((kind) => (
          <MarkWord key={kind} kind={kind} />
        ))}
      </p>
      <p class="dim">Each cell shows the worst it holds, and how often; it leads to its checks.</p>
      {grids.length === 0 && <p class="empty">No check is like this.</p>}
      {grids.map((grid) => (
        <section key={grid.service}>
          <h2>{grid.service}</h2>
          {narrow ? <MatrixList grid={grid} /> : <MatrixTable grid={grid} />}
        </section>
      ))}
    </>
  );
}
