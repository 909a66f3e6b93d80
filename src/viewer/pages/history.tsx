/** Earlier runs, changes since the baseline, and the proof that checks can fail. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import type { CheckRef } from '../../report/page/data.ts';
import { Badge } from '../components/badge.tsx';
import { CheckTable } from '../components/failure-table.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { countText, Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { CheckLink } from '../components/text.tsx';
import { Trend } from '../components/trend.tsx';
import { checkFilter, filtersOf } from '../data/filter.ts';
import { badgeOf, count, moment, plural } from '../data/format.ts';
import { flakyChecks, trendPoints } from '../data/history.ts';
import type { FlakyCheck, TrendPoint } from '../data/history.ts';
import type { ChangeKind, ReportIndex } from '../data/report-index.ts';
import { RUN_VIEWS } from './run.tsx';

const RUN_COLUMNS: readonly TableColumn<TrendPoint>[] = [
  { title: 'Run', kind: 'main', sort: ({ startedAt }) => startedAt, cell: ({ startedAt }) => moment(startedAt) },
  {
    title: 'Decision',
    cell: ({ decision }) => <Badge kind={decision === 'admit' ? 'pass' : 'fail'}>{decision}</Badge>,
  },
  { title: 'Fail', kind: 'number', sort: ({ fail }) => fail, cell: ({ fail }) => count(fail) },
  { title: 'Not judged', kind: 'number', sort: (row) => row.notJudged, cell: (row) => count(row.notJudged) },
];

export function History(): JSX.Element {
  const { index } = usePage();
  const points = useMemo(() => trendPoints(index), [index]);
  const newestFirst = useMemo(() => [...points].reverse(), [points]);
  const flaky = useMemo(() => flakyChecks(index), [index]);
  const flakyColumns = useMemo(
    (): readonly TableColumn<FlakyCheck>[] => [
      { title: 'Flaky check', kind: 'main', cell: ({ key }) => <CheckReference index={index} checkKey={key} /> },
      { title: 'Changes', kind: 'number', sort: ({ changes }) => changes, cell: ({ changes }) => count(changes) },
    ],
    [index],
  );
  return (
    <>
      <PageTitle title="History" note={plural(points.length, 'run')} views={RUN_VIEWS} />
      {points.length > 1 && <Trend points={points} />}
      <Table caption="Runs" name="runs" rows={newestFirst} columns={RUN_COLUMNS} rowKey={({ id }) => id} compact />
      <section>
        <h2>Flaky checks</h2>
        <p class="dim">Checks that changed between pass and fail three times or more.</p>
        <Table
          caption="Flaky checks"
          name="flaky"
          rows={flaky}
          columns={flakyColumns}
          rowKey={({ key }) => key}
          empty="No flaky check."
          compact
        />
      </section>
    </>
  );
}

/** A link to the check. A check that this run did not plan has only its id. */
function CheckReference({
  index,
  checkKey: key,
}: {
  readonly index: ReportIndex;
  readonly checkKey: string;
}): JSX.Element {
  const check = index.checks.get(key);
  return check === undefined ? <code class="id">{key}</code> : <CheckLink check={check} />;
}

const CHANGE_KINDS: readonly ChangeKind[] = ['appeared', 'stopped', 'fixed', 'added'];
const CHANGE_TEXT: Readonly<Record<ChangeKind, string>> = {
  appeared: 'new failure',
  stopped: 'not judged now',
  fixed: 'fixed',
  added: 'added',
};

type ChangeRow = CheckRef & { readonly kind: ChangeKind };

/** Every difference from the baseline, with the checks that this run did not plan. */
export function Changes(): JSX.Element {
  const { index, route } = usePage();
  const { baseline } = index.data;
  const { service, spec, change } = filtersOf(route.params);
  const all = useMemo(
    () => CHANGE_KINDS.flatMap((kind) => (baseline?.[kind] ?? []).map((ref): ChangeRow => ({ ...ref, kind }))),
    [baseline],
  );
  const rows = all.filter(
    (row) =>
      (service ?? row.service) === row.service && (spec ?? row.spec) === row.spec && (change ?? row.kind) === row.kind,
  );
  const columns = useMemo(() => changeColumns(index), [index]);
  if (baseline === undefined) return <PageTitle title="Changes since the baseline" note="No baseline was given." />;
  return (
    <>
      <PageTitle
        title={`Changes since ${moment(baseline.run.startedAt)}`}
        note={countText(rows.length, all.length, 'change')}
      />
      <FilterBar menus={['service', 'spec']} />
      <Table
        caption="Changes since the baseline"
        rows={rows}
        columns={columns}
        rowKey={(row) => `${row.kind} ${checkKey(row)}`}
        compact
      />
    </>
  );
}

function changeColumns(index: ReportIndex): readonly TableColumn<ChangeRow>[] {
  return [
    { title: 'Change', sort: ({ kind }) => CHANGE_KINDS.indexOf(kind), cell: ({ kind }) => CHANGE_TEXT[kind] },
    {
      title: 'Check',
      kind: 'main',
      sort: ({ id }) => id,
      cell: (row) => <CheckReference index={index} checkKey={checkKey(row)} />,
    },
    { title: 'Version', sort: ({ spec }) => spec, cell: ({ spec }) => spec },
    { title: 'Before', cell: ({ was }) => was !== undefined && <Badge kind={was} /> },
    {
      title: 'Now',
      cell: (row) => {
        const check = index.checks.get(checkKey(row));
        return check === undefined ? <span class="dim">not planned</span> : <Badge kind={badgeOf(check)} />;
      },
    },
  ];
}

const FAULTS_SHOWN = 4;

/** Which seeded fault makes each check fail. Without one, nothing shows that the check can fail. */
export function ProofPage(): JSX.Element {
  const { index, route } = usePage();
  const { proof } = index.data;
  const filters = filtersOf(route.params);
  const checks = useMemo(() => {
    const isProven = (check: ReportCheck): number => Math.min(1, index.faults.get(checkKey(check))?.faults.length ?? 0);
    return index.report.checks.filter(checkFilter(index, filters)).sort((a, b) => isProven(a) - isProven(b));
  }, [index, JSON.stringify(filters)]);
  const columns = useMemo(() => [faultColumn(index)], [index]);
  if (proof === undefined) return <PageTitle title="Proof" note="This report has no proof." views={RUN_VIEWS} />;
  const proven = checks.filter((check) => (index.faults.get(checkKey(check))?.faults.length ?? 0) > 0).length;
  return (
    <>
      <PageTitle
        title="Proof"
        note={`A seeded fault makes ${countText(proven, checks.length, 'check')} fail`}
        views={RUN_VIEWS}
      />
      <FilterBar menus={['service', 'spec', 'level', 'rule']} />
      {proof.survivors.length > 0 && (
        <section class="note">
          <h2>{plural(proof.survivors.length, 'fault')} that no check detects</h2>
          <ul>
            {proof.survivors.map((fault) => (
              <li key={fault}>
                <code class="id">{fault}</code> {proof.faults[fault] ?? ''}
              </li>
            ))}
          </ul>
        </section>
      )}
      <CheckTable checks={checks} caption="Checks and the faults that they detect" extra={columns} />
    </>
  );
}

function faultColumn(index: ReportIndex): TableColumn<ReportCheck> {
  return {
    title: 'Detects',
    cell: (check) => {
      const killers = index.faults.get(checkKey(check));
      const faults = killers?.faults ?? [];
      if (faults.length === 0) return <b>no fault yet</b>;
      return (
        <>
          {faults.slice(0, FAULTS_SHOWN).map((fault) => (
            <p key={fault}>
              <code class="id">{fault}</code> {index.data.proof?.faults[fault] ?? ''}
            </p>
          ))}
          {faults.length > FAULTS_SHOWN && <p class="row-note">and {faults.length - FAULTS_SHOWN} more</p>}
          {killers?.ofRule === true && <p class="row-note">detected by another check of the rule</p>}
        </>
      );
    },
  };
}
