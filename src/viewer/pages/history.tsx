/** History: changes since the baseline, earlier runs, and flaky checks. */
import { useMemo } from 'preact/hooks';
import { checkKey, type CheckRef } from '../../report/page/data.ts';
import { Badge } from '../components/badge.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { CheckLink } from '../components/text.tsx';
import { Trend } from '../components/trend.tsx';
import { count, moment, plural } from '../data/format.ts';
import { type FlakyCheck, flakyChecks, type TrendPoint, trendPoints } from '../data/history.ts';
import type { ChangeKind } from '../data/report-index.ts';
import { RUN_VIEWS } from './run.tsx';

export function History() {
  const { index } = usePage();
  const points = useMemo(() => trendPoints(index), [index]);
  const newestFirst = useMemo(() => [...points].reverse(), [points]);
  const flaky = useMemo(() => flakyChecks(index), [index]);
  return (
    <>
      <PageTitle title="History" note={plural(points.length, 'run')} views={RUN_VIEWS} />
      <Changes />
      <Section title="Runs">
        {points.length > 1 && <Trend points={points} />}
        <Table caption="Runs" name="runs" rows={newestFirst} columns={RUN_COLUMNS} rowKey={({ id }) => id} compact />
      </Section>
      <Section title="Flaky checks">
        <p class="dim">Checks that changed between pass and fail at least three times.</p>
        <Table
          caption="Flaky checks"
          name="flaky"
          rows={flaky}
          columns={FLAKY_COLUMNS}
          rowKey={({ key }) => key}
          empty="No check is flaky."
          compact
        />
      </Section>
    </>
  );
}

const RUN_COLUMNS: readonly TableColumn<TrendPoint>[] = [
  { title: 'Run', kind: 'main', sort: ({ startedAt }) => startedAt, cell: ({ startedAt }) => moment(startedAt) },
  {
    title: 'Decision',
    cell: ({ decision }) => (
      <Badge kind={decision === 'admit' ? 'pass' : 'fail'}>{decision === 'admit' ? 'approved' : 'blocked'}</Badge>
    ),
  },
  { title: 'Failed', kind: 'number', sort: ({ fail }) => fail, cell: ({ fail }) => count(fail) },
  { title: 'Not judged', kind: 'number', sort: (row) => row.notJudged, cell: (row) => count(row.notJudged) },
];

const FLAKY_COLUMNS: readonly TableColumn<FlakyCheck>[] = [
  { title: 'Check', kind: 'main', cell: ({ key }) => <CheckReference checkKey={key} /> },
  { title: 'Changes', kind: 'number', sort: ({ changes }) => changes, cell: ({ changes }) => count(changes) },
];

/** A link to the check. A check that this run did not plan has only its id. */
function CheckReference({ checkKey: key }: { readonly checkKey: string }) {
  const check = usePage().index.checks.get(key);
  return check === undefined ? <code class="id">{key}</code> : <CheckLink check={check} />;
}

const CHANGE_TEXT: Readonly<Record<ChangeKind, string>> = {
  appeared: 'new failure',
  stopped: 'no longer judged',
  fixed: 'fixed',
  added: 'new check',
};
const CHANGE_KINDS = Object.keys(CHANGE_TEXT) as readonly ChangeKind[];

type ChangeRow = CheckRef & { readonly kind: ChangeKind };

const CHANGE_COLUMNS: readonly TableColumn<ChangeRow>[] = [
  { title: 'Change', sort: ({ kind }) => CHANGE_KINDS.indexOf(kind), cell: ({ kind }) => CHANGE_TEXT[kind] },
  { title: 'Check', kind: 'main', sort: ({ id }) => id, cell: (row) => <CheckReference checkKey={checkKey(row)} /> },
  { title: 'Version', sort: ({ spec }) => spec, cell: ({ spec }) => spec },
  { title: 'Before', cell: ({ was }) => was !== undefined && <Badge kind={was} /> },
];

/** Every difference from the baseline, with the checks that this run did not plan. */
function Changes() {
  const { index, route } = usePage();
  const { baseline } = index.data;
  const { change } = route.params;
  const rows = useMemo(
    () =>
      CHANGE_KINDS.filter((kind) => (change ?? kind) === kind).flatMap((kind) =>
        (baseline?.[kind] ?? []).map((ref): ChangeRow => ({ ...ref, kind })),
      ),
    [baseline, change],
  );
  if (baseline === undefined) return null;
  return (
    <Section title={`Changes since ${moment(baseline.run.startedAt)}`}>
      <FilterBar menus={['change']} />
      <Table
        caption="Changes since the last run"
        name="changes"
        rows={rows}
        columns={CHANGE_COLUMNS}
        rowKey={(row) => `${row.kind} ${checkKey(row)}`}
        empty="No check changed."
        compact
      />
    </Section>
  );
}
