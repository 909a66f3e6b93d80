/** Failures: the failure groups by assignee, and all checks. */
import { useMemo } from 'preact/hooks';
import { CheckTable, FailureTable } from '../components/failure-table.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { countText } from '../components/table.tsx';
import { CopyButton } from '../components/text.tsx';
import { ASSIGNEES, failureItems, issueOf, outdatedWaivers, taskText } from '../data/failure-items.ts';
import { checkFilter, filtersOf } from '../data/filter.ts';
import { plural } from '../data/format.ts';
import { useExchanges } from '../data/load.ts';
import { WaiverTable } from './waivers.tsx';

const VIEWS = [
  ['failures', 'Failures by cause'],
  ['failures/checks', 'All checks'],
] as const;

export function Failures() {
  const { index, route } = usePage();
  const exchanges = useExchanges();
  const filters = filtersOf(route.params);
  const items = useMemo(() => failureItems(index, checkFilter(index, filters)), [index, JSON.stringify(filters)]);
  // Filters select checks, so they hide all waivers.
  const outdated = Object.keys(filters).length === 0 ? outdatedWaivers(index, items) : [];
  return (
    <>
      <PageTitle title="Failures" note={plural(items.length, 'failure')} views={VIEWS} />
      <FilterBar />
      {items.length + outdated.length === 0 && (
        <p class="empty">{Object.keys(filters).length === 0 ? 'No check fails.' : 'No failure matches the filters.'}</p>
      )}
      {ASSIGNEES.map((to) => {
        const { id, title } = to;
        const own = items.filter(({ assignee }) => assignee === id);
        const waivers = id === 'waiver-owner' ? outdated : [];
        if (own.length + waivers.length === 0) return null;
        return (
          <section key={id}>
            <h2>
              {title} <span class="dim">{plural(own.length + waivers.length, 'item')}</span>
            </h2>
            <p class="dim">
              {taskText(to, own)}{' '}
              {id === 'service' && (
                <CopyButton
                  name="Copy issue texts"
                  label={plural(own.length, 'issue text')}
                  text={own.map(({ first }) => issueOf(index, first, exchanges)).join('\n')}
                />
              )}
            </p>
            {own.length > 0 && <FailureTable items={own} caption={title} name={id} />}
            {waivers.length > 0 && <WaiverTable waivers={waivers} name="outdated" />}
          </section>
        );
      })}
    </>
  );
}

export function Checks() {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const checks = useMemo(
    () => index.sortedChecks.filter(checkFilter(index, filters)),
    [index, JSON.stringify(filters)],
  );
  const note = countText(checks.length, index.report.checks.length, 'check');
  return (
    <>
      <PageTitle title="All checks" note={note} views={VIEWS} />
      <FilterBar />
      <CheckTable checks={checks} caption="Checks" />
    </>
  );
}
