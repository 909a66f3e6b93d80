/** Tables of failure groups and of checks, and the example of a failure. */
import { useState } from 'preact/hooks';
import { curlCommand, explainCheckCommand } from '../../report/curl.ts';
import type { ReportCheck } from '../../report/model.ts';
import { describeFinding, extentText, versionText } from '../../report/open-causes.ts';
import { checkKey } from '../../report/page/data.ts';
import { type FailureItem, findingExchange } from '../data/failure-items.ts';
import { BADGE_ORDER, badgeOf, citation, count, daysLeft, plural, shortMoment } from '../data/format.ts';
import { oldestFailure } from '../data/history.ts';
import { useExchanges } from '../data/load.ts';
import { checkHref, checksHref, href } from '../data/route.ts';
import { Badge, Icon, Tag } from './badge.tsx';
import { RequestLine } from './evidence.tsx';
import { Pairs, usePage } from './page.tsx';
import { levelColumn, Table, type TableColumn } from './table.tsx';
import { CheckLink, CodeBlock, Comparison, Prose, Text } from './text.tsx';

interface FailureTableProps {
  readonly items: readonly FailureItem[];
  readonly caption: string;
  readonly name: string;
}

export function FailureTable({ items, caption, name }: FailureTableProps) {
  return (
    <Table
      caption={caption}
      name={name}
      rows={items}
      columns={FAILURE_COLUMNS}
      rowKey={({ cause }) => cause.id}
      compact
    />
  );
}

const FAILURE_COLUMNS: readonly TableColumn<FailureItem>[] = [
  { title: 'Failure', kind: 'main', sort: ({ cause }) => cause.title, cell: (item) => <FailureCell item={item} /> },
  levelColumn((row) => row),
  { title: 'Checks', sort: ({ checks }) => checks.length, cell: (item) => <ReachCell item={item} /> },
  { title: 'Fails since', cell: (item) => <SinceCell item={item} /> },
];

function FailureCell({ item }: { readonly item: FailureItem }) {
  const { first, cause, next, questions, assignee, waivers, waivedChecks } = item;
  const { run } = usePage().index.report;
  const finding = first.findings[0];
  return (
    <div class="with-icon">
      <Icon kind={badgeOf(first)} />
      <div>
        <a class="row-title" data-item href={checkHref(first)}>
          <Text>{cause.title}</Text>
          {assignee === 'waiver-owner' && ': passes now'}
        </a>
        {finding !== undefined && (
          <p class="row-note">
            <Text>{describeFinding(finding, 120)}</Text>
          </p>
        )}
        {assignee === 'target-owner' &&
          questions.map(({ id, question }) => (
            <p key={id} class="row-note">
              Open question: <a href={href('run/questions', { q: id })}>{question}</a>
            </p>
          ))}
        {assignee === 'target-owner' && questions.length === 0 && (
          <p class="row-note">
            The requirement is a draft. To see where to confirm it: <code>{explainCheckCommand(run, first)}</code>
          </p>
        )}
        {next !== undefined && (
          <p class="row-note">
            {next.hint} <code>{next.command}</code>
          </p>
        )}
        {(waivedChecks > 0 || assignee === 'waiver-owner') &&
          waivers.map(({ checks, owner, reason, daysLeft: days }) => (
            <p key={checks} class="row-note">
              Waiver of {owner}: {reason} <Tag tone={days <= 7 ? 'warn' : 'dim'}>{daysLeft(days)}</Tag>
            </p>
          ))}
        {finding !== undefined && <Reproduce check={first} />}
      </div>
    </div>
  );
}

function ReachCell({ item }: { readonly item: FailureItem }) {
  const { checks, first, blockedChecks, waivedChecks, groupIds } = item;
  const { blocking: blockingKeys } = usePage().index;
  const blocking = checks.filter((check) => blockingKeys.has(checkKey(check))).length;
  return (
    <>
      {versionText({ checks, example: first })}:{' '}
      <a href={checksHref({ cause: groupIds })}>{extentText({ checks, holdsUp: 0, blocking })}</a>
      {blockedChecks > 0 && (
        <p>
          <a href={checksHref({ heldup: groupIds })}>{plural(blockedChecks, 'more check')}</a> not judged because of it
        </p>
      )}
      {waivedChecks > 0 && waivedChecks < checks.length && `, ${count(waivedChecks)} waived`}
    </>
  );
}

function SinceCell({ item: { checks, newChecks } }: { readonly item: FailureItem }) {
  const since = oldestFailure(usePage().index, checks);
  if (newChecks > 0) return <Tag tone="bad">{newChecks === checks.length ? 'new' : `${count(newChecks)} new`}</Tag>;
  return since === undefined ? null : <span class="nowrap">{shortMoment(since)}</span>;
}

/** The example, folded. It renders when it opens: a list has a hundred of them. */
function Reproduce({ check }: { readonly check: ReportCheck }) {
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <details class="reproduce no-print" onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>Reproduce</summary>
      {wasOpen && <FailureExample check={check} />}
    </details>
  );
}

/** The example of a failure with everything that is needed to reproduce it. */
export function FailureExample({ check }: { readonly check: ReportCheck }) {
  const exchange = findingExchange(check, useExchanges());
  const requirement = usePage().index.requirementOf(check);
  const finding = check.findings[0];
  return (
    <div class="example">
      <p>
        {exchange === undefined ? `${check.endpoint}/${check.operation}` : <RequestLine exchange={exchange} />}{' '}
        <span class="dim">
          {check.service} {check.spec}
        </span>
      </p>
      {finding !== undefined && <Comparison {...finding} />}
      {exchange !== undefined && exchange.failure?.kind !== 'not-sent' && (
        <CodeBlock label="curl" text={curlCommand(exchange.request)} />
      )}
      <Pairs
        pairs={[
          ['Requirement', <Prose key="text">{requirement?.text ?? check.requirement}</Prose>],
          ['Source', requirement === undefined ? 'The report does not contain it.' : citation(requirement)],
          ['Contract', <code key="contract">{check.contract}</code>],
        ]}
      />
    </div>
  );
}

const CHECK_COLUMNS: readonly TableColumn<ReportCheck>[] = [
  {
    title: 'Verdict',
    sort: (check) => BADGE_ORDER.indexOf(badgeOf(check)),
    cell: (check) => <Badge kind={badgeOf(check)} />,
  },
  { title: 'Check', kind: 'main', sort: ({ id }) => id, cell: (check) => <CheckLink check={check} /> },
  { title: 'Version', sort: ({ spec }) => spec, cell: ({ spec }) => spec },
  levelColumn((row) => row),
];

interface CheckTableProps {
  readonly checks: readonly ReportCheck[];
  readonly caption: string;
  readonly name?: string;
}

export function CheckTable({ checks, caption, name = '' }: CheckTableProps) {
  return <Table caption={caption} name={name} rows={checks} columns={CHECK_COLUMNS} rowKey={checkKey} compact />;
}
