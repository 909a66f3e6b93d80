import type { HeaderList } from '../headers.ts';
import type { Json } from '../json.ts';

/** How a list is paged, as data: what a contract says, what plans carry, and what laws of paging judge by. */

/** Where a value of a request goes; in a body, by pointer. */
export type Slot =
  | { readonly header: string }
  | { readonly query: string }
  | { readonly path: string }
  | { readonly body: string };

/** Where a value of an answer stands: in a header, in the body by pointer, or as the target of a link (RFC 8288) by its relation. */
export type Spot = { readonly header: string } | { readonly body: string } | { readonly link: string };

export const STYLE_NAMES = ['page-number', 'offset', 'cursor', 'link'] as const;
export type StyleName = (typeof STYLE_NAMES)[number];

/** How `next` looks where there is no such page. */
export const NO_PAGE = ['absent', 'empty', 'zero', 'null'] as const;
/** How the end shows otherwise. */
const OTHER_ENDS = ['empty-page', 'short-page', 'total'] as const;
export type Ends =
  | (typeof NO_PAGE)[number]
  | (typeof OTHER_ENDS)[number]
  /** At this pointer stands this value. */
  | { readonly flag: string; readonly is: boolean | string | number | null };

export type SizeAsked = Partial<Record<'header' | 'query' | 'path' | 'body', string>> & {
  /** Records of a page where no size is asked for; absent: as many as the maximum. */
  readonly default?: number;
  readonly maximum?: number;
  /** 0, where that may be asked for too, as if nothing were. */
  readonly minimum?: 0;
  /** What a size over the maximum gets. */
  readonly over?: 'clamp' | 'refuse';
};

export interface PageStyle {
  readonly style: StyleName;
  readonly ask: {
    readonly page?: Slot;
    readonly offset?: Slot;
    readonly cursor?: Slot;
    readonly size?: SizeAsked;
    /** Number of the first page. */
    readonly first?: 0 | 1;
    /** Whether a page or a size alone asks for paging: where not, both are sent. Absent: it does. */
    readonly alone?: boolean;
  };
  readonly current?: Spot;
  /** Of cursors, it may be taken from the last record of a page. */
  readonly next?: Spot | { readonly last: string };
  readonly previous?: Spot;
  readonly first?: Spot;
  readonly last?: Spot;
  readonly total?: Spot & { readonly counts: 'records' | 'pages' };
  /** How many pages there are of no record; either, where that is not said. */
  readonly pagesOfNone?: readonly number[];
  readonly ends: Ends;
  /** What the records are ordered by; true: by their identifiers, ascending. Absent, or false: any order. */
  readonly order?: PageOrder | boolean;
  readonly pastTheEnd?: 'empty' | 'not-found';
  /** What a list is that was asked for without paging: the first page, or one that says nothing of pages. */
  readonly unasked?: 'first-page' | 'bare';
}

export interface PageOrder {
  /** Below a record; its identifier where that is not said. */
  readonly by?: string;
  readonly descending?: boolean;
}

/** Pages besides the next that a page may have links to. */
export const ONWARD = ['previous', 'first', 'last'] as const;
export type Onward = (typeof ONWARD)[number];

/** An answer to the request for a page. */
export interface PageAnswer {
  readonly headers: HeaderList;
  readonly body: Json | undefined;
}

/** A page of a walk, with what is known by then. */
export interface PageSeen extends PageAnswer {
  /** From 1. */
  readonly position: number;
  readonly records: readonly Json[];
  /** Records of this page and all before it. */
  readonly taken: number;
  /** Records of a full page. */
  readonly size: number;
}

/** What asks for the page after another: a token for the slot of the style, or a whole address. */
export type PageTurn = { readonly token: string } | { readonly address: string };

/** A style of paging. What walks and what judges knows nothing else of it. */
export interface Style {
  readonly words: string;
  /** What stands where a page names another one, as it is told where it is missing. */
  readonly shows: string;
  /** Whether that is a whole address; a token for the slot otherwise. */
  readonly isAddressed: boolean;
  /** Where the token goes that says which page is asked for; undefined where pages are found by links alone. */
  readonly slot: (style: PageStyle) => Slot | undefined;
  /** The token of the page at a position, from 1; undefined where a page is found by no other way than from the one before it. */
  readonly token: (style: PageStyle, position: number, size: number) => string | undefined;
  /** Tokens that name no page. */
  readonly wrong: (style: PageStyle) => readonly string[];
  /** What asks for the page after this one, where it is not the last. */
  readonly next: (style: PageStyle, seen: PageSeen) => PageTurn | undefined;
}
