/** Waivers: who accepts which failure, why, and until when. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../record/group-by.ts';
import type { ReportWaiver } from '../../report/model.ts';
import { Tag } from '../components/badge.tsx';
import type { TagTone } from '../components/badge.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { FailureTable } from '../components/failure-table.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { WebLink } from '../components/text.tsx';
import { failureItems } from '../data/failure-items.ts';
import { textFilter } from '../data/filter.ts';
import { count, daysLeft, plural } from '../data/format.ts';
import { checksHref } from '../data/route.ts';
import { RUN_VIEWS } from './run.tsx';

/** The state of a waiver, and what its owner must do. */
export const WAIVER_STATE: Readonly<
  Record<ReportWaiver['state'], { readonly text: string; readonly task: string; readonly tone: TagTone }>
> = {
  used: { text: 'used', task: '', tone: 'good' },
  untried: { text: 'not judged', task: 'Its checks have no verdict in this run.', tone: 'dim' },
  stale: { text: 'stale', task: 'Its checks pass now. Remove it.', tone: 'bad' },
  expired: { text: 'expired', task: 'Fix the service, or renew the waiver with a reason.', tone: 'bad' },
  unmatched: { text: 'unmatched', task: 'No planned check matches. Fix the pattern or remove it.', tone: 'bad' },
  mismatched: { text: 'mismatched', task: 'Its checks fail in another way. Review it.', tone: 'bad' },
  overlapping: { text: 'overlapping', task: 'Another waiver covers the same checks. Keep one.', tone: 'bad' },
};

/** Days before the expiry date at which a waiver is marked. */
const EXPIRES_SOON = 7;

export function Waivers(): JSX.Element {
  const { index, route } = usePage();
  const { waivers } = index.report;
  const matches = textFilter(route.params['q']);
  const found = waivers
    .filter(({ checks, reason, owner, state, link }) => matches([checks, reason, owner, state, link]))
    .sort((a, b) => Number(a.state === 'used') - Number(b.state === 'used') || a.daysLeft - b.daysLeft);
  const waived = useMemo(() => failureItems(index, ({ disposition }) => disposition === 'expected-failure'), [index]);
  return (
    <>
      <PageTitle title="Waivers" note={plural(found.length, 'waiver')} views={RUN_VIEWS} />
      <WaiverTable waivers={found} name="" />
      {waived.length > 0 && (
        <section>
          <h2>Waived failures</h2>
          <FailureTable items={waived} caption="Waived failures" name="waived" />
        </section>
      )}
    </>
  );
}

/** Waivers that differ only in their pattern. Projects often write hundreds of them for one reason. */
export type WaiverRow = readonly [ReportWaiver, ...ReportWaiver[]];

export function waiverRows(waivers: readonly ReportWaiver[]): readonly WaiverRow[] {
  const key = ({ owner, reason, link, symptom, service, spec, expires, state }: ReportWaiver): string =>
    JSON.stringify([owner, reason, link, symptom, service, spec, expires, state]);
  return [...groupBy(waivers, key).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}

export function WaiverTable({
  waivers,
  name,
}: {
  readonly waivers: readonly ReportWaiver[];
  readonly name: string;
}): JSX.Element {
  const rows = useMemo(() => waiverRows(waivers), [waivers]);
  return (
    <Table
      caption="Waivers"
      name={name}
      rows={rows}
      columns={WAIVER_COLUMNS}
      rowKey={([first]) => first.checks}
      empty="No waiver."
    />
  );
}

const WAIVER_COLUMNS: readonly TableColumn<WaiverRow>[] = [
  {
    title: 'Checks',
    kind: 'main',
    sort: ([first]) => first.checks,
    cell: ([first, ...others]) => (
      <>
        <code class="row-title">{first.checks}</code>
        <p class="row-note">
          {[first.service, first.spec?.join(', '), symptomText(first)].filter(Boolean).join(' · ')}
        </p>
        {others.length > 0 && (
          <details class="fold">
            <summary>{plural(others.length, 'more pattern')}</summary>
            <ul>
              {others.map((waiver) => (
                <li key={waiver.checks}>
                  <code class="id">{waiver.checks}</code> <WaivedChecks waivers={[waiver]} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </>
    ),
  },
  {
    title: 'Reason',
    cell: ([{ reason, link }]) => (
      <>
        {reason}
        {link !== undefined && (
          <p class="row-note">
            <WebLink to={link} />
          </p>
        )}
      </>
    ),
  },
  { title: 'Owner', sort: ([{ owner }]) => owner, cell: ([{ owner }]) => owner },
  {
    title: 'Expires',
    sort: ([first]) => first.daysLeft,
    cell: ([{ expires, daysLeft: days }]) => (
      <>
        <span class="nowrap">{expires}</span>{' '}
        <Tag tone={days < 0 ? 'bad' : days <= EXPIRES_SOON ? 'warn' : 'dim'}>{daysLeft(days)}</Tag>
      </>
    ),
  },
  {
    title: 'State',
    sort: ([{ state }]) => state,
    cell: ([{ state }]) => (
      <>
        <Tag tone={WAIVER_STATE[state].tone}>{WAIVER_STATE[state].text}</Tag> {WAIVER_STATE[state].task}
      </>
    ),
  },
  { title: 'Waived checks', cell: (row) => <WaivedChecks waivers={row} /> },
];

function symptomText({ symptom: { where, expected, actual } }: ReportWaiver): string {
  const parts = [
    ['at', where],
    ['expected', expected],
    ['received', actual],
  ];
  return parts.flatMap(([word, value]) => (value === undefined ? [] : [`${word} “${value}”`])).join(', ');
}

function WaivedChecks({ waivers }: { readonly waivers: readonly ReportWaiver[] }): JSX.Element {
  const { report } = usePage().index;
  const checks = waivers.reduce((sum, { excuses }) => sum + excuses.length, 0);
  if (checks === 0) return <span class="dim">0</span>;
  return (
    <a href={checksHref({ waiver: waivers.map((one) => report.waivers.indexOf(one)).join(',') })} data-item>
      {count(checks)}
      <span class="sr-only"> checks waived by {waivers[0]?.checks}</span>
    </a>
  );
}
