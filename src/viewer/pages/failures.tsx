/** Failures: the failure groups, all checks, and the groups as texts of issues. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageTitle, usePage } from '../components/page.tsx';
import { CheckTable, FailureTable } from '../components/failure-table.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { countText, Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { CodeBlock, CopyButton, Text } from '../components/text.tsx';
import { ASSIGNEE_TEXT, ASSIGNEES, failureItems, issueOf, outdatedWaivers } from '../data/failure-items.ts';
import type { FailureItem } from '../data/failure-items.ts';
import { checkFilter, filtersOf, isFiltered } from '../data/filter.ts';
import { plural } from '../data/format.ts';
import { useExchanges } from '../data/load.ts';
import { checkHref, href } from '../data/route.ts';
import { WaiverTable } from './waivers.tsx';

const VIEWS = [
  ['failures', 'Failure groups'],
  ['failures/checks', 'All checks'],
  ['failures/issues', 'Issue texts'],
] as const;

function useFailureItems(): readonly FailureItem[] {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  return useMemo(() => failureItems(index, checkFilter(index, filters)), [index, JSON.stringify(filters)]);
}

export function Failures(): JSX.Element {
  const { index, route } = usePage();
  const items = useFailureItems();
  const isComplete = !isFiltered(filtersOf(route.params));
  const outdated = isComplete ? outdatedWaivers(index, items) : [];
  return (
    <>
      <PageTitle title="Failures" note={plural(items.length, 'failure group')} views={VIEWS} />
      <FilterBar />
      {items.length + outdated.length === 0 && (
        <p class="empty">{isComplete ? 'No failures.' : 'No failure matches the filters.'}</p>
      )}
      {ASSIGNEES.map((assignee) => {
        const own = items.filter((item) => item.assignee === assignee);
        const waivers = assignee === 'waiver-owner' ? outdated : [];
        if (own.length + waivers.length === 0) return null;
        const { title, task } = ASSIGNEE_TEXT[assignee];
        return (
          <section key={assignee} class="assignee">
            <h2>
              {title} <span class="dim">{plural(own.length + waivers.length, 'item')}</span>
            </h2>
            <p class="dim">{task}</p>
            {own.length > 0 && <FailureTable items={own} caption={title} name={assignee} />}
            {waivers.length > 0 && <WaiverTable waivers={waivers} name="outdated" />}
          </section>
        );
      })}
    </>
  );
}

export function Checks(): JSX.Element {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const checks = useMemo(
    () => index.sortedChecks.filter(checkFilter(index, filters)),
    [index, JSON.stringify(filters)],
  );
  return (
    <>
      <PageTitle
        title="All checks"
        note={countText(checks.length, index.report.checks.length, 'check')}
        views={VIEWS}
      />
      <FilterBar />
      <CheckTable checks={checks} />
    </>
  );
}

/** An issue text contains a complete exchange, so a page has few of them. */
const ISSUES_PER_PAGE = 20;

export function Issues(): JSX.Element {
  const { index } = usePage();
  const exchanges = useExchanges();
  const items = useFailureItems().filter(({ assignee }) => assignee === 'service');
  const columns: readonly TableColumn<FailureItem>[] = [
    {
      title: 'Issue',
      kind: 'main',
      cell: ({ cause, first }) => (
        <>
          <a class="row-title" data-item href={checkHref(first)}>
            <Text>{cause.title}</Text>
          </a>
          <CodeBlock label={`issue text: ${cause.title}`} text={issueOf(index, first, exchanges)} />
        </>
      ),
    },
  ];
  const texts = items.slice(0, ISSUES_PER_PAGE).map(({ first }) => issueOf(index, first, exchanges));
  return (
    <>
      <PageTitle title="Issue texts" note={plural(items.length, 'issue')} views={VIEWS} />
      <p class="dim">
        One text per failure group for the service team. The reader does not need Plumbline.{' '}
        {texts.length > 1 && <CopyButton text={texts.join('\n')} label={`the first ${texts.length} issue texts`} />}
      </p>
      <FilterBar />
      <Table
        caption="Issue texts"
        rows={items}
        columns={columns}
        rowKey={({ cause }) => cause.id}
        empty="No issue for the service team."
        pageSize={ISSUES_PER_PAGE}
      />
      <p>
        <a href={href('failures')} data-go="up">
          Back to the failures
        </a>
      </p>
    </>
  );
}
