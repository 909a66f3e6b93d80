import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, isFiltered, matcher } from '../lib/filters.ts';
import { plural } from '../lib/format.ts';
import { todoItems } from '../lib/todo.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TodoList } from '../ui/todo-list.tsx';

/** Everything that somebody must act on, one item for each cause. */
export function Todo(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const items = useMemo(
    () => todoItems(store, matcher(store, filters), !isFiltered(filters)),
    [store, JSON.stringify(filters)],
  );
  const { rows, page, pages } = pageOf(items, route);
  return (
    <>
      <PageTitle title="Who must do what" note={plural(items.length, 'item')} />
      <FilterBar />
      {items.length === 0 ? (
        <p class="empty">Nothing to do{isFiltered(filters) ? ' within these filters' : ''}.</p>
      ) : (
        <TodoList items={rows} heading="h2" />
      )}
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}
