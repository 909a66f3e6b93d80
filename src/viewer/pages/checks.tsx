import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { usePage } from '../lib/context.ts';
import { filtersOf, matcher } from '../lib/filters.ts';
import { count, plural } from '../lib/format.ts';
import { markOf } from '../lib/words.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { MarkWord } from '../ui/mark.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Weight } from '../ui/tag.tsx';
import { NamedCheck } from '../ui/title.tsx';
import { Head } from '../ui/head.tsx';

/** Every check, worst first. */
export function Checks(): JSX.Element {
  const { store, route } = usePage();
  const filters = filtersOf(route.params);
  const found = useMemo(() => store.sorted.filter(matcher(store, filters)), [store, JSON.stringify(filters)]);
  const { rows, page, pages } = pageOf(found, route);
  const total = store.report.checks.length;
  return (
    <>
      <PageTitle
        title="Checks"
        note={found.length === total ? plural(total, 'check') : `${count(found.length)} of ${plural(total, 'check')}`}
      />
      <FilterBar />
      {rows.length === 0 ? (
        <p class="empty">No check is like this.</p>
      ) : (
        <table class="table stack compact checks">
          <Head columns={['Verdict', 'Check', 'Version', 'Weight']} />
          <tbody>
            {rows.map((check) => (
              <tr key={`${check.id}@${check.spec}`}>
                <td>
                  <MarkWord kind={markOf(check)} />
                </td>
                <td class="wide">
                  <NamedCheck check={check} />
                </td>
                <td data-label="Version">{check.spec}</td>
                <td data-label="Weight">
                  <Weight level={check.level} basis={check.basis} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}
