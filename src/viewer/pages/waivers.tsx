/** Waivers: accepted failures with owner, reason and expiry date. */
import { useMemo } from 'preact/hooks';
import { groupBy } from '../../model/objects.ts';
import type { ReportWaiver } from '../../report/model.ts';
import { Tag } from '../components/badge.tsx';
import { FailureTable } from '../components/failure-table.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { WebLink } from '../components/text.tsx';
import { failureItems } from '../data/failure-items.ts';
import { textFilter } from '../data/filter.ts';
import { count, daysLeft, plural } from '../data/format.ts';
import { checksHref } from '../data/route.ts';
import { RUN_VIEWS } from './run.tsx';

/** Name of the state, and the task of the owner. */
export const WAIVER_STATES: Readonly<Record<ReportWaiver['state'], readonly [name: string, task: string]>> = {
  used: ['in use', ''],
  untried: ['not tested', 'Its checks have no verdict in this run.'],
  stale: ['not needed', 'Its checks pass now. Remove the waiver.'],
  expired: ['expired', 'Fix the service, or renew the waiver.'],
  unmatched: ['no check', 'No check matches. Correct the pattern, or remove the waiver.'],
  mismatched: ['different failure', 'Its checks fail in a different way. Review the waiver.'],
  overlapping: ['duplicate', 'Another waiver covers the same checks. Keep one.'],
};

/** Days before the expiry date at which a waiver is marked. */
const EXPIRES_SOON = 7;

export function Waivers() {
  const { index, route } = usePage();
  const matches = textFilter(route.params['q']);
  const found = index.report.waivers
    .filter(({ checks, reason, owner, state, link }) => matches([checks, reason, owner, state, link]))
    .sort((a, b) => Number(a.state === 'used') - Number(b.state === 'used') || a.daysLeft - b.daysLeft);
  const waived = useMemo(() => failureItems(index, ({ disposition }) => disposition === 'expected-failure'), [index]);
  return (
    <>
      <PageTitle title="Waivers" note={plural(found.length, 'waiver')} views={RUN_VIEWS} />
      <FilterBar menus={[]} />
      <WaiverTable waivers={found} name="waivers" />
      <Section title="Waived failures">
        <FailureTable items={waived} caption="Waived failures" name="waived" />
      </Section>
    </>
  );
}

/** Waivers that differ only in their pattern. Projects often write hundreds of them for one reason. */
type WaiverRow = readonly [ReportWaiver, ...ReportWaiver[]];

interface WaiverTableProps {
  readonly waivers: readonly ReportWaiver[];
  readonly name: string;
}

export function WaiverTable({ waivers, name }: WaiverTableProps) {
  const groups = groupBy(waivers, ({ owner, reason, link, symptom, service, spec, expires, state }) =>
    JSON.stringify([owner, reason, link, symptom, service, spec, expires, state]),
  );
  const rows = [...groups.values()].flatMap(([first, ...others]): readonly WaiverRow[] =>
    first === undefined ? [] : [[first, ...others]],
  );
  return (
    <Table caption="Waivers" name={name} rows={rows} columns={WAIVER_COLUMNS} rowKey={([first]) => first.checks} />
  );
}

const WAIVER_COLUMNS: readonly TableColumn<WaiverRow>[] = [
  {
    title: 'Checks',
    kind: 'main',
    sort: ([first]) => first.checks,
    cell: (row) => (
      <>
        {row.map(({ checks }) => (
          <code key={checks} class="stacked">
            {checks}
          </code>
        ))}
        <p class="row-note">{symptomText(row[0])}</p>
      </>
    ),
  },
  {
    title: 'Reason',
    cell: ([{ reason, link }]) => (
      <>
        {reason} {link !== undefined && <WebLink to={link} />}
      </>
    ),
  },
  { title: 'Owner', sort: ([{ owner }]) => owner, cell: ([{ owner }]) => owner },
  {
    title: 'Expires',
    sort: ([first]) => first.daysLeft,
    cell: ([{ expires, daysLeft: days }]) => (
      <>
        {expires} <Tag tone={days < 0 ? 'bad' : days <= EXPIRES_SOON ? 'warn' : 'dim'}>{daysLeft(days)}</Tag>
      </>
    ),
  },
  {
    title: 'State',
    sort: ([{ state }]) => state,
    cell: ([{ state }]) => (
      <>
        <Tag tone={state === 'used' ? 'good' : state === 'untried' ? 'dim' : 'bad'}>{WAIVER_STATES[state][0]}</Tag>{' '}
        {WAIVER_STATES[state][1]}
      </>
    ),
  },
  { title: 'Waived checks', kind: 'number', cell: (row) => <WaivedChecks waivers={row} /> },
];

/** The service, the versions and the symptom that a waiver is limited to. */
function symptomText({ service, spec, symptom: { where, expected, actual } }: ReportWaiver): string {
  const parts = [
    service,
    spec?.join(', '),
    where,
    expected && `expected “${expected}”`,
    actual && `received “${actual}”`,
  ];
  return parts.filter(Boolean).join(' · ');
}

function WaivedChecks({ waivers }: { readonly waivers: readonly ReportWaiver[] }) {
  const { report } = usePage().index;
  const positions = waivers.map((one) => report.waivers.indexOf(one)).join(',');
  return (
    <a href={checksHref({ waiver: positions })} data-item>
      {count(waivers.reduce((sum, { excuses }) => sum + excuses.length, 0))}
    </a>
  );
}
