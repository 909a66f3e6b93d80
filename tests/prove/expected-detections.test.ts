import { describe, expect, it } from 'vitest';
import type { Fault } from '../../services/index.ts';
import type { Step } from '../../src/plan/model.ts';
import { affectedOperations, JudgedOperations, unexpectedFailures } from '../../src/prove/expected-detections.ts';
import { group, planned, SERVICE } from './support.ts';

const listing = { name: 'list', request: { method: 'GET', path: '/students' } } as unknown as Step;
const plan = planned(
  [
    group({ of: 'students/create', checks: ['outcome.success'], passive: ['http.date'] }),
    group({
      of: 'students/create',
      aspect: 'lifecycle',
      checks: ['lifecycle.listed'],
      params: { list: 'list' },
      steps: [listing],
    }),
    group({ of: 'students/list', checks: ['outcome.success'] }),
    group({ of: 'campuses/create', checks: ['outcome.success'] }),
  ],
  { 'students/create': 'POST /students', 'students/list': 'GET /students', 'campuses/create': 'POST /campuses' },
);
const judged = new JudgedOperations(plan);
const check = (id: string): string => `${SERVICE}/${id}`;

function strays(fault: Partial<Fault>, ...red: readonly string[]): readonly string[] {
  return unexpectedFailures(
    red.map(check),
    affectedOperations({ id: `${SERVICE}.some`, service: SERVICE, describes: '', breaks: '', ...fault } as Fault, plan),
    judged,
  );
}

describe('checks that a fault should not turn red', () => {
  const lists: Partial<Fault> = { kind: 'operator', what: 'status-404', operation: 'students.list' };

  it('are those of other operations', () => {
    expect(strays(lists, 'students/list/outcome.success', 'campuses/create/outcome.success')).toEqual([
      check('campuses/create/outcome.success'),
    ]);
    expect(strays(lists, 'students/create/http.date')).toEqual([check('students/create/http.date')]);
  });

  it('are not those that judge the operation from within another', () => {
    expect(strays(lists, 'students/create/lifecycle.listed')).toEqual([]);
  });

  it('are not those of operations on the same path, for a fault of the path', () => {
    expect(
      strays(
        { kind: 'operator', what: 'allow-missing', operation: 'students.list' },
        'students/create/outcome.success',
      ),
    ).toEqual([]);
  });

  it('are not those of records that another one is written with', () => {
    const nested: Partial<Fault> = {
      kind: 'validation',
      what: 'required',
      family: 'student-disabilities',
      field: 'disability_code',
    };
    expect(strays(nested, 'students/create/outcome.success', 'campuses/create/outcome.success')).toEqual([
      check('campuses/create/outcome.success'),
    ]);
  });

  it('do not exist for a fault of every call', () => {
    expect(strays({ kind: 'shape', what: 'size-unlimited' }, 'campuses/create/outcome.success')).toEqual([]);
    expect(
      strays(
        { kind: 'specific', what: 'x', service: 'identity-provider', operation: 'tokens.create' },
        'campuses/create/outcome.success',
      ),
    ).toEqual([]);
  });
});
