/** Writes that come together: what is asked of them, and what a service may do with them. */
import { describe, expect, test } from 'vitest';
import { findRule } from '../../src/rules/registry.ts';
import { evidence, exchange, findings, onCase, operation, SUCCESS, type Sketch } from './support.ts';

const passed = { kind: 'judged', findings: [] };

test.each(['http.status-documented', 'http.error-shape'] as const)(
  '%s leaves 409 to a write that came together with another, of which the contract says nothing',
  (id) => {
    const refused: Sketch = { method: 'PATCH', status: 409, text: '' };
    const rule = findRule(id);
    if (rule?.kind !== 'passive') throw new Error(`no passive rule ${id}`);
    const update = { ...operation({ carrier: 'access-token' }), method: 'PATCH' };
    expect(rule.judge(exchange({ ...refused, together: true }), update, []).kind).toBe('inapplicable');
    expect(findings(rule.judge(exchange(refused), update, []))).toBe(1);
  },
);

describe('two writes at once', () => {
  const params = { one: 'one', other: 'other', success: SUCCESS };
  const write = (status: number, more: Sketch = {}): Sketch => ({ method: 'POST', status, together: true, ...more });

  test('are asked for nothing where one of them is refused', () => {
    const updates = { ...params, read: 'read', sent: '', shown: '' };
    const met = evidence({ one: write(200), other: write(409), read: {} });
    expect(onCase('lifecycle.updates-at-once', updates, met).kind).toBe('inapplicable');
  });

  test('of one key may both be refused', () => {
    const met = evidence({ one: write(409), other: write(409) });
    expect(onCase('lifecycle.key-at-once', params, met).kind).toBe('inapplicable');
  });

  test('are not said to be kept apart where they did not meet', () => {
    const apart = evidence({ one: { ...write(201) }, other: { ...write(409) } });
    const late = { ...apart, other: (apart['other'] ?? []).map((one) => ({ ...one, at: 50 })) };
    const alone = evidence({ one: { method: 'POST', status: 201 }, other: { method: 'POST', status: 409 } });
    expect(onCase('lifecycle.key-at-once', params, apart)).toEqual(passed);
    expect(onCase('lifecycle.key-at-once', params, late).kind).toBe('inapplicable');
    expect(onCase('lifecycle.key-at-once', params, alone).kind).toBe('inapplicable');
  });

  test('may meet another time where they were sent together, and never where the target bears one at a time', () => {
    const one = evidence({ one: write(201), other: write(409) });
    const late = { ...one, other: (one['other'] ?? []).map((it) => ({ ...it, at: 50 })) };
    const alone = evidence({ one: { method: 'POST', status: 201 }, other: { method: 'POST', status: 409 } });
    expect(onCase('lifecycle.key-at-once', params, late)).toMatchObject({ unsettled: true });
    expect(onCase('lifecycle.key-at-once', params, alone)).not.toHaveProperty('unsettled');
  });

  test('are held against each other however they were sent', () => {
    const alone = evidence({ one: { method: 'POST', status: 201 }, other: { method: 'POST', status: 201 } });
    expect(findings(onCase('lifecycle.key-at-once', params, alone))).toBe(1);
  });

  test('may not make one record of two', () => {
    const made = write(201, { sent: {}, body: { id: 7 } });
    const creates = { ...params, 'one-read': 'a', 'other-read': 'b', made: '/id', sent: '', shown: '', skip: [] };
    const same = onCase('lifecycle.creates-at-once', creates, evidence({ one: made, other: made, a: {}, b: {} }));
    expect(findings(same)).toBe(1);
  });
});
