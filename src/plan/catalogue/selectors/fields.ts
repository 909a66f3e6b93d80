/** Fields of the record in a request, and fields that it must not have. */
import { omitUndefined, mapOptional } from '../../../model/objects.ts';
import { matchesPattern } from '../../../model/pattern.ts';
import { encodePointerPart } from '../../../model/pointer.ts';
import type { Field } from '../../../load/model.ts';
import type { OperationContext } from '../../context.ts';
import { sentPointer, shownFieldPointer, writableFields } from '../../request-templates.ts';
import { validNestedRecord, numericText, validObject } from '../../values.ts';
import type { EachItem, Selector, NestedPath } from '../items.ts';

/** Names after the dot of `{field.more}`. */
const MORE = 'most one-more minimum maximum decimals before followers references sent shown'.split(' ');

export const fieldSelectors: Readonly<Record<string, Selector>> = {
  fields: selector((context) => [...outerFields(context), ...inCreate(context)]),
  'fields.formed': selector((context) =>
    [...outerFields(context), ...inCreate(context)].filter(({ field }) => field !== undefined && isFormed(field)),
  ),
  'fields.outer': selector(outerFields),
  'fields.shown': selector(shown),
  'fields.digits': selector((context) =>
    shown(context).filter(({ field }) => field !== undefined && numericText(field) !== undefined),
  ),
  'fields.following': selector((context) =>
    outerFields(context).filter(({ field }) => context.resolved.fields.some((one) => one.name === field?.notBefore)),
  ),
  'fields.bounded': selector((context) =>
    outerFields(context).filter(
      ({ field }) =>
        field?.notBefore !== undefined && !context.resolved.fields.some((one) => one.name === field.notBefore),
    ),
  ),
  'fields.read-only': selector((context) =>
    context.resolved.fields.filter((field) => field.readOnly === true).map((field) => itemOf(context, field)),
  ),
  'fields.fixed': selector((context) => {
    const { scope, endpoint, operation, resolved } = context;
    if (operation.kind !== 'update') return [];
    const writable = writableFields(scope, endpoint, operation);
    return resolved.fields
      .filter((field) => field.readOnly !== true && !writable.includes(field))
      .map((field) => itemOf(context, field));
  }),
  'envelope.correlation': {
    more: ['most', 'one-more'],
    items: ({ scope, resolved }) => {
      const { correlation } = scope.contracts.envelope ?? {};
      if (correlation === undefined || resolved.request === 'plain') return [];
      // Getters: only cases that use the length depend on it.
      const more = {
        get most() {
          return correlation.maxLength;
        },
        get 'one-more'() {
          return correlation.maxLength + 1;
        },
      };
      return [{ key: '', value: correlation.member, more }];
    },
  },
};

function selector(items: Selector['items']): Selector {
  return { gives: 'field', more: MORE, items };
}

/** Cached, because most selectors begin with them. */
export function outerFields(context: OperationContext): readonly EachItem[] {
  const { scope, endpoint, operation } = context;
  return context.remembered('writable', () =>
    writableFields(scope, endpoint, operation).map((field) => itemOf(context, field)),
  );
}

function inCreate(context: OperationContext): readonly EachItem[] {
  return context.operation.kind === 'create' ? inner(context) : [];
}

/** With a minimum length, another row sends an empty text as too short. */
function isFormed({ type, pattern, minLength = 0 }: Field): boolean {
  if (minLength > 0) return false;
  return type === 'email' || type === 'uri' || !matchesPattern(pattern, '');
}

function shown(context: OperationContext): readonly EachItem[] {
  return outerFields(context).filter(
    ({ field }) => field?.writeOnly !== true && field?.sensitive !== true && field?.references === undefined,
  );
}

/** Nested fields: the single entry of each list, and the fields of nested records. */
function inner(context: OperationContext): readonly EachItem[] {
  const { scope, endpoint, operation } = context;
  return writableFields(scope, endpoint, operation).flatMap((field) =>
    insideOf(context, field, [field.name], (value) => ({ [field.name]: value })),
  );
}

type Within = NonNullable<EachItem['inside']>['within'];

/**
 * @param way path to the holder, with 0 for the entry of a list
 */
function insideOf(context: OperationContext, holder: Field, way: NestedPath, holding: Within): readonly EachItem[] {
  const names = way.filter((part) => typeof part === 'string');
  const key = names.join('.');
  const inEntry: Within = (value) => holding([value]);
  if (holder.type === 'list')
    return [
      {
        ...itemOf(context, holder.of, [...way, 0]),
        key: `${key}.entry`,
        way: 'entry',
        inside: { way: [...way, 0], within: inEntry },
      },
    ];
  if (holder.type !== 'objects' && holder.type !== 'object') return [];
  const fields = context.scope.fields(holder.fields).filter((field) => field.readOnly !== true);
  const record = holder.type === 'object' ? validNestedRecord(holder) : validObject(fields, {}, 'full');
  const [own, within] = holder.type === 'objects' ? [[...way, 0] as const, inEntry] : [way, holding];
  return fields.flatMap((field) => [
    {
      ...itemOf(context, field, [...own, field.name]),
      key: `${key}.${field.name}`,
      member: [...names, field.name],
      inside: { way: own, record, within },
    },
    ...insideOf(context, field, [...own, field.name], (value) => within({ ...record, [field.name]: value })),
  ]);
}

/**
 * @param way path to the field, with 0 for the entry of a list
 */
function itemOf(context: OperationContext, field: Field, way: NestedPath = [field.name]): EachItem {
  const [outermost, ...inwards] = way.map(String);
  const inside = inwards.map((part) => `/${encodePointerPart(part)}`).join('');
  const { name, maxLength, minimum, maximum, decimals = 2, notBefore, references } = field;
  return {
    key: name,
    value: name,
    member: [name],
    field,
    at: field.at,
    more: {
      ...omitUndefined({
        most: maxLength,
        'one-more': mapOptional(maxLength, (it) => it + 1),
        minimum,
        maximum,
        before: notBefore,
        references,
      }),
      decimals,
      followers: followers(context, field),
      sent: `${sentPointer(context, outermost ?? name)}${inside}`,
      shown: `${shownFieldPointer(context.scope, context.endpoint, outermost ?? name)}${inside}`,
    },
  };
}

/**
 * Dates that must not be before this one. Cases of an update share a record, so a case that moves this date moves them
 * too.
 */
function followers({ scope, endpoint, operation }: OperationContext, { name }: Field): readonly string[] {
  if (operation.kind !== 'update') return [];
  return writableFields(scope, endpoint, operation)
    .filter((field) => field.notBefore === name)
    .map((field) => field.name);
}
