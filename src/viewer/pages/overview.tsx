/** Overview: may the release go out, what to fix first, what changed since the baseline. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { leftWords } from '../../report/left-behind.ts';
import type { Reason, Report, Summary } from '../../report/model.ts';
import type { BaselineSummary } from '../../report/page/data.ts';
import { decisionWords, partOf, partWords, runStanding, standingOf } from '../../report/standing.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { usePage } from '../components/page.tsx';
import { FailureExample, FailureTable } from '../components/failure-table.tsx';
import { BASIS_ORDER } from '../components/filter-bar.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Trend } from '../components/trend.tsx';
import { ASSIGNEE_TEXT, ASSIGNEES, failureItems, outdatedWaivers } from '../data/failure-items.ts';
import type { FailureItem } from '../data/failure-items.ts';
import {
  capital,
  count,
  moment,
  plural,
  runDuration,
  selectionTexts,
  shortMoment,
  summaryText,
  TONE_BADGE,
} from '../data/format.ts';
import { earlierRuns, flakyChecks, trendPoints } from '../data/history.ts';
import { LEVEL_ORDER } from '../data/report-index.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { checkHref, checksHref, href } from '../data/route.ts';

/** Failure groups per assignee; the Failures tab has all of them. */
const ITEMS_SHOWN = 5;

export function Overview(): JSX.Element {
  const { index } = usePage();
  const { run, summaries } = index.report;
  const items = useMemo(() => failureItems(index), [index]);
  const first = items.find(({ assignee }) => assignee === 'service' || assignee === 'operator');
  const outdated = outdatedWaivers(index, items);
  return (
    <>
      <DecisionPanel />
      {first !== undefined && <FixFirst item={first} />}
      <section>
        <h2>Services</h2>
        <ServicesTable />
      </section>
      <Changes />
      <section>
        <h2>Who must act</h2>
        {items.length === 0 && outdated.length === 0 && (
          <p class="dim">
            Nobody: no check {partOf(summaries) === undefined ? '' : 'of this partial run '}fails or lacks a verdict.
          </p>
        )}
        {ASSIGNEES.map((assignee) => {
          const own = items.filter((item) => item.assignee === assignee);
          if (own.length === 0) return null;
          const { title, task } = ASSIGNEE_TEXT[assignee];
          return (
            <section key={assignee} class="assignee">
              <h3>
                {title} <span class="dim">{plural(own.length, 'failure group')}</span>
              </h3>
              <p class="dim">{task}</p>
              <FailureTable items={own.slice(0, ITEMS_SHOWN)} caption={title} name={assignee} />
              {own.length > ITEMS_SHOWN && (
                <p>
                  <a href={href('failures')}>All {own.length} failure groups</a>
                </p>
              )}
            </section>
          );
        })}
        {outdated.length > 0 && (
          <p>
            <a href={href('run/waivers')}>{plural(outdated.length, 'waiver')}</a> out of date.
          </p>
        )}
      </section>
      {run.leftovers !== undefined && run.leftovers.length > 0 && (
        <section>
          <h2>Orphaned records</h2>
          <p>
            {capital(leftWords(run.leftovers))}. <a href={href('run')}>List and clean-up command</a>
          </p>
        </section>
      )}
    </>
  );
}

interface DecisionText {
  readonly title: string;
  readonly reason: string;
}

/** A partial run is never an approval of a release. */
function decisionText({ decision: { exitCode }, summaries }: Report): DecisionText {
  if (exitCode === 1) return { title: 'Release blocked', reason: 'At least one failure blocks the release.' };
  if (exitCode === 3)
    return {
      title: 'Release blocked: run incomplete',
      reason: 'No failure blocks the release, but not every mandatory check has a verdict.',
    };
  const part = partOf(summaries);
  if (part !== undefined)
    return {
      title: 'Partial run passed',
      reason: `${partWords(part)} selected. A partial run makes no statement about conformance and approves no release.`,
    };
  const standing = runStanding({ summaries });
  return standing.tone === 'good'
    ? { title: 'Release approved', reason: 'Every check that the policy enforces passes.' }
    : { title: 'Release approved with remarks', reason: `The policy accepts: ${standing.text}.` };
}

/** A policy can give many reasons; the others are folded. */
const REASONS_SHOWN = 5;

function DecisionPanel(): JSX.Element {
  const { report } = usePage().index;
  const { decision, run, checks, summaries } = report;
  const tone = TONE_BADGE[decisionWords({ exitCode: decision.exitCode, summaries }).tone];
  const { title, reason } = decisionText(report);
  // Reasons without effect on a blocked release are folded.
  const remark = decision.decision === 'block' ? decision.reasons.findIndex(({ effect }) => effect === 'show') : -1;
  const shown = Math.min(REASONS_SHOWN, remark > 0 ? remark : decision.reasons.length);
  return (
    <section class={`decision decision-${tone}`} aria-labelledby="decision-title">
      <div class="decision-head">
        <Icon kind={tone} />
        <div>
          <h1 id="decision-title" tabIndex={-1}>
            {title}
          </h1>
          <p class="dim">{reason}</p>
        </div>
      </div>
      <div>
        <Reasons reasons={decision.reasons.slice(0, shown)} from={0} />
        {decision.reasons.length > shown && (
          <details class="fold">
            <summary>{plural(decision.reasons.length - shown, 'more reason')}</summary>
            <Reasons reasons={decision.reasons.slice(shown)} from={shown} />
          </details>
        )}
      </div>
      <p class="decision-facts">
        {[
          `Policy ${decision.policy}`,
          plural(checks.length, 'check'),
          `${plural(run.exchanges, 'exchange')} in ${runDuration(run)}`,
          ...selectionTexts(run),
        ].join(' · ')}
      </p>
    </section>
  );
}

function Reasons({ reasons, from }: { readonly reasons: readonly Reason[]; readonly from: number }): JSX.Element {
  return (
    <ol class="reasons" start={from + 1}>
      {reasons.map(({ text, checks }, at) => (
        <li key={at}>
          <Text>{text}</Text>{' '}
          {checks.length > 0 && (
            <a href={checksHref({ reason: String(from + at) })} data-item>
              {plural(checks.length, 'check')}
              <span class="sr-only"> for: {text}</span>
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}

function FixFirst({ item }: { readonly item: FailureItem }): JSX.Element {
  return (
    <section class="panel">
      <h2>Fix this first</h2>
      <p class="with-icon">
        <Icon kind={item.assignee === 'operator' ? 'inconclusive' : 'fail'} />
        <a class="row-title" href={checkHref(item.first)} data-item>
          <Text>{item.cause.title}</Text>
        </a>
      </p>
      <p class="dim">
        {plural(item.checks.length, 'check')} in {item.versions.join('; ')}
        {item.blockedChecks > 0 && `; ${plural(item.blockedChecks, 'more check')} not judged because of it`}
        {item.next?.hint !== undefined && `. ${item.next.hint}`}
      </p>
      <FailureExample check={item.first} />
    </section>
  );
}

type ServiceRow = Summary & { readonly appeared: number; readonly fixed: number; readonly stopped: number };

function ServicesTable(): JSX.Element {
  const { index } = usePage();
  const rows = useMemo(() => serviceRows(index), [index]);
  const columns = useMemo(() => serviceColumns(index), [index]);
  return (
    <Table
      caption="Result per service and version"
      rows={rows}
      columns={columns}
      rowKey={({ service, spec }) => `${service}@${spec}`}
      name="services"
      compact
    />
  );
}

function serviceRows({ report, data: { baseline } }: ReportIndex): readonly ServiceRow[] {
  return report.summaries.map((summary) => {
    const changed = (kind: 'appeared' | 'fixed' | 'stopped'): number =>
      (baseline?.[kind] ?? []).filter(({ service, spec }) => service === summary.service && spec === summary.spec)
        .length;
    return { ...summary, appeared: changed('appeared'), fixed: changed('fixed'), stopped: changed('stopped') };
  });
}

function serviceColumns({ report, data }: ReportIndex): readonly TableColumn<ServiceRow>[] {
  // A level without failures in any version has no column, except MUST.
  const levels = LEVEL_ORDER.filter(
    (level) =>
      level === 'MUST' ||
      report.summaries.some(({ failing }) => Object.values(failing[level] ?? {}).some((failures) => failures > 0)),
  );
  return [
    { title: 'Service', cell: ({ service }) => <a href={href('versions', { service })}>{service}</a> },
    {
      title: 'Version',
      cell: ({ service, spec }) => (
        <a href={checksHref({ service, spec })} data-item>
          {spec}
        </a>
      ),
    },
    {
      title: 'Result',
      kind: 'main',
      cell: (row) => (
        <>
          <Badge kind={TONE_BADGE[standingOf(row).tone]}>
            <strong>{capital(standingOf(row).text)}</strong>
          </Badge>{' '}
          <span class="dim">{summaryText(row)}</span>
        </>
      ),
    },
    ...levels.map((level): TableColumn<ServiceRow> => ({
      title: `${level} failures`,
      cell: ({ service, spec, failing }) => {
        const present = BASIS_ORDER.filter((basis) => (failing[level]?.[basis] ?? 0) > 0);
        return present.length === 0 ? (
          <span class="dim">0</span>
        ) : (
          present.map((basis) => (
            <a
              key={basis}
              class="stacked-link"
              href={checksHref({ service, spec, level, basis, disposition: 'nonconforming' })}
            >
              {count(failing[level]?.[basis] ?? 0)} {basis}
            </a>
          ))
        );
      },
    })),
    {
      title: 'Not judged',
      kind: 'number',
      cell: ({ service, spec, counts }) =>
        countLink(counts.verdicts.inconclusive + counts.verdicts.untested, {
          service,
          spec,
          disposition: 'undetermined',
        }),
    },
    {
      title: 'Waived',
      kind: 'number',
      cell: ({ service, spec, counts }) =>
        countLink(counts.dispositions['expected-failure'], { service, spec, disposition: 'expected-failure' }),
    },
    { title: 'Checks', kind: 'number', cell: ({ counts }) => count(counts.checks) },
    ...(data.baseline === undefined ? [] : [{ title: 'Since baseline', cell: changeCell }]),
  ];
}

function countLink(value: number, filters: Readonly<Record<string, string>>): JSX.Element {
  return value === 0 ? <span class="dim">0</span> : <a href={checksHref(filters)}>{count(value)}</a>;
}

function changeCell({ service, spec, appeared, fixed, stopped }: ServiceRow): JSX.Element {
  if (appeared + fixed + stopped === 0) return <span class="dim">no change</span>;
  return (
    <>
      {appeared > 0 && (
        <a class="stacked-link worse" href={checksHref({ service, spec, change: 'appeared' })}>
          +{count(appeared)} new
        </a>
      )}
      {fixed > 0 && (
        <a class="stacked-link better" href={checksHref({ service, spec, change: 'fixed' })}>
          −{count(fixed)} fixed
        </a>
      )}
      {stopped > 0 && (
        <a class="stacked-link" href={href('changes', { service })}>
          {count(stopped)} not judged now
        </a>
      )}
    </>
  );
}

function Changes(): JSX.Element {
  const { index } = usePage();
  const { baseline } = index.data;
  const flaky = useMemo(() => flakyChecks(index).length, [index]);
  const hasHistory = earlierRuns(index).length > 0;
  return (
    <section>
      <h2>
        {baseline === undefined
          ? 'New failures'
          : `New failures since the run of ${shortMoment(baseline.run.startedAt)}`}
      </h2>
      <div class={hasHistory ? 'two-columns' : ''}>
        <div>
          {baseline === undefined ? (
            <p class="dim">No baseline was given, so Plumbline cannot compare this run with an earlier one.</p>
          ) : (
            <BaselineFigures baseline={baseline} />
          )}
          {flaky > 0 && (
            <p>
              <a href={href('run/history')}>{plural(flaky, 'flaky check')}</a>
            </p>
          )}
        </div>
        {hasHistory && <Trend points={trendPoints(index)} />}
      </div>
    </section>
  );
}

function BaselineFigures({ baseline }: { readonly baseline: BaselineSummary }): JSX.Element {
  const { run, appeared, fixed, stopped, added = [], otherTarget, unasked } = baseline;
  const figure = (value: number, text: string, tone: string, change: string): JSX.Element => (
    <li class={value === 0 ? 'dim' : tone}>
      {value === 0 ? (
        <>
          <b>0</b> {text}
        </>
      ) : (
        <a href={href('changes', { change })} data-item>
          <b>{count(value)}</b> {text}
        </a>
      )}
    </li>
  );
  return (
    <>
      <p class="dim">
        Compared with {moment(run.startedAt)}
        {run.decision !== undefined && `, decision ${run.decision}`}.
      </p>
      {otherTarget === true && (
        <p class="note">
          The baseline is a run of another target{run.target !== undefined && `, ${run.target}`}. Every difference may
          come from that.
        </p>
      )}
      {unasked !== undefined && (
        <p class="note">
          This run selected {count(unasked.of - unasked.count)} of {plural(unasked.of, 'check')}. The other{' '}
          {count(unasked.count)} are not compared.
        </p>
      )}
      <ul class="figures">
        {figure(appeared.length, 'new failures', 'worse', 'appeared')}
        {figure(fixed.length, 'fixed', 'better', 'fixed')}
        {figure(stopped.length, 'not judged now', 'worse', 'stopped')}
        {figure(added.length, 'added', '', 'added')}
      </ul>
    </>
  );
}
