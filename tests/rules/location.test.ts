/** Where a Location leads that was sent for a new record. */
import { expect, test } from 'vitest';
import { evidence, findings, onCase, type Sketch, SUCCESS } from './support.ts';

test('a Location that is no address is a departure, one that is not there is judged elsewhere', () => {
  const params = {
    created: 'create',
    followed: 'followed',
    known: 'known',
    made: '/id',
    shown: '/id',
    success: SUCCESS,
  };
  const made: Sketch = { method: 'POST', status: 201, body: { id: 7 } };
  const leading = evidence({ create: { ...made, headers: { location: '//' } }, followed: { failure: 'not-sent' } });
  expect(findings(onCase('lifecycle.location-leads', params, leading))).toBe(1);
  expect(
    onCase('lifecycle.location-leads', params, evidence({ create: made, followed: { failure: 'not-sent' } })).kind,
  ).toBe('inapplicable');
  // The collection is no new record, whether it can be read or not; the address that a record was sent to may be its own.
  const back = { ...made, path: '/things', headers: { location: '/things' } };
  const known = { path: '/things/7', body: { id: 7 } };
  for (const [followed, found] of [
    [{ status: 405 }, 1],
    [{ body: [{ id: 6 }] }, 1],
    [{ body: { id: 7 } }, 0],
  ] as const)
    expect(findings(onCase('lifecycle.location-leads', params, evidence({ create: back, followed, known })))).toBe(
      found,
    );
  const own = evidence({ create: back, followed: { status: 405 }, known: { ...known, path: '/things' } });
  expect(onCase('lifecycle.location-leads', params, own).kind).toBe('inapplicable');
});
