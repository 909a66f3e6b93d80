import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { partOf } from '../../report/standing.ts';
import { usePage } from '../lib/context.ts';
import { todoItems } from '../lib/todo.ts';
import { Changes } from '../overview/changes.tsx';
import { DecisionBlock } from '../overview/decision.tsx';
import { ServicesTable } from '../overview/services-table.tsx';
import { TodoList } from '../ui/todo-list.tsx';

/** The four questions, in their order; the fourth is answered by each item's card. */
export function Overview(): JSX.Element {
  const { store } = usePage();
  const items = useMemo(() => todoItems(store, () => true, true), [store]);
  return (
    <>
      <DecisionBlock />
      <ServicesTable />
      <Changes items={items} />
      <section aria-labelledby="todo-title">
        <h2 id="todo-title">Who must do what</h2>
        {items.length === 0 ? (
          <p class="dim">
            Nothing is left to do{partOf(store.report.summaries) === undefined ? '' : ' in the part that was asked for'}
            .
          </p>
        ) : (
          <TodoList items={items} most={8} heading="h3" />
        )}
      </section>
    </>
  );
}
