/** The questions of the nineteenth exam about student-reporting. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { isObject } from '../../../services/model/json-type.ts';
import type { StoredRecord } from '../../../services/student-reporting/engine/store.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Exam } from '../exam.ts';

const TAC_OFFERS = 'courses-on-campus-tac-offers';
const TAC_OFFERS_PATH = `/courses-on-campus/{courses_on_campus_uid}/${TAC_OFFERS}`;

/** A member of an object, however deep; `undefined` where there is none. */
function memberOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((holder, name) => (isObject(holder) ? holder[name] : undefined), value);
}

/** The object with another member in the place of one, however deep. */
function withMember(value: unknown, [name, ...others]: readonly string[], member: unknown): unknown {
  if (name === undefined || !isObject(value)) return member;
  return { ...value, [name]: withMember(value[name], others, member) };
}

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 2
  {
    name: 'correlation-id-in-one-word',
    does: 'A correlation_id may have no white space at all.',
    reads:
      'Refuses a correlation_id with a space in its middle, though only leading and trailing spaces are forbidden.',
    change: ({ shape: { correlationId } }) => ({
      shape: {
        correlationId: (sent, place) => {
          const read = correlationId(sent, place);
          if (read.wrong.length > 0 || read.id === undefined || !/\s/.test(read.id)) return read;
          return { ...read, wrong: [{ code: 'spaces', detail: 'correlation_id must not have spaces.' }] };
        },
      },
    }),
  },
  {
    name: 'language-of-update-unchecked',
    does: 'The language code is looked up when a student is created, not when it is changed.',
    reads: 'A PATCH accepts a language_spoken_at_home_code that is not in the reference data, which a POST refuses.',
    change: ({ judgement: { field: judge } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const reasons = judge(bound, given, circumstances);
          const isPassedOver =
            circumstances.existing !== undefined && bound.field.name === 'language_spoken_at_home_code';
          return isPassedOver ? reasons.filter(({ name }) => name !== 'code-list') : reasons;
        },
      },
    }),
  },
  // Section 4, TAC offers
  {
    name: 'deleted-offer-listed',
    does: 'The list of TAC offers does not ask whether one is marked as deleted.',
    reads: 'The list of the TAC offers of a course on campus still has one that was deleted.',
    change: ({ keep: { remove }, read: { listed, record } }) => {
      const deleted = new Map<number, StoredRecord>();
      return {
        keep: {
          remove: (located, kind) => {
            if (kind.family.name === TAC_OFFERS) deleted.set(located.record.uid, located.record);
            remove(located, kind);
          },
        },
        read: {
          listed: (kind, exchange) => {
            const own = listed(kind, exchange);
            if (kind.family.name !== TAC_OFFERS) return own;
            const all = new UidList();
            for (const uid of own) all.add(uid);
            for (const { uid, parent } of deleted.values()) if (parent === Number(exchange.parameters[0])) all.add(uid);
            return all;
          },
          record: (uid, table, kind) =>
            record(uid, table, kind) ?? (kind.family.name === TAC_OFFERS ? deleted.get(uid) : undefined),
        },
      };
    },
  },
  // Section 4, pagination
  {
    name: 'newest-enrolments-first',
    does: 'Unit enrolments are sorted with the newest first before they are cut.',
    reads: 'Without pagination, the list of unit enrolments has the last 200 records, rather than the first 200.',
    change: ({ paging: { cut } }) => ({
      paging: {
        cut: (list, asked, family) =>
          family.name === 'unit-enrolments' && !asked.isEnabled
            ? [...list].reverse().slice(0, asked.size)
            : cut(list, asked, family),
      },
    }),
  },
  {
    name: 'pages-of-200',
    does: 'The size of a page is always 200.',
    reads: 'Ignores the page size that the request header asks for: a page always has up to 200 records.',
    change: ({ paging: { ask } }) => ({
      paging: {
        ask: (call, family) => {
          const asked = ask(call, family);
          return asked.isEnabled ? { ...asked, size: 200 } : asked;
        },
      },
    }),
  },
  // Section 5
  {
    name: 'no-token-at-all',
    does: 'What is no JWT makes the verification of the token fail.',
    reads: 'Answers 500 to an access token that is not a JWT, rather than 401.',
    change: ({ token: { verify } }) => ({
      token: {
        verify: (token) => {
          if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return verify(token);
          throw new GatewayError(500, { code: 'internal_error', detail: 'The service could not handle the request.' });
        },
      },
    }),
  },
  // Section 7
  {
    name: 'citizenship-date-emptied',
    does: 'The date of a citizenship is set by each update, to nothing where there is none in it.',
    reads: 'A PATCH of a citizenship without citizenship_effective_from_date removes the date that it has.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const merged = merge(item, circumstances);
          const { existing, kind } = circumstances;
          const isUpdate = existing !== undefined && kind.family.name === 'student-citizenships';
          if (!isUpdate || item.given.has('citizenship_effective_from_date')) return merged;
          const { citizenship_effective_from_date: _emptied, ...others } = merged;
          return others;
        },
      },
    }),
  },
  {
    name: 'all-scholarships-changed',
    does: 'The statement that updates a scholarship asks for the student alone.',
    reads: 'A PATCH of one Commonwealth scholarship changes all the scholarships of the student.',
    change: ({ keep: { replace } }, { judgement }) => ({
      keep: {
        replace: (existing, examined, circumstances) => {
          const { kind, dataset } = circumstances;
          replace(existing, examined, circumstances);
          if (kind.family.name !== 'student-commonwealth-scholarships') return;
          const table = dataset.table(kind.family.name);
          for (const uid of table.below(existing.parent).slice(0, Infinity)) {
            const other = uid === existing.uid ? undefined : table.records.get(uid);
            if (!other) continue;
            const values = judgement.merge(examined.item, { ...circumstances, existing: other });
            replace(other, { ...examined, values }, circumstances);
          }
        },
      },
    }),
  },
  // Section 9
  {
    name: 'offers-defined-as-array',
    does: 'The published definition still has the array of TAC offers.',
    reads:
      'Its published definition describes the body of the POST of a TAC offer as an array, rather than as one object.',
    change: ({ about: { definition } }) => ({
      about: {
        definition: () => {
          const whole = definition();
          const place = ['paths', TAC_OFFERS_PATH, 'post', 'requestBody', 'content', 'application/json', 'schema'];
          const items = memberOf(whole, ...place);
          if (items === undefined) throw new Error('The definition has no TAC offers.');
          return withMember(whole, place, { type: 'array', items });
        },
      },
    }),
  },
];
