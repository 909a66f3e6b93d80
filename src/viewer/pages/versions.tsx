/** Versions side by side: the matrix of results, and the requirements that differ. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportCheck } from '../../report/model.ts';
import { Badge, Icon } from '../components/badge.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageTitle, Section, usePage } from '../components/page.tsx';
import { Table, type TableColumn } from '../components/table.tsx';
import { aspectTitle } from '../data/aspects.ts';
import { checkFilter, filtersOf, type Filters } from '../data/filter.ts';
import { BADGE_ORDER, BADGE_TEXT, count, plural } from '../data/format.ts';
import { checksHref, href } from '../data/route.ts';
import { buildMatrix, type MatrixField, requirementRows, type ResultMatrix } from '../data/versions.ts';
import { requirementFilter, RequirementTable } from './requirements.tsx';

export function Versions() {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const isAll = route.params['all'] === 'yes';
  const checks = useMemo(
    () => index.report.checks.filter(checkFilter(index, filters)),
    [index, JSON.stringify(filters)],
  );
  const requirements = useMemo(
    () =>
      requirementRows(index)
        .filter(({ cells, differs }) => cells.length > 1 && (isAll || differs))
        .filter(requirementFilter(filters)),
    [index, isAll, JSON.stringify(filters)],
  );
  return (
    <>
      <PageTitle title="Versions" note={plural(checks.length, 'check')} />
      <FilterBar />
      <p class="facts">
        Each cell shows the worst result of its checks:
        {BADGE_ORDER.map((kind) => (
          <Badge key={kind} kind={kind} />
        ))}
      </p>
      {checks.length === 0 && <p class="empty">No check matches the filters.</p>}
      {index.services.map(({ service }) => {
        const own = checks.filter((check) => check.service === service);
        return own.length > 0 && <ServiceMatrix key={service} service={service} checks={own} filters={filters} />;
      })}
      {index.services.some(({ specs }) => specs.length > 1) && (
        <Section title={isAll ? 'All requirements' : 'Requirements that differ between versions'}>
          <p class="dim">
            {plural(requirements.length, 'requirement')}.{' '}
            <a href={href('versions', { ...route.params, all: isAll ? undefined : 'yes' })}>
              {isAll ? 'Show only differences' : 'Show all requirements'}
            </a>
          </p>
          <RequirementTable rows={requirements} caption="Requirements by version" />
        </Section>
      )}
    </>
  );
}

const ROW_TITLES: Readonly<Record<MatrixField, string>> = {
  endpoint: 'Endpoint',
  operation: 'Operation',
  aspect: 'Tested behavior',
  rule: 'Rule',
  spec: 'Version',
};

interface MatrixProps {
  readonly service: string;
  readonly checks: readonly ReportCheck[];
  readonly filters: Filters;
}

function ServiceMatrix({ service, checks, filters }: MatrixProps) {
  const matrix = useMemo(() => buildMatrix(checks), [checks]);
  const { rowField, columnField, rows } = matrix;
  const columns: readonly TableColumn<string>[] = [
    {
      title: ROW_TITLES[rowField],
      kind: 'main',
      // A row leads to the next level: the operations of the endpoint, then their aspects.
      cell: (row) => (
        <a class="row-title" href={href('versions', { ...filters, service, [rowField]: row })}>
          {titleOf(rowField, row)}
        </a>
      ),
    },
    ...matrix.columns.map((column): TableColumn<string> => ({
      title: titleOf(columnField, column),
      kind: columnField === 'spec' ? 'number' : 'vertical',
      cell: (row) =>
        matrixCell(matrix, row, column, checksHref({ ...filters, service, [rowField]: row, [columnField]: column })),
    })),
  ];
  return (
    <section class="matrix">
      <h2>{columnField === 'spec' ? service : `${service} ${checks[0]?.spec ?? ''}`}</h2>
      <Table
        caption={`Results of ${service}`}
        name={service}
        rows={rows}
        columns={columns}
        rowKey={(row) => row}
        compact
      />
    </section>
  );
}

function titleOf(field: MatrixField, value: string): string {
  return field === 'aspect' ? aspectTitle(value) : value;
}

function matrixCell(matrix: ResultMatrix, row: string, column: string, address: string): JSX.Element | undefined {
  const result = matrix.cell(row, column);
  if (result === undefined) return undefined;
  const { worst, worstCount, checks } = result;
  const share = worstCount === checks ? count(checks) : `${count(worstCount)} of ${count(checks)}`;
  const names = `${titleOf(matrix.rowField, row)}, ${titleOf(matrix.columnField, column)}`;
  const label = `${names}: ${count(worstCount)} of ${count(checks)} ${BADGE_TEXT[worst]}`;
  const isGood = worst === 'pass' || worst === 'inapplicable';
  // Narrow columns have room for one number, and only problems need it.
  const text = matrix.columnField === 'spec' ? share : isGood ? '' : count(worstCount);
  return (
    <a class={`cell cell-${worst}`} href={address} aria-label={label} title={label} data-item>
      <Icon kind={worst} /> {text}
    </a>
  );
}
