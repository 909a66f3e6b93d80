/** Versions side by side: the matrix of results, and the requirements that differ. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Badge, Icon, LevelTag, Tag } from '../components/badge.tsx';
import { PageTitle, usePage } from '../components/page.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { Table } from '../components/table.tsx';
import type { TableColumn } from '../components/table.tsx';
import { checkFilter, filtersOf } from '../data/filter.ts';
import { BADGE_ORDER, BADGE_TEXT, count, plural } from '../data/format.ts';
import type { ServiceVersions } from '../data/report-index.ts';
import { changedHref, checksHref } from '../data/route.ts';
import { buildMatrix, requirementRows } from '../data/versions.ts';
import type { CellResult, Matrix, MatrixField, RequirementCell, RequirementRow } from '../data/versions.ts';
import { requirementFilter, RequirementText } from './requirements.tsx';

export function Versions(): JSX.Element {
  const { index, route } = usePage();
  const { services } = index;
  const filters = filtersOf(route.params);
  const checks = useMemo(
    () => index.report.checks.filter(checkFilter(index, filters)),
    [index, JSON.stringify(filters)],
  );
  return (
    <>
      <PageTitle title="Versions" note={plural(checks.length, 'check')} />
      <FilterBar />
      <p class="legend">
        {BADGE_ORDER.map((kind) => (
          <Badge key={kind} kind={kind} />
        ))}
      </p>
      <p class="dim">
        Each cell shows the worst result of its checks. <RowFieldLinks />
      </p>
      {services.map((service) => {
        const own = checks.filter((check) => check.service === service.service);
        return own.length > 0 && <ServiceMatrix key={service.service} service={service} checks={own} />;
      })}
      {checks.length === 0 && <p class="empty">No check matches.</p>}
      <RequirementDifferences />
    </>
  );
}

const ROW_FIELDS: readonly MatrixField[] = ['endpoint', 'operation', 'aspect', 'rule'];

function useRowField(): MatrixField {
  const { route } = usePage();
  return ROW_FIELDS.find((field) => field === route.params['by']) ?? 'endpoint';
}

function RowFieldLinks(): JSX.Element {
  const { route } = usePage();
  const current = useRowField();
  return (
    <span class="views no-print" role="group" aria-label="Rows">
      {ROW_FIELDS.map((field) => (
        <a
          key={field}
          href={changedHref(route, { by: field === 'endpoint' ? undefined : field })}
          {...(field === current ? { 'aria-current': 'true' as const } : {})}
        >
          by {field}
        </a>
      ))}
    </span>
  );
}

type MatrixProps = {
  readonly service: ServiceVersions;
  readonly checks: readonly Parameters<typeof buildMatrix>[0][number][];
};

/** Versions are the columns. If only one version is in view, the aspects are. */
function ServiceMatrix({ service: { service, specs }, checks }: MatrixProps): JSX.Element {
  const { route } = usePage();
  const rowField = useRowField();
  const shown = specs.filter((spec) => checks.some((check) => check.spec === spec));
  const columnField: MatrixField =
    shown.length > 1 ? 'spec' : rowField === 'aspect' || rowField === 'rule' ? 'operation' : 'aspect';
  const matrix = useMemo(() => buildMatrix(checks, rowField, columnField), [checks, rowField, columnField]);
  const columns = useMemo(
    () => matrixColumns(matrix, service, rowField, columnField, route.params),
    [matrix, service, rowField, columnField, JSON.stringify(route.params)],
  );
  return (
    <section class={`matrix matrix-${columnField}`}>
      <h2>
        {service} {shown.length === 1 && shown[0]}
      </h2>
      <Table
        caption={`${service}: results by ${rowField} and ${columnField === 'spec' ? 'version' : columnField}`}
        name={service}
        rows={matrix.rows}
        columns={columns}
        rowKey={(row) => row}
        onKeyDown={moveWithArrows}
        compact
      />
    </section>
  );
}

function matrixColumns(
  matrix: Matrix,
  service: string,
  rowField: MatrixField,
  columnField: MatrixField,
  params: Readonly<Record<string, string>>,
): readonly TableColumn<string>[] {
  const names = columnField === 'spec' ? matrix.columns : [...matrix.columns].sort();
  // The matrix is one stop of the Tab key; the arrow keys move inside it.
  const firstRow = matrix.rows[0] ?? '';
  const firstColumn = names.find((name) => matrix.cell(firstRow, name) !== undefined);
  return [
    {
      title: rowField.charAt(0).toUpperCase() + rowField.slice(1),
      cell: (row) =>
        rowField === 'endpoint' ? (
          <a
            class="row-title"
            href={changedHref({ page: 'versions', params }, { service, endpoint: row, by: 'operation' })}
          >
            {row}
          </a>
        ) : (
          <span class="row-title">{row}</span>
        ),
    },
    ...names.map((name): TableColumn<string> => ({
      title: name,
      kind: columnField === 'spec' ? 'number' : 'vertical',
      cell: (row) => {
        const result = matrix.cell(row, name);
        return (
          result !== undefined && (
            <MatrixCell
              result={result}
              label={`${row}, ${name}`}
              href={checksHref({ ...filtersOf(params), service, [rowField]: row, [columnField]: name })}
              isTabStop={row === firstRow && name === firstColumn}
            />
          )
        );
      },
    })),
  ];
}

function MatrixCell({
  result: { worst, worstCount, checks },
  label,
  href,
  isTabStop,
}: {
  readonly result: CellResult;
  readonly label: string;
  readonly href: string;
  readonly isTabStop: boolean;
}): JSX.Element {
  const isGood = worst === 'pass' || worst === 'inapplicable';
  return (
    <a
      class={`cell cell-${worst}`}
      href={href}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={`${label}: ${count(worstCount)} of ${count(checks)} ${BADGE_TEXT[worst]}`}
      title={`${label}: ${count(worstCount)} of ${count(checks)} ${BADGE_TEXT[worst]}`}
    >
      <Icon kind={worst} />
      {!isGood && <span>{count(worstCount)}</span>}
      <span class="cell-total">{isGood ? count(checks) : `of ${count(checks)}`}</span>
    </a>
  );
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves the focus to the next cell with a result in the direction of the arrow. */
function moveWithArrows(event: KeyboardEvent): void {
  const [down, right] = ARROWS[event.key] ?? [0, 0];
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const table = cell?.closest('table');
  if (cell === null || !table || (down === 0 && right === 0)) return;
  let row = (cell.parentElement as HTMLTableRowElement).rowIndex;
  let column = cell.cellIndex;
  for (;;) {
    row += down;
    column += right;
    const next = row < 1 || column < 1 ? undefined : table.rows[row]?.cells[column];
    if (next === undefined) return;
    const link = next.querySelector<HTMLElement>('a');
    if (link === null) continue;
    event.preventDefault();
    link.focus();
    return;
  }
}

/** Requirements that changed between versions, or with different results. */
function RequirementDifferences(): JSX.Element | null {
  const { index, route } = usePage();
  const filters = filtersOf(route.params);
  const isAll = route.params['all'] === 'yes';
  const rows = useMemo(
    () => requirementRows(index).filter((row) => row.cells.length > 1 && (isAll || row.differs)),
    [index, isAll],
  );
  const found = useMemo(() => rows.filter(requirementFilter(filters)), [rows, JSON.stringify(filters)]);
  const services = index.services.filter(({ specs }) => specs.length > 1);
  if (services.length === 0) return null;
  return (
    <section>
      <div class="page-title">
        <h2>{isAll ? 'All requirements' : 'Requirements that differ between versions'}</h2>
        <p class="dim">{plural(found.length, 'requirement')}</p>
        <a class="no-print" href={changedHref(route, { all: isAll ? undefined : 'yes' })}>
          {isAll ? 'Only differences' : 'All requirements'}
        </a>
      </div>
      {services.map(({ service, specs }) => {
        const own = found.filter((row) => row.service === service);
        return (
          own.length > 0 && (
            <section key={service}>
              <h3>{service}</h3>
              <Table
                caption={`Requirements of ${service} by version`}
                name={`${service}.requirements`}
                rows={own}
                columns={differenceColumns(specs)}
                rowKey={({ id }) => id}
                compact
              />
            </section>
          )
        );
      })}
      {found.length === 0 && <p class="empty">No requirement differs.</p>}
    </section>
  );
}

function differenceColumns(specs: readonly string[]): readonly TableColumn<RequirementRow>[] {
  return [
    {
      title: 'Requirement',
      kind: 'main',
      sort: ({ id }) => id,
      cell: (row) => (
        <>
          <RequirementText row={row} />
          <p class="row-note">
            <LevelTag level={row.latest.level} basis={row.latest.basis} />
          </p>
          {row.cells.map(
            ({ spec, requirement }) =>
              requirement?.change !== undefined && (
                <p key={spec} class="row-note">
                  <b>{spec}</b> {requirement.change}
                </p>
              ),
          )}
        </>
      ),
    },
    ...specs.map((spec): TableColumn<RequirementRow> => ({
      title: spec,
      cell: ({ id, service, cells }) => {
        const cell = cells.find((one) => one.spec === spec);
        return cell === undefined ? '' : <DifferenceCell id={id} service={service} cell={cell} />;
      },
    })),
  ];
}

function DifferenceCell({
  id,
  service,
  cell: { spec, requirement, change },
}: {
  readonly id: string;
  readonly service: string;
  readonly cell: RequirementCell;
}): JSX.Element {
  return (
    <span class="nowrap">
      {change !== undefined && <Tag tone={change === 'removed' ? 'dim' : 'strong'}>{change}</Tag>}{' '}
      {requirement === undefined ? (
        change === undefined && <span class="dim">not in it</span>
      ) : requirement.excluded !== undefined ? (
        <span class="dim">excluded</span>
      ) : (
        <a href={checksHref({ service, spec, requirement: id })}>
          <Badge kind={requirement.verdict ?? 'untested'} />
        </a>
      )}
    </span>
  );
}
