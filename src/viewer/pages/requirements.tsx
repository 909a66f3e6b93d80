/** Requirements of the specification, with their checks and results. */
import { useMemo } from 'preact/hooks';
import type { ReportRequirement } from '../../report/model.ts';
import { hasAnswer } from '../../report/answer-results.ts';
import { Badge, Tag } from '../components/badge.tsx';
import { CheckTable } from '../components/failure-table.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, Pairs, Section, usePage } from '../components/page.tsx';
import { countText, levelColumn, Table, type TableColumn } from '../components/table.tsx';
import { Prose } from '../components/text.tsx';
import { filtersOf, textFilter, type Filters } from '../data/filter.ts';
import { citation, plural } from '../data/format.ts';
import { checksHref, href } from '../data/route.ts';
import { requirementRows, type RequirementCell, type RequirementRow } from '../data/versions.ts';

export function Requirements() {
  const { index, route } = usePage();
  const { requirement, ...filters } = filtersOf(route.params);
  const all = useMemo(() => requirementRows(index), [index]);
  const rows = useMemo(
    () => all.filter(requirementFilter({ ...filters, ...(requirement && { requirement }) })),
    [all, requirement, JSON.stringify(filters)],
  );
  const { off = [] } = index.report.run;
  return (
    <>
      <PageTitle title="Requirements" note={countText(rows.length, all.length, 'requirement')} />
      <FilterBar menus={['service', 'spec', 'level', 'basis', 'verdict', 'coverage']} />
      <RequirementTable rows={rows} caption="Requirements" />
      {requirement !== undefined && (
        <Section title="Checks of this requirement">
          <CheckTable
            checks={index.sortedChecks.filter((check) => check.requirement === requirement)}
            caption="Checks of this requirement"
            name="checks"
          />
        </Section>
      )}
      {off.length > 0 && (
        <Section title="Test cases that the contract disables">
          <Pairs
            pairs={off.map(({ service, row, reason }) => [<code key={row}>{row}</code>, `${service}: ${reason}`])}
          />
        </Section>
      )}
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
    (filters.coverage ?? coverageOf(latest)) === coverageOf(latest) &&
    cells.some(
      ({ spec, requirement }) =>
        requirement !== undefined &&
        (filters.spec ?? spec) === spec &&
        (filters.verdict ?? requirement.verdict) === requirement.verdict,
    ) &&
    matches([id, latest.text, latest.section, latest.excluded, ...cells.map(({ requirement }) => requirement?.change)]);
}

function coverageOf({ excluded, checks }: ReportRequirement): string {
  if (excluded !== undefined) return 'excluded';
  return checks > 0 ? 'covered' : 'uncovered';
}

interface RequirementTableProps {
  readonly rows: readonly RequirementRow[];
  readonly caption: string;
}

export function RequirementTable({ rows, caption }: RequirementTableProps) {
  return (
    <Table
      caption={caption}
      name="requirements"
      rows={rows}
      columns={REQUIREMENT_COLUMNS}
      rowKey={({ service, id }) => `${service} ${id}`}
    />
  );
}

const REQUIREMENT_COLUMNS: readonly TableColumn<RequirementRow>[] = [
  { title: 'Requirement', kind: 'main', sort: ({ id }) => id, cell: (row) => <RequirementText row={row} /> },
  levelColumn(({ latest }) => latest),
  { title: 'Source', sort: ({ latest }) => citation(latest), cell: ({ latest }) => citation(latest) },
  {
    title: 'Result',
    cell: (row) =>
      row.latest.excluded === undefined
        ? row.cells.map((cell) => resultOf(row, cell))
        : `Excluded: ${row.latest.excluded}`,
  },
];

/** Text and id, the open questions, and the changes between versions. */
function RequirementText({ row: { id, service, latest, cells } }: { readonly row: RequirementRow }) {
  const { index } = usePage();
  return (
    <>
      <Prose>{latest.text}</Prose>
      <p class="row-note">
        <a href={href('requirements', { requirement: id })} data-item>
          <code class="id">{id}</code>
        </a>{' '}
        {service}
      </p>
      {latest.openPoints
        .flatMap((one) => index.questions.get(one) ?? [])
        .map((question) => (
          <p key={question.id} class="row-note">
            {hasAnswer(question) ? 'Answered question: ' : 'Open question: '}
            <a href={href('run/questions', { q: question.id })}>{question.id}</a>
          </p>
        ))}
      {cells.map(
        ({ spec, requirement }) =>
          requirement?.change !== undefined && (
            <p key={spec} class="row-note">
              <b>{spec}</b> {requirement.change}
            </p>
          ),
      )}
    </>
  );
}

/** The result in one version, and its differences from the version before. */
function resultOf({ id, service }: RequirementRow, { spec, requirement, change }: RequirementCell) {
  const tag = change !== undefined && <Tag tone={change === 'removed' ? 'dim' : 'strong'}>{change}</Tag>;
  if (requirement === undefined)
    return (
      <p key={spec} class="nowrap dim">
        {spec} {tag || 'not in this version'}
      </p>
    );
  return (
    <p key={spec} class="nowrap">
      <a href={checksHref({ service, spec, requirement: id })}>
        <Badge kind={requirement.verdict ?? 'untested'}>
          {spec} {requirement.verdict}
        </Badge>
      </a>{' '}
      {plural(requirement.checks, 'check')} {tag}
    </p>
  );
}
