/** Values of lists of records. */
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import { validObject } from '../../values.ts';
import { withEvery } from './every-shown.ts';
import { longestOf } from './fields.ts';
import type { NamedMaker } from './model.ts';

export const listMakers: Readonly<Record<string, NamedMaker>> = {
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
  'an-entry-for-each-code': {
    words: 'of a list of records, as many as the longest code list of their members has codes, each with another one',
    of: 'field',
    make: entriesOfCodes,
  },
};

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
