import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { filtersOf, matcher } from '../lib/filters.ts';
import { count, plural } from '../lib/format.ts';
import { specsInOrder } from '../lib/todo.ts';
import { FilterBar } from '../ui/filter-bar.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { NamedCheck } from '../ui/title.tsx';
import { Head } from '../ui/head.tsx';

const MOST = 4;

/** Which seeded fault turns each check red: a check without one proves nothing. */
export function ProofPage(): JSX.Element {
  const { store, route } = usePage();
  const { proof } = store.data;
  const filters = filtersOf(route.params);
  const groups = useMemo(() => {
    const map = new Map<string, ReportCheck[]>();
    for (const check of store.report.checks.filter(matcher(store, filters)))
      map.set(check.id, [...(map.get(check.id) ?? []), check]);
    return [...map.values()]
      .flatMap((checks) =>
        checks[0] === undefined
          ? []
          : [
              {
                first: checks[0],
                checks,
                faults: [...new Set(checks.flatMap((check) => store.faults.get(checkKey(check))?.faults ?? []))],
                ofRule: checks.some((check) => store.faults.get(checkKey(check))?.ofRule === true),
              },
            ],
      )
      .sort((a, b) => Math.min(1, a.faults.length) - Math.min(1, b.faults.length));
  }, [store, JSON.stringify(filters)]);
  if (proof === undefined) return <PageTitle title="Proof" note="This report holds no proof." />;
  const proven = groups.filter((group) => group.faults.length > 0).length;
  const { rows, page, pages } = pageOf(groups, route);
  return (
    <>
      <PageTitle
        title="Proof"
        note={`${count(proven)} of ${plural(groups.length, 'check')} turn red on a seeded fault`}
      />
      <FilterBar menus={['service', 'spec', 'level', 'rule']} />
      {proof.survivors.length > 0 && (
        <section class="note">
          <h2>{plural(proof.survivors.length, 'fault')} that no check noticed</h2>
          <ul class="plain-list">
            {proof.survivors.map((fault) => (
              <li key={fault}>
                <code class="id">{fault}</code> {proof.faults[fault] ?? ''}
              </li>
            ))}
          </ul>
        </section>
      )}
      <table class="table stack">
        <Head columns={['Check', 'Versions', 'Turned red by']} />
        <tbody>
          {rows.map(({ first, checks, faults, ofRule }) => (
            <tr key={first.id}>
              <td class="wide">
                <NamedCheck check={first} />
              </td>
              <td data-label="Versions">{specsInOrder(store, first.service, checks).join(', ')}</td>
              <td data-label="Red by">
                {faults.length === 0 ? (
                  <b>no fault yet</b>
                ) : (
                  faults.slice(0, MOST).map((fault) => (
                    <span key={fault} class="row-sub">
                      <code class="id">{fault}</code> {proof.faults[fault] ?? ''}
                    </span>
                  ))
                )}
                {ofRule && <span class="row-sub dim">by this one, another check of its rule</span>}
                {faults.length > MOST && <span class="row-sub dim">and {faults.length - MOST} more</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}
