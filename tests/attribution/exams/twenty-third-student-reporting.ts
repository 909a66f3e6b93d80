/** Questions of the twenty-third exam about student-reporting; twenty-third.ts says how they were drawn. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Exam } from '../exam.ts';

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 1
  {
    name: 'reads-down-too',
    does: 'During a degradation every call is answered 503, reads too.',
    reads: 'Answers GET with 503 while it is degraded, though only POST, PATCH and DELETE can be unavailable.',
    change: ({ gateway: { available } }) => ({
      gateway: {
        available: (call, place) => {
          available(call, { ...place, method: 'POST' });
        },
      },
    }),
  },
  // Section 2
  {
    name: 'resident-code-p-refused',
    does: 'The citizen_resident_code is checked to be a digit.',
    reads: 'Refuses the citizen_resident_code P, which is a valid code.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isNoDigit = typeof given.given === 'string' && !/^[0-9]$/.test(given.given);
          if (bound.field.name === 'citizen_resident_code' && isNoDigit)
            return [{ name: 'code-list', digits: '10551', text: 'is not a valid code' }];
          return field(bound, given, circumstances);
        },
      },
    }),
  },
  {
    name: 'language-code-unchecked',
    does: 'Any four digits are taken for language_spoken_at_home_code; the reference data is not asked.',
    reads: 'Accepts a language_spoken_at_home_code that is not in the reference data.',
    change: ({ judgement: { field } }) => ({
      judgement: {
        field: (bound, given, circumstances) => {
          const isOfForm = typeof given.given === 'string' && /^[0-9]{4}$/.test(given.given);
          return bound.field.name === 'language_spoken_at_home_code' && isOfForm
            ? []
            : field(bound, given, circumstances);
        },
      },
    }),
  },
  // Section 4, pagination
  {
    name: 'total-counts-records',
    does: 'The header of the total page count carries the number of records.',
    reads: 'Sends the number of records as tcsi-pagination-total-pages instead of the number of pages.',
    change: ({ paging: { marks } }) => ({
      paging: { marks: (records, asked, family) => ({ ...marks(records, asked, family), total: records }) },
    }),
  },
  {
    name: 'unpaged-with-page-headers',
    does: 'The list of unit enrolments carries the page headers although no pagination was asked for.',
    reads: 'Sends page headers with the unit enrolments when pagination is not enabled.',
    change: ({ paging: { tell } }) => ({
      paging: {
        tell: (records, asked, family) => {
          const isEnabled = asked.isEnabled || family.name === 'unit-enrolments';
          return tell(records, { ...asked, isEnabled }, family);
        },
      },
    }),
  },
  // Section 4, PATCH
  {
    name: 'course-patch-replaces',
    does: 'PATCH of a course replaces the record: optional fields that the body leaves out are cleared.',
    reads: 'Clears the optional fields of a course that a PATCH leaves out.',
    change: ({ judgement: { merge } }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const merged = merge(item, circumstances);
          const { kind, existing } = circumstances;
          if (kind.family.name !== 'courses' || existing === undefined) return merged;
          const stays = (name: string): boolean =>
            item.given.has(name) || kind.writable.get(name)?.required !== undefined;
          return Object.fromEntries(Object.entries(merged).filter(([name]) => stays(name)));
        },
      },
    }),
  },
  // Section 5
  {
    name: 'missing-token-403',
    does: 'student-reporting answers 403 when a call has no access token.',
    reads: 'Answers a call without an access token with 403 instead of 401.',
    change: ({ door: { admit, tokenOf } }) => ({
      door: {
        admit: (call) => {
          if (tokenOf(call) !== undefined) return admit(call);
          throw new GatewayError(403, { code: 'forbidden', detail: 'Access is denied.' });
        },
      },
    }),
  },
  // Section 9
  {
    name: 'balance-without-as-at',
    spec: '3.0.8',
    does: 'In 3.0.8 the HELP balance is still that of 2.1.06, without its date.',
    reads: 'Leaves help_balance_as_at_date out of the HELP balance, which 3.0.8 has.',
    change: () => ({ balance: { asAt: () => undefined } }),
  },
];
