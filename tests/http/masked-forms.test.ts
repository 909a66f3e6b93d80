/** SECURITY.md says which forms of a secret are masked and which are not: both lists are true. */
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Redactor } from '../../src/http/redactor.ts';
import { textOf } from '../architecture/files.ts';
import { FORMS } from './echo-forms.ts';

const SECRET = 'tok-Cnry-5d8f1a7c3b9e2460';
const MASKED = /^said \[redacted\] again$/;
const redactor = new Redactor([], []);
redactor.learn(SECRET);
const isMasked = (text: string): boolean => redactor.body(text).includes('[redacted]');

const [, masked = '', notMasked = ''] = textOf('SECURITY.md').split(/^## Masked values$|^Not masked:/m);
const upTo = (text: string): string => text.split(/^## /m)[0] ?? '';

const codes = [...SECRET].map((c) => c.charCodeAt(0));
const NOT: Readonly<Record<string, string>> = {
  'fields, headers': JSON.stringify({ a: SECRET.slice(0, 12), b: SECRET.slice(12) }),
  'array items': JSON.stringify([...SECRET]),
  separators: [...SECRET].join('.'),
  'does not start at its first character': SECRET.slice(4),
  'quoted-printable': codes.map((c) => `=${c.toString(16).toUpperCase()}`).join(''),
  'octal escapes': codes.map((c) => `\\${c.toString(8)}`).join(''),
  'character codes': JSON.stringify(codes),
  'full-width': codes.map((c) => String.fromCharCode(c + 0xfee0)).join(''),
  'zero-width': [...SECRET].join('\u200b'),
  'double base64': Buffer.from(Buffer.from(SECRET).toString('base64')).toString('base64'),
  compressed: deflateSync(SECRET).toString('base64'),
  ROT13: SECRET.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < 'n' ? 13 : -13))),
};

test.each(Object.entries(FORMS))('masked: %s', (_name, form) => {
  expect(isMasked(`said ${form(SECRET)} again`)).toBe(true);
});

test.each([
  ['the first 16 or more characters', SECRET.slice(0, 16)],
  ['mix of ASCII case', SECRET.replace(/n/g, 'N')],
  [
    'four of these escapes',
    [1, 2, 3].reduce((text) => encodeURIComponent(text), FORMS['percent-encoded whole']?.(SECRET) ?? ''),
  ],
])('masked: %s', (words, text) => {
  expect(masked).toContain(words);
  expect(isMasked(text)).toBe(true);
});

test.each([',', '!', ';', '<', '&', '"', "'", '+/', '%41', '{', '\\n', 'é'])(
  'masked: the first 16 to 22 characters of a token with %s, to where the token ends',
  (character) => {
    const token = `tok-Cnry${character}5d8${character}f1a7c3b9e2460q`;
    const own = new Redactor([], []);
    own.learn(token);
    for (const length of [16, 18, 20, 22]) expect(own.body(`said ${token.slice(0, length)} again`)).toMatch(MASKED);
  },
);

test('the first characters of an address are not masked', () => {
  const own = new Redactor([], []);
  own.learn('https://service.example/hook/5d8f1a7c3b9e');
  expect(own.body('see https://service.example/help')).toBe('see https://service.example/help');
});

test.each(Object.entries(NOT))('not masked: %s', (words, text) => {
  expect(upTo(notMasked)).toContain(words);
  expect(isMasked(text)).toBe(false);
});
