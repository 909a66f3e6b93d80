import { unsupportedMediaType } from '../../../services/gateway.ts';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Dataset, StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import { around, type Exam } from '../exam.ts';

function listOf(uids: Iterable<number>): UidList {
  const list = new UidList();
  for (const uid of uids) list.add(uid);
  return list;
}

function dayBefore(date: string): string {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? date : new Date(time - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // 4: more than one TAC offer can still be posted as part of a course-on-campus post. The mapper takes offers[0].
  {
    name: 'nested-tac-offers-first-alone',
    does: 'Of the TAC offers within the POST of a course on campus only the first is stored and named in the answer.',
    reads: 'Stores only the first of several TAC offers that are posted with a course on campus.',
    change: ({ keep }) => ({
      keep: {
        record: (examined, circumstances, parent) => {
          const isMeant = examined.kind.family.name === 'courses-on-campus';
          const first = examined.children.map((child) => ({ ...child, examined: child.examined.slice(0, 1) }));
          return keep.record(isMeant ? { ...examined, children: first } : examined, circumstances, parent);
        },
      },
    }),
  },
  // domain 1.6, 10992: already reported for the course on campus. The index lacks the course on campus.
  {
    name: 'tac-code-once-in-organisation',
    does: 'A tac_offer_code that any course on campus of the organisation has is refused for every other as already reported.',
    reads: 'Refuses a TAC offer as already reported because another course on campus has the same tac_offer_code.',
    spec: '3.0.8',
    change: ({ judgement }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          if (judgement.isTaken(unique, values, circumstances)) return true;
          const { kind, dataset, existing } = circumstances;
          if (kind.family.name !== 'courses-on-campus-tac-offers') return false;
          return [...dataset.table(kind.family.name).records.values()].some(
            (other) => other.uid !== existing?.uid && other.values['tac_offer_code'] === values['tac_offer_code'],
          );
        },
      },
    }),
  },
  // 4, rule 3: the total page count. The query that counts lacks the student.
  {
    name: 'page-totals-of-all-students',
    does: 'The total of pages of the unit enrolments of a student, and so the next page, is counted over the enrolments of all students.',
    reads: 'The total page count of unit enrolments counts those of other students too.',
    change: ({ read }, stages) => ({
      read: {
        list: (kind, exchange) => {
          const reply = read.list(kind, exchange);
          if (kind.family.name !== 'unit-enrolments') return reply;
          const asked = stages.paging.ask(exchange.call, kind.family);
          const { all } = stages.data.store.of(exchange.caller.organisation).table(kind.family.name);
          return { ...reply, headers: { ...reply.headers, ...stages.paging.tell(all.length, asked, kind.family) } };
        },
      },
    }),
  },
  // 4, rule 3: the previous page number. Both headers are set where there is a next page.
  {
    name: 'previous-page-missing-on-last-page',
    does: 'The last page has no previous page number, though there are pages before it.',
    reads: 'The last page of a list lacks the header with the previous page number.',
    spec: '2.1.06',
    change: ({ paging }) => ({
      paging: {
        marks: (records, asked, family) => {
          const marks = paging.marks(records, asked, family);
          return marks.next === undefined ? { ...marks, previous: undefined } : marks;
        },
      },
    }),
  },
  // 2 and 7: citizenship_effective_from_date is optional. The packet of the student has a validation of its own.
  {
    name: 'nested-citizenship-needs-date',
    does: 'A citizenship within the POST of a student is refused without citizenship_effective_from_date; posted alone it is not.',
    reads: 'Refuses a citizenship within a student POST when its optional citizenship_effective_from_date is omitted.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isMeant = bound.field.name === 'citizenship_effective_from_date' && circumstances.before !== undefined;
          return isMeant && given.value === undefined
            ? [{ name: 'required', digits: '10570', text: 'is required' }]
            : judgement.field(bound, given, circumstances);
        },
      },
    }),
  },
  // domain 1.5: success is said of each item of an array. The transaction around all of them is rolled back.
  {
    name: 'batch-rolled-back-after-refusal',
    does: 'When one item of a POST is refused none of the others is stored, though their results say success and have a uid.',
    reads: 'An item that is answered with success is not stored when another item of the same POST is refused.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const created = write.items(items, circumstances);
          const { kind, dataset } = circumstances;
          if (created.results.every(({ success }) => success !== false)) return created;
          for (const uid of created.uids) {
            const record = dataset.table(kind.family.name).records.get(uid);
            if (record) dataset.remove(record, kind);
          }
          return created;
        },
      },
    }),
  },
  // 7: a student POST that carries address details is accepted with a warning.
  {
    name: 'address-warning-needs-street',
    does: 'The warning that an address is not verified in real time comes only where residential_address_street is given.',
    reads:
      'A student POST with address details but no street is accepted without the warning that they are not verified.',
    spec: '2.1.05',
    change: ({ judgement }) => ({
      judgement: {
        warnings: (draft, circumstances) =>
          judgement
            .warnings(draft, circumstances)
            .filter(({ field }) => field !== 'residential_address' || draft.gives('residential_address_street')),
      },
    }),
  },
  // 1, 2 and 7: a student can be enrolled in both HEP and VET. One column holds one type.
  {
    name: 'second-student-type-lost',
    does: 'A student of both types, HEP and VET, is shown with the first alone.',
    reads: 'Shows only the first student type of a student that is both HEP and VET.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.name === 'student_types' && Array.isArray(value) ? value.slice(0, 1) : value;
        },
      },
    }),
  },
  // 2 and 7: the disability code is drawn from reference data; domain 1.7, E615: 11 to 20 and 99.
  {
    name: 'disability-code-99-unknown',
    does: 'The disability code 99 is refused as no valid code; the reference data ends with 20.',
    reads: 'Refuses the valid disability code 99.',
    change: ({ judgement }) => ({
      judgement: {
        field: (bound, given, circumstances) =>
          bound.field.name === 'disability_code' && given.given === '99'
            ? [{ name: 'code-list', digits: '10546', text: 'is not a valid code' }]
            : judgement.field(bound, given, circumstances),
      },
    }),
  },
  // domain 1.7: indicators are booleans, money is a number. The serialiser leaves out what is the default of its type.
  {
    name: 'false-and-zero-left-out',
    does: 'Members whose value is false or 0 are left out of every record that is read.',
    reads: 'Leaves out members whose value is false or 0.',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return value === false || value === 0 ? undefined : value;
        },
      },
    }),
  },
  // 4: DELETE. The record is marked as deleted, and the query of the list does not look at the mark.
  {
    name: 'deleted-units-stay-in-list',
    does: 'A deleted unit of study stays in the list of units of study; alone it is not found.',
    reads: 'Still lists a unit of study after it was deleted.',
    spec: '2.1.06',
    change: ({ keep, read }, { data }) => {
      const deleted = new Map<number, { readonly record: StoredRecord; readonly dataset: Dataset }>();
      return {
        keep: {
          remove: (located, kind) => {
            keep.remove(located, kind);
            if (kind.family.name === 'units-of-study') deleted.set(located.record.uid, located);
          },
        },
        read: {
          listed: (kind, exchange) => {
            const list = read.listed(kind, exchange);
            if (kind.family.name !== 'units-of-study') return list;
            const own = data.store.of(exchange.caller.organisation);
            const marked = [...deleted].filter(([, { dataset }]) => dataset === own).map(([uid]) => uid);
            return listOf([...list, ...marked]);
          },
          record: (uid, table, kind) => read.record(uid, table, kind) ?? deleted.get(uid)?.record,
        },
      };
    },
  },
  // 4 and 7: PATCH of Commonwealth scholarships; a PATCH is partial. What is not sent is a zero in the packet.
  {
    name: 'scholarship-update-zeroes-amount',
    does: 'A PATCH of a Commonwealth scholarship that does not give commonwealth_scholarship_amount sets it to 0.',
    reads: 'An update of a Commonwealth scholarship sets commonwealth_scholarship_amount to 0 when it is not sent.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          const { kind, existing } = circumstances;
          const isMeant = existing !== undefined && kind.family.name === 'student-commonwealth-scholarships';
          return isMeant && !item.given.has('commonwealth_scholarship_amount')
            ? { ...values, commonwealth_scholarship_amount: 0 }
            : values;
        },
      },
    }),
  },
  // 5, rule 4, and domain 1.6, 10839: an organisation calls for itself. The query of the list lacks the organisation.
  {
    name: 'campuses-of-every-organisation-listed',
    does: 'The list of campuses has those of all organisations; a campus of another alone is not found.',
    reads: 'Lists campuses of other organisations.',
    change: ({ read }, { data }) => {
      const everywhere = (): readonly Dataset[] => data.store.others('');
      return {
        read: {
          listed: (kind, exchange) =>
            kind.family.name === 'campuses'
              ? listOf(everywhere().flatMap((dataset) => [...dataset.table('campuses').all]))
              : read.listed(kind, exchange),
          record: (uid, table, kind) => {
            if (kind.family.name !== 'campuses') return read.record(uid, table, kind);
            return everywhere()
              .map((dataset) => dataset.table('campuses').records.get(uid))
              .find((record) => record !== undefined);
          },
        },
      };
    },
  },
  // 4 and 9: the body of the TAC-offer POST is one object; domain 1.5: the answer is an array when the request was one.
  {
    name: 'tac-offer-answer-still-a-list',
    does: 'The POST of a TAC offer takes one object and answers it with an array of one result, as it did before.',
    reads: 'Answers the POST of a single TAC offer with an array where it should be one object.',
    spec: '2.1.06',
    change: ({ write }) => ({
      write: {
        create: (kind, exchange) => {
          const reply = write.create(kind, exchange);
          return kind.family.name === 'courses-on-campus-tac-offers' && reply.body !== undefined
            ? { ...reply, body: `[${reply.body}]` }
            : reply;
        },
      },
    }),
  },
  // domain 1.7: dates are yyyy-MM-dd, and are read as they were reported. Midnight in Sydney is written down in UTC.
  {
    name: 'dates-read-a-day-earlier',
    does: 'Every date of a record is read as the day before the one that was sent.',
    reads: 'Dates come back one day earlier than they were sent.',
    spec: '3.0.8',
    change: ({ results }) => ({
      results: {
        show: (field, record, kind) => {
          const value = results.show(field, record, kind);
          return field.kind === 'date' && typeof value === 'string' ? dayBefore(value) : value;
        },
      },
    }),
  },
  // RFC 9110, 15.5.2: lacking valid credentials is a 401 with a challenge. The library throws where a token has no three parts.
  {
    name: 'malformed-token-answers-500',
    does: 'An access token that is no JWT at all is answered with 500; all other bad tokens with 401.',
    reads: 'Answers an access token that is no JWT with 500 where it should be 401.',
    change: ({ token }) => ({
      token: {
        claimsOf: async (text) => {
          if (text.split('.').length === 3) return token.claimsOf(text);
          throw new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
        },
      },
    }),
  },
  // domain 1.4: 404 is not found. Every answer of the operations goes through one envelope with 200.
  {
    name: 'missing-record-read-with-200',
    does: 'A GET of a uid that names nothing is answered with 200 and success false.',
    reads: 'Answers the reading of a record that does not exist with 200 where it should be 404.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const isMeant =
        reply.status === 404 && ['GET', 'HEAD'].includes(call.method) && /\/[0-9]+(?:\/|$)/.test(call.path);
      if (!isMeant) return reply;
      const errors = [{ error_identifier: '10054RECORD', error_description: 'There is no such record.' }];
      return { ...reply, status: 200, body: JSON.stringify({ success: false, result: { errors } }) };
    }),
  },
  // RFC 9110, 8.3.1, and RFC 8259, 11: a media type may have parameters; charset does not change what JSON is. It is compared as text.
  {
    name: 'content-type-with-charset-refused',
    does: 'A body of the type application/json; charset=utf-8 is refused with 415; without a parameter it is taken.',
    reads: 'Refuses application/json with a charset parameter as an unsupported media type.',
    change: ({ gateway }) => ({
      gateway: {
        declared: (call) => {
          gateway.declared(call);
          if (call.header('content-type')?.includes(';')) throw unsupportedMediaType('content-type');
        },
      },
    }),
  },
];
