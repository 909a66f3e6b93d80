/** Patterns that are not bound to an end of the text, so that they are found within longer ones. */
import type { Field } from '../../model/field.ts';

export interface Unbound {
  /** Last part of the fault id. */
  readonly what: string;
  readonly describes: string;
  /** Whether the text is taken for the field under the fault alone. */
  readonly isTaken: (text: string, field: Field) => boolean;
}

const without =
  (sign: RegExp): Unbound['isTaken'] =>
  (text, field) => {
    const pattern = 'pattern' in field ? field.pattern : undefined;
    return pattern?.test(text) === false && new RegExp(pattern.source.replace(sign, '')).test(text);
  };

export const unboundPatterns: readonly Unbound[] = [
  {
    what: 'patterns-without-end',
    describes: 'A text may go on behind what its pattern describes.',
    isTaken: without(/\$$/),
  },
  {
    what: 'patterns-without-beginning',
    describes: 'A text may have something before what its pattern describes.',
    isTaken: without(/^\^/),
  },
];

export const breaksForm = 'A text that breaks its pattern is refused (assumed).';
