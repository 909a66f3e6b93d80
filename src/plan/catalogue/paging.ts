/**
 * How the lists of a service are paged, as pagination.yaml says: how a page is asked for, and what laws of paging are told.
 * Rows know pages and sizes alone, so that another style of paging is another answer here.
 */
import type { PageParams } from '../../rules/page/page-rule.ts';
import type { OperationContext } from '../context.ts';

interface Paging {
  /** Names of the request headers by which a page and a size are asked for. */
  readonly page: string;
  readonly size: string;
  readonly headers: PageParams['headers'];
  readonly ends: PageParams['ends'];
  /** The most records that a page has, where that is so without being asked. */
  readonly cap: number;
  readonly isEnforced: boolean;
  /** Where the records of an answer stand, and the uid below a record. */
  readonly records: string;
  readonly uid: string;
}

/** Undefined of what is no list, and where the contracts know no paging. */
export function pagingOf({ scope, endpoint, operation }: OperationContext): Paging | undefined {
  const { pagination: block, envelope } = scope.contracts;
  if (operation.kind !== 'list' || block === undefined || envelope === undefined) return undefined;
  const lower = (name: string): string => name.toLowerCase();
  return {
    page: block.request.page,
    size: block.request.size,
    headers: {
      current: lower(block.response.current),
      next: lower(block.response.next),
      previous: lower(block.response.previous),
      total: lower(block.response.total),
    },
    ends: block.ends,
    cap: block.cap,
    isEnforced: operation.pagination === 'enforced',
    records: `/${envelope.result}`,
    uid: `/${endpoint.singular ?? ''}/${endpoint.uid ?? ''}`,
  };
}

export interface Asked {
  readonly page?: string | undefined;
  readonly size?: string | undefined;
}

/** Request headers that ask for a page, a size or both; undefined where neither is asked for. */
export function asked(context: OperationContext, { page, size }: Asked): Readonly<Record<string, string>> | undefined {
  const paging = page === undefined && size === undefined ? undefined : pagingOf(context);
  if (paging === undefined) return undefined;
  return {
    ...(page === undefined ? {} : { [paging.page]: page }),
    ...(size === undefined ? {} : { [paging.size]: size }),
  };
}
