/** Run: target, times, preflight, checks without a verdict, orphaned records, proof, slow operations. */
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../model/objects.ts';
import { orphanAdvice, orphanCounts } from '../../report/orphaned-records.ts';
import type { Leftovers, ReportCheck } from '../../report/model.ts';
import { timingsOf } from '../../report/page/cited.ts';
import { checkKey, type OperationTiming } from '../../report/page/data.ts';
import { Badge } from '../components/badge.tsx';
import { CheckTable } from '../components/failure-table.tsx';
import { PageTitle, Pairs, Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { CodeBlock, Text } from '../components/text.tsx';
import {
  BADGE_ORDER,
  capitalize,
  count,
  duration,
  moment,
  plural,
  runDuration,
  selectionTexts,
} from '../data/format.ts';
import { useExchanges } from '../data/load.ts';
import { checksHref } from '../data/route.ts';

export const RUN_VIEWS = [
  ['run', 'This run'],
  ['run/questions', 'Open questions'],
  ['run/waivers', 'Waivers'],
  ['run/history', 'History'],
] as const;

export function RunPage() {
  const { run, decision } = usePage().index.report;
  return (
    <>
      <PageTitle title="Run" views={RUN_VIEWS} />
      <div class="two-columns">
        <Section title="This run">
          <Pairs
            pairs={[
              ['Run', run.id],
              ['Target', run.target],
              ['Started', moment(run.startedAt)],
              ['Finished', moment(run.finishedAt)],
              ['Duration', runDuration(run)],
              ['Requests', count(run.exchanges)],
              ['Policy', decision.policy],
              ...selectionTexts(run).map((text) => ['Selection', text] as const),
              ['Hash of the plan', run.planHash],
              ['Plumbline version', run.plumbline],
            ]}
          />
        </Section>
        <Section title="Environment">
          <Pairs pairs={Object.entries(run.environment)} />
        </Section>
      </div>
      <Preflight />
      <NotJudged />
      <OrphanedRecords />
      <SlowestOperations />
      <Proof />
    </>
  );
}

function Preflight() {
  const { preflight } = usePage().index.report.run;
  if (preflight === undefined) return null;
  const { stops = [], warnings = [] } = preflight;
  const problems = [
    ...stops.map(
      ({ service, specs, cause, hint }) => `${service} ${specs.join(', ')} was not tested: ${cause}. ${hint}`,
    ),
    ...warnings,
  ];
  return (
    <Section title="Preflight checks">
      {problems.length === 0 && <p class="dim">The address, the clock, the sign-in and the version are correct.</p>}
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <Text>{problem}</Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Checks with the same verdict and cause. */
type CauseRow = readonly [ReportCheck, ...ReportCheck[]];

const CAUSE_COLUMNS: readonly TableColumn<CauseRow>[] = [
  { title: 'Verdict', cell: ([{ verdict }]) => <Badge kind={verdict} /> },
  { title: 'Cause', kind: 'main', cell: ([{ cause }]) => <Text>{cause ?? 'The report contains no cause.'}</Text> },
  {
    title: 'Checks',
    kind: 'number',
    sort: (checks) => checks.length,
    cell: ({ length, 0: { verdict, cause } }) => (
      <a href={checksHref({ verdict, q: cause })} data-item>
        {count(length)}
      </a>
    ),
  },
];

function NotJudged() {
  const { report } = usePage().index;
  const rows = useMemo(() => {
    const checks = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail');
    const rank = ([{ verdict }, ...others]: CauseRow): number => BADGE_ORDER.indexOf(verdict) * 1e6 - others.length;
    return [...groupBy(checks, ({ verdict, cause }) => `${verdict} ${cause}`).values()]
      .flatMap(([first, ...others]): readonly CauseRow[] => (first === undefined ? [] : [[first, ...others]]))
      .sort((a, b) => rank(a) - rank(b));
  }, [report]);
  return (
    <Section title="Checks without a result">
      <Table
        caption="Causes of checks without a result"
        name="causes"
        rows={rows}
        columns={CAUSE_COLUMNS}
        rowKey={([{ verdict, cause }]) => `${verdict} ${cause}`}
        empty="Every check passed or failed."
        compact
      />
    </Section>
  );
}

const ORPHAN_COLUMNS: readonly TableColumn<Leftovers>[] = [
  { title: 'Endpoint', kind: 'main', cell: ({ endpoint }) => endpoint },
  { title: 'Service', cell: ({ service, spec }) => `${service} ${spec}` },
  { title: 'Records', kind: 'number', cell: (row) => count(row.count) },
  { title: 'Reason', cell: ({ changed, why }) => (changed === true ? `changed, not restored: ${why}` : why) },
  { title: 'IDs', cell: ({ ids, count: records }) => `${ids.join(', ')}${ids.length < records ? ' …' : ''}` },
];

function OrphanedRecords() {
  const { run } = usePage().index.report;
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return null;
  const { text, command } = orphanAdvice(run);
  return (
    <Section title="Orphaned records">
      <p class="dim">
        {capitalize(orphanCounts(leftovers))}. {text}.
      </p>
      {command !== undefined && <CodeBlock label="Cleanup command, for the folder of the run" text={command} />}
      <Table
        caption="Orphaned records"
        name="orphans"
        rows={leftovers}
        columns={ORPHAN_COLUMNS}
        rowKey={({ service, spec, endpoint, why }) => `${service} ${spec} ${endpoint} ${why}`}
      />
    </Section>
  );
}

/** Faults of the reference services show that a check can fail. The page of each check lists its faults. */
function Proof() {
  const { report, data, faults } = usePage().index;
  const unproven = useMemo(
    () => report.checks.filter((check) => (faults.get(checkKey(check))?.faults.length ?? 0) === 0),
    [report, faults],
  );
  const { proof } = data;
  if (proof === undefined) return null;
  return (
    <Section title="Mutation testing">
      <p class="dim">
        Plumbline seeds faults in its reference services to test the checks.{' '}
        {count(report.checks.length - unproven.length)} of {plural(report.checks.length, 'check')} detect at least one
        of these faults.{' '}
        {proof.survivors.length === 0
          ? 'Each fault is detected.'
          : `No check detects ${plural(proof.survivors.length, 'fault')}:`}
      </p>
      <Pairs pairs={proof.survivors.map((fault) => [<code key={fault}>{fault}</code>, proof.faults[fault]])} />
      {unproven.length > 0 && <h3>Checks that detect no seeded fault</h3>}
      {unproven.length > 0 && (
        <CheckTable checks={unproven} caption="Checks that detect no seeded fault" name="unproven" />
      )}
    </Section>
  );
}

const TIMING_COLUMNS: readonly TableColumn<OperationTiming>[] = [
  {
    title: 'Operation',
    kind: 'main',
    cell: ({ service, spec, operation }) => {
      const [endpoint, name] = operation.split('/', 2);
      return <a href={checksHref({ service, spec, endpoint, operation: name })}>{operation}</a>;
    },
  },
  { title: 'Service', cell: ({ service, spec }) => `${service} ${spec}` },
  { title: 'Requests', kind: 'number', sort: (row) => row.exchanges, cell: (row) => count(row.exchanges) },
  { title: 'Median', kind: 'number', sort: (row) => row.medianMs, cell: (row) => duration(row.medianMs) },
  { title: '95th percentile', kind: 'number', sort: (row) => row.p95Ms, cell: (row) => duration(row.p95Ms) },
  { title: 'Slowest', kind: 'number', sort: (row) => row.slowestMs, cell: (row) => duration(row.slowestMs) },
];

function SlowestOperations() {
  const given = usePage().index.data.timings;
  const exchanges = useExchanges();
  const timings = useMemo(() => given ?? timingsOf(exchanges?.all ?? []), [given, exchanges]);
  if (timings.length === 0) return null;
  return (
    <Section title="Slowest operations">
      {given === undefined && <p class="dim">Computed only from the requests that this page contains.</p>}
      <Table
        caption="Slowest operations"
        name="timings"
        rows={timings}
        columns={TIMING_COLUMNS}
        rowKey={({ service, spec, operation }) => `${service} ${spec} ${operation}`}
        pageSize={25}
        compact
      />
    </Section>
  );
}
