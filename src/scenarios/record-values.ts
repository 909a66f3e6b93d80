/** Values that updates set, and lists of fields that rules ignore. */
import { alternativeValue, keepsValue } from '../plan/alternative-value.ts';
import type { Field } from '../load/model.ts';
import type { OperationContext } from '../plan/context.ts';
import type { Value } from '../plan/model.ts';
import {
  responseRecordPointer,
  shownFieldPointer,
  uidPointer,
  updateFields,
  wrappingOf,
} from '../plan/request-templates.ts';
import {
  invalidValue,
  validNestedRecord,
  isStructured,
  hasOnlySamples,
  uniqueTextValue,
  validValue,
} from '../plan/values.ts';
import { getOfPath } from '../plan/operations-of-path.ts';
import { matchesPattern } from '../model/pattern.ts';
import { changedValue, entries, manyEntries, writableFieldsOf } from '../plan/catalogue/makers/nested-values.ts';
import type { Maker } from '../plan/catalogue/items.ts';

export const recordValues = {
  anotherValue: {
    of: 'field',
    make: alternativeValue,
  },
  faultyValue: {
    of: 'field',
    make: (field) => invalidValue(field) ?? null,
  },
  ownText: {
    of: 'field',
    make: uniqueTextValue,
  },
  smallChange: {
    make: ({ scope, endpoint, operation }) => updateFields(scope, endpoint, operation),
  },
  everyMemberChanged: {
    make: (context) => {
      const plain = writableFieldsOf(context).filter((f) => f.references === undefined && !hasOnlySamples(f));
      const others = writableFieldsOf(context).filter(
        (f) => f.references !== undefined && canBeMade(context, f.references),
      );
      return {
        ...ofFields(plain, changedValue),
        ...ofFields(others, ({ references = '' }) => ({ $uid: `other-${references}` })),
      };
    },
  },
  everyOptionalCleared: {
    // Null for a list means an empty list, not an absent field.
    make: (context) =>
      ofFields(
        writableFieldsOf(context).filter((f) => mayBeCleared(f) && !isStructured(f)),
        () => null,
      ),
  },
  everyFreeMemberChanged: {
    make: (context) =>
      ofFields(
        writableFieldsOf(context).filter(
          (f) =>
            f.references === undefined &&
            !hasOnlySamples(f) &&
            f.unique !== true &&
            f.distinct !== true &&
            f.sensitive !== true &&
            f.writeOnly !== true,
        ),
        changedValue,
      ),
  },
  freeTexts: {
    make: (context) => ofFields(freeTexts(context), ({ maxLength = 12 }) => ({ $unique: Math.min(maxLength, 12) })),
  },
  freeTextNames: { make: (context) => freeTexts(context).map(({ name }) => name) },
  twoEntries: {
    of: 'field',
    make: (field) => ((field.maxItems ?? 2) < 2 ? undefined : entries(field)),
  },
  twoEntriesTurned: {
    of: 'field',
    make: (field) => ((field.maxItems ?? 2) < 2 ? undefined : entries(field)?.toReversed()),
  },
  oneEntry: {
    of: 'field',
    make: (field) => ((field.minItems ?? 1) > 1 ? undefined : entries(field, 'least')?.slice(1)),
  },
  oneMemberChanged: {
    of: 'field',
    make: (field) => ofOneInside(field, (one) => !keepsValue(one), alternativeValue),
  },
  oneMemberCleared: {
    of: 'field',
    make: (field) => ofOneInside(field, mayBeCleared, () => null),
  },
  mostOfEachPart: {
    make: ({ resolved, operation: { empties = [] } }) =>
      Object.fromEntries(
        resolved.fields.flatMap((field) => {
          const most = empties.includes(field.name) ? manyEntries(field) : undefined;
          return most === undefined ? [] : [[field.name, most]];
        }),
      ),
  },
  markLeft: {
    make: ({ operation: { leaves } }) => ({ ...leaves }),
  },
  emptiedMembers: { make: ({ operation }) => operation.empties ?? [] },
  emptiedAndReadOnlyMembers: {
    make: ({ operation, resolved }) => [...(operation.empties ?? []), ...readOnly(resolved)],
  },
  writeOnlyMembers: {
    make: (context) => writeOnly(context),
  },
  membersNotShown: {
    // Recordings mask sensitive fields, so only their presence and type can be compared.
    make: (context) => [...writeOnly(context), ...Object.keys(context.endpoint.nested)],
  },
  membersShownAtTimes: {
    make: ({ resolved: { fields } }) => fields.filter((f) => f.inAnswers === 'sometimes').map((f) => f.name),
  },
  shownIdentifier: {
    make: ({ scope, endpoint }) => shownFieldPointer(scope, endpoint, endpoint.uid ?? 'id'),
  },
  answeredIdentifier: {
    make: ({ scope, endpoint, operation }) => uidPointer(scope, endpoint, operation),
  },
  placeInAnswer: {
    make: ({ scope, endpoint, operation }) => responseRecordPointer(scope, endpoint, operation) ?? '',
  },
  readOnlyMembers: {
    make: ({ resolved }) => readOnly(resolved),
  },
  recomputedMembers: {
    make: ({ endpoint: { uid }, resolved: { fields } }) =>
      fields.filter((f) => f.readOnly === true && f.name !== uid && f.patchable !== false).map((f) => f.name),
  },
  knownMembers: {
    make: ({ scope, resolved: { fields } }) => (scope.contracts.openAnswers === true ? fields.map((f) => f.name) : []),
  },
  nullableMembers: {
    make: ({ resolved: { fields } }) => fields.filter((f) => f.nullable === true).map((f) => f.name),
  },
  membersShownAnyway: {
    make: ({ resolved: { fields } }) =>
      fields.filter((f) => f.readOnly === true || f.inAnswers === 'always').map((f) => f.name),
  },
  withZeroFirst: { of: 'field', make: zeroFirst },
  asText: {
    of: 'field',
    make: (field) => {
      const valid = validValue(field, {});
      return typeof valid === 'number' ? String(valid) : undefined;
    },
  },
  longestCorrelation: {
    make: ({ scope }) =>
      'Plumbline-1-Abc'
        .padEnd(scope.contracts.envelope?.correlation.maxLength ?? 0, 'xYz9')
        .slice(0, scope.contracts.envelope?.correlation.maxLength),
  },
  longText: { make: () => 'a'.repeat(40_000) },
  placeOfRecord: {
    make: (context) => {
      const { scope } = context;
      const get = getOfPath(context);
      if (get === undefined) return '';
      const own = wrappingOf(scope, get.operation);
      if (own !== undefined) return own.record ?? '';
      const { envelope } = scope.contracts;
      return get.operation.response === 'single' && envelope !== undefined
        ? `/${envelope.result}/${scope.endpoint(get.endpoint).singular ?? ''}`
        : '';
    },
  },
  membersOfRecord: {
    make: (context) => {
      const { scope } = context;
      const get = getOfPath(context);
      const fields = get === undefined ? [] : scope.fields(scope.endpoint(get.endpoint).fields);
      return fields.flatMap(({ name, writeOnly }) => (writeOnly === true ? [] : [name]));
    },
  },
} as const satisfies Readonly<Record<string, Maker>>;

function ofFields(fields: readonly Field[], value: (field: Field) => Value): Readonly<Record<string, Value>> {
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}

/** Whether null removes the field. */
function mayBeCleared({ required, nullable, inAnswers }: Field): boolean {
  return !required && nullable !== true && inAnswers !== 'always';
}

/** Undefined without such a field, or without another sent field next to it. */
function ofOneInside(
  field: Field,
  fits: (one: Field) => boolean,
  value: (one: Field) => Value,
): Readonly<Record<string, Value>> | undefined {
  if (field.type !== 'object') return undefined;
  const good = validNestedRecord(field);
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

function freeTexts(context: OperationContext): readonly Field[] {
  return writableFieldsOf(context)
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

function zeroFirst(field: Field): Value | undefined {
  const valid = field.sensitive === true || field.references !== undefined ? undefined : validValue(field, {});
  if (typeof valid !== 'string' || !/^\d{2,}$/.test(valid)) return undefined;
  const zero = `0${valid.slice(1)}`;
  return matchesPattern(field.pattern, zero) ? zero : undefined;
}
