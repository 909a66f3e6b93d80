/** Faults of values that are right and seldom sent: great numbers, in bodies and in paths, letters of four bytes, codes in an update. */
import { GatewayError } from '../../http/gateway-error.ts';
import { json, type Reply } from '../../http/message.ts';
import { defined } from '../../model/defined.ts';
import type { Value, Values } from '../../model/field.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Circumstances } from '../../student-reporting/engine/examine.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';
import { listingAs } from './changes.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

const stored = 'A record is read as it was sent (assumed).';
const found = 'A UID that no record has is answered as not found (assumed).';
const broken = { code: 'internal_error', detail: 'The service could not handle the request.' };

/** Amounts and other numbers with decimals are kept as something else. */
const numbersAs = (kept: (value: number) => number, isMeant: (circumstances: Circumstances) => boolean): Change =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const values = merge(item, circumstances);
      if (!isMeant(circumstances)) return values;
      const isNumber = (name: string): boolean => circumstances.kind.writable.get(name)?.field.kind === 'money';
      const asKept = ([name, value]: readonly [string, Value]): readonly [string, Value] =>
        typeof value === 'number' && isNumber(name) ? [name, kept(value)] : [name, value];
      return Object.fromEntries(Object.entries(values).map(asKept)) as Values;
    },
  }));

/** What a PATCH makes of the texts that it brings. */
const changedTexts = (kept: (text: string) => string): Change =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const values = merge(item, circumstances);
      const isBrought = (name: string): boolean => circumstances.existing !== undefined && item.given.has(name);
      return Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' && isBrought(name) ? kept(value) : value,
        ]),
      );
    },
  }));

const isUpdate = ({ existing }: Circumstances): boolean => existing !== undefined;
const isCreate = ({ existing }: Circumstances): boolean => existing === undefined;

/** Texts that may hold anything are kept as something else, but for the first: the column that somebody has put right. */
const textsAs = (
  kept: (text: string, most: number) => string,
  isMeant: (circumstances: Circumstances) => boolean,
): Change =>
  inArea('judgement', ({ merge }) => ({
    merge: (item, circumstances) => {
      const values = merge(item, circumstances);
      if (!isMeant(circumstances)) return values;
      const [, ...texts] = [...circumstances.kind.writable.values()].flatMap(({ field }) =>
        field.kind === 'text' && field.pattern === undefined && field.maxLength >= 20 ? [field] : [],
      );
      const asKept = texts.flatMap(({ name, maxLength }) => {
        const value = values[name];
        return typeof value === 'string' && item.given.has(name) ? [[name, kept(value, maxLength)]] : [];
      });
      return { ...values, ...Object.fromEntries(asKept) } as Values;
    },
  }));

/** As many whole characters as there is room for. */
const cutToBytes = (text: string, most: number): string => {
  const characters = Array.from(text);
  while (Buffer.byteLength(characters.join('')) > most) characters.pop();
  return characters.join('');
};

/** Dates are kept as something else. */
const datesAs = (kept: (date: string) => string): Change => {
  const changed = (values: Values, { writable }: Kind): Values =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' && writable.get(name)?.field.kind === 'date' ? kept(value) : value,
      ]),
    );
  return inArea('keep', ({ add, replace }) => ({
    add: (record, kind, circumstances) => {
      add({ ...record, values: changed(record.values, kind) }, kind, circumstances);
    },
    replace: (existing, examined, circumstances) => {
      replace(existing, { ...examined, values: changed(examined.values, examined.kind) }, circumstances);
    },
  }));
};

const cutAt1970 = (date: string): string => (date < '1970' ? '1970-01-01' : date);

/** A path with a number that is too great is answered otherwise than with 404. */
const tooGreat = (isTooGreat: (id: bigint) => boolean, answer: (reply: Reply) => Reply): Change =>
  inArea('delivery', ({ deliver }) => ({
    deliver: async (call) => {
      const reply = await deliver(call);
      const ids = call.path.split('/').filter((segment) => /^\d+$/.test(segment));
      return reply.status === 404 && ids.some((id) => isTooGreat(BigInt(id))) ? answer(reply) : reply;
    },
  }));

const breaksDown = (reply: Reply): Reply => {
  const { status, body } = json(500, { errors: [broken] });
  return { ...reply, status, ...defined({ body }) };
};

const BEYOND_PLANE = /[\u{10000}-\u{10FFFF}]/u;

const hold = (values: Values): void => {
  if (BEYOND_PLANE.test(JSON.stringify(values))) throw new GatewayError(500, broken);
};

const always = (): boolean => true;

/** The last days of a December whose Thursday is in January are of the next year (ISO 8601). */
function yearOfWeek(date: string): string {
  const day = new Date(date);
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * 86_400_000);
  return `${String(thursday.getUTCFullYear())}${date.slice(4)}`;
}

export const valueFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.numbers-of-single-precision',
    service,
    breaks: stored,
    describes: 'Numbers with decimals are kept as binary fractions of single precision.',
    touches: { rules: ['input.digits-stored'] },
    change: numbersAs((value) => Math.fround(value), always),
  },
  {
    id: 'student-reporting.records.amounts-of-eight-digits',
    service,
    breaks: stored,
    describes: 'Amounts are kept in eight digits.',
    touches: { rules: ['input.great-number'] },
    change: numbersAs((value) => Number(value.toPrecision(8)), always),
  },
  {
    id: 'student-reporting.loans.amounts-of-six-digits',
    service,
    breaks: stored,
    describes: 'Amounts of loans are kept in six digits.',
    touches: { rules: ['input.digits-stored'], operations: ['loans.create', 'loans.update'] },
    change: numbersAs(
      (value) => Number(value.toPrecision(6)),
      ({ kind }) => kind.family.name === 'loans',
    ),
  },
  {
    id: 'student-reporting.records.updates-of-one-decimal',
    service,
    breaks: stored,
    describes: 'A PATCH keeps one decimal of a number.',
    touches: { rules: ['input.digits-stored'] },
    change: numbersAs(
      (value) => Number(value.toFixed(1)),
      ({ existing }) => existing !== undefined,
    ),
  },
  {
    id: 'student-reporting.records.updates-in-three-bytes',
    service,
    breaks: stored,
    describes: 'A PATCH writes texts over a connection that knows no characters of four bytes, and ? in place of each.',
    touches: { rules: ['input.escapes-stored', 'input.text-trap'] },
    change: changedTexts((text) => text.replaceAll(new RegExp(BEYOND_PLANE, 'gu'), '?')),
  },
  ...(
    [
      ['dates-before-1970-cut', 'A date before 1970 is kept as the first of 1970.', cutAt1970],
      [
        'leap-days-moved',
        'A leap day is kept as the day after it.',
        (date: string) => date.replace('-02-29', '-03-01'),
      ],
    ] as const
  ).map(([what, describes, keptAs]): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.${what}`,
    service,
    breaks: stored,
    describes,
    touches: { rules: ['input.dates-kept'] },
    change: datesAs(keptAs),
  })),
  {
    id: 'student-reporting.records.dates-before-1970-500',
    service,
    breaks: 'No request breaks the service (assumed).',
    describes: 'A date before 1970 is less than no seconds, at which the service breaks down.',
    touches: { rules: ['input.dates-kept'] },
    change: inArea('judgement', ({ merge }) => ({
      merge: (item, circumstances) => {
        const isDate = (name: string): boolean => circumstances.kind.writable.get(name)?.field.kind === 'date';
        const isBefore = ([name, value]: readonly [string, unknown]): boolean =>
          isDate(name) && typeof value === 'string' && value !== cutAt1970(value);
        if ([...item.given].some(isBefore)) throw new GatewayError(500, broken);
        return merge(item, circumstances);
      },
    })),
  },
  {
    id: 'student-reporting.records.updates-cut',
    service,
    breaks: stored,
    describes: 'A PATCH keeps 30 characters of a text, as an earlier form of the table did.',
    touches: { rules: ['input.longest-stored'] },
    change: changedTexts((text) => Array.from(text).slice(0, 30).join('')),
  },
  {
    id: 'student-reporting.records.updates-trimmed',
    service,
    breaks: stored,
    describes: 'A PATCH trims the texts that it brings, but for the first of them.',
    touches: { rules: ['input.*-stored', 'input.blanks-kept'] },
    change: textsAs((text) => text.trim(), isUpdate),
  },
  {
    id: 'student-reporting.records.updates-cut-to-bytes',
    service,
    breaks: stored,
    describes: 'A PATCH cuts texts to as many bytes as they may have characters, but for the first of them.',
    touches: { rules: ['input.*-stored'] },
    change: textsAs(cutToBytes, isUpdate),
  },
  {
    id: 'student-reporting.records.creates-trimmed',
    service,
    breaks: stored,
    describes: 'A POST trims the texts that it brings, but for the first of them.',
    touches: { rules: ['input.*-stored', 'input.blanks-kept'] },
    change: textsAs((text) => text.trim(), isCreate),
  },
  {
    id: 'student-reporting.records.creates-cut-to-bytes',
    service,
    breaks: stored,
    describes: 'A POST cuts texts to as many bytes as they may have characters, but for the first of them.',
    touches: { rules: ['input.*-stored'] },
    change: textsAs(cutToBytes, isCreate),
  },
  {
    id: 'student-reporting.lists.texts-cut',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists show texts and codes without their last character.',
    touches: { rules: ['lifecycle.listed-as-*'] },
    change: listingAs((kind) => {
      const members = new Set(
        kind.readable.filter((field) => field.kind === 'text' || field.kind === 'code').map(({ name }) => name),
      );
      return (name, value) => (members.has(name) && typeof value === 'string' ? value.slice(0, -1) : value);
    }),
  },
  {
    id: 'student-reporting.lists.dates-by-weeks',
    service,
    breaks: 'A stored record can be read singly and in bulk, and has what was sent (assumed).',
    describes: 'Lists write the year of the week in place of that of the day: 2019-12-30 is listed as 2020-12-30.',
    touches: { rules: ['lifecycle.listed-as-*'] },
    change: listingAs(
      () => (_name, value) =>
        typeof value === 'string' && /^\d{4}-12-(?:29|3[01])$/.test(value) ? yearOfWeek(value) : value,
    ),
  },
  {
    id: 'student-reporting.records.ids-of-32-bits',
    service,
    breaks: found,
    describes: 'A UID in a path that does not fit into 32 bits is answered 500.',
    touches: { rules: ['lifecycle.great-id'] },
    change: tooGreat((id) => id >= 2n ** 31n, breaksDown),
  },
  {
    id: 'student-reporting.records.ids-of-64-bits',
    service,
    breaks: found,
    describes: 'A UID in a path that does not fit into 64 bits is answered 500.',
    touches: { rules: ['lifecycle.great-id'] },
    change: tooGreat((id) => id >= 2n ** 63n, breaksDown),
  },
  {
    id: 'student-reporting.records.ids-of-32-bits-refused',
    service,
    breaks: found,
    describes: 'A UID in a path that does not fit into 32 bits is answered 422.',
    touches: { rules: ['lifecycle.great-id'] },
    change: tooGreat(
      (id) => id >= 2n ** 31n,
      (reply) => ({ ...reply, status: 422 }),
    ),
  },
  {
    id: 'student-reporting.records.ids-of-32-bits-taken',
    service,
    breaks: found,
    describes: 'A UID in a path that does not fit into 32 bits is answered as one that is there.',
    touches: { rules: ['lifecycle.great-id'] },
    change: tooGreat(
      (id) => id >= 2n ** 31n,
      (reply) => ({ ...reply, status: 200, body: JSON.stringify({ success: true, result: {} }) }),
    ),
  },
  {
    id: 'student-reporting.records.text-of-three-bytes',
    service,
    breaks: 'Texts have the characters of Unicode (RFC 8259, section 8.1).',
    describes: 'Text with a character beyond U+FFFF is answered 500.',
    touches: { rules: ['input.astral', 'input.longest-astral', 'input.text-trap'] },
    change: inArea('keep', ({ add, replace }) => ({
      add: (record, kind, circumstances) => {
        hold(record.values);
        add(record, kind, circumstances);
      },
      replace: (existing, examined, circumstances) => {
        hold(examined.values);
        replace(existing, examined, circumstances);
      },
    })),
  },
  ...(['first', 'second', 'last'] as const).map((which): Seed<StudentReportingStages> => ({
    id: `student-reporting.records.updates-without-${which}-codes`,
    service,
    breaks: 'Each value of a code list is accepted (assumed).',
    describes: `A PATCH is held against code lists that lack the ${which} of their codes.`,
    touches: { rules: ['input.each-listed'] },
    change: inArea('judgement', ({ field }) => ({
      field: (bound, given, circumstances) => {
        const codes = 'codes' in bound.field ? bound.field.codes : [];
        const lacking = codes.at({ first: 0, second: 1, last: -1 }[which]);
        const sent: readonly unknown[] = [given.given].flat();
        const check = bound.checks.find(({ name }) => name === 'code-list');
        const isUnknown = circumstances.existing !== undefined && lacking !== undefined && sent.includes(lacking);
        return isUnknown && check !== undefined ? [check] : field(bound, given, circumstances);
      },
    })),
  })),
];
