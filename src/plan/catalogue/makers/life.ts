/** What an update sets, of one member or of many, and lists of members that rules leave out. */
import { anotherValue, isKept } from '../../another-value.ts';
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import { answeredPointer, shownField, uidPointer, updateFields, writableFields } from '../../templates.ts';
import { faultyValue, goodRecord, isStructured, isUnknown, ownText, validObject, validValue } from '../../values.ts';
import { longestOf, longestOfAstral } from './fields.ts';
import type { Maker } from './model.ts';

export const lifeMakers: Readonly<Record<string, Maker>> = {
  'another-value': {
    words: 'a valid one that differs from that of the record',
    of: 'field',
    make: anotherValue,
  },
  'faulty-value': {
    words: 'one that is refused for itself',
    of: 'field',
    make: (field) => faultyValue(field) ?? null,
  },
  'own-text': {
    words: 'a value that nobody else has; of texts one of at most 20 characters',
    of: 'field',
    make: ownText,
  },
  'small-change': {
    words: 'of an update, the member that it changes where any would do',
    make: ({ scope, endpoint, operation }) => updateFields(scope, endpoint, operation),
  },
  'every-member-changed': {
    words:
      'every member that an update may change; references name records that a step `other` made (`make: referred-to`)',
    make: (context) => {
      const plain = writable(context).filter((f) => f.references === undefined && !isUnknown(f));
      const others = writable(context).filter((f) => f.references !== undefined && canBeMade(context, f.references));
      return {
        ...ofFields(plain, changed),
        ...ofFields(others, ({ references = '' }) => ({ $uid: `other-${references}` })),
      };
    },
  },
  'every-optional-cleared': {
    // Null in place of a list means an empty list, which is not the absence that is looked for.
    words:
      'null for every optional member of an update but lists and objects, those of which null is a value, and those that are shown whether they were given or not',
    make: (context) =>
      ofFields(
        writable(context).filter((f) => mayBeCleared(f) && !isStructured(f)),
        () => null,
      ),
  },
  'every-free-member-changed': {
    words: 'every member of an update that is no reference, no secret, and need not differ from those of others',
    make: (context) =>
      ofFields(
        writable(context).filter(
          (f) =>
            f.references === undefined &&
            !isUnknown(f) &&
            f.unique !== true &&
            f.distinct !== true &&
            f.sensitive !== true &&
            f.writeOnly !== true,
        ),
        changed,
      ),
  },
  'free-texts': {
    words: 'a text that is new each time, for the first two members of an update that can hold one',
    make: (context) => ofFields(freeTexts(context), ({ maxLength = 12 }) => ({ $unique: Math.min(maxLength, 12) })),
  },
  'free-text-names': { words: 'their names', make: (context) => freeTexts(context).map(({ name }) => name) },
  'longest-texts': {
    words: 'the longest value of every text that has a longest length and is shown, those inside a list of records too',
    make: (context) => everyShown(writable(context), longestOf),
  },
  ...Object.fromEntries(
    Object.entries({ 'a-fourth-of-the-entries': 4, 'half-of-the-entries': 2, 'all-entries': 1 }).map(([name, part]) => [
      name,
      {
        words: `of a list of records, ${name.replaceAll('-', ' ')} that it may have, each with its longest texts; nothing, where that is longer than a body may be`,
        of: 'field' as const,
        make: (field: Field, context: OperationContext) => longEntries(field, part, context),
      },
    ]),
  ),
  'texts-with-signs': {
    words:
      'markup, quotes and letters beyond ASCII in every text that can hold them and is shown, those inside a list of records too',
    make: (context) => everyShown(writable(context), inFreeText(SIGNS)),
  },
  'texts-with-escapes': {
    words:
      'likewise, signs that other languages read as something else: a backslash, `%41+1`, `&amp;`, `${x}`, `$1` and a character of four bytes',
    make: (context) => everyShown(writable(context), inFreeText(ESCAPES)),
  },
  'texts-with-blanks': {
    words: 'likewise, a blank at both ends',
    make: (context) => everyShown(writable(context), inFreeText(BLANKS)),
  },
  'longest-texts-astral': {
    words:
      'as many characters as it may have, each of four bytes, for every text that can hold them and is shown, where these are no more than a thousand, those inside a list of records too',
    make: (context) => everyShown(writable(context), longestAstral),
  },
  'addresses-as-written': {
    words:
      'an address that is not in its shortest form for every URI that is shown, and one with capitals for every e-mail address, those inside a list of records too',
    of: 'field',
    make: (_field, context) => {
      const values = everyShown(writable(context), addressIn);
      return Object.keys(values).length === 0 ? undefined : values;
    },
  },
  'zero-and-false': {
    words: '0 for every number that may be 0, and false for every boolean, of those that are shown',
    of: 'field',
    make: (_field, context) => {
      const values = everyShown(writable(context), zeroOf);
      return Object.keys(values).length === 0 ? undefined : values;
    },
  },
  'many-digits': {
    words:
      'for every number with decimals that is shown, one with all of them, and with a digit more before its point than its example: 12345.67',
    of: 'field',
    make: (_field, context) => {
      const values = everyShown(writable(context), manyDigits);
      return Object.keys(values).length === 0 ? undefined : values;
    },
  },
  'two-entries': {
    words: 'of a list, two entries that differ',
    of: 'field',
    make: (field) => ((field.maxItems ?? 2) < 2 ? undefined : entries(field)),
  },
  'two-entries-turned': {
    words: 'likewise, the second of them first',
    of: 'field',
    make: (field) => ((field.maxItems ?? 2) < 2 ? undefined : entries(field)?.toReversed()),
  },
  'one-entry': {
    words: 'of a list, the second of the two, with the members alone that it has to have',
    of: 'field',
    make: (field) => ((field.minItems ?? 1) > 1 ? undefined : entries(field, 'least')?.slice(1)),
  },
  'one-member-changed': {
    words: 'of an object, one member alone, with another value than it was made with',
    of: 'field',
    make: (field) => ofOneInside(field, (one) => !isKept(one), anotherValue),
  },
  'one-member-cleared': {
    words: 'likewise, one that it need not have, with null',
    of: 'field',
    make: (field) => ofOneInside(field, mayBeCleared, () => null),
  },
  'two-of-each-part': {
    words: 'two entries that differ for each member that a delete empties, where it may have two',
    make: ({ resolved, operation: { empties = [] } }) =>
      Object.fromEntries(
        resolved.fields.flatMap((field) => {
          const two = empties.includes(field.name) && (field.maxItems ?? 2) >= 2 ? entries(field) : undefined;
          return two === undefined ? [] : [[field.name, two]];
        }),
      ),
  },
  'mark-left': {
    words: 'what a delete that leaves the record marks it with, and where',
    make: ({ operation: { leaves } }) => ({ ...leaves }),
  },
  'emptied-members': { words: 'the members that a delete empties', make: ({ operation }) => operation.empties ?? [] },
  'emptied-and-read-only-members': {
    words: 'likewise, and those that only the service sets',
    make: ({ operation, resolved }) => [...(operation.empties ?? []), ...readOnly(resolved)],
  },
  'an-entry-for-each-code': {
    words: 'of a list of records, as many as the longest code list of their members has codes, each with another one',
    of: 'field',
    make: entriesOfCodes,
  },
  'write-only-members': {
    words: 'members that are written and never shown',
    make: (context) => writeOnly(context),
  },
  'members-not-shown': {
    // A sensitive member is compared as it is recorded, by its form: that it is there at all, and of the right kind.
    words: 'likewise, with the records inside the record, which are read elsewhere',
    make: (context) => [...writeOnly(context), ...Object.keys(context.endpoint.nested)],
  },
  'members-shown-at-times': {
    words: 'members that an answer about the record may be without, as the contract says (`inAnswers: sometimes`)',
    make: ({ resolved: { fields } }) => fields.filter((f) => f.inAnswers === 'sometimes').map((f) => f.name),
  },
  'shown-identifier': {
    words: 'where the identifier stands in the answer of a read',
    make: ({ scope, endpoint }) => shownField(scope, endpoint, endpoint.uid ?? 'id'),
  },
  'answered-identifier': {
    words: 'where the identifier stands in the answer of the operation',
    make: ({ scope, endpoint, operation }) => uidPointer(scope, endpoint, operation),
  },
  'place-in-answer': {
    words: 'where the answer of the operation shows the record',
    make: ({ scope, endpoint, operation }) => answeredPointer(scope, endpoint, operation) ?? '',
  },
  'read-only-members': {
    words: 'members that only the service sets',
    make: ({ resolved }) => readOnly(resolved),
  },
  'recomputed-members': {
    words:
      'likewise, but for the identifier and those that no PATCH may change: a time or a count of changes is another after each',
    make: ({ endpoint: { uid }, resolved: { fields } }) =>
      fields.filter((f) => f.readOnly === true && f.name !== uid && f.patchable !== false).map((f) => f.name),
  },
  'known-members': {
    words: 'where answers may have members that no contract names, those that it names',
    make: ({ scope, resolved: { fields } }) => (scope.contracts.openAnswers === true ? fields.map((f) => f.name) : []),
  },
  'nullable-members': {
    words: 'members of which null is a value',
    make: ({ resolved: { fields } }) => fields.filter((f) => f.nullable === true).map((f) => f.name),
  },
  'members-shown-anyway': {
    words: 'members that only the service sets, and those that it shows whether they were given or not',
    make: ({ resolved: { fields } }) =>
      fields.filter((f) => f.readOnly === true || f.inAnswers === 'always').map((f) => f.name),
  },
};

function ofFields(fields: readonly Field[], value: (field: Field) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}

/** Whether nothing of it is left once it is null. */
function mayBeCleared({ required, nullable, inAnswers }: Field): boolean {
  return !required && nullable !== true && inAnswers !== 'always';
}

/** Undefined where there is no such member, or no other beside it that was sent too. */
function ofOneInside(
  field: Field,
  fits: (one: Field) => boolean,
  value: (one: Field) => Value,
): Readonly<Record<string, Value>> | undefined {
  if (field.type !== 'object') return undefined;
  const good = goodRecord(field);
  const one = field.fields.find(
    (it) =>
      Object.hasOwn(good, it.name) &&
      it.readOnly !== true &&
      it.writeOnly !== true &&
      it.references === undefined &&
      fits(it),
  );
  return one === undefined || Object.keys(good).length < 2 ? undefined : { [one.name]: value(one) };
}

function canBeMade({ scope }: OperationContext, endpoint: string): boolean {
  return scope.operation(scope.endpoint(endpoint), 'create') !== undefined;
}

function writable({ scope, endpoint, operation }: OperationContext): readonly Field[] {
  return writableFields(scope, endpoint, operation);
}

function writeOnly({ resolved }: OperationContext): readonly string[] {
  return resolved.fields.filter((f) => f.writeOnly === true).map((f) => f.name);
}

function readOnly({ fields }: OperationContext['resolved']): readonly string[] {
  return fields.filter((f) => f.readOnly === true).map((f) => f.name);
}

/** Undefined where a list may not have so many entries, or its members have no codes. */
function entriesOfCodes(field: Field): Value | undefined {
  if (field.type !== 'objects') return undefined;
  const coded = field.fields.filter((f) => f.type === 'code' && f.readOnly !== true && f.sample !== true);
  const times = Math.max(0, ...coded.map(({ values = [] }) => values.length));
  if (times < 2 || times > (field.maxItems ?? times)) return undefined;
  const usual = validObject(field.fields, {}, 'full');
  return Array.from({ length: times }, (_none, at) => ({
    ...usual,
    ...Object.fromEntries(coded.map(({ name, values = [] }) => [name, values[at % values.length] ?? null])),
  }));
}

function zeroOf(field: Field): Value | undefined {
  if (field.type === 'boolean') return false;
  return (field.type === 'integer' || field.type === 'decimal') && field.minimum === 0 ? 0 : undefined;
}

/** No more than a binary fraction of double precision holds. */
const MOST_DIGITS = 15;
const DIGITS = '123456789012345';

function manyDigits(field: Field): Value | undefined {
  if (field.type !== 'decimal') return undefined;
  const { decimals = 2, minimum = 0, maximum } = field;
  const usual = validValue(field, {});
  const whole = String(Math.trunc(typeof usual === 'number' ? Math.abs(usual) : 1)).length + 1;
  if (whole + decimals > MOST_DIGITS) return undefined;
  const value = Number(`${DIGITS.slice(0, whole)}.${DIGITS.slice(whole, whole + decimals)}`);
  return value < minimum || (maximum !== undefined && value > maximum) ? undefined : value;
}

/** Each field that is shown and has such a value with it, and records inside it with what of theirs has one. */
function everyShown(
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> {
  const shown = fields.filter(
    (f) => f.writeOnly !== true && f.sensitive !== true && f.references === undefined && !isUnknown(f),
  );
  return Object.fromEntries(
    shown.flatMap((field) => {
      const found = insideOf(field, value);
      return found === undefined ? [] : [[field.name, found]];
    }),
  );
}

function insideOf(field: Field, value: (field: Field) => Value | undefined): Value | undefined {
  if (field.type === 'object') return withEvery(goodRecord(field), field.fields, value);
  if (field.type !== 'objects') return value(field);
  const entry = withEvery(validObject(field.fields, {}, 'full'), field.fields, value);
  return entry === undefined ? undefined : [entry];
}

function withEvery(
  good: Readonly<Record<string, Value>>,
  fields: readonly Field[],
  value: (field: Field) => Value | undefined,
): Readonly<Record<string, Value>> | undefined {
  const inside = everyShown(fields, value);
  return Object.keys(inside).length === 0 ? undefined : { ...good, ...inside };
}

/** What a body has beside one list. */
const BESIDE = 1_024;

/** One of so many parts of the entries that a list may have, as long as they may be. */
function longEntries(field: Field, part: number, { scope }: OperationContext): Value | undefined {
  if (field.type !== 'objects' || field.maxItems === undefined) return undefined;
  const entry = withEvery(validObject(field.fields, {}, 'full'), field.fields, longestOf);
  const { bodyLimit } = scope.contracts;
  const times = Math.ceil(field.maxItems / part);
  const length = JSON.stringify(entry ?? null).length * times + BESIDE;
  if (entry === undefined || (typeof bodyLimit === 'number' && length > bodyLimit)) return undefined;
  return { $repeat: { times, item: entry } };
}

/** Where a text may be much longer, it is no column of a table, and a body of nothing else is soon too long. */
const MOST_ASTRAL = 1_000;

function longestAstral(field: Field): Value | undefined {
  const { type, pattern, unique, maxLength = Infinity } = field;
  return type === 'string' && pattern === undefined && unique !== true && maxLength <= MOST_ASTRAL
    ? longestOfAstral(field)
    : undefined;
}

/** That text for every text that may hold anything, and has room. */
function inFreeText(text: string): (field: Field) => Value | undefined {
  return ({ type, pattern, unique, maxLength = 0 }) =>
    type === 'string' && pattern === undefined && unique !== true && maxLength >= text.length ? text : undefined;
}

const SIGNS = `O'Łé "名" & <b>x%</b>`;
/** What another language than JSON would read as something else: of an address, of a page, of a template; and a character of four bytes. */
const ESCAPES = 'a\\b %41+1 &amp; ${x} $1 𝒳';

const BLANKS = ' Ada Lovelace ';

function addressIn({ type, pattern, unique, values, maxLength = ADDRESS.length }: Field): Value | undefined {
  const address = type === 'uri' ? ADDRESS : type === 'email' ? MAILBOX : undefined;
  if (address === undefined || pattern !== undefined || unique === true || values !== undefined) return undefined;
  return maxLength >= address.length ? address : undefined;
}

const ADDRESS = 'https://Files.Partner.example:443/Inbox/';
/** What stands before the @ is for the host alone to read (RFC 5321 §2.4); the host is the same in any letters. */
const MAILBOX = 'Ada.Lovelace@partner.example';

/** Two entries of a list that differ in what they have to have; undefined where there are none. */
function entries(field: Field, extent: 'least' | 'full' = 'full'): readonly Value[] | undefined {
  if (field.type === 'codes') return field.values.length < 2 ? undefined : field.values.slice(0, 2);
  if (field.type === 'list') return [validValue(field.of, {}), anotherValue(field.of)];
  if (field.type !== 'objects') return undefined;
  const first = validObject(field.fields, {}, extent);
  const others = field.fields.filter((f) => Object.hasOwn(first, f.name) && f.references === undefined);
  return [first, { ...first, ...ofFields(others, changed) }];
}

export function changed(field: Field): Value {
  return isKept(field) ? validValue(field, {}) : anotherValue(field);
}

function freeTexts(context: OperationContext): readonly Field[] {
  return writable(context)
    .filter(
      (f) =>
        f.type === 'string' &&
        f.pattern === undefined &&
        f.unique !== true &&
        f.sensitive !== true &&
        f.writeOnly !== true &&
        (f.maxLength ?? 0) >= 8,
    )
    .slice(0, 2);
}
