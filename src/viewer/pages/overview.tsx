/** Overview: may the release go out, what to fix first, what changed since the baseline. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { orphanCounts } from '../../report/orphaned-records.ts';
import type { Reason, Report, Summary } from '../../report/model.ts';
import { decisionStatus, runPart, partText, runStatus, conformanceStatus } from '../../report/conformance-status.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { FailureExample, FailureTable } from '../components/failure-table.tsx';
import { Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Trend } from '../components/trend.tsx';
import { ASSIGNEES, failureItems, outdatedWaivers, type FailureItem } from '../data/failure-items.ts';
import {
  capitalize,
  count,
  moment,
  plural,
  runDuration,
  selectionTexts,
  summaryText,
  TONE_BADGE,
} from '../data/format.ts';
import { flakyChecks, trendPoints } from '../data/history.ts';
import { BASIS_ORDER, LEVEL_ORDER } from '../data/report-index.ts';
import { checkHref, checksHref, href } from '../data/route.ts';

export function Overview() {
  const { index } = usePage();
  const { leftovers = [] } = index.report.run;
  const items = useMemo(() => failureItems(index), [index]);
  const first = items.find(({ assignee }) => assignee === 'service' || assignee === 'operator');
  return (
    <>
      <Decision report={index.report} />
      {first !== undefined && <FixFirst item={first} />}
      <Section title="Services">
        <Table
          caption="Result per service and version"
          rows={index.report.summaries}
          columns={SERVICE_COLUMNS}
          rowKey={({ service, spec }) => `${service}@${spec}`}
          compact
        />
      </Section>
      <Changes />
      <WhoMustAct items={items} />
      {leftovers.length > 0 && (
        <Section title="Orphaned records">
          <p>
            {capitalize(orphanCounts(leftovers))}. <a href={href('run')}>List and clean-up command</a>
          </p>
        </Section>
      )}
    </>
  );
}

/** Title and explanation of the decision. A partial run is never an approval of a release. */
function decisionText({ decision: { exitCode }, summaries }: Report): readonly [string, string] {
  const part = runPart(summaries);
  const standing = runStatus({ summaries });
  if (exitCode === 1) return ['Release blocked', 'At least one failure blocks the release.'];
  if (exitCode === 3)
    return ['Release blocked: run incomplete', 'No failure blocks, but not every mandatory check has a verdict.'];
  if (part !== undefined)
    return ['Partial run passed', `${partText(part)} selected. A partial run makes no statement about conformance.`];
  return standing.tone === 'good'
    ? ['Release approved', 'Every check that the policy enforces passes.']
    : ['Release approved with remarks', `The policy accepts: ${standing.text}.`];
}

/** A policy can give many reasons; the others are folded. */
const REASONS_SHOWN = 5;

function Decision({ report }: { readonly report: Report }) {
  const { decision, run, checks, summaries } = report;
  const tone = TONE_BADGE[decisionStatus({ exitCode: decision.exitCode, summaries }).tone];
  const [title, explanation] = decisionText(report);
  const reasons = (all: readonly Reason[], start: number) => (
    <ol class="reasons" start={start + 1}>
      {all.map(({ text, checks: keys }, at) => (
        <li key={at}>
          <Text>{text}</Text>{' '}
          {keys.length > 0 && (
            <a href={checksHref({ reason: String(start + at) })} data-item>
              {plural(keys.length, 'check')}
            </a>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <section class={`decision decision-${tone}`}>
      <div class="with-icon">
        <Icon kind={tone} />
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p class="dim">{explanation}</p>
        </div>
      </div>
      <div>
        {reasons(decision.reasons.slice(0, REASONS_SHOWN), 0)}
        {decision.reasons.length > REASONS_SHOWN && (
          <details class="fold">
            <summary>{plural(decision.reasons.length - REASONS_SHOWN, 'more reason')}</summary>
            {reasons(decision.reasons.slice(REASONS_SHOWN), REASONS_SHOWN)}
          </details>
        )}
      </div>
      <p class="dim">
        Policy {decision.policy} · {plural(checks.length, 'check')} · {plural(run.exchanges, 'exchange')} in{' '}
        {runDuration(run)} {selectionTexts(run).map((text) => `· ${text} `)}
      </p>
    </section>
  );
}

function FixFirst({ item }: { readonly item: FailureItem }) {
  return (
    <section class="panel">
      <h2>Fix this first</h2>
      <p>
        <a class="row-title" href={checkHref(item.first)} data-item>
          <Text>{item.cause.title}</Text>
        </a>{' '}
        <span class="dim">
          {plural(item.checks.length, 'check')}
          {item.blockedChecks > 0 && `, ${plural(item.blockedChecks, 'more check')} not judged because of it`}
        </span>
      </p>
      {item.next !== undefined && (
        <p>
          {item.next.hint} <code>{item.next.command}</code>
        </p>
      )}
      <FailureExample check={item.first} />
    </section>
  );
}

const SERVICE_COLUMNS: readonly TableColumn<Summary>[] = [
  { title: 'Service', cell: ({ service }) => <a href={href('versions', { service })}>{service}</a> },
  { title: 'Version', cell: ({ service, spec }) => <a href={checksHref({ service, spec })}>{spec}</a> },
  {
    title: 'Result',
    kind: 'main',
    cell: (summary) => (
      <>
        <Badge kind={TONE_BADGE[conformanceStatus(summary).tone]}>
          <strong>{capitalize(conformanceStatus(summary).text)}</strong>
        </Badge>{' '}
        <span class="dim">{summaryText(summary)}</span>
      </>
    ),
  },
  { title: 'Failures', cell: failuresCell },
  {
    title: 'Not judged',
    kind: 'number',
    cell: ({ service, spec, counts }) =>
      countLink(counts.dispositions.undetermined, { service, spec, disposition: 'undetermined' }),
  },
  {
    title: 'Waived',
    kind: 'number',
    cell: ({ service, spec, counts }) =>
      countLink(counts.dispositions['expected-failure'], { service, spec, disposition: 'expected-failure' }),
  },
  { title: 'Checks', kind: 'number', cell: ({ counts }) => count(counts.checks) },
];

function countLink(value: number, filters: Readonly<Record<string, string>>): JSX.Element | string {
  return value === 0 ? '0' : <a href={checksHref(filters)}>{count(value)}</a>;
}

/** One link for each level and basis with failures. */
function failuresCell({ service, spec, failing }: Summary): readonly JSX.Element[] | string {
  const links = LEVEL_ORDER.flatMap((level) =>
    BASIS_ORDER.flatMap((basis) => {
      const failures = failing[level]?.[basis] ?? 0;
      if (failures === 0) return [];
      const filters = { service, spec, level, basis, disposition: 'nonconforming' };
      return [
        <a key={`${level} ${basis}`} class="stacked" href={checksHref(filters)}>
          {count(failures)} {level} {basis}
        </a>,
      ];
    }),
  );
  return links.length === 0 ? '0' : links;
}

function Changes() {
  const { index } = usePage();
  const { baseline } = index.data;
  const flaky = useMemo(() => flakyChecks(index).length, [index]);
  const points = useMemo(() => trendPoints(index), [index]);
  const figure = (value: number, text: string, change: string) => (
    <li>
      <a class={`figure ${value > 0 ? change : ''}`} href={href('run/history', { change })} data-item>
        <b>{count(value)}</b> {text}
      </a>
    </li>
  );
  return (
    <Section title="Changes since the baseline">
      <div class={points.length > 1 ? 'two-columns' : ''}>
        {baseline === undefined ? (
          <p class="dim">No baseline was given, so Plumbline cannot compare this run with an earlier one.</p>
        ) : (
          <div>
            <p class="dim">Compared with the run of {moment(baseline.run.startedAt)}.</p>
            {baseline.otherTarget === true && (
              <p class="note">
                The baseline is a run of another target, {baseline.run.target}. Every difference may come from that.
              </p>
            )}
            {baseline.unasked !== undefined && (
              <p class="note">{plural(baseline.unasked.count, 'check')} not selected, so not compared.</p>
            )}
            <ul>
              {figure(baseline.appeared.length, 'new failures', 'appeared')}
              {figure(baseline.fixed.length, 'fixed', 'fixed')}
              {figure(baseline.stopped.length, 'not judged now', 'stopped')}
              {figure(baseline.added?.length ?? 0, 'added', 'added')}
            </ul>
            {flaky > 0 && <a href={href('run/history')}>{plural(flaky, 'flaky check')}</a>}
          </div>
        )}
        {points.length > 1 && <Trend points={points} />}
      </div>
    </Section>
  );
}

/** Failure groups shown for each assignee; the Failures tab has all of them. */
const ITEMS_SHOWN = 5;

function WhoMustAct({ items }: { readonly items: readonly FailureItem[] }) {
  const { index } = usePage();
  const outdated = outdatedWaivers(index, items);
  return (
    <Section title="Who must act">
      {items.length + outdated.length === 0 && <p class="dim">Nobody. No check fails or lacks a verdict.</p>}
      {ASSIGNEES.map(({ id, title, task }) => {
        const own = items.filter(({ assignee }) => assignee === id);
        return (
          own.length > 0 && (
            <section key={id}>
              <h3>
                {title} <span class="dim">{task}</span>
              </h3>
              <FailureTable items={own.slice(0, ITEMS_SHOWN)} caption={title} name={id} />
              {own.length > ITEMS_SHOWN && <a href={href('failures')}>All {own.length} failure groups</a>}
            </section>
          )
        );
      })}
      {outdated.length > 0 && <a href={href('run/waivers')}>{plural(outdated.length, 'outdated waiver')}</a>}
    </Section>
  );
}
