import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../properties.ts';
import { packRows, unpackRows } from '../../src/report/page/pack.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.array(fc.integer()),
  fc.dictionary(fc.string(), fc.string()),
);
const row = fc.record(
  { id: fc.string(), spec: fc.constantFrom('1', '2'), list: fc.array(fc.constantFrom('a', 'b')), any: value },
  { requiredKeys: ['id'] },
);

describe('pack', () => {
  it('gives back every row as it was', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const written = JSON.parse(JSON.stringify(packRows(rows))) as ReturnType<typeof packRows>;
        expect(unpackRows(written)).toEqual(JSON.parse(JSON.stringify(rows)));
      }),
      runs(100),
    );
  });

  it('writes a repeated text once', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      title: 'A long title that every check of the rule bears',
      index,
    }));
    expect(JSON.stringify(packRows(rows)).length).toBeLessThan(JSON.stringify(rows).length / 5);
  });

  it('tells a list from a text that reads like it', () => {
    const rows = [{ v: '["a"]' }, { v: ['a'] }, { v: '\u0000["a"]' }];
    expect(unpackRows(packRows(rows))).toEqual(rows);
  });
});
