import { paginationFault } from '../../faults/ids.ts';
import type { PaginationFault } from '../../faults/pagination.ts';
import type { Switches } from '../../faults/switches.ts';
import { GatewayError, notFound } from '../../http/gateway-error.ts';
import type { Call } from '../../http/message.ts';
import type { Family } from '../families/family.ts';
import type { UidList } from './uid-list.ts';

// Names of the request headers as clients of the service send them, of the response headers made up after them
// (assumed: student-reporting section 4 does not show the names).
const pageHeader = 'tcsi-pagination-page';
const sizeHeader = 'tcsi-pagination-pagesize';
const currentHeader = 'tcsi-pagination-current-page';
const nextHeader = 'tcsi-pagination-next-page';
const previousHeader = 'tcsi-pagination-previous-page';
const totalHeader = 'tcsi-pagination-total-pages';

const cap = 200;
const unlimited = 1_000_000;

/** What a call asks for: a page, or the plain list. */
export interface Paging {
  readonly isEnabled: boolean;
  readonly page: number;
  readonly size: number;
}

export interface Page {
  readonly uids: readonly number[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Pages one list. The faults of pagination are decided here and nowhere else. */
export class Paginator {
  readonly #family: Family;
  readonly #switches: Switches;
  #calls = 0;

  constructor(family: Family, switches: Switches) {
    this.#family = family;
    this.#switches = switches;
    switches.onChange(() => {
      this.#calls = 0;
    });
  }

  /** Reads the request headers; either one enables pagination. */
  read(call: Call): Paging {
    const { paging } = this.#family;
    const page = call.header(pageHeader);
    const size = call.header(sizeHeader);
    const isAsked = (page !== undefined || size !== undefined) && !this.#on('headers-ignored');
    const isOffered = paging !== undefined || this.#on('unoffered-honoured');
    if (!isOffered || !isAsked) return { isEnabled: false, page: 1, size: paging?.isEnforced ? cap : Infinity };
    const asked = this.#positive(sizeHeader, size, cap);
    const isUnlimited = size === undefined && this.#on('default-size-unlimited');
    return {
      isEnabled: true,
      page: this.#on('page-ignored') ? 1 : this.#positive(pageHeader, page, 1),
      size: isUnlimited
        ? unlimited
        : this.#on('page-size-ignored')
          ? cap
          : this.#clamp(asked, paging?.maxSize ?? unlimited),
    };
  }

  page(list: UidList, { isEnabled, page, size }: Paging): Page {
    const end = this.#plainEnd(isEnabled, size);
    const start = isEnabled ? (page - 1) * size : 0;
    const ordered = this.#ordered(isEnabled ? this.#slice(list, start, size) : list.slice(0, end));
    const uids = this.#on('records-doubled') ? ordered.flatMap((uid) => [uid, uid]) : ordered;
    if (isEnabled && start >= list.length && page > 1 && this.#on('past-end-404')) throw notFound();
    const showsHeaders = isEnabled || (this.#family.paging !== undefined && this.#on('headers-unasked'));
    if (!showsHeaders || this.#on('headers-missing')) return { uids, headers: {} };
    return { uids, headers: this.#headers(list.length, page, Number.isFinite(size) ? size : cap) };
  }

  #on(what: PaginationFault): boolean {
    return this.#switches.on(paginationFault(this.#family.name, what));
  }

  #positive(name: string, text: string | undefined, otherwise: number): number {
    if (text === undefined) return otherwise;
    if (/^0*[1-9][0-9]{0,14}$/.test(text)) return Number(text);
    if (this.#on('page-zero-accepted')) return otherwise;
    const detail = `${name} must be a positive decimal integer.`;
    throw new GatewayError(400, { code: 'invalid_header', detail, source: { header: name } });
  }

  /** student-reporting section 4 rule 1: at most 200 unit enrolments per call, whatever is asked. */
  #clamp(size: number, max: number): number {
    if (size <= max || this.#on('cap-raised')) return size;
    if (!this.#on('size-over-cap-refused')) return max;
    throw new GatewayError(400, {
      code: 'invalid_header',
      detail: `${sizeHeader} is too high.`,
      source: { header: sizeHeader },
    });
  }

  #plainEnd(isEnabled: boolean, size: number): number {
    if (isEnabled || !this.#family.paging?.isEnforced) return Infinity;
    if (this.#on('cap-ignored')) return Infinity;
    return this.#on('cap-lowered') ? size - 1 : size;
  }

  #slice(list: UidList, start: number, size: number): readonly number[] {
    if (this.#on('page-off-by-one')) return list.slice(start + size, start + 2 * size);
    if (this.#on('boundary-lost') && start + size < list.length) return list.slice(start, start + size - 1);
    if (this.#on('boundary-duplicated') && start > 0) return list.slice(start - 1, start + size - 1);
    return list.slice(start, start + size);
  }

  #ordered(uids: readonly number[]): readonly number[] {
    this.#calls += 1;
    return this.#on('order-unstable') && this.#calls % 2 === 0 ? uids.toReversed() : uids;
  }

  /** Rule 3: current, next, previous and total; next and previous are absent where there is none (assumed). */
  #headers(records: number, page: number, size: number): Record<string, string> {
    const isMore = this.#on('total-pages-one-more');
    const whole = Math.floor(records / size);
    const pages = isMore ? whole + 1 : this.#on('total-pages-rounded-down') ? whole : Math.ceil(records / size);
    const headers: Record<string, string> = {
      ...(this.#on('current-page-missing')
        ? {}
        : { [currentHeader]: String(this.#on('current-page-wrong') ? page - 1 : page) }),
      ...(this.#on('total-pages-missing')
        ? {}
        : { [totalHeader]: String(this.#on('total-pages-wrong') ? records : pages) }),
    };
    const isWrongNext = this.#on('next-page-wrong');
    if (
      (page < Math.ceil(records / size) || isWrongNext || this.#on('next-on-last-page')) &&
      !this.#on('next-page-missing')
    ) {
      headers[nextHeader] = String(page + (isWrongNext ? 2 : 1));
    }
    const isWrongPrevious = this.#on('previous-page-wrong');
    if ((page > 1 || isWrongPrevious || this.#on('previous-on-first-page')) && !this.#on('previous-page-missing')) {
      headers[previousHeader] = String(page - (isWrongPrevious ? 2 : 1));
    }
    return headers;
  }
}
