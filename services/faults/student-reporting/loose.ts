/** Faults of what is taken too loosely, and of what a refusal says or has done already: nearly a code, nearly a date, an id of nothing. */
import { json, type Reply } from '../../http/message.ts';
import { defined } from '../../model/defined.ts';
import type { Field } from '../../model/field.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Circumstances } from '../../student-reporting/engine/examine.ts';
import { brokenDown } from '../chosen.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';
import { breaksForm, unboundPatterns } from '../fields/unbound.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

/** A text of one kind of field is taken where it means the right thing to whoever reads it loosely. */
const loosely = (
  kind: Field['kind'],
  isTaken: (text: string, field: Field) => boolean,
  isMeant: (circumstances: Circumstances) => boolean = () => true,
): Change =>
  inArea('judgement', ({ field }) => ({
    field: (bound, given, circumstances) => {
      const isNear = bound.field.kind === kind && typeof given.given === 'string' && isTaken(given.given, bound.field);
      return isNear && isMeant(circumstances) ? [] : field(bound, given, circumstances);
    },
  }));

const isListed = (text: string, field: Field): boolean => 'codes' in field && field.codes.includes(text);

/** A path with an id of zero or below is answered otherwise than with 404. */
const lowIds = (answer: (reply: Reply) => Reply): Change =>
  inArea('delivery', ({ deliver }) => ({
    deliver: async (call) => {
      const reply = await deliver(call);
      return reply.status === 404 && /\/(?:0|-\d+)(?:\/|$)/.test(call.path) ? answer(reply) : reply;
    },
  }));

const listed = 'A value that is not in its code list is refused (assumed).';
const dated = 'A date has the form YYYY-MM-DD (assumed).';
const found = 'A UID that no record has is answered as not found (assumed).';

export const looseFaults: readonly Seed<StudentReportingStages>[] = [
  ...(
    [
      ['codes-in-any-letters', 'Codes are compared without regard to case.', (text: string) => [text.toUpperCase()]],
      [
        'codes-without-blanks',
        'Blanks around a code are cut off before it is looked up.',
        (text: string) => [text.trim()],
      ],
      ['codes-as-numbers', 'Codes are compared as numbers.', (text: string) => [text.replace(/^0+(?=\d)/, '')]],
    ] as const
  ).map(([what, describes, readings]): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.${what}`,
    service,
    breaks: listed,
    describes,
    touches: { rules: ['input.near-code'] },
    change: loosely('code', (text, field) => readings(text).some((reading) => isListed(reading, field))),
  })),
  {
    id: 'student-reporting.records.updates-with-codes-in-any-letters',
    service,
    breaks: listed,
    describes: 'Codes of a PATCH are compared without regard to case.',
    touches: { rules: ['input.near-code'] },
    change: loosely(
      'code',
      (text, field) => isListed(text.toUpperCase(), field),
      ({ existing }) => existing !== undefined,
    ),
  },
  {
    id: 'student-reporting.records.ids-as-far-as-digits',
    service,
    breaks: found,
    describes: 'Of a UID in a path the digits at its beginning are read, whatever follows them.',
    touches: { rules: ['lifecycle.*-id'] },
    change: inArea('delivery', ({ deliver }) => ({
      deliver: (call) => deliver({ ...call, path: call.path.replace(/(\/\d+)[a-z]+(?=\/|$)/g, '$1') }),
    })),
  },
  ...(
    [
      ['dates-with-times', 'A date may have a time, which is cut off.', /^\d{4}-\d\d-\d\dT[\d:]+Z$/],
      ['dates-with-slashes', 'A date may be written with slashes.', /^\d{4}\/\d\d\/\d\d$/],
      ['dates-unpadded', 'A date may lack the zeros before its digits.', /^\d{4}-\d-\d$/],
      ['dates-without-hyphens', 'A date may be written without hyphens.', /^\d{8}$/],
      ['dates-with-blanks', 'Blanks around a date are cut off.', /^\d{4}-\d\d-\d\d $/],
      ['dates-of-any-february', 'Every February has twenty-nine days.', /^\d{4}-02-29$/, 'input.no-such-day'],
      ['dates-of-long-months', 'Every other month has thirty-one days.', /^\d{4}-(?!02)\d\d-31$/, 'input.no-such-day'],
    ] as const
  ).map(([what, describes, form, rule = 'input.date-form']): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.${what}`,
    service,
    breaks: dated,
    describes,
    touches: { rules: [rule] },
    change: loosely('date', (text) => form.test(text)),
  })),
  ...unboundPatterns.map(({ what, describes, isTaken }): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.${what}`,
    service,
    breaks: breaksForm,
    describes,
    touches: { rules: ['input.beyond-pattern', 'input.pattern'] },
    change: loosely('text', isTaken),
  })),
  {
    id: 'student-reporting.records.low-ids-500',
    service,
    breaks: found,
    describes: 'A UID of zero or below in a path is answered 500.',
    touches: { rules: ['lifecycle.low-id'] },
    change: lowIds((reply) => {
      const { status, body } = json(500, { errors: [{ code: 'internal_error', detail: 'Something failed.' }] });
      return { ...reply, status, ...defined({ body }) };
    }),
  },
  {
    id: 'student-reporting.records.low-ids-taken',
    service,
    breaks: found,
    describes: 'A UID of zero or below in a path is answered as one that is there.',
    touches: { rules: ['lifecycle.low-id'] },
    change: lowIds((reply) => ({ ...reply, status: 200, body: JSON.stringify({ success: true, result: {} }) })),
  },
  {
    id: 'student-reporting.records.refused-deletes-take-parts',
    service,
    breaks: 'A record that others refer to is not deleted (assumed).',
    describes: 'A DELETE removes the parts of a record before it sees that others refer to the record.',
    touches: { rules: ['lifecycle.refused-delete-kept'] },
    change: inArea('keep', ({ reasonToStay }) => ({
      reasonToStay: (located, kind) => {
        const reason = reasonToStay(located, kind);
        const { dataset, record } = located;
        for (const child of reason === undefined ? [] : kind.children) {
          const table = dataset.table(child.family.name);
          for (const uid of table.below(record.uid).slice(0, Infinity)) {
            const part = table.records.get(uid);
            if (part) dataset.remove(part, child);
          }
        }
        return reason;
      },
    })),
  },
  {
    id: 'student-reporting.envelope.refused-without-correlation',
    service,
    breaks: 'The answer to an item repeats its correlation_id (assumed).',
    describes: 'An item that is refused is answered without its correlation_id.',
    touches: { rules: ['lifecycle.refused-echoed'] },
    change: inArea('results', ({ failed }) => ({ failed: (_id, findings) => failed(undefined, findings) })),
  },
  {
    id: 'student-reporting.help-balance.breaks-without-amount',
    service,
    operation: 'help-balance.read',
    breaks: 'The HELP balance is the sum of the loans (assumed).',
    describes: 'The HELP balance of a student who has a loan without an amount is answered 500.',
    touches: { rules: ['body.equals'] },
    change: ({ balance: { read } }, { balance, data }) => ({
      balance: {
        read: (exchange) => {
          const loans = data.store.of(exchange.caller.organisation).table('loans');
          for (const uid of balance.loansOf(balance.student(exchange), loans))
            if (loans.records.get(uid)?.values['help_loan_amount'] === undefined) throw brokenDown();
          return read(exchange);
        },
      },
    }),
  },
];
