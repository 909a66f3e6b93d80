/** Index of runs: the latest result of each target, and every run. Not part of a report. */
import type { JSX } from 'preact';
import type { IndexData, IndexRun } from '../../report/page/data.ts';
import { decisionStatus, conformanceStatus } from '../../report/conformance-status.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { TopRow } from '../components/header.tsx';
import { Section } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { capitalize, moment, plural, runDuration, TONE_BADGE } from '../data/format.ts';

/** Runs shown as icons next to a target. */
const RECENT_RUNS = 14;

export function IndexOfRuns({ data }: { readonly data: IndexData }) {
  const runs = [...data.runs].sort((a, b) => (a.startedAt < b.startedAt ? 1 : a.startedAt > b.startedAt ? -1 : 0));
  const targets = [...new Set(runs.map(({ target }) => target))].sort();
  const latest = targets.flatMap((target) => runs.find((run) => run.target === target) ?? []);
  const recent: TableColumn<IndexRun> = {
    title: 'Latest runs, newest first',
    cell: ({ target }) =>
      runs
        .filter((run) => run.target === target)
        .slice(0, RECENT_RUNS)
        .map((run) => (
          <span key={run.id} title={`${moment(run.startedAt)}: ${decisionStatus(run).text}`}>
            <Icon kind={TONE_BADGE[decisionStatus(run).tone]} />
            <span class="sr-only">{decisionStatus(run).text}, </span>
          </span>
        )),
  };
  return (
    <>
      <header class="top">
        <TopRow title={plural(targets.length, 'target')} note={plural(runs.length, 'run')} />
      </header>
      <main tabIndex={-1}>
        <h1>Targets</h1>
        <Table
          caption="Latest run of each target"
          name="targets"
          rows={latest}
          columns={[...RUN_COLUMNS, recent]}
          rowKey={({ target }) => target}
        />
        <Section title="All runs">
          <Table caption="All runs" rows={runs} columns={RUN_COLUMNS} rowKey={({ target, id }) => `${target} ${id}`} />
        </Section>
      </main>
    </>
  );
}

const RUN_COLUMNS: readonly TableColumn<IndexRun>[] = [
  { title: 'Target', sort: ({ target }) => target, cell: targetCell },
  {
    title: 'Release',
    cell: (run) => <Badge kind={TONE_BADGE[decisionStatus(run).tone]}>{decisionStatus(run).text}</Badge>,
  },
  { title: 'Started', sort: ({ startedAt }) => startedAt, cell: ({ startedAt }) => moment(startedAt) },
  { title: 'Duration', kind: 'number', cell: runDuration },
  {
    title: 'Services',
    cell: ({ summaries }) =>
      summaries.map((summary) => (
        <p key={`${summary.service} ${summary.spec}`}>
          <Badge kind={TONE_BADGE[conformanceStatus(summary).tone]}>
            {summary.service} {summary.spec}: {capitalize(conformanceStatus(summary).text)}
          </Badge>
        </p>
      )),
  },
];

/** A link to the report of the run. Only relative addresses are links. */
function targetCell({ href, target, startedAt }: IndexRun): JSX.Element | string {
  if (href === undefined || /^[a-z][a-z0-9+.-]*:/i.test(href)) return target;
  return (
    <a class="row-title" href={href}>
      {target} <span class="sr-only">, run of {moment(startedAt)}</span>
    </a>
  );
}
