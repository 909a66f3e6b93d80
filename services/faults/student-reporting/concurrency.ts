/** Faults of concurrent and of intermittent calls. */
import type { Call } from '../../http/message.ts';
import type { Values } from '../../model/field.ts';
import type { Dataset, StoredRecord } from '../../student-reporting/engine/store.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultTable } from '../fault.ts';
import { meeting } from '../meeting.ts';
import type { StudentChange } from './changes.ts';

/** Milliseconds that a PATCH waits before it is handled, so that others arrive meanwhile. */
const delayMs = 5;

/** A PATCH changes the record as it was when its call came: a lost update. */
const writesOver: StudentChange = ({ delivery, judgement, keep, write }, _stages, { sleep }) => {
  /** For each PATCH under way, the records that others have changed since it came. */
  const changedSince = new Map<Call, StoredRecord[]>();
  let current: Call | undefined;
  return {
    delivery: {
      answer: async (call) => {
        if (call.method !== 'PATCH') return delivery.answer(call);
        changedSince.set(call, []);
        await sleep(delayMs);
        return delivery.answer(call).finally(() => changedSince.delete(call));
      },
    },
    write: {
      create: (kind, exchange) => {
        current = exchange.call;
        return write.create(kind, exchange);
      },
      update: (kind, exchange) => {
        current = exchange.call;
        return write.update(kind, exchange);
      },
    },
    judgement: {
      merge: (item, circumstances) => {
        const unseen = current && changedSince.get(current);
        const before = unseen?.find(({ uid }) => uid === circumstances.existing?.uid);
        return judgement.merge(item, before === undefined ? circumstances : { ...circumstances, existing: before });
      },
    },
    keep: {
      replace: (existing, examined, circumstances) => {
        for (const [call, records] of changedSince) if (call !== current) records.push(existing);
        keep.replace(existing, examined, circumstances);
      },
    },
  };
};

export const concurrencyFaults: FaultTable<StudentReportingStages> = {
  'records.updates-written-over': {
    breaks: 'Updates of one record that come at once take place one after the other (assumed).',
    describes: 'A PATCH is applied to the record as it was when the request arrived, so parallel updates are lost.',
    touches: { rules: ['lifecycle.updates-at-once'] },
    change: writesOver,
  },
  'students.meeting-updates-lost': {
    operation: 'students.update',
    breaks: 'Of several updates of one record at once, one wins whole (assumed).',
    describes: 'Updates of one student within one second undo each other: the student is unchanged.',
    touches: { rules: ['lifecycle.concurrent-writes'] },
    change: inArea('keep', ({ replace }, _stages, { clock }) => {
      const meet = meeting<Dataset, Values>(clock);
      return {
        replace: (existing, examined, circumstances) => {
          const { kind, dataset } = circumstances;
          const before = kind.family.name === 'students' ? meet(dataset, existing.uid, existing.values) : undefined;
          if (before === undefined) replace(existing, examined, circumstances);
          else dataset.replace(existing, before, kind);
        },
      };
    }),
  },
  'records.second-create-lost': {
    breaks: 'A record that was created can be read (assumed).',
    describes: 'Every second POST returns a success but stores nothing.',
    change: inArea('keep', ({ add }) => {
      let calls = 0;
      return {
        add: (record, kind, circumstances) => {
          calls += 1;
          if (calls % 2 !== 0) add(record, kind, circumstances);
        },
      };
    }),
  },
};
