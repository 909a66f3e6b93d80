/** Index of runs: the latest result of each target, and every run. Not part of a report. */
import type { JSX } from 'preact';
import type { IndexData, IndexRun } from '../../report/page/data.ts';
import { decisionWords, standingOf } from '../../report/standing.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { ThemeButton } from '../components/page.tsx';
import { capital, moment, plural, runDuration, summaryText, TONE_BADGE } from '../data/format.ts';
import { servicesOf } from '../data/report-index.ts';

/** Runs shown as icons next to a target. */
const RECENT_RUNS = 14;

export function IndexOfRuns({ data }: { readonly data: IndexData }): JSX.Element {
  const runs = [...data.runs].sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
  const targets = [...new Set(runs.map(({ target }) => target))].sort();
  const latest = targets.flatMap((target) => runs.find((run) => run.target === target) ?? []);
  return (
    <>
      <header class="top">
        <div class="top-row">
          <span class="brand">Plumbline</span>
          <p class="run-name">
            <strong>{plural(targets.length, 'target')}</strong> <span>{plural(runs.length, 'run')}</span>
          </p>
          <div class="top-buttons no-print">
            <ThemeButton />
          </div>
        </div>
      </header>
      <main tabIndex={-1}>
        <div class="page-title">
          <h1>Targets</h1>
          <p class="dim">The latest run of each target.</p>
        </div>
        <Table
          caption="Targets"
          name="targets"
          rows={latest}
          columns={targetColumns(runs, latest)}
          rowKey={({ target }) => target}
          empty="No run."
        />
        <section>
          <h2>Runs</h2>
          <Table caption="Runs" rows={runs} columns={RUN_COLUMNS} rowKey={({ target, id }) => `${target} ${id}`} />
        </section>
      </main>
    </>
  );
}

function targetColumns(runs: readonly IndexRun[], latest: readonly IndexRun[]): readonly TableColumn<IndexRun>[] {
  const versions = servicesOf(latest.flatMap(({ summaries }) => summaries)).flatMap(({ service, specs }) =>
    specs.map((spec) => ({ service, spec })),
  );
  return [
    { title: 'Target', kind: 'main', cell: (run) => <RunLink run={run} text={run.target} /> },
    { title: 'Release', cell: (run) => <DecisionBadge run={run} /> },
    ...versions.map(({ service, spec }): TableColumn<IndexRun> => ({
      title: `${service} ${spec}`,
      cell: ({ summaries }) => {
        const summary = summaries.find((one) => one.service === service && one.spec === spec);
        if (summary === undefined) return <span class="dim">not run</span>;
        const { tone, text } = standingOf(summary);
        return (
          <span title={summaryText(summary)}>
            <Badge kind={TONE_BADGE[tone]}>{capital(text)}</Badge>
          </span>
        );
      },
    })),
    {
      title: 'Latest runs, newest first',
      cell: ({ target }) => (
        <span class="nowrap">
          {runs
            .filter((run) => run.target === target)
            .slice(0, RECENT_RUNS)
            .map((run) => (
              <span key={run.id} class="run-icon" title={`${moment(run.startedAt)}: ${decisionWords(run).text}`}>
                <Icon kind={TONE_BADGE[decisionWords(run).tone]} />
                <span class="sr-only">{decisionWords(run).text}, </span>
              </span>
            ))}
        </span>
      ),
    },
  ];
}

const RUN_COLUMNS: readonly TableColumn<IndexRun>[] = [
  {
    title: 'Started',
    kind: 'main',
    sort: ({ startedAt }) => startedAt,
    cell: (run) => <RunLink run={run} text={moment(run.startedAt)} />,
  },
  { title: 'Target', sort: ({ target }) => target, cell: ({ target }) => target },
  { title: 'Release', cell: (run) => <DecisionBadge run={run} /> },
  {
    title: 'Services',
    cell: ({ summaries }) => (
      <ul class="results">
        {summaries.map((summary) => (
          <li key={`${summary.service} ${summary.spec}`}>
            <Badge kind={TONE_BADGE[standingOf(summary).tone]}>
              {summary.service} {summary.spec}
              <span class="sr-only"> {standingOf(summary).text}</span>
            </Badge>
          </li>
        ))}
      </ul>
    ),
  },
  { title: 'Duration', kind: 'number', cell: (run) => <span class="nowrap">{runDuration(run)}</span> },
];

/** A link to the report of the run. Only relative addresses are links. */
function RunLink({ run, text }: { readonly run: IndexRun; readonly text: string }): JSX.Element {
  if (run.href === undefined || /^[a-z][a-z0-9+.-]*:/i.test(run.href)) return <>{text}</>;
  return (
    <a class="row-title nowrap" href={run.href}>
      {text}
      <span class="sr-only">
        {' '}
        {run.target}, {run.id}
      </span>
    </a>
  );
}

function DecisionBadge({ run }: { readonly run: IndexRun }): JSX.Element {
  const { tone, text } = decisionWords(run);
  return (
    <Badge kind={TONE_BADGE[tone]}>
      <strong>{text}</strong>
    </Badge>
  );
}
