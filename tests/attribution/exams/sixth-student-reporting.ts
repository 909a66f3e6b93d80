import type { Reply } from '../../../services/http/message.ts';
import type { StagesOf } from '../../../services/index.ts';
import { isObject } from '../../../services/model/json-type.ts';
import type { Asked } from '../../../services/student-reporting/engine/pagination.ts';
import { sizeHeader } from '../../../services/student-reporting/engine/pagination.ts';
import type { Question } from '../exam.ts';
import { earlierVersions } from './sixth-earlier-versions.ts';

const NEW_MEMBERS = ['course_assurance_indicator', 'recognition_of_prior_learning_code'];

export const studentReporting: readonly Question<StagesOf['student-reporting']>[] = [
  ...earlierVersions,
  {
    // Section 9: 3.0.8 changes unit enrolments (by what is assumed); section 4: PATCH changes, and what it does not name stays.
    name: 'update-without-new-members',
    spec: '3.0.8',
    does: 'The mapper of updates was not told of the two members that came with 3.0.8: a PATCH that does not name them empties them.',
    reads:
      'Removes course_assurance_indicator and recognition_of_prior_learning_code of a unit enrolment in every PATCH that does not name them.',
    change: ({ judgement }) => ({
      judgement: {
        merge: (item, circumstances) => {
          const values = judgement.merge(item, circumstances);
          const { existing, kind } = circumstances;
          if (existing === undefined || kind.family.name !== 'unit-enrolments') return values;
          const isLost = (name: string): boolean => NEW_MEMBERS.includes(name) && !item.given.has(name);
          return Object.fromEntries(Object.entries(values).filter(([name]) => !isLost(name)));
        },
      },
    }),
  },
  {
    // Sections 2 and 4: TAC offers are a sub-resource of a course on campus, posted below the one that they are of.
    name: 'offers-unique-everywhere',
    spec: '3.0.8',
    does: 'A migration made the index of TAC offers anew, of tac_offer_code alone, without the course on campus.',
    reads: 'Refuses a tac_offer_code that another course on campus has as already reported.',
    change: ({ judgement }) => ({
      judgement: {
        isTaken: (unique, values, circumstances) => {
          const { kind, dataset } = circumstances;
          if (judgement.isTaken(unique, values, circumstances)) return true;
          if (kind.family.name !== 'courses-on-campus-tac-offers') return false;
          const all = [...dataset.table(kind.family.name).records.values()];
          return all.some((other) => other.values['tac_offer_code'] === values['tac_offer_code']);
        },
      },
    }),
  },
  {
    // Section 1 names the HELP balance; that it is the sum of the loans, an amount of dollars and cents, is assumed.
    name: 'balance-in-binary',
    does: 'The HELP balance is summed in binary floating point and not rounded.',
    reads: 'Shows help_balance_amount with a remainder of binary fractions: 0.1 and 0.2 as 0.30000000000000004.',
    change: ({ balance }, stages) => ({
      balance: {
        read: (exchange): Reply => {
          const reply = balance.read(exchange);
          const student = stages.balance.student(exchange);
          const loans = stages.data.store.of(exchange.caller.organisation).table('loans');
          const amounts = [...stages.balance.loansOf(student, loans)].map((uid) =>
            Number(loans.records.get(uid)?.values['help_loan_amount'] ?? 0),
          );
          const sum = amounts.reduce((total, amount) => total + amount, 0);
          const summed = (name: string, value: unknown): unknown => (name === 'help_balance_amount' ? sum : value);
          return { ...reply, body: JSON.stringify(JSON.parse(reply.body ?? 'null', summed)) };
        },
      },
    }),
  },
  {
    // Section 2: correlation_id stands in the envelope of each item, and tells what became of which.
    name: 'uids-of-a-batch-turned',
    does: 'Several items are inserted by one statement, and the uids that it returns come from the last to the first.',
    reads:
      'Answers a POST of several items with the uids in the wrong places: beside a correlation_id stands the uid of another item.',
    change: ({ write }) => ({
      write: {
        items: (items, circumstances) => {
          const { results, uids } = write.items(items, circumstances);
          const turned = uids.toReversed();
          let place = 0;
          return {
            uids,
            results: results.map((each) => {
              if (each.success !== true || !isObject(each.result)) return each;
              const uid = turned[place];
              place += 1;
              return { ...each, result: { ...each.result, [circumstances.kind.family.uid]: uid } };
            }),
          };
        },
      },
    }),
  },
  {
    // Section 4 rules 2 and 3: pages are asked for by headers, and the answer names the next page and how many there are.
    name: 'two-default-sizes',
    does: 'Where no page size is asked for, pages are cut by a default of 50 records and counted by another of 200.',
    reads:
      'Sends pages of 50 records where no page size is asked for, and counts them as pages of 200: the total is too low, and a next page that there is is not named.',
    change: ({ paging }) => {
      const unsized = new WeakSet<Asked>();
      return {
        paging: {
          ask: (call, family) => {
            const asked = paging.ask(call, family);
            if (asked.isEnabled && call.header(sizeHeader) === undefined) unsized.add(asked);
            return asked;
          },
          cut: (list, asked, family) => paging.cut(list, unsized.has(asked) ? { ...asked, size: 50 } : asked, family),
        },
      };
    },
  },
];
