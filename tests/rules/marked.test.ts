/** What a delete leaves is marked by it: the corners of that. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { evidence, findings, onCase, type Sketch } from './support.ts';

const passed = { kind: 'judged', findings: [] };
const shown = (record: Json): Sketch => ({ body: { data: record } });
const of = (mark: object, before: Sketch, read: Sketch): Judgement =>
  onCase('lifecycle.marked', { before: 'before', read: 'read', shown: '/data', mark }, evidence({ before, read }));

describe('any value but null is a mark where none is named', () => {
  const mark = { at: '/deleted_at' };

  test('and is not there before', () => {
    const deleted = shown({ deleted_at: '2026-03-10T02:00:00Z' });
    for (const before of [shown({}), shown({ deleted_at: null })]) {
      expect(of(mark, before, deleted)).toEqual(passed);
      expect(findings(of(mark, before, before))).toBe(1);
    }
    expect(findings(of(mark, deleted, deleted))).toBe(1);
  });
});

describe('a mark that is named', () => {
  const mark = { at: '/state/code', is: 'DELETED' };

  test('is that and no other, and stands where it should', () => {
    const open = shown({ state: { code: 'OPEN' } });
    expect(of(mark, open, shown({ state: { code: 'DELETED' } }))).toEqual(passed);
    expect(findings(of(mark, open, shown({ state: { code: 'GONE' } })))).toBe(1);
    expect(findings(of(mark, open, shown({ state: 'DELETED' })))).toBe(1);
  });

  test('is looked for in a record, which is still there', () => {
    const told = of(mark, shown({}), { status: 404, body: {} });
    expect(told).toMatchObject({ kind: 'judged', findings: [{ where: 'status' }] });
  });
});
