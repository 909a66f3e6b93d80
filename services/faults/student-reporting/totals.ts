/** Faults of the total of a list after its first page, or after a deletion. */
import type { Dataset, UidList } from '../../student-reporting/engine/store.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { FaultTable } from '../fault.ts';
import { ofFamily, type StudentChange } from './changes.ts';

/** How many records a list has is counted once for each path. */
const countedOnce: StudentChange = ({ paging, read }, { data }) => {
  const counted = new WeakMap<Dataset, Map<string, number>>();
  let counts = new Map<string, number>();
  let path = '';
  return {
    read: {
      list: (kind, exchange) => {
        const dataset = data.store.of(exchange.caller.organisation);
        counts = counted.get(dataset) ?? new Map<string, number>();
        counted.set(dataset, counts);
        path = exchange.call.path;
        return read.list(kind, exchange);
      },
    },
    paging: {
      tell: (records, asked, family) => {
        const count = counts.get(path) ?? records;
        counts.set(path, count);
        return paging.tell(count, asked, family);
      },
    },
  };
};

/** Records are only marked as deleted, and the total counts them. */
const deletedCounted: StudentChange = ({ keep, read, paging }) => {
  const deleted = new WeakMap<UidList, number>();
  let extra = 0;
  return {
    keep: {
      remove: (located, kind) => {
        const { all } = located.dataset.table(kind.family.name);
        deleted.set(all, (deleted.get(all) ?? 0) + 1);
        keep.remove(located, kind);
      },
    },
    read: {
      listed: (kind, exchange) => {
        const list = read.listed(kind, exchange);
        extra = deleted.get(list) ?? 0;
        return list;
      },
    },
    paging: { tell: (records, asked, family) => paging.tell(records + extra, asked, family) },
  };
};

const ofCampuses = {
  operation: 'campuses.list',
  breaks: 'student-reporting section 4: the response headers carry the total page count.',
  touches: { rules: ['page.*'] },
} as const;

export const totalFaults: FaultTable<StudentReportingStages> = {
  'campuses.total-kept': {
    ...ofCampuses,
    describes: 'The total of campuses is counted only at the first request for the list.',
    change: ofFamily('campuses', countedOnce),
  },
  'campuses.deleted-counted': {
    ...ofCampuses,
    describes: 'The total of campuses counts deleted ones.',
    change: ofFamily('campuses', deletedCounted),
  },
};
