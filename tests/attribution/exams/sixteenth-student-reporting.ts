/** The sixteenth exam, of student-reporting; `sixteenth.ts` says how its faults were drawn. */
import type { Call } from '../../../services/http/message.ts';
import type { Value, Values } from '../../../services/model/field.ts';
import type { Circumstances } from '../../../services/student-reporting/engine/examine.ts';
import { uidOf } from '../../../services/student-reporting/engine/locate.ts';
import type { Kind } from '../../../services/student-reporting/engine/model.ts';
import type { Asked } from '../../../services/student-reporting/engine/pagination.ts';
import type { Dataset, StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import type { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Created } from '../../../services/student-reporting/engine/write.ts';
import type { Exam } from '../exam.ts';

/** How long what meets is under way, in milliseconds. */
const underWay = 10;

/** The page that is asked for of a list in an order of its own. */
function pageOf(uids: readonly number[], { isEnabled, page, size }: Asked): readonly number[] {
  return isEnabled ? uids.slice((page - 1) * size, page * size) : uids.slice(0, size);
}

/** Another order at every call, the same in every run. */
function shuffler(): (uids: Iterable<number>) => readonly number[] {
  let state = 16;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state;
  };
  return (uids) =>
    [...uids]
      .map((uid) => ({ uid, place: next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ uid }) => uid);
}

/** The lists in which a record stands. */
function listsOf({ uid, parent, values }: StoredRecord, { family }: Kind, dataset: Dataset): readonly UidList[] {
  const table = dataset.table(family.name);
  const above = family.listedBelow ? values[family.listedBelow.field] : parent;
  const lists = typeof above === 'number' ? [table.all, table.below(above)] : [table.all];
  return lists.filter((list) => [...list].includes(uid));
}

/** A number as it is after it was held as a 32-bit float and written with as few digits as name that float. */
function asFloat(value: number): number {
  const written = [1, 2, 3, 4, 5, 6, 7, 8].map((digits) => Number(value.toPrecision(digits)));
  return written.find((short) => Math.fround(short) === Math.fround(value)) ?? value;
}

function withAmounts(values: Values, kind: Kind, write: (amount: number) => Value): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' && kind.writable.get(name)?.field.kind === 'money' ? write(value) : value,
    ]),
  );
}

/** Removes again what was stored. */
function takeBack({ uids }: Created, { kind, dataset }: Circumstances): void {
  for (const uid of uids) {
    const record = dataset.table(kind.family.name).records.get(uid);
    if (record) dataset.remove(record, kind);
  }
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // 1: realize-engineering/pipebird 77, "List endpoints need ordering".
  {
    name: 'newest-first',
    spec: '2.1.06',
    does: 'Lists are sorted by descending uid.',
    reads: 'Lists come newest first, in descending order of the uid, rather than ascending.',
    change: () => ({ paging: { cut: (list, asked) => pageOf([...list].reverse(), asked) } }),
  },
  // 1: MartinNang/pytch-cloud-server 33, "GET endpoints which return lists should specify ORDER BY clauses".
  {
    name: 'no-order',
    does: 'The queries of lists say no order: the database takes the rows as it likes, and otherwise at every call.',
    reads: 'Lists come in another order at every GET, so that a record is on two pages of a list or on none.',
    change: () => {
      const shuffled = shuffler();
      return { paging: { cut: (list, asked) => pageOf(shuffled(list), asked) } };
    },
  },
  // 2: jcrosby/cloudkit 2, "Move update transaction closer to the request".
  {
    name: 'listed-twice-after-both',
    does: 'An update takes the row out and puts a new one in. Of two at once, each puts in one, as the transaction begins too late.',
    reads: 'After two PATCHes of one record at once its lists show the record twice.',
    change: ({ delivery: { answer }, write: { update }, keep: { replace, remove } }, _stages, { sleep }) => {
      const underWayAt = new Map<string, number>();
      const late = new WeakSet<Call>();
      let isLate = false;
      return {
        delivery: {
          answer: async (call) => {
            if (call.method !== 'PATCH') return answer(call);
            const others = underWayAt.get(call.path) ?? 0;
            if (others > 0) late.add(call);
            underWayAt.set(call.path, others + 1);
            await sleep(underWay);
            return answer(call).finally(() => underWayAt.set(call.path, (underWayAt.get(call.path) ?? 1) - 1));
          },
        },
        write: {
          update: (kind, exchange) => {
            isLate = late.has(exchange.call);
            return update(kind, exchange);
          },
        },
        keep: {
          replace: (existing, examined, circumstances) => {
            replace(existing, examined, circumstances);
            const { kind, dataset } = circumstances;
            const record = dataset.table(kind.family.name).records.get(existing.uid);
            if (!isLate || !record) return;
            for (const list of listsOf(record, kind, dataset)) list.add(record.uid);
          },
          remove: (located, kind) => {
            const { record, dataset } = located;
            const lists = listsOf(record, kind, dataset);
            remove(located, kind);
            for (const list of lists) while ([...list].includes(record.uid)) list.remove(record.uid);
          },
        },
      };
    },
  },
  // 4*: ansman/validate.js 232, "Wrong message when using strict in numericality validation".
  {
    name: 'negative-is-no-number',
    spec: '3.0.8',
    does: 'What the strict check of a number takes for a number has no sign: a negative amount is none.',
    reads:
      'Refuses a negative amount as being of the wrong type: the whole request with 400, rather than its item with an error of the field.',
    change: ({ shape: { misfit } }) => ({
      shape: {
        misfit: (field, value) =>
          field.kind === 'money' && typeof value === 'number' && value < 0
            ? { below: '', expected: 'number' }
            : misfit(field, value),
      },
    }),
  },
  // 5: DiscipleTools/disciple-tools-theme 958, "checks that the date provided by api is valid".
  {
    name: 'dates-unchecked',
    does: 'Whether the text of a date is a date is not checked where it comes through the API.',
    reads: 'Accepts, and stores, texts that are no calendar dates as dates, such as 2023-02-30.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          field(bound, given, circumstances).filter(({ name }) => name !== 'date'),
      },
    }),
  },
  // 7: conbench/conbench 187, "Send numerics as numerics in JSON responses?".
  {
    name: 'amounts-as-texts',
    does: 'The amounts of a record are formatted for display where it is read: as texts with two decimals.',
    reads: 'Reads show amounts as texts with two decimals, such as "12.50", rather than as numbers.',
    change: ({ results: { show } }) => ({
      results: {
        show: (field, record, kind) => {
          const value = show(field, record, kind);
          return field.kind === 'money' && typeof value === 'number' ? value.toFixed(2) : value;
        },
      },
    }),
  },
  // 7*: apache/calcite 105, "Precision loss wen sending a decimal number via the remote JSON service".
  {
    name: 'amounts-as-floats',
    does: 'An amount that is sent is held as a 32-bit float before it is stored.',
    reads: 'Does not keep large amounts to the cent: 1234567.89 is read as 1234567.9.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => withAmounts(merge(item, circumstances), circumstances.kind, asFloat),
      },
    }),
  },
  // 8*: BluePlanetIT/PS-SS 20, "Orphaned records".
  {
    name: 'children-outlive-student',
    does: 'The deletion of a student does not delete what stands below the student, which is still found by its own uid.',
    reads:
      'After DELETE of a student the records below, such as its citizenships, can still be read: GET answers 200 rather than 404.',
    change: ({ keep: { remove }, locate: { within } }) => ({
      keep: {
        remove: (located, kind) => {
          remove(located, kind.family.name === 'students' ? { ...kind, children: [] } : kind);
        },
      },
      locate: {
        within: (dataset, kind, exchange) => {
          const found = within(dataset, kind, exchange);
          const { name, parent, isSingle } = kind.family;
          if (found || parent !== 'students') return found;
          const above = uidOf(exchange.parameters[0]);
          const table = dataset.table(name);
          const uid = isSingle ? table.below(above).last() : uidOf(exchange.parameters.at(-1));
          const record = table.records.get(uid ?? 0);
          return record?.parent === above ? { dataset, parent: undefined, record } : undefined;
        },
      },
    }),
  },
  // 9: MicrosoftDocs/vsts-rest-api-specs 121, "Error Handling: Case where single request in batch api fails".
  {
    name: 'all-or-nothing',
    does: 'The items of a POST are stored in one transaction: where one is refused, all are.',
    reads:
      'A POST of several items of which one is invalid stores none of them: the valid ones are refused too, rather than stored.',
    change: ({ write: { items } }, { results: { failed } }) => ({
      write: {
        items: (sent, circumstances) => {
          const created = items(sent, circumstances);
          if (created.uids.length === sent.length) return created;
          takeBack(created, circumstances);
          const { kind } = circumstances;
          const finding = { kind, field: kind.family.singular, digits: '19099', text: 'was rolled back' };
          const results = created.results.map((result) =>
            result.success === true ? failed(result.correlation_id, [finding]) : result,
          );
          return { results, uids: [] };
        },
      },
    }),
  },
  // 9: bxservice/idempiere-rest 380, "Implement bulk/composite request endpoint #379".
  {
    name: 'rolled-back-as-created',
    does: 'The items of a POST are stored in one transaction, which is rolled back where the last of them is refused. The results are those from before.',
    reads:
      'Where the last of several items in a POST is refused, the others are answered as stored, with their uids, and are not stored.',
    change: ({ write: { items } }) => ({
      write: {
        items: (sent, circumstances) => {
          const created = items(sent, circumstances);
          if (created.results.at(-1)?.success === false) takeBack(created, circumstances);
          return created;
        },
      },
    }),
  },
];
