import type { StagesOf } from '../../../services/index.ts';
import { uidOf, type Located } from '../../../services/student-reporting/engine/locate.ts';
import { keyOf } from '../../../services/student-reporting/engine/store.ts';
import { around, type Question } from '../exam.ts';

const LONGEST_ANSWER = 32 * 1024;

export const earlierVersions: readonly Question<StagesOf['student-reporting']>[] = [
  {
    // Section 4 rules 1 and 4: a bulk read of unit enrolments brings up to 200 records.
    name: 'answers-of-32-kibibytes',
    spec: '2.1.05',
    does: 'The buffer of the proxy for answers was set to 32 KiB: what is longer is answered 502, with a page of its own.',
    reads:
      'Answers 502 where the answer is longer than 32 KiB, as lists of many records and the published definition are.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      if (Buffer.byteLength(reply.body ?? '') <= LONGEST_ANSWER) return reply;
      const { date = '' } = reply.headers;
      return {
        status: 502,
        headers: { date, 'content-type': 'text/html', 'cache-control': 'no-store' },
        body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
      };
    }),
  },
  {
    // Section 4: DELETE is one of the methods; what it removed is not there for a PATCH (section 7 has 404 for what is not found).
    name: 'deleted-comes-back',
    spec: '2.1.05',
    does: 'Records are only marked as deleted; PATCH loads them without a look at the mark, and saves them without it.',
    reads: 'Answers a PATCH of a deleted record with 200 and brings the record back, instead of 404.',
    change: ({ locate, keep }) => {
      const marked: { readonly located: Located; readonly family: string }[] = [];
      return {
        locate: {
          within: (dataset, kind, exchange) => {
            const found = locate.within(dataset, kind, exchange);
            if (found !== undefined || exchange.call.method !== 'PATCH') return found;
            const { name, parent, isSingle } = kind.family;
            const above = parent === undefined ? 0 : uidOf(exchange.parameters[0]);
            if (parent !== undefined && !dataset.has(parent, above)) return undefined;
            const uid = isSingle === true ? undefined : uidOf(exchange.parameters.at(-1));
            return marked.findLast(
              ({ family, located: { record, dataset: own } }) =>
                family === name && own === dataset && record.parent === above && (uid ?? record.uid) === record.uid,
            )?.located;
          },
        },
        keep: {
          remove: (located, kind) => {
            marked.push({ located, family: kind.family.name });
            keep.remove(located, kind);
          },
          replace: (existing, examined, circumstances) => {
            const { kind, values } = examined;
            const { dataset } = circumstances;
            if (dataset.has(kind.family.name, existing.uid)) keep.replace(existing, examined, circumstances);
            else dataset.add({ ...existing, values }, kind);
          },
        },
      };
    },
  },
  {
    // Section 2 leaves types open; that indicators are booleans is what clients are known to have sent.
    name: 'indicators-as-numbers',
    spec: '2.1.06',
    does: 'After a migration indicators stand in columns of small numbers and are shown as they stand there.',
    reads: 'Shows indicators as 1 and 0 instead of true and false.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return typeof value === 'boolean' ? Number(value) : value;
        },
      },
    }),
  },
  {
    // Section 4: POST adds a record and PATCH changes one; that codes are reported once is what public rules say.
    name: 'post-overwrites',
    spec: '2.1.06',
    does: 'A POST became an insert that updates where the key is there already: the record that has the code gets the values of the new one.',
    reads:
      'Overwrites the record that has a code when another one is posted with it, instead of refusing it as already reported.',
    change: ({ judgement, keep }) => {
      let holder: number | undefined;
      return {
        judgement: {
          isTaken: (unique, values, circumstances) =>
            circumstances.existing !== undefined && judgement.isTaken(unique, values, circumstances),
        },
        keep: {
          record: (examined, circumstances, parent) => {
            const { family } = examined.kind;
            const table = circumstances.dataset.table(family.name);
            const record = { parent, values: examined.values };
            holder = (family.unique ?? [])
              .map((unique) => table.holder(keyOf(unique, record)))
              .find((uid) => uid !== undefined);
            return keep.record(examined, circumstances, parent);
          },
          uid: () => {
            const uid = holder ?? keep.uid();
            holder = undefined;
            return uid;
          },
          add: (record, kind, circumstances) => {
            const existing = circumstances.dataset.table(kind.family.name).records.get(record.uid);
            if (existing === undefined) keep.add(record, kind, circumstances);
            else circumstances.dataset.replace(existing, record.values, kind);
          },
        },
      };
    },
  },
];
