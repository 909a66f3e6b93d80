/** Values that no other record has. */
import { hash } from 'node:crypto';

/** What makes them so: a seed that begins with the run's id and is another for each value, and a counter of the run. */
export interface Draw {
  readonly seed: string;
  readonly next: () => number;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const DIGITS = '1234567890';
const SIGNS: Readonly<Record<string, string>> = { '*': LETTERS, '#': DIGITS };

export function uniqueText(draw: Draw, length: number): string {
  return filled(draw, '*'.repeat(length));
}

export function uniqueDigits(draw: Draw, length: number): string {
  return filled(draw, '#'.repeat(length));
}

/** A character for each asterisk, a digit for each number sign. */
export function filled(draw: Draw, form: string): string {
  const signs = form.match(/[*#]/g) ?? [];
  const many = signs.reduce((product, sign) => product * (SIGNS[sign]?.length ?? 1), 1);
  if (many > FEW) {
    const [letters, digits] = [LETTERS, DIGITS].map((alphabet) => spread(draw.seed, form.length, alphabet));
    return form.replaceAll(/[*#]/g, (sign, at: number) => (sign === '*' ? letters : digits)?.[at] ?? '');
  }
  let rest = drawn(draw, many);
  return form.replaceAll(/[*#]/g, (sign) => {
    const alphabet = SIGNS[sign] ?? LETTERS;
    const character = alphabet[rest % alphabet.length] ?? '';
    rest = Math.floor(rest / alphabet.length);
    return character;
  });
}

/** RFC 9562 §5.4: version 4. */
export function uniqueUuid({ seed }: Draw): string {
  const digits = spread(seed, 32, '0123456789abcdef');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** Both inclusive, and safe integers. */
export interface Bounds {
  readonly from: number;
  readonly to: number;
}

export function uniqueInteger(draw: Draw, { from, to }: Bounds): number {
  return from + drawn(draw, to - from + 1);
}

/** Of so few values two that are drawn are soon the same. */
const FEW = 10_000_000;

/** Which of so many values it is. Of few each comes once before any comes again, and each run begins somewhere else. */
function drawn({ seed, next }: Draw, many: number): number {
  const areFew = many <= FEW;
  const [run = ''] = seed.split(' ');
  const anywhere = hash('sha256', areFew ? run : seed, 'buffer').readUIntBE(0, 6);
  return (areFew ? anywhere + next() : anywhere) % many;
}

function spread(seed: string, length: number, alphabet: string): string {
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    const digest = hash('sha256', `${seed} ${block}`, 'buffer');
    for (const byte of digest) text += alphabet[byte % alphabet.length] ?? '';
  }
  return text.slice(0, length);
}
