const assumed = 'assumed of both services, as no document shows it';

/** Faults of the shape of a body; what they do depends on what the bodies of a service look like. */
export const bodyShapeFaults = {
  'unknown-member-accepted': {
    breaks: `An unknown member is refused with 400 (${assumed}).`,
    describes: 'A member that the resource does not know is ignored.',
  },
  'wrong-type-accepted': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'A value of the wrong JSON type is stored as it is.',
  },
  'top-level-500': {
    breaks: `A body of another JSON type is refused with 400 (${assumed}).`,
    describes: 'A body of another JSON type makes the service fail with 500.',
  },
  'top-level-coerced': {
    breaks: `A body of another JSON type is refused with 400 (${assumed}).`,
    describes:
      'One object is taken as an array of it, an array as its first entry, and anything else as an empty object.',
  },
  'array-unpacked': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'An array that holds one text is taken as that text.',
  },
  'numbers-as-texts': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'A number in place of a text is taken as the text that it is written with.',
  },
  'truth-as-texts': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'true and false in place of a text are taken as these words.',
  },
} as const;

export type BodyShapeFault = keyof typeof bodyShapeFaults;

/** A value of one type of JSON, where a text belongs, as the text that it is written with. */
export const writtenOut =
  (type: 'number' | 'boolean') =>
  (value: unknown): unknown =>
    typeof value === type ? String(value) : value;
