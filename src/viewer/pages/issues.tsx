import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, isFiltered, matcher } from '../lib/filters.ts';
import { plural } from '../lib/format.ts';
import { issueOf } from '../lib/issue.ts';
import { checkHref } from '../lib/route.ts';
import { todoItems } from '../lib/todo.ts';
import { useExchanges } from '../lib/use-exchanges.ts';
import { Command } from '../ui/command.tsx';
import { Copy } from '../ui/copy.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Text } from '../ui/text.tsx';

/** A text holds a whole exchange. */
const SIZE = 20;

/** What the service's team has to mend, one text a cause, to hand on to people who have nothing of Plumbline. */
export function Issues(): JSX.Element {
  const { store, route } = usePage();
  const exchanges = useExchanges();
  const filters = filtersOf(route.params);
  const items = useMemo(
    () =>
      todoItems(store, matcher(store, filters), false).flatMap((item) =>
        item.kind === 'cause' && item.party === 'service' ? [item] : [],
      ),
    [store, JSON.stringify(filters)],
  );
  const { rows, page, pages } = pageOf(items, route, SIZE);
  const texts = useMemo(() => rows.map(({ first }) => issueOf(store, first, exchanges)), [rows, exchanges]);
  return (
    <>
      <PageTitle title="For the service’s team" note={plural(items.length, 'issue')} />
      <p class="party-what">
        Each text says what is wrong, who asks for it, how to see it and what came, and needs nothing of Plumbline.{' '}
        {rows.length > 1 && <Copy text={texts.join('\n')} what={`all ${rows.length} texts of this page`} />}
      </p>
      <FilterBar />
      {items.length === 0 && (
        <p class="empty">Nothing for the service’s team{isFiltered(filters) ? ' within these filters' : ''}.</p>
      )}
      {rows.map(({ cause, first }, index) => (
        <section key={cause.id} class="issue">
          <h2>
            <a data-item href={checkHref(first)}>
              <Text>{cause.title}</Text>
            </a>
          </h2>
          <Command label={`issue ${(page - 1) * SIZE + index + 1}`} text={texts[index] ?? ''} />
        </section>
      ))}
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}
