/** What an update sets, of one member or of many, and lists of members that rules leave out. */
import { anotherValue, isKept } from '../../another-value.ts';
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import { answeredPointer, shownField, uidPointer, updateFields } from '../../templates.ts';
import { faultyValue, goodRecord, isStructured, isUnknown, ownText, validObject } from '../../values.ts';
import { changed, entries, mostEntries } from './entries.ts';
import { withEvery, writable } from './every-shown.ts';
import { longestOf } from './fields.ts';
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
  'most-of-each-part': {
    words:
      'as many entries as it may have, 50 at most, for each member that a delete empties, where it may have two: two that differ, by turns; no more than the two where the contract names no most',
    make: ({ resolved, operation: { empties = [] } }) =>
      Object.fromEntries(
        resolved.fields.flatMap((field) => {
          const most = empties.includes(field.name) ? mostEntries(field) : undefined;
          return most === undefined ? [] : [[field.name, most]];
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
