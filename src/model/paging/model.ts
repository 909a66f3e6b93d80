import type { HeaderList } from '../headers.ts';
import type { Json } from '../json.ts';

/** Styles of paging, as data for contracts, plans and rules. */

/** Place of a paging value in a request; in a body by pointer. */
export type PagingSlot =
  | { readonly header: string }
  | { readonly query: string }
  | { readonly path: string }
  | { readonly body: string };

/** Place of a value in a response: a header, a pointer into the body, or a link relation (RFC 8288). */
export type ResponsePlace = { readonly header: string } | { readonly body: string } | { readonly link: string };

export const STYLE_NAMES = ['page-number', 'offset', 'cursor', 'link'] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** Values of `next` on the last page. */
export const MISSING_PAGE_FORMS = ['absent', 'empty', 'zero', 'null'] as const;
/** Other ways to show the end. */
const OTHER_ENDS = ['empty-page', 'short-page', 'total'] as const;
export type ListEnd =
  | (typeof MISSING_PAGE_FORMS)[number]
  | (typeof OTHER_ENDS)[number]
  /** The pointer to a flag and its value on the last page. */
  | { readonly flag: string; readonly is: boolean | string | number | null };

export type PageSizeSetting = Partial<Record<'header' | 'query' | 'path' | 'body', string>> & {
  /** Default page size; absent: the maximum. */
  readonly default?: number;
  readonly maximum?: number;
  /** 0 if a size of 0 may be requested and means the default. */
  readonly minimum?: 0;
  /** Response to a size over the maximum. */
  readonly over?: 'clamp' | 'refuse';
};

export interface PageStyle {
  readonly style: StyleName;
  readonly ask: {
    readonly page?: PagingSlot;
    readonly offset?: PagingSlot;
    readonly cursor?: PagingSlot;
    readonly size?: PageSizeSetting;
    /** Number of the first page. */
    readonly first?: 0 | 1;
    /** True if a page or a size alone enables paging; false if both must be sent. Absent: true. */
    readonly alone?: boolean;
  };
  readonly current?: ResponsePlace;
  /** A cursor may be taken from the last record of a page. */
  readonly next?: ResponsePlace | { readonly last: string };
  readonly previous?: ResponsePlace;
  readonly first?: ResponsePlace;
  readonly last?: ResponsePlace;
  readonly total?: ResponsePlace & { readonly counts: 'records' | 'pages' };
  /** Allowed numbers of pages of an empty list; absent: both. */
  readonly pagesOfNone?: readonly number[];
  readonly ends: ListEnd;
  /** Sort order of the records; true: ascending by id. Absent, or false: any order. */
  readonly order?: PageOrder | boolean;
  readonly pastTheEnd?: 'empty' | 'not-found';
  /** Response to a request without paging: the first page, or a list without paging values. */
  readonly unasked?: 'first-page' | 'bare';
}

export interface PageOrder {
  /** Pointer below a record; absent: its id. */
  readonly by?: string;
  readonly descending?: boolean;
}

/** Pages besides the next that a page may link to. */
export const OTHER_PAGE_LINKS = ['previous', 'first', 'last'] as const;
export type OtherPageLink = (typeof OTHER_PAGE_LINKS)[number];

/** A response to a request for a page. */
export interface PageResponse {
  readonly headers: HeaderList;
  readonly body: Json | undefined;
}

/** A page of a traversal, with the counts so far. */
export interface TraversedPage extends PageResponse {
  /** From 1. */
  readonly position: number;
  readonly records: readonly Json[];
  /** Records of this page and all before it. */
  readonly taken: number;
  /** Records of a full page. */
  readonly size: number;
}

/** The request for the next page: a token for the slot of the style, or a URL. */
export type NextPageRequest = { readonly token: string } | { readonly address: string };

/** A style of paging; traversal and rules depend on this interface only. */
export interface PagingStyle {
  readonly words: string;
  /** Description of a missing reference to another page, for messages. */
  readonly shows: string;
  /** True if the reference is a URL; a token for the slot otherwise. */
  readonly isAddressed: boolean;
  /** Slot of the token that selects a page; undefined if pages are reached by links only. */
  readonly slot: (style: PageStyle) => PagingSlot | undefined;
  /** Token of the page at a position, from 1; undefined if a page can only be reached from the one before. */
  readonly token: (style: PageStyle, position: number, size: number) => string | undefined;
  /** Invalid tokens. */
  readonly wrong: (style: PageStyle) => readonly string[];
  /** The request for the page after this one, if it is not the last. */
  readonly next: (style: PageStyle, seen: TraversedPage) => NextPageRequest | undefined;
}
