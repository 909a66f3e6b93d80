/** Values of lists of records. */
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import type { Value } from '../../model.ts';
import { validObject } from '../../values.ts';
import type { Maker } from '../items.ts';
import { longestFieldValue } from './fields.ts';
import { withShownFields } from './nested-values.ts';

export const listMakers: Readonly<Record<string, Maker>> = {
  'a-fourth-of-the-entries': longEntries(4),
  'half-of-the-entries': longEntries(2),
  'all-entries': longEntries(1),
  'an-entry-for-each-code': { of: 'field', make: entriesOfCodes },
};

/** Undefined if the list cannot have that many entries, or its entries have no codes. */
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

/** Bytes of a body beside one list. */
const REST_OF_BODY = 1_024;

/** A fraction of the entries that a list may have, each as long as possible. Undefined if the body would be too long. */
function longEntries(divisor: number): Maker {
  const make = (field: Field, { scope }: OperationContext): Value | undefined => {
    if (field.type !== 'objects' || field.maxItems === undefined) return undefined;
    const item = withShownFields(validObject(field.fields, {}, 'full'), field.fields, longestFieldValue);
    const { bodyLimit } = scope.contracts;
    const times = Math.ceil(field.maxItems / divisor);
    const length = JSON.stringify(item ?? null).length * times + REST_OF_BODY;
    if (item === undefined || (typeof bodyLimit === 'number' && length > bodyLimit)) return undefined;
    return { $repeat: { times, item } };
  };
  return { of: 'field', make };
}
