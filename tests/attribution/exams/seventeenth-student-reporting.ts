/** The seventeenth exam, of student-reporting; `seventeenth.ts` says how its faults were drawn. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { modelOf } from '../../../services/student-reporting/engine/model.ts';
import type { Dataset } from '../../../services/student-reporting/engine/store.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import type { Exam } from '../exam.ts';

const tacOffers = 'courses-on-campus-tac-offers';

export const studentReporting: NonNullable<Exam['student-reporting']> = [
  // Section 4, TAC offers
  {
    name: 'tac-offers-as-array-still',
    does: 'The POST of TAC offers takes the array that it took before the change as well.',
    reads: 'Accepts an array of TAC offers in the POST of TAC offers, rather than one object alone.',
    change: ({ write: { create } }) => ({
      write: {
        create: (kind, exchange) => {
          const isOld = kind.family.name === tacOffers && Array.isArray(exchange.body);
          return create(isOld ? { ...kind, form: 'array' } : kind, exchange);
        },
      },
    }),
  },
  {
    name: 'tac-offer-once-for-all',
    does: 'A tac_offer_code is unique in the organisation, not in its course on campus.',
    reads:
      'Refuses a TAC offer as already reported where another course on campus has the same tac_offer_code, though this one does not.',
    change: ({ judgement: { isTaken } }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          const { kind, dataset } = circumstances;
          if (isTaken(unique, values, circumstances)) return true;
          if (kind.family.name !== tacOffers) return false;
          const { records } = dataset.table(tacOffers);
          return [...records.values()].some((record) => record.values['tac_offer_code'] === values['tac_offer_code']);
        },
      },
    }),
  },
  // Sections 1 and 2: students
  {
    name: 'code-of-the-deleted',
    does: 'A deleted student is only marked as deleted, and its row still stands in the unique index of the codes.',
    reads:
      'Refuses the student_identification_code of a student that was deleted, as already reported, where a new student is created with it.',
    change: ({ keep: { remove }, judgement: { isTaken } }) => {
      const codes = new WeakMap<Dataset, Set<unknown>>();
      return {
        keep: {
          remove: (located, kind) => {
            remove(located, kind);
            if (kind.family.name !== 'students') return;
            const { dataset, record } = located;
            codes.set(dataset, (codes.get(dataset) ?? new Set()).add(record.values['student_identification_code']));
          },
        },
        judgement: {
          isTaken: (unique, values, circumstances) =>
            isTaken(unique, values, circumstances) ||
            (circumstances.kind.family.name === 'students' &&
              codes.get(circumstances.dataset)?.has(values['student_identification_code']) === true),
        },
      };
    },
  },
  {
    name: 'address-replaced',
    does: 'The POST of a first reported address stores it in the place of the one there is.',
    reads:
      'A second POST of a first reported address of one student is answered 201 and replaces the first, rather than being refused as already reported.',
    change: ({ keep: { add }, judgement: { isTaken } }) => ({
      keep: {
        add: (record, kind, circumstances) => {
          const table = circumstances.dataset.table(kind.family.name);
          const before = kind.family.isSingle ? table.below(record.parent).slice(0, Infinity) : [];
          for (const found of before.flatMap((uid) => table.records.get(uid) ?? []))
            circumstances.dataset.remove(found, kind);
          add(record, kind, circumstances);
        },
      },
      judgement: {
        isTaken: (unique, values, circumstances) =>
          circumstances.kind.family.isSingle !== true && isTaken(unique, values, circumstances),
      },
    }),
  },
  // Campuses
  {
    name: 'ended-campuses-unlisted',
    does: 'The list of campuses has those alone whose campus_effective_to_date has not passed.',
    reads: 'GET of the campuses leaves out those whose campus_effective_to_date is in the past.',
    change: ({ read: { listed } }, { data, judgement }) => ({
      read: {
        listed: (kind, exchange) => {
          const list = listed(kind, exchange);
          if (kind.family.name !== 'campuses') return list;
          const { records } = data.store.of(exchange.caller.organisation).table('campuses');
          const { today } = judgement.scene();
          const current = new UidList();
          for (const uid of list) {
            const end = records.get(uid)?.values['campus_effective_to_date'];
            if (typeof end !== 'string' || end >= today) current.add(uid);
          }
          return current;
        },
      },
    }),
  },
  // HELP balance
  {
    name: 'balance-for-everybody',
    does: 'Whose a student is, is not looked at where its HELP balance is read.',
    reads: 'GET of the HELP balance of a student of another organisation is answered 200, rather than 404.',
    change: ({ balance: { read }, write: { create } }) => {
      const organisations = new Set<string>();
      return {
        write: {
          create: (kind, exchange) => {
            organisations.add(exchange.caller.organisation);
            return create(kind, exchange);
          },
        },
        balance: {
          read: (exchange) => {
            for (const organisation of organisations) {
              try {
                return read({
                  ...exchange,
                  caller: { ...exchange.caller, organisation },
                });
              } catch (error) {
                if (!(error instanceof GatewayError)) throw error;
              }
            }
            return read(exchange);
          },
        },
      };
    },
  },
  {
    name: 'balance-of-deleted-loans',
    does: 'A deleted loan is only marked as deleted, and the sum of the HELP balance does not ask for the mark.',
    reads: 'The HELP balance of a student still counts loans that were deleted.',
    change: ({ keep: { remove }, balance: { student, amount } }) => {
      const deleted = new Map<unknown, number>();
      let asked = 0;
      return {
        keep: {
          remove: (located, kind) => {
            remove(located, kind);
            const { students_uid: uid, help_loan_amount: lent } = located.record.values;
            if (kind.family.name !== 'loans' || typeof lent !== 'number') return;
            deleted.set(uid, (deleted.get(uid) ?? 0) + Math.round(lent * 100));
          },
        },
        balance: {
          student: (exchange) => {
            const found = student(exchange);
            asked = found.uid;
            return found;
          },
          amount: (cents) => amount(cents + (deleted.get(asked) ?? 0)),
        },
      };
    },
  },
  // Envelope
  {
    name: 'refused-without-correlation',
    does: 'What makes the result of a refused item does not know its correlation_id.',
    reads: 'Answers an item that is refused without its correlation_id.',
    change: ({ results: { failed } }) => ({
      results: {
        failed: (_correlationId, findings) => failed(undefined, findings),
      },
    }),
  },
  // Section 9
  {
    name: 'members-of-the-future',
    spec: '2.1.06',
    does: 'Unit enrolments are already those of 3.0.8.',
    reads:
      'Accepts course_assurance_indicator and recognition_of_prior_learning_code in unit enrolments, which 2.1.06 does not have: 201, rather than 400 as unknown.',
    change: ({ model: { kind } }) => ({
      model: {
        kind: (name) => (name === 'unit-enrolments' ? modelOf('3.0.8') : { kind }).kind(name),
      },
    }),
  },
];
