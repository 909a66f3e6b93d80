/** The ways in which faults of paged lists change what a list is asked for, cut into and told of. */
import type { Call } from '../../http/message.ts';
import { isPositive, type Asked, type Marks, type PagingStages } from '../../student-reporting/engine/pagination.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange } from '../fault.ts';

type Change = FaultChange<StudentReportingStages>;

export interface PagingFault {
  readonly breaks: string;
  readonly describes: string;
  /** True for what can only go wrong where pagination is enforced. */
  readonly enforcedOnly?: boolean;
  /** True for what can only go wrong where pagination is not offered. */
  readonly unofferedOnly?: boolean;
  /** Families that it is of, whatever they offer: those whose lists a run fills past the cap. */
  readonly families?: readonly string[];
  /** What it does to the lists of one family. */
  readonly change: (family: string) => Change;
}

/** A stage of paging replaced for one family. */
export const asking =
  (other: (inner: PagingStages) => PagingStages['ask']): PagingFault['change'] =>
  (name) =>
    inArea('paging', (inner) => {
      const ask = other(inner);
      return { ask: (call, family) => (family.name === name ? ask : inner.ask)(call, family) };
    });

export const cutting =
  (other: (inner: PagingStages) => PagingStages['cut']): PagingFault['change'] =>
  (name) =>
    inArea('paging', (inner) => {
      const cut = other(inner);
      return { cut: (list, asked, family) => (family.name === name ? cut : inner.cut)(list, asked, family) };
    });

export const telling =
  (other: (inner: PagingStages) => PagingStages['tell']): PagingFault['change'] =>
  (name) =>
    inArea('paging', (inner) => {
      const tell = other(inner);
      return { tell: (records, asked, family) => (family.name === name ? tell : inner.tell)(records, asked, family) };
    });

export const marking =
  (other: (marks: Marks, asked: Asked, records: number) => Marks): PagingFault['change'] =>
  (name) =>
    inArea('paging', (inner) => ({
      marks: (records, asked, family) => {
        const marks = inner.marks(records, asked, family);
        return family.name === name ? other(marks, asked, records) : marks;
      },
    }));

type HeaderChange = (value: string | undefined) => string | undefined;

/** Headers that were sent, with other values. */
export function withHeaders(call: Call, changes: Readonly<Record<string, HeaderChange>>): Call {
  return {
    ...call,
    header: (name) => {
      const value = call.header(name);
      return value === undefined ? undefined : (changes[name]?.(value) ?? (name in changes ? undefined : value));
    },
  };
}

/** Anything that is not a positive integer is taken as the usual value. */
export const orUsual =
  (usual: string): HeaderChange =>
  (value) =>
    value === undefined || isPositive(value) ? value : usual;

/** Of each page a part alone is shown, from where and to where. */
export const showing = (part: (isLast: boolean) => readonly [number?, number?]): PagingFault['change'] =>
  cutting(({ cut }) => (list, asked, family) => {
    const page = cut(list, asked, family);
    return asked.isEnabled ? page.slice(...part(asked.page * asked.size >= list.length)) : page;
  });
