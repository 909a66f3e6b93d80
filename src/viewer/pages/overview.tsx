import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { leftWords } from '../../report/left-behind.ts';
import type { Leftovers } from '../../report/model.ts';
import { partOf } from '../../report/standing.ts';
import { usePage } from '../lib/context.ts';
import { capital } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { todoItems } from '../lib/todo.ts';
import { Changes } from '../overview/changes.tsx';
import { DecisionBlock } from '../overview/decision.tsx';
import { ServicesTable } from '../overview/services-table.tsx';
import { TodoList } from '../ui/todo-list.tsx';

/** The four questions, in their order; the fourth is answered by each item's card. */
export function Overview(): JSX.Element {
  const { store } = usePage();
  const { leftovers = [] } = store.report.run;
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
            {leftovers.length === 0 ? '' : ', but with what was left behind'}.
          </p>
        ) : (
          <TodoList items={items} most={8} heading="h3" />
        )}
      </section>
      {leftovers.length > 0 && <LeftBehind leftovers={leftovers} />}
    </>
  );
}

/** The target is no longer as it was: somebody has to know, whatever the verdicts are. */
function LeftBehind({ leftovers }: { readonly leftovers: readonly Leftovers[] }): JSX.Element {
  return (
    <section aria-labelledby="left-title">
      <h2 id="left-title">Left behind</h2>
      <p>
        {capital(leftWords(leftovers))}. <a href={href('run')}>Which, why, and what to do</a>
      </p>
    </section>
  );
}
