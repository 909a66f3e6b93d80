/** Overview: may the release go out, what to fix first, what changed since the baseline. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { hasAnswer } from '../../report/answer-results.ts';
import { orphanCounts } from '../../report/orphaned-records.ts';
import { isOpenFailure } from '../../report/assignee.ts';
import type { Report, Summary } from '../../report/model.ts';
import { extentText } from '../../report/open-causes.ts';
import { checkKey } from '../../report/page/data.ts';
import {
  conformanceStatus,
  incompleteText,
  partText,
  releaseStatus,
  runPart,
} from '../../report/conformance-status.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { FailureExample, FailureTable } from '../components/failure-table.tsx';
import { Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { Text } from '../components/text.tsx';
import { Trend } from '../components/trend.tsx';
import { ASSIGNEES, failureItems, outdatedWaivers, taskText, type FailureItem } from '../data/failure-items.ts';
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
import { BASIS_ORDER, LEVEL_ORDER, type ReportIndex } from '../data/report-index.ts';
import { checkHref, checksHref, href } from '../data/route.ts';

export function Overview() {
  const { index } = usePage();
  const { leftovers = [] } = index.report.run;
  const items = useMemo(() => failureItems(index), [index]);
  const first = items.find(({ assignee }) => assignee === 'service' || assignee === 'operator');
  return (
    <>
      <Decision />
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
      <OpenItems items={items} />
      {leftovers.length > 0 && (
        <Section title="Orphaned records">
          <p>
            {capitalize(orphanCounts(leftovers))}. <a href={href('run')}>Show the list and the cleanup command</a>
          </p>
        </Section>
      )}
    </>
  );
}

/** Explanation of the decision; none if nothing has to be explained. */
function explanationOf({ decision, summaries }: Report): string | undefined {
  if (decision.exitCode === 1) return 'Fix these problems, or waive them with a reason.';
  if (decision.exitCode === 3) return `${capitalize(incompleteText(decision, summaries) ?? '')}.`;
  const part = runPart(summaries);
  return part && `${partText(part)} selected. A partial run makes no statement about conformance.`;
}

/** The problems to fix, each once for all versions, and the other reasons of the decision. */
function decisionLines({ report, data, blocking }: ReportIndex): {
  readonly problems: readonly JSX.Element[];
  readonly notes: readonly JSX.Element[];
} {
  const failures = data.causes.flatMap(({ id, title, checks: positions }) => {
    const checks = positions.flatMap((at) => report.checks[at] ?? []).filter(isOpenFailure);
    const blockingChecks = checks.filter((check) => blocking.has(checkKey(check)));
    const [first] = blockingChecks;
    if (first === undefined) return [];
    return [
      <li key={id}>
        <a class="row-title" href={checkHref(first)} data-item>
          <Text>{title}</Text>
        </a>{' '}
        <a href={checksHref({ cause: id })}>{extentText({ checks, holdsUp: 0, blocking: blockingChecks.length })}</a>
      </li>,
    ];
  });
  const reasons = report.decision.reasons.map(({ code, effect, text, checks }, at) => {
    const filters = code === 'assumed' ? { level: 'MUST', basis: 'assumed' } : { reason: String(at) };
    const line = (
      <li key={at}>
        <Text>{text}</Text>{' '}
        {(checks.length > 0 || code === 'assumed') && (
          <a href={checksHref(filters)} data-item>
            Show checks
          </a>
        )}
      </li>
    );
    return { isProblem: code !== 'failing' && effect !== 'show', line };
  });
  const linesOf = (isProblem: boolean): readonly JSX.Element[] =>
    reasons.filter((reason) => reason.isProblem === isProblem).map(({ line }) => line);
  return { problems: [...failures, ...linesOf(true)], notes: linesOf(false) };
}

/** Lines that are shown; the others are folded. */
const LINES_SHOWN = 5;

function Lines({ lines, list: List }: { readonly lines: readonly JSX.Element[]; readonly list: 'ol' | 'ul' }) {
  const more = lines.slice(LINES_SHOWN);
  return (
    <>
      <List class="reasons">{lines.slice(0, LINES_SHOWN)}</List>
      {more.length > 0 && (
        <details class="fold">
          <summary>{plural(more.length, 'more line')}</summary>
          <List class="reasons" start={LINES_SHOWN + 1}>
            {more}
          </List>
        </details>
      )}
    </>
  );
}

function Decision() {
  const { index } = usePage();
  const { decision, run, checks } = index.report;
  const { text, tone } = releaseStatus(index.report);
  const explanation = explanationOf(index.report);
  const { problems, notes } = decisionLines(index);
  return (
    <section class={`decision decision-${TONE_BADGE[tone]}`}>
      <div class="with-icon">
        <Icon kind={TONE_BADGE[tone]} />
        <div>
          <h1 tabIndex={-1}>{capitalize(text)}</h1>
          {explanation !== undefined && <p class="dim">{explanation}</p>}
        </div>
      </div>
      <div>
        {problems.length > 0 && <Lines lines={problems} list="ol" />}
        <Lines lines={notes} list="ul" />
      </div>
      <p class="dim">
        Policy {decision.policy} · {plural(checks.length, 'check')} · {plural(run.exchanges, 'request')} in{' '}
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
        {item.blockedChecks > 0 && (
          <span class="dim">{plural(item.blockedChecks, 'more check')} not judged because of it</span>
        )}
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
  { title: 'Failing checks', cell: failuresCell },
  {
    title: 'Unjudged checks',
    kind: 'number',
    cell: ({ service, spec, counts }) =>
      countLink(counts.dispositions.undetermined, { service, spec, disposition: 'undetermined' }),
  },
  {
    title: 'Waived checks',
    kind: 'number',
    cell: ({ service, spec, counts }) =>
      countLink(counts.dispositions['expected-failure'], { service, spec, disposition: 'expected-failure' }),
  },
  { title: 'All checks', kind: 'number', cell: ({ counts }) => count(counts.checks) },
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

/** Differences from the baseline and the trend. Absent without both. */
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
  const trend = points.length > 1 && <Trend points={points} />;
  if (baseline === undefined) return trend && <Section title="Trend">{trend}</Section>;
  const { run, otherTarget, unasked, appeared, fixed, stopped, added = [] } = baseline;
  return (
    <Section title={`New since the last ${run.decision === 'block' ? '' : 'approved '}run`}>
      <div class={trend ? 'two-columns' : ''}>
        <div>
          <p class="dim">Compared with the run of {moment(run.startedAt)}.</p>
          {otherTarget === true && <p class="note">The last run tested a different target, {run.target}.</p>}
          {unasked !== undefined && (
            <p class="note">{plural(unasked.count, 'check')} not in this partial run, so not compared.</p>
          )}
          <ul>
            {figure(appeared.length, 'newly failing checks', 'appeared')}
            {figure(fixed.length, 'fixed checks', 'fixed')}
            {figure(stopped.length, 'checks no longer judged', 'stopped')}
            {figure(added.length, 'new checks', 'added')}
          </ul>
          {flaky > 0 && <a href={href('run/history')}>{plural(flaky, 'flaky check')}</a>}
        </div>
        {trend}
      </div>
    </Section>
  );
}

/** Failure groups shown for each assignee; the Failures tab has all of them. */
const ITEMS_SHOWN = 5;

function OpenItems({ items }: { readonly items: readonly FailureItem[] }) {
  const { index } = usePage();
  const outdated = outdatedWaivers(index, items);
  const open = index.report.openPoints.filter((point) => !hasAnswer(point)).length;
  const isDone = open === 0 && index.report.decision.reasons.every(({ code }) => code === 'admitted');
  return (
    <Section title="Open items by owner">
      {items.length + outdated.length === 0 && (
        <p class="dim">{isDone ? 'No action is needed. Every check that applies passes.' : 'No check fails.'}</p>
      )}
      {ASSIGNEES.map((to) => {
        const { id, title } = to;
        const own = items.filter(({ assignee }) => assignee === id);
        return (
          own.length > 0 && (
            <section key={id}>
              <h3>
                {title} <span class="dim">{taskText(to, own)}</span>
              </h3>
              <FailureTable items={own.slice(0, ITEMS_SHOWN)} caption={title} name={id} />
              {own.length > ITEMS_SHOWN && <a href={href('failures')}>All {own.length} failure groups</a>}
            </section>
          )
        );
      })}
      {outdated.length > 0 && <a href={href('run/waivers')}>{plural(outdated.length, 'outdated waiver')}</a>}
      {open > 0 && (
        <p>
          Target owner: <a href={href('run/questions')}>{plural(open, 'open question')} without an answer</a>
        </p>
      )}
    </Section>
  );
}
