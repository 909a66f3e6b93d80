import type { JSX } from 'preact';
import { usePage } from '../lib/context.ts';
import { checkKey } from '../../report/page/data.ts';
import type { CheckRef } from '../../report/page/data.ts';
import { moment, plural } from '../lib/format.ts';
import { CheckLink } from '../ui/check-link.tsx';
import { pageOf, Pager } from '../ui/pager.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Head } from '../ui/head.tsx';

const TEXT = { appeared: 'fails now', stopped: 'not judged now', fixed: 'fixed', added: 'added' } as const;

/** Every difference from the baseline, checks that are no longer planned among them. */
export function ChangesPage(): JSX.Element {
  const { store, route } = usePage();
  const { baseline } = store.data;
  if (baseline === undefined) return <PageTitle title="Since the baseline" note="No baseline was given." />;
  const kinds = ['appeared', 'stopped', 'fixed', 'added'] as const;
  const all = kinds.flatMap((kind) =>
    (baseline[kind] ?? []).map((ref): { kind: keyof typeof TEXT; ref: CheckRef } => ({ kind, ref })),
  );
  const { rows, page, pages } = pageOf(all, route);
  return (
    <>
      <PageTitle title={`Since ${moment(baseline.run.startedAt)}`} note={plural(all.length, 'difference')} />
      <table class="table stack">
        <Head columns={['Difference', 'Check', 'Was']} />
        <tbody>
          {rows.map(({ kind, ref }) => (
            <tr key={`${kind} ${checkKey(ref)}`}>
              <td>{TEXT[kind]}</td>
              <td>
                <CheckLink checkKey={checkKey(ref)} />
              </td>
              <td data-label="Was">{ref.was ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Pager route={route} page={page} pages={pages} />
    </>
  );
}
