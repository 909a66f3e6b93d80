import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sourceFrame, lineAndColumn, lineStarts } from '../../src/load/yaml-document.ts';
import { findLongToken, findMarkedSecret, isLikeFileName, maskSecrets } from '../../src/load/secrets.ts';
import { editDistance, nearestName, suggestName } from '../../src/load/suggest.ts';
import { runs } from '../properties.ts';

describe('did you mean', () => {
  test.each([
    ['requird', ['required', 'readOnly'], 'required'],
    ['max_length', ['maxLength', 'minLength'], 'maxLength'],
    ['MaxLength', ['minLength', 'maxLength'], 'maxLength'],
    ['teh', ['then', 'the'], 'the'],
    ['student-reportng', ['partner-onboarding', 'student-reporting'], 'student-reporting'],
    ['something', ['else', 'entirely'], undefined],
    ['a', [], undefined],
  ])('%s among %j: %s', (word, known, meant) => {
    expect(nearestName(word, known)).toBe(meant);
  });

  test('a short list is shown where nothing is near', () => {
    expect(suggestName('zebra', ['lion', 'tiger'], 'animal')).toBe('known: lion, tiger');
    expect(suggestName('zebra', [], 'animal')).toBe('no animal is declared');
    expect(
      suggestName(
        'zebra',
        Array.from({ length: 40 }, (_, index) => `number-${index}`),
        'animal',
      ),
    ).toBeUndefined();
  });

  test('a swap of neighbours is one edit', () => {
    expect(editDistance('levle', 'level', 9)).toBe(1);
    expect(editDistance('abc', 'abc', 9)).toBe(0);
    expect(editDistance('', 'abc', 9)).toBe(3);
  });

  test('the distance is the same both ways, and never more than the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 1, max: 10 }), (a, b, limit) => {
        const distance = editDistance(a, b, limit);
        expect(distance).toBe(editDistance(b, a, limit));
        expect(distance).toBeLessThanOrEqual(limit);
        expect(distance === 0).toBe(a === b);
      }),
    );
  });
});

describe('places in a text', () => {
  test('a line and a column for every offset, and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', 'é'), maxLength: 40 }), fc.nat(40), (text, at) => {
        const offset = Math.min(at, text.length);
        const { line, column } = lineAndColumn(lineStarts(text), offset);
        const before = text.slice(0, offset).split('\n');
        expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
      }),
    );
  });

  test('a long line is cut around the column', () => {
    const text = `${'a'.repeat(200)}X${'b'.repeat(200)}`;
    const [line = '', caret = ''] = sourceFrame(text, lineStarts(text), 1, 201).split('\n');
    expect(line.length).toBeLessThan(115);
    expect(line[caret.indexOf('^')]).toBe('X');
  });

  test('tabs and control characters do not move the caret', () => {
    const text = '\ta\u0007: X\r\nnext';
    const [line = '', caret = ''] = sourceFrame(text, lineStarts(text), 1, 6).split('\n');
    expect(line).toBe('  1 |  a : X');
    expect(line[caret.indexOf('^')]).toBe('X');
  });

  test('a place after the end has a caret at the end', () => {
    expect(sourceFrame('ab', lineStarts('ab'), 1, 9)).toBe('  1 | ab\n    |   ^');
  });
});

describe('secrets', () => {
  test('masking keeps every place', () => {
    const text =
      'a: 1\nkey: |\n  -----BEGIN RSA PRIVATE KEY-----\n  MIIE\n  -----END RSA PRIVATE KEY-----\nb: eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc';
    const masked = maskSecrets(text);
    expect(masked).toHaveLength(text.length);
    expect(lineStarts(masked)).toEqual(lineStarts(text));
    expect(masked).not.toMatch(/MIIE|eyJ/);
    expect(masked.startsWith('a: 1\nkey: |\n  ***')).toBe(true);
  });

  test('a block that is not closed is masked to the end', () => {
    expect(maskSecrets('-----BEGIN PRIVATE KEY-----\nMIIE\nmore')).not.toMatch(/MIIE|more/);
  });

  test.each([
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
    'https://identity.example/oauth/token?a=0123456789abcdef0123456789abcdef',
    'tcsi-pagination-page-of-the-vendor-test-environment',
    '${env:SOME_VERY_LONG_NAME_OF_A_VARIABLE_1}',
    '0d5f8a52-6a57-4d6c-9d0a-5f0a3f0c2b11',
    'sha256:c9916bad3a44dfe253d8f3d1579afeee2d3d78b07780fe476999f855779d1d43',
  ])('%s is none', (text) => {
    expect(findMarkedSecret(text)).toBeUndefined();
    expect(findLongToken(text)).toBeUndefined();
  });

  test.each([
    ['0123456789abcdef0123456789abcdef', 'long token'],
    ['ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8', 'long token'],
  ])('%s is a %s', (text, kind) => {
    expect(findLongToken(text)?.kind).toBe(kind);
  });

  const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'];
  const words = fc.constantFrom(
    'tmp',
    'var',
    'plumbline-run-test',
    'Users',
    'a-rather-long-name-of-a-folder',
    'T',
    'v1',
  );
  const drawn = fc
    .array(fc.constantFrom(...LETTERS), { minLength: 6, maxLength: 6 })
    .map((characters) => characters.join(''));
  const folders = fc.array(fc.tuple(words, fc.option(drawn)), { minLength: 1, maxLength: 4 });
  const roots = fc.constantFrom('/tmp/', './', '../', '../../', '/private/var/', 'C:/', '~/', 'keys/', '/home/desk/');

  test('a path is none, whatever random names its temporary folders have', () => {
    fc.assert(
      fc.property(roots, folders, fc.constantFrom('key.pem', 'key', 'waivers.yaml'), (start, parts, name) => {
        const middle = parts.map(([word, random]) => (random === null ? word : `${word}-${random}`)).join('/');
        const file = `${start}${middle}/${name}`;
        expect(findLongToken(file)).toBeUndefined();
        expect(isLikeFileName(file)).toBe(true);
      }),
      runs(300),
    );
  });

  test.each(['base64', 'base64url', 'hex'] as const)('a key in %s is one', (form) => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 32, max: 64 }), (seed, size) => {
        const key = createHash('sha512').update(String(seed)).digest().subarray(0, size).toString(form);
        // Without a digit it may be words.
        fc.pre(/\d/.test(key));
        expect(findLongToken(key)?.kind).toBe('long token');
        expect(findLongToken(`Bearer ${key}`)?.kind).toBe('long token');
        if (form !== 'base64') expect(isLikeFileName(key)).toBe(false);
        if (form === 'hex') expect(findLongToken(`/keys/of-the-desk/${key}`)?.kind).toBe('long token');
      }),
      runs(300),
    );
  });
});
