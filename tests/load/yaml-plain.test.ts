/** The quick reader and the full parser have to agree on every text that the quick one does not give up on. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { namesOf } from '../../src/load/places.ts';
import { readFullYaml } from '../../src/load/yaml-full.ts';
import type { YamlRead } from '../../src/load/yaml-full.ts';
import { readPlainYaml } from '../../src/load/yaml-plain.ts';
import { BASE, ROOT } from './support.ts';

const texts = ['specs', 'contracts', 'targets', path.relative(ROOT, BASE)].flatMap((folder) => yamlBelow(path.join(ROOT, folder)));

function yamlBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));
}

/** Data, and the places of all its parts, in one form for both readers. */
function described({ data, places }: YamlRead): unknown {
  const describeValue = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const place = places.get(value);
    if (place === undefined) throw new TypeError('a collection without a place');
    const isList = Array.isArray(value);
    const names = isList ? [] : namesOf(place, value);
    return {
      start: place.start,
      members: Array.from({ length: place.offsets.length / 3 }, (_, index) => {
        const [key, from, to] = place.offsets.slice(index * 3, index * 3 + 3);
        const member = isList ? (value as readonly unknown[])[index] : (value as Readonly<Record<string, unknown>>)[names[index] ?? ''];
        // An entry that is not written has no place of its own, and where a collection ends nobody asks.
        const isCollection = typeof member === 'object' && member !== null;
        const written = from === to ? 'nothing' : isCollection ? [from] : [from, to];
        return [isList && from === to ? null : key, names[index], written, describeValue(member)];
      }),
    };
  };
  return describeValue(data);
}

function agree(text: string): boolean {
  const plain = readPlainYaml(text);
  if (plain === undefined) return false;
  const full = readFullYaml(text);
  expect(full.faults, text).toEqual([]);
  expect(described(plain), text).toEqual(described(full));
  return true;
}

describe('the quick reader of plain YAML', () => {
  test('reads every file of the project as the full parser does', () => {
    expect(texts.length).toBeGreaterThan(20);
    const given = texts.filter((text) => !agree(text));
    // It is only quick while it reads nearly everything.
    expect(given.length).toBeLessThan(texts.length / 10);
  });

  const bits = [
    ' ',
    '  ',
    '\n',
    '\n  ',
    '\n    ',
    '\n- ',
    '- ',
    '-',
    ':',
    ': ',
    ':\n',
    '#',
    ' # note',
    '\n# note\n',
    '"',
    "'",
    '"q"',
    "'s'",
    '""',
    '{',
    '}',
    '[',
    ']',
    ',',
    ', ',
    '{ a: b }',
    '[a, b]',
    '*',
    '*a',
    '&a ',
    '!',
    '!t ',
    '|',
    '>',
    '|\n  a',
    '?',
    '? ',
    '%',
    '@',
    '`',
    '\\',
    '<<',
    '---',
    '...',
    '=',
    '~',
    'null',
    'true',
    'a',
    'a b',
    'key',
    'a: b',
    'a:b',
    '1',
    '0',
    '-1',
    '+1',
    '1.',
    '.5',
    '1.50',
    '1e3',
    '0x1',
    '0o7',
    '.inf',
    '12345678901234567890',
    '\t',
    '\r\n',
    '\u00e9',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\u{1f600}',
    '\u0000',
    '__proto__: 1',
  ] as const;

  test('agrees with the full parser on whatever is made of pieces of YAML', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 14 }), (pieces) => {
        agree(pieces.join(''));
      }),
      { numRuns: 5000 },
    );
  });

  test('agrees with the full parser on mutated pieces of real files', () => {
    const lines = fc.constantFrom(...texts).chain((text) => {
      const all = text.split('\n');
      return fc.record({ from: fc.nat(all.length - 1), count: fc.integer({ min: 1, max: 14 }) }).map(({ from, count }) => outdent(all.slice(from, from + count)));
    });
    const edits = fc.array(fc.record({ at: fc.nat(2000), remove: fc.nat(3), insert: fc.constantFrom('', ...bits) }), { maxLength: 4 });
    fc.assert(
      fc.property(lines, edits, (text, changes) => {
        let mutated = text;
        for (const { at, remove, insert } of changes) {
          const place = at % (mutated.length + 1);
          mutated = mutated.slice(0, place) + insert + mutated.slice(place + remove);
        }
        agree(mutated);
      }),
      { numRuns: 1500 },
    );
  });

  test.each([
    ['a tab', 'a:\tb'],
    ['an anchor', 'a: &x b'],
    ['an alias', 'a: *x'],
    ['an alias as a key', '*a: b'],
    ['a tag', 'a: !!str b'],
    ['a merge key', 'a: { <<: b }'],
    ['a block text', 'a: |\n  b'],
    ['a text on two lines', 'a: b\n  c'],
    ['a quoted text on two lines', 'a: "b\n  c"'],
    ['a key without a value in a flow map', 'a: { b }'],
    ['a pair in a flow list', 'a: [b: c]'],
    ['a key twice', 'a: 1\na: 2'],
    ['a key that is a number', '200: a'],
    ['a prototype', '__proto__: 1'],
    ['a number that cannot be kept', 'a: 12345678901234567890'],
    ['a decimal that cannot be kept', 'a: 123456789012345678901.50'],
    ['a hexadecimal number', 'a: 0x10'],
    ['a document mark', '---\na: b'],
    ['a directive', '%YAML 1.2\n---\na: b'],
    ['a Windows line end', 'a: b\r\n'],
    ['nothing', ''],
    ['a comment alone', '# a\n'],
    ['a text alone', 'a'],
    ['a map in a text', 'a: b: c'],
    ['deep nesting', '['.repeat(100) + ']'.repeat(100)],
  ])('gives up on %s', (_, text) => {
    expect(readPlainYaml(text)).toBeUndefined();
  });

  test('reads the scalars of YAML 1.2', () => {
    expect(readPlainYaml("- yes\n- no\n- on\n- true\n- null\n- ~\n-\n- 1.10\n- -5\n- 010\n- 2026-12-01T20:00+11:00\n- 3.0.8\n- a:b#c\n- \"\\u00e9\\n\"\n- 'it''s'")?.data).toEqual([
      'yes',
      'no',
      'on',
      true,
      null,
      null,
      null,
      1.1,
      -5,
      10,
      '2026-12-01T20:00+11:00',
      '3.0.8',
      'a:b#c',
      'é\n',
      "it's",
    ]);
  });
});

function outdent(lines: readonly string[]): string {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)), 100);
  return `${lines.map((line) => line.slice(indent)).join('\n')}\n`;
}
