/** Faults of calls that meet: what one has looked up is changed by another before it writes. */
import { keyOf, type StoredRecord } from '../../student-reporting/engine/store.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { FaultChange, Seed, Tools } from '../fault.ts';
import { UnderWay } from '../meeting.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

const whole = 'A stored record can be read at once (assumed).';

/** Calls of a method are held, and it is known for which of them something is done. */
function held(
  calls: UnderWay<unknown>,
  method: 'POST' | 'PATCH',
  { delivery, write: { create, update } }: StudentReportingStages,
  { sleep }: Tools,
): Pick<ReturnType<Change>, 'delivery' | 'write'> {
  return {
    delivery: { answer: calls.held(method, delivery.answer, sleep) },
    write: {
      create: (kind, exchange) => {
        calls.begin(exchange.call);
        return create(kind, exchange);
      },
      update: (kind, exchange) => {
        calls.begin(exchange.call);
        return update(kind, exchange);
      },
    },
  };
}

/** An update changes the record as it was when its call came. */
const writesOver: Change = (inner, _stages, tools) => {
  const { judgement, keep } = inner;
  const calls = new UnderWay<StoredRecord>();
  return {
    ...held(calls, 'PATCH', inner, tools),
    judgement: {
      merge: (item, circumstances) => {
        const { existing } = circumstances;
        const before = calls.unseen.find(({ uid }) => uid === existing?.uid);
        return judgement.merge(item, before === undefined ? circumstances : { ...circumstances, existing: before });
      },
    },
    keep: {
      replace: (existing, examined, circumstances) => {
        calls.done(existing);
        keep.replace(existing, examined, circumstances);
      },
    },
  };
};

/** A uid follows from those that there are when the call comes. */
const countsAtArrival: Change = (inner, _stages, tools) => {
  const { keep } = inner;
  const calls = new UnderWay<number>();
  let taken = 0;
  return {
    ...held(calls, 'POST', inner, tools),
    keep: {
      item: (examined, circumstances, index) => {
        taken = 0;
        return keep.item(examined, circumstances, index);
      },
      uid: () => {
        const uid = calls.unseen[taken] ?? keep.uid();
        taken += 1;
        calls.done(uid);
        return uid;
      },
    },
  };
};

/** Whether a key is taken is looked up as the records are when the call comes. */
const looksUpAtArrival: Change = (inner, _stages, tools) => {
  const { judgement, keep } = inner;
  const calls = new UnderWay<number>();
  return {
    ...held(calls, 'POST', inner, tools),
    judgement: {
      isTaken: (unique, values, circumstances) => {
        const { kind, dataset, parent } = circumstances;
        const holder = dataset.table(kind.family.name).holder(keyOf(unique, { parent: parent?.uid ?? 0, values }));
        const isUnseen = holder !== undefined && calls.unseen.includes(holder);
        return !isUnseen && judgement.isTaken(unique, values, circumstances);
      },
    },
    keep: {
      add: (record, kind, circumstances) => {
        calls.done(record.uid);
        keep.add(record, kind, circumstances);
      },
    },
  };
};

export const meetingFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.updates-written-over',
    service,
    breaks: 'Updates of one record that come at once take place one after the other (assumed).',
    describes: 'A PATCH changes the record as it was when the call came, and undoes what others have changed since.',
    touches: { rules: ['lifecycle.updates-at-once'] },
    change: writesOver,
  },
  {
    id: 'student-reporting.records.uids-counted-at-arrival',
    service,
    breaks: whole,
    describes: 'Of two POSTs at once both give their record the uid that is free when they come.',
    touches: { rules: ['lifecycle.creates-at-once'] },
    change: countsAtArrival,
  },
  {
    id: 'student-reporting.records.keys-looked-up-at-arrival',
    service,
    breaks: 'A record with a code that another has is refused (assumed).',
    describes: 'Whether a code is taken is looked up when a POST comes, and its record is written later.',
    touches: { rules: ['lifecycle.key-at-once'] },
    change: looksUpAtArrival,
  },
];
