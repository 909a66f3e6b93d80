/** Tables of failure groups and of checks, and the example of a failure. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { curlCommand } from '../../report/curl.ts';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { whereWords } from '../../report/phrase.ts';
import { titleOf } from '../../report/titles.ts';
import {
  BADGE_ORDER,
  badgeOf,
  citation,
  count,
  daysLeft,
  listOperations,
  plural,
  shorten,
  shortMoment,
} from '../data/format.ts';
import { findingExchange } from '../data/failure-items.ts';
import type { FailureItem, WaiverReason } from '../data/failure-items.ts';
import { oldestFailure } from '../data/history.ts';
import { useExchanges } from '../data/load.ts';
import { LEVEL_ORDER } from '../data/report-index.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { checkHref, checksHref, href } from '../data/route.ts';
import { Badge, Icon, LevelTag, Tag } from './badge.tsx';
import { usePage } from './page.tsx';
import { pathOf } from './evidence.tsx';
import { Table } from './table.tsx';
import type { TableColumn } from './table.tsx';
import { CheckLink, CodeBlock, Comparison, Prose, Text } from './text.tsx';

export function FailureTable({
  items,
  caption,
  name,
}: {
  readonly items: readonly FailureItem[];
  readonly caption: string;
  readonly name: string;
}): JSX.Element {
  const { index } = usePage();
  const columns = useMemo(() => failureColumns(index), [index]);
  return (
    <Table
      caption={caption}
      name={name}
      rows={items}
      columns={columns}
      rowKey={({ cause }) => cause.id}
      empty="No failure."
      compact
    />
  );
}

function failureColumns(index: ReportIndex): readonly TableColumn<FailureItem>[] {
  return [
    {
      title: 'Failure',
      kind: 'main',
      sort: ({ cause }) => cause.title,
      cell: (item) => <FailureCell item={item} />,
    },
    {
      title: 'Level',
      sort: ({ level, basis }) => `${LEVEL_ORDER.indexOf(level)} ${basis}`,
      cell: ({ level, basis }) => <LevelTag level={level} basis={basis} />,
    },
    {
      title: 'Checks',
      sort: ({ checks }) => checks.length,
      cell: (item) => <ChecksCell item={item} />,
    },
    {
      title: 'Since',
      sort: ({ checks }) => oldestFailure(index, checks) ?? '9',
      cell: ({ checks, newChecks }) => {
        const since = oldestFailure(index, checks);
        if (newChecks > 0)
          return <Tag tone="bad">{newChecks === checks.length ? 'new' : `${count(newChecks)} new`}</Tag>;
        return since === undefined ? '' : <span class="nowrap">{shortMoment(since)}</span>;
      },
    },
  ];
}

function FailureCell({ item }: { readonly item: FailureItem }): JSX.Element {
  const { index } = usePage();
  const { first, cause, next, questions, assignee } = item;
  const finding = first.findings[0];
  const aside = cause.kind === 'finding' || cause.kind === 'unexpected-pass' ? sharedAside(index, item.checks) : '';
  return (
    <div class="with-icon">
      <Icon kind={badgeOf(first)} />
      <div>
        <a class="row-title" data-item href={checkHref(first)}>
          <Text>{cause.title}</Text>
          {cause.kind === 'unexpected-pass' && ': passes again'}
          {aside !== '' && (
            <span class="aside">
              {' '}
              <Text>{aside}</Text>
            </span>
          )}
        </a>
        {finding !== undefined && (
          <p class="row-note">
            <code>
              <Text>{whereWords(finding.where)}</Text>
            </code>{' '}
            expected{' '}
            <b>
              <Text>{shorten(finding.expected)}</Text>
            </b>
            , received{' '}
            <b>
              <Text>{shorten(finding.actual)}</Text>
            </b>
          </p>
        )}
        {assignee === 'target-owner' &&
          questions.map(({ id, question }) => (
            <p key={id} class="row-note">
              Open question: <a href={href('run/questions', { q: id })}>{question}</a>
            </p>
          ))}
        {next !== undefined && (
          <p class="row-note">
            {next.hint} <code>{next.command}</code>
          </p>
        )}
        {item.waiverReasons.map((reason) => (
          <WaiverNote key={reason.waiver.checks} item={item} reason={reason} />
        ))}
        <p class="row-note">{item.versions.join('; ')}</p>
        {finding !== undefined && <Reproduce check={first} />}
      </div>
    </div>
  );
}

/** The distinguishing part of the check title, if all checks of a group have the same one. */
function sharedAside({ report }: ReportIndex, checks: readonly ReportCheck[]): string {
  const asides = new Set(checks.map((check) => titleOf(check, report.rules).aside));
  return asides.size === 1 ? ([...asides][0] ?? '') : '';
}

function WaiverNote({
  item,
  reason: { waiver, waivers, checks },
}: {
  readonly item: FailureItem;
  readonly reason: WaiverReason;
}): JSX.Element {
  const isWaived = item.assignee === 'waived';
  return (
    <p class="row-note">
      {waiver.owner}: {isWaived ? waiver.reason : `remove the ${waivers === 1 ? 'waiver' : 'waivers'}.`}{' '}
      {item.checks.length > 1 && `(${plural(checks, 'check')}) `}
      {isWaived && <Tag tone={waiver.daysLeft <= 7 ? 'warn' : 'dim'}>{daysLeft(waiver.daysLeft)}</Tag>}
    </p>
  );
}

function ChecksCell({ item }: { readonly item: FailureItem }): JSX.Element {
  const { checks, operations, blockedChecks, waivedChecks, assignee, groupIds, cause } = item;
  return (
    <>
      <a href={checksHref({ cause: groupIds })}>
        {plural(checks.length, 'check')}
        <span class="sr-only"> of {cause.title}</span>
      </a>{' '}
      on {listOperations(operations, 2)}
      {blockedChecks > 0 && (
        <>
          ,{' '}
          <a href={checksHref({ heldup: groupIds })}>
            {plural(blockedChecks, 'more check')} not judged
            <span class="sr-only"> because of {cause.title}</span>
          </a>
        </>
      )}
      {waivedChecks > 0 && assignee !== 'waived' && `, ${count(waivedChecks)} waived`}
    </>
  );
}

/** The example, folded. It renders when it opens: a list has a hundred of them. */
function Reproduce({ check }: { readonly check: ReportCheck }): JSX.Element {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details class="reproduce no-print" onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>Reproduce</summary>
      {wasOpen && <FailureExample check={check} />}
    </details>
  );
}

/** The example of a failure with everything that is needed to reproduce it. */
export function FailureExample({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { index } = usePage();
  const exchange = findingExchange(check, useExchanges());
  const requirement = index.requirementOf(check);
  const finding = check.findings[0];
  return (
    <div class="example">
      <p class="start-line">
        {exchange === undefined ? (
          `${check.endpoint}/${check.operation}`
        ) : (
          <code>
            {exchange.request.method} <Text>{pathOf(exchange.request.url)}</Text> →{' '}
            {exchange.response?.status ?? exchange.failure?.kind}
          </code>
        )}{' '}
        <span class="dim">
          {check.service} {check.spec}
        </span>
      </p>
      {finding !== undefined && <Comparison expected={finding.expected} received={finding.actual} />}
      {exchange !== undefined && exchange.failure?.kind !== 'not-sent' && (
        <CodeBlock label="curl" text={curlCommand(exchange.request)} />
      )}
      <dl class="pairs">
        {requirement !== undefined && (
          <div>
            <dt>Requirement</dt>
            <dd>
              <Prose>{requirement.text}</Prose> <span class="dim">({citation(requirement)})</span>
            </dd>
          </div>
        )}
        <div>
          <dt>Contract</dt>
          <dd>
            <code>{check.contract}</code>
          </dd>
        </div>
      </dl>
    </div>
  );
}

const NO_COLUMNS: readonly TableColumn<ReportCheck>[] = [];

const CHECK_COLUMNS: readonly TableColumn<ReportCheck>[] = [
  {
    title: 'Verdict',
    sort: (check) => BADGE_ORDER.indexOf(badgeOf(check)),
    cell: (check) => (
      <span class="nowrap">
        <Badge kind={badgeOf(check)} />
      </span>
    ),
  },
  { title: 'Check', kind: 'main', sort: ({ id }) => id, cell: (check) => <CheckLink check={check} /> },
  { title: 'Version', sort: ({ spec }) => spec, cell: ({ spec }) => spec },
  {
    title: 'Level',
    sort: ({ level, basis }) => `${LEVEL_ORDER.indexOf(level)} ${basis}`,
    cell: ({ level, basis }) => <LevelTag level={level} basis={basis} />,
  },
];

/** Checks, one row each. */
export function CheckTable({
  checks,
  caption = 'Checks',
  extra = NO_COLUMNS,
  name = '',
}: {
  readonly checks: readonly ReportCheck[];
  readonly caption?: string;
  readonly extra?: readonly TableColumn<ReportCheck>[];
  readonly name?: string;
}): JSX.Element {
  const columns = useMemo(() => [...CHECK_COLUMNS, ...extra], [extra]);
  return (
    <Table
      caption={caption}
      name={name}
      rows={checks}
      columns={columns}
      rowKey={checkKey}
      empty="No check matches."
      compact
    />
  );
}
