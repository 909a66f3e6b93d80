import { GatewayError } from '../../http/gateway-error.ts';
import type { Call } from '../../http/message.ts';
import type { Family } from '../families/family.ts';
import type { UidList } from './store.ts';

// Names of the request headers as clients of the service send them, of the response headers made up after them
// (assumed: student-reporting section 4 does not show the names).
export const pageHeader = 'tcsi-pagination-page';
export const sizeHeader = 'tcsi-pagination-pagesize';
const currentHeader = 'tcsi-pagination-current-page';
const nextHeader = 'tcsi-pagination-next-page';
const previousHeader = 'tcsi-pagination-previous-page';
const totalHeader = 'tcsi-pagination-total-pages';

/** The size of a page where none is asked for; student-reporting section 4 rule 1: and at most that of a bulk call. */
export const usualSize = 200;

/** What a call asks for: a page, or the plain list. */
export interface Asked {
  readonly isEnabled: boolean;
  readonly page: number;
  readonly size: number;
}

/** The numbers of a page; `undefined` where there is none. */
export type Marks = Readonly<Record<'current' | 'total' | 'next' | 'previous', number | undefined>>;

type Paged = Pick<Family, 'name' | 'paging'>;

/** The stages of paging a list, in their order. */
export interface PagingStages {
  /** Reads the request headers; either one enables pagination. */
  readonly ask: (call: Call, family: Paged) => Asked;
  readonly cut: (list: UidList, asked: Asked, family: Paged) => readonly number[];
  readonly tell: (records: number, asked: Asked, family: Paged) => Readonly<Record<string, string>>;
  readonly marks: (records: number, asked: Asked, family: Paged) => Marks;
}

export function pagingStages(stages: { readonly paging: PagingStages }): PagingStages {
  return {
    ask,
    cut: (list, { isEnabled, page, size }) =>
      isEnabled ? list.slice((page - 1) * size, page * size) : list.slice(0, size),
    tell: (records, asked, family) => (asked.isEnabled ? headersOf(stages.paging.marks(records, asked, family)) : {}),
    // Rule 3: current, next, previous and total; next and previous are absent where there is none (assumed).
    marks: (records, { page, size }) => {
      const total = Math.ceil(records / size);
      return {
        current: page,
        total,
        next: page < total ? page + 1 : undefined,
        previous: page > 1 ? page - 1 : undefined,
      };
    },
  };
}

function ask(call: Call, { paging }: Paged): Asked {
  const page = call.header(pageHeader);
  const size = call.header(sizeHeader);
  const isAsked = page !== undefined || size !== undefined;
  if (!paging || !isAsked) return { isEnabled: false, page: 1, size: paging?.isEnforced ? usualSize : Infinity };
  // Rule 1: at most 200 unit enrolments per call, whatever is asked.
  const asked = Math.min(positive(sizeHeader, size, usualSize), paging.maxSize);
  return { isEnabled: true, page: positive(pageHeader, page, 1), size: asked };
}

export const isPositive = (text: string): boolean => /^0*[1-9][0-9]{0,14}$/.test(text);

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (isPositive(text)) return Number(text);
  throw unusableHeader(name, 'must be a positive decimal integer');
}

export function unusableHeader(name: string, why: string): GatewayError {
  return new GatewayError(400, { code: 'invalid_header', detail: `${name} ${why}.`, source: { header: name } });
}

function headersOf({ current, total, next, previous }: Marks): Record<string, string> {
  const headers = [
    [currentHeader, current],
    [totalHeader, total],
    [nextHeader, next],
    [previousHeader, previous],
  ] as const;
  return Object.fromEntries(
    headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );
}
