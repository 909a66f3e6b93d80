/** Run: target, times, preflight, checks without a verdict, orphaned records, slow operations. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../record/group-by.ts';
import { leftAdvice, leftWords } from '../../report/left-behind.ts';
import type { Leftovers, ReportCheck } from '../../report/model.ts';
import { timingsOf } from '../../report/page/cited.ts';
import type { OperationTiming } from '../../report/page/data.ts';
import { Badge } from '../components/badge.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { CodeBlock, Text } from '../components/text.tsx';
import { BADGE_ORDER, capital, count, duration, moment, runDuration, selectionTexts } from '../data/format.ts';
import { useExchanges } from '../data/load.ts';
import { checksHref } from '../data/route.ts';

export const RUN_VIEWS = [
  ['run', 'This run'],
  ['run/questions', 'Open questions'],
  ['run/waivers', 'Waivers'],
  ['run/history', 'History'],
  ['run/proof', 'Proof'],
] as const;

export function RunPage(): JSX.Element {
  const { run, decision } = usePage().index.report;
  return (
    <>
      <PageTitle title="Run" views={RUN_VIEWS} />
      <div class="two-columns">
        <section>
          <h2>This run</h2>
          <Facts
            facts={[
              ['Run', run.id],
              ['Target', run.target],
              ['Started', moment(run.startedAt)],
              ['Finished', moment(run.finishedAt)],
              ['Duration', runDuration(run)],
              ['Exchanges', count(run.exchanges)],
              ['Policy', decision.policy],
              ...selectionTexts(run).map((text) => ['Selection', text] as const),
              ['Plan', run.planHash],
              ['Plumbline', run.plumbline],
            ]}
          />
        </section>
        <section>
          <h2>Environment</h2>
          <Facts facts={Object.entries(run.environment)} />
        </section>
      </div>
      <Preflight />
      <NotJudged />
      <OrphanedRecords />
      <SlowestOperations />
    </>
  );
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }): JSX.Element {
  return (
    <dl class="pairs">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Preflight(): JSX.Element | null {
  const { preflight } = usePage().index.report.run;
  if (preflight === undefined) return null;
  const { stops = [], warnings = [] } = preflight;
  return (
    <section>
      <h2>Preflight</h2>
      {stops.length + warnings.length === 0 && (
        <p class="dim">No problem with address, clock, sign-in or version of the services.</p>
      )}
      <ul>
        {stops.map(({ service, specs, cause, hint }) => (
          <li key={`${service} ${cause}`}>
            <strong>
              {service} {specs.join(', ')}
            </strong>{' '}
            was not tested: <Text>{cause}</Text>. <Text>{hint}</Text>
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={warning}>
            <Text>{warning}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Checks with the same verdict and cause. */
type CauseRow = readonly [ReportCheck, ...ReportCheck[]];

const CAUSE_COLUMNS: readonly TableColumn<CauseRow>[] = [
  {
    title: 'Verdict',
    sort: ([{ verdict }]) => BADGE_ORDER.indexOf(verdict),
    cell: ([{ verdict }]) => <Badge kind={verdict} />,
  },
  {
    title: 'Cause',
    kind: 'main',
    sort: ([{ cause = '' }]) => cause,
    cell: ([{ cause = 'No cause was recorded.' }]) => <Text>{cause}</Text>,
  },
  {
    title: 'Checks',
    kind: 'number',
    sort: (checks) => checks.length,
    cell: (checks) => (
      <a href={checksHref({ verdict: checks[0].verdict, q: checks[0].cause })} data-item>
        {count(checks.length)}
        <span class="sr-only"> checks: {checks[0].cause}</span>
      </a>
    ),
  },
];

function NotJudged(): JSX.Element {
  const { report } = usePage().index;
  const rows = useMemo(() => {
    const checks = report.checks.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'fail');
    return [...groupBy(checks, ({ verdict, cause }) => `${verdict} ${cause}`).values()]
      .flatMap(([first, ...others]): readonly CauseRow[] => (first === undefined ? [] : [[first, ...others]]))
      .sort((a, b) => BADGE_ORDER.indexOf(a[0].verdict) - BADGE_ORDER.indexOf(b[0].verdict) || b.length - a.length);
  }, [report]);
  return (
    <section>
      <h2>Inconclusive and skipped checks</h2>
      <Table
        caption="Causes of checks without pass or fail"
        name="causes"
        rows={rows}
        columns={CAUSE_COLUMNS}
        rowKey={([{ verdict, cause }]) => `${verdict} ${cause}`}
        empty="Every check passed or failed."
        pageSize={20}
        compact
      />
    </section>
  );
}

const ORPHAN_COLUMNS: readonly TableColumn<Leftovers>[] = [
  { title: 'Endpoint', kind: 'main', cell: ({ endpoint }) => endpoint },
  { title: 'Service', cell: ({ service, spec }) => `${service} ${spec}` },
  { title: 'Records', kind: 'number', cell: (row) => count(row.count) },
  { title: 'Reason', cell: ({ changed, why }) => (changed === true ? `changed and not restored: ${why}` : why) },
  {
    title: 'Ids',
    cell: ({ changed, ids, count: records }) =>
      `${ids.join(', ')}${changed !== true && ids.length < records ? ' …' : ''}`,
  },
];

function OrphanedRecords(): JSX.Element | null {
  const { run } = usePage().index.report;
  const { leftovers = [] } = run;
  if (leftovers.length === 0) return null;
  const { text, command } = leftAdvice(run);
  return (
    <section>
      <h2>Orphaned records</h2>
      <p class="dim">
        {capital(leftWords(leftovers))}. {text}
        {command === undefined ? '.' : ':'}
      </p>
      {command !== undefined && <CodeBlock label="clean up, in the folder of the run" text={command} />}
      <Table
        caption="Orphaned records"
        name="orphans"
        rows={leftovers}
        columns={ORPHAN_COLUMNS}
        rowKey={({ service, spec, endpoint, why }) => `${service} ${spec} ${endpoint} ${why}`}
      />
    </section>
  );
}

const TIMING_COLUMNS: readonly TableColumn<OperationTiming>[] = [
  {
    title: 'Operation',
    kind: 'main',
    cell: ({ service, spec, operation: name }) => {
      const [endpoint, operation] = name.split('/', 2);
      return (
        <a href={checksHref({ service, spec, endpoint, operation })} data-item>
          {name}
        </a>
      );
    },
  },
  { title: 'Service', cell: ({ service, spec }) => `${service} ${spec}` },
  { title: 'Exchanges', kind: 'number', sort: ({ exchanges }) => exchanges, cell: (row) => count(row.exchanges) },
  { title: 'Median', kind: 'number', sort: ({ medianMs }) => medianMs, cell: (row) => duration(row.medianMs) },
  {
    title: '95th percentile',
    kind: 'number',
    sort: ({ p95Ms }) => p95Ms,
    cell: ({ p95Ms }) => duration(p95Ms),
  },
  { title: 'Slowest', kind: 'number', sort: ({ slowestMs }) => slowestMs, cell: (row) => duration(row.slowestMs) },
];

function SlowestOperations(): JSX.Element | null {
  const given = usePage().index.data.timings;
  const exchanges = useExchanges();
  const timings = useMemo(() => given ?? timingsOf([...(exchanges?.values() ?? [])]), [given, exchanges]);
  if (timings.length === 0) return null;
  return (
    <section>
      <h2>Slowest operations</h2>
      {given === undefined && <p class="dim">From the exchanges in this page only.</p>}
      <Table
        caption="Slowest operations"
        name="timings"
        rows={timings}
        columns={TIMING_COLUMNS}
        rowKey={({ service, spec, operation }) => `${service} ${spec} ${operation}`}
        pageSize={20}
        compact
      />
    </section>
  );
}
