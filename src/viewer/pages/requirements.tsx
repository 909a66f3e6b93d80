/** Requirements: every sentence of the source documents, with its checks and results. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { OffRow, ReportRequirement } from '../../report/model.ts';
import { isAnswered } from '../../report/points-seen.ts';
import { Badge, LevelTag } from '../components/badge.tsx';
import { CheckTable } from '../components/failure-table.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { countText, Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { Prose } from '../components/text.tsx';
import { checkFilter, filtersOf, textFilter } from '../data/filter.ts';
import type { Filters } from '../data/filter.ts';
import { citation, count, plural } from '../data/format.ts';
import { LEVEL_ORDER } from '../data/report-index.ts';
import type { ReportIndex } from '../data/report-index.ts';
import { changedHref, checksHref, href } from '../data/route.ts';
import { requirementRows } from '../data/versions.ts';
import type { RequirementRow } from '../data/versions.ts';

type Coverage = 'covered' | 'excluded' | 'uncovered';
const COVERAGES: readonly Coverage[] = ['covered', 'excluded', 'uncovered'];

export function Requirements(): JSX.Element {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const { coverage } = route.params;
  const all = useMemo(() => requirementRows(index), [index]);
  const found = useMemo(() => all.filter(requirementFilter(filters)), [all, JSON.stringify(filters)]);
  const rows = useMemo(
    () => found.filter(({ latest }) => coverage === undefined || coverageOf(latest) === coverage),
    [found, coverage],
  );
  const columns = useMemo(() => requirementColumns(index), [index]);
  return (
    <>
      <PageTitle title="Requirements" note={countText(rows.length, all.length, 'requirement')} />
      <FilterBar menus={['service', 'spec', 'level', 'basis', 'verdict']} />
      <nav class="views no-print" aria-label="Coverage">
        <CoverageLink label={`all ${count(found.length)}`} />
        {COVERAGES.map((one) => {
          const number = found.filter(({ latest }) => coverageOf(latest) === one).length;
          return number > 0 && <CoverageLink key={one} coverage={one} label={`${count(number)} ${one}`} />;
        })}
      </nav>
      <Table
        caption="Requirements"
        rows={rows}
        columns={columns}
        rowKey={({ service, id }) => `${service} ${id}`}
        empty="No requirement matches."
      />
      {filters.requirement !== undefined && <RequirementChecks filters={filters} />}
      <SwitchedOff rows={index.report.run.off ?? []} />
    </>
  );
}

export function requirementFilter(filters: Filters): (row: RequirementRow) => boolean {
  const matches = textFilter(filters.q);
  return ({ id, service, latest, cells }) =>
    (filters.service ?? service) === service &&
    (filters.requirement ?? id) === id &&
    (filters.level ?? latest.level) === latest.level &&
    (filters.basis ?? latest.basis) === latest.basis &&
    cells.some(
      ({ spec, requirement }) =>
        requirement !== undefined &&
        (filters.spec ?? spec) === spec &&
        (filters.verdict ?? requirement.verdict) === requirement.verdict,
    ) &&
    matches([id, latest.text, latest.section, latest.excluded, ...cells.map(({ requirement }) => requirement?.change)]);
}

function coverageOf({ excluded, checks }: ReportRequirement): Coverage {
  if (excluded !== undefined) return 'excluded';
  return checks > 0 ? 'covered' : 'uncovered';
}

function CoverageLink({ coverage, label }: { readonly coverage?: Coverage; readonly label: string }): JSX.Element {
  const { route } = usePage();
  return (
    <a
      href={changedHref(route, { coverage })}
      {...(route.params['coverage'] === coverage ? { 'aria-current': 'true' as const } : {})}
    >
      {label}
    </a>
  );
}

function requirementColumns(index: ReportIndex): readonly TableColumn<RequirementRow>[] {
  const assumed = new Map<string, number>();
  for (const { basis, service, requirement } of index.report.checks)
    if (basis === 'assumed')
      assumed.set(`${service} ${requirement}`, (assumed.get(`${service} ${requirement}`) ?? 0) + 1);
  return [
    { title: 'Requirement', kind: 'main', sort: ({ id }) => id, cell: (row) => <RequirementText row={row} /> },
    {
      title: 'Level',
      sort: ({ latest }) => `${LEVEL_ORDER.indexOf(latest.level)} ${latest.basis}`,
      cell: ({ id, service, latest }) => {
        const checks = latest.basis === 'assumed' ? 0 : (assumed.get(`${service} ${id}`) ?? 0);
        return (
          <>
            <LevelTag level={latest.level} basis={latest.basis} />
            {checks > 0 && (
              <p class="row-note">
                <a href={checksHref({ service, requirement: id, basis: 'assumed' })}>{plural(checks, 'check')}</a> with
                an assumption
              </p>
            )}
          </>
        );
      },
    },
    { title: 'Source', sort: ({ latest }) => citation(latest), cell: ({ latest }) => citation(latest) },
    { title: 'Result', cell: (row) => <RequirementResult row={row} /> },
  ];
}

/** Text and id of a requirement, and the open questions that it depends on. */
export function RequirementText({ row: { id, service, latest } }: { readonly row: RequirementRow }): JSX.Element {
  const { index } = usePage();
  const questions = latest.openPoints.flatMap((one) => index.questions.get(one) ?? []);
  return (
    <>
      <Prose>{latest.text}</Prose>
      <p class="row-note">
        <a href={href('requirements', { requirement: id })} data-item>
          <code class="id">{id}</code>
        </a>{' '}
        {service}
      </p>
      {questions.length > 0 && (
        <p class="row-note">
          {questions.every(isAnswered) ? 'Answered question: ' : 'Open question: '}
          {questions.map((question, at) => (
            <>
              {at > 0 && ', '}
              <a href={href('run/questions', { q: question.id })}>{question.id}</a>
            </>
          ))}
        </p>
      )}
    </>
  );
}

function RequirementResult({ row: { id, service, latest, cells } }: { readonly row: RequirementRow }): JSX.Element {
  if (latest.excluded !== undefined)
    return (
      <span>
        <b>Excluded.</b> {latest.excluded}
      </span>
    );
  return (
    <ul class="results">
      {cells.map(
        ({ spec, requirement }) =>
          requirement !== undefined && (
            <li key={spec}>
              <a href={checksHref({ service, spec, requirement: id })}>
                <Badge kind={requirement.verdict ?? 'untested'}>
                  {spec}
                  <span class="sr-only"> {requirement.verdict ?? 'untested'}</span>
                </Badge>{' '}
                <span class="dim">{plural(requirement.checks, 'check')}</span>
              </a>
            </li>
          ),
      )}
    </ul>
  );
}

/** All checks of one requirement, worst first. */
function RequirementChecks({ filters }: { readonly filters: Filters }): JSX.Element {
  const { index } = usePage();
  const checks = useMemo(() => {
    const { service, spec, requirement } = filters;
    return index.sortedChecks.filter(
      checkFilter(index, { ...(service && { service }), ...(spec && { spec }), ...(requirement && { requirement }) }),
    );
  }, [index, JSON.stringify(filters)]);
  return (
    <section>
      <h2>Checks of this requirement</h2>
      <CheckTable checks={checks} caption="Checks of this requirement" name="checks" />
    </section>
  );
}

const OFF_COLUMNS: readonly TableColumn<OffRow>[] = [
  { title: 'Rule', kind: 'main', cell: ({ row }) => <code class="id">{row}</code> },
  { title: 'Service', cell: ({ service }) => service },
  { title: 'Reason', cell: ({ reason }) => reason },
];

/** Rows of the common catalogues that a contract switches off. */
function SwitchedOff({ rows }: { readonly rows: readonly OffRow[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Not tested</h2>
      <p class="dim">The contract switches off these common rules.</p>
      <Table
        caption="Rules that the contract switches off"
        name="off"
        rows={rows}
        columns={OFF_COLUMNS}
        rowKey={({ service, row }) => `${service} ${row}`}
      />
    </section>
  );
}
