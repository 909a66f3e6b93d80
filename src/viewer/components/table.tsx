/** The table of every list in the report: sorting, paging, and a list of labelled values on narrow screens. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Basis, Level } from '../../report/model.ts';
import { count, plural } from '../data/format.ts';
import { LEVEL_ORDER } from '../data/report-index.ts';
import { changedHref } from '../data/route.ts';
import { setParams, useRoute } from '../navigation.ts';
import { LevelTag } from './badge.tsx';

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Sort key. A column without it cannot be sorted. */
  readonly sort?: (row: Row) => string | number;
  /** `main`: takes the free width, and the whole first line on narrow screens. `vertical`: narrow, with a vertical title. */
  readonly kind?: 'main' | 'number' | 'vertical';
}

interface TableProps<Row> {
  /** Name of the table for screen readers. */
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn<Row>[];
  readonly rowKey: (row: Row) => string;
  /** Text in place of a table without rows. */
  readonly empty?: string;
  /** Prefix of the URL parameters, if a page has several tables. */
  readonly name?: string;
  readonly pageSize?: number;
  /** One line of values per row on narrow screens, instead of one line per value. */
  readonly compact?: boolean;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

const PAGE_SIZE = 100;

export function Table<Row>({
  caption,
  rows,
  columns,
  rowKey,
  empty = 'No entry matches the filters.',
  name = '',
  pageSize = PAGE_SIZE,
  compact = false,
  onKeyDown,
}: TableProps<Row>) {
  const route = useRoute();
  const param = (key: string): string => (name === '' ? key : `${name}.${key}`);
  const order = route.params[param('sort')] ?? '';
  const sorted = useMemo(() => sortRows(rows, columns, order), [rows, columns, order]);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const page = Math.min(pages, Math.max(1, Number.parseInt(route.params[param('page')] ?? '1', 10) || 1));
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    <>
      <div class="table-scroll">
        <table class={`table ${compact ? 'compact' : ''}`} onKeyDown={onKeyDown}>
          <caption class="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <HeadCell key={column.title} column={column} order={order} param={param('sort')} />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice((page - 1) * pageSize, page * pageSize).map((row) => (
              <tr key={rowKey(row)}>
                {columns.map((column) => (
                  <td key={column.title} class={column.kind} data-label={column.title}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pager param={param('page')} page={page} pages={pages} />}
    </>
  );
}

interface HeadCellProps<Row> {
  readonly column: TableColumn<Row>;
  readonly order: string;
  readonly param: string;
}

function HeadCell<Row>({ column: { title, sort, kind }, order, param }: HeadCellProps<Row>) {
  const direction = order === title ? 'ascending' : order === `-${title}` ? 'descending' : 'none';
  const next = direction === 'none' ? title : direction === 'ascending' ? `-${title}` : undefined;
  return (
    <th scope="col" class={kind} aria-sort={sort && direction}>
      {sort === undefined ? (
        <span>{title}</span>
      ) : (
        <button type="button" onClick={() => setParams({ [param]: next })}>
          {title} <span aria-hidden="true">{{ none: '↕', ascending: '↑', descending: '↓' }[direction]}</span>
        </button>
      )}
    </th>
  );
}

/** Rows in the given order; without one, as they came. Equal rows keep their order. */
function sortRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[], order: string): readonly Row[] {
  const isDescending = order.startsWith('-');
  const title = isDescending ? order.slice(1) : order;
  const key = columns.find((column) => column.title === title)?.sort;
  if (key === undefined) return rows;
  const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)))
    .map(({ row }) => row);
}

interface PagerProps {
  readonly param: string;
  readonly page: number;
  readonly pages: number;
}

function Pager({ param, page, pages }: PagerProps) {
  const route = useRoute();
  const link = (target: number, label: string, relation: string) =>
    target >= 1 &&
    target <= pages && (
      <a class="button" href={changedHref(route, { [param]: String(target) })} data-go={relation}>
        {label}
      </a>
    );
  return (
    <nav class="facts no-print" aria-label="Pages of the list">
      {link(page - 1, 'Previous', 'previous')}
      <span>
        Page {count(page)} of {count(pages)}
      </span>
      {link(page + 1, 'Next', 'next')}
    </nav>
  );
}

/** `78 of 2,897 checks`, or `2,897 checks` without filters. */
export function countText(shown: number, of: number, noun: string): string {
  return shown === of ? plural(of, noun) : `${count(shown)} of ${plural(of, noun)}`;
}

interface Leveled {
  readonly level: Level;
  readonly basis: Basis;
}

/** The column of levels, sorted by MUST, SHOULD, MAY. */
export function levelColumn<Row>(levelOf: (row: Row) => Leveled): TableColumn<Row> {
  return {
    title: 'Level',
    sort: (row) => `${LEVEL_ORDER.indexOf(levelOf(row).level)} ${levelOf(row).basis}`,
    cell: (row) => <LevelTag {...levelOf(row)} />,
  };
}
