import type { Field, TextField, Value } from '../../model/field.ts';

/** A way of refusing values that are right: the counterpart of a check, and in force only under a fault. */
export interface Strictness {
  /** Last part of the fault id. */
  readonly name: string;
  readonly text: string;
  /** Whether the fault has this value refused; `undefined` is a field that is not given. */
  readonly refuses: (value: Value | undefined) => boolean;
  /** In force for a PATCH that gives the field alone; `null` is its clearing. */
  readonly ofPatch?: (given: Value | null) => boolean;
}

/** Shorter texts are codes and abbreviations, whose characters nobody has promised. */
const freeText = 20;

const onText = (name: string, text: string, refuses: (value: string) => boolean): Strictness => ({
  name,
  text,
  refuses: (value) => typeof value === 'string' && refuses(value),
});

function ofText({ minLength, maxLength, pattern, format }: TextField): Strictness[] {
  const isFixed = minLength === maxLength;
  return [
    ...(isFixed
      ? []
      : [
          onText(
            'longest',
            `must have fewer than ${String(maxLength)} characters`,
            (value) => value.length >= maxLength,
          ),
        ]),
    ...(pattern !== undefined || format !== undefined || maxLength < freeText
      ? []
      : [
          onText('beyond-ascii', 'must hold unaccented letters only', (value) => /[^ -~]/.test(value)),
          onText('punctuation', 'must not hold quotes or angle brackets', (value) => /['"<>]/.test(value)),
        ]),
  ];
}

function ofKind(field: Field): Strictness[] {
  switch (field.kind) {
    case 'text':
      return ofText(field);
    case 'code':
    case 'codes':
      return field.codes.map((code) => ({
        name: `code-${code.toLowerCase()}`,
        text: `must not be ${code}`,
        refuses: (value) => value === code || (Array.isArray(value) && (value as readonly string[]).includes(code)),
      }));
    case 'date':
      return [
        // Day and month in the other order.
        onText('day-above-12', 'must have a month of 01 to 12', (value) => Number(value.slice(-2)) > 12),
        ...(field.name === 'date_of_birth'
          ? [onText('last-century', 'must not be before 1910', (value) => value < '1910')]
          : []),
      ];
    case 'money':
      return [
        {
          name: 'cents',
          text: 'must be a whole number',
          refuses: (value) => typeof value === 'number' && !Number.isInteger(value),
        },
      ];
    case 'indicator':
    case 'reference':
      return [];
  }
}

const never = (): boolean => false;

function ofPatch({ required }: Field): Strictness[] {
  const changed = {
    name: 'changed',
    text: 'must not be changed',
    refuses: never,
    ofPatch: (given: Value | null) => given !== null,
  };
  const cleared = {
    name: 'cleared',
    text: 'must not be cleared',
    refuses: never,
    ofPatch: (given: Value | null) => given === null,
  };
  return [changed, ...(required ? [] : [cleared])];
}

/** The ways in which a field can be refused although it is right. */
export function strictnessOf(field: Field): readonly Strictness[] {
  if (field.readOnly) return [];
  const optional: readonly Strictness[] = field.required
    ? []
    : [
        { name: 'given', text: 'must not be given', refuses: (value) => value !== undefined },
        { name: 'absent', text: 'is required', refuses: (value) => value === undefined },
      ];
  return [...optional, ...ofKind(field), ...ofPatch(field)];
}
