import { describe, expect, it } from 'vitest';
import type { Fault } from '../../services/index.ts';
import { affectedGroups } from '../../src/prove/affected-cases.ts';
import { group, idsOf, planned, SERVICE } from './support.ts';

const plan = planned(
  [
    group({ of: 'students/create', checks: ['outcome.success'] }),
    group({ of: 'students/create', aspect: 'access', checks: ['access.none', 'access.garbage'] }),
    group({ of: 'students/create', aspect: 'methods', checks: ['method.not-allowed/put'] }),
    group({
      of: 'students/create',
      aspect: 'input',
      checks: [
        'input.missing/gender_code',
        'input.missing/date_of_birth',
        'input.wrong-type/gender_code',
        'input.huge-body',
      ],
    }),
    group({
      of: 'students/create',
      aspect: 'nested',
      checks: ['outcome.accepted/with-disability'],
      params: { field: 'disability_code' },
    }),
    group({ of: 'students/list', checks: ['outcome.success'] }),
    group({ of: 'students/list', aspect: 'methods', checks: ['method.not-allowed/delete'] }),
    group({ of: 'students/list', aspect: 'pagination', checks: ['page.walk'] }),
    group({ of: 'student-disabilities/create', aspect: 'input', checks: ['input.missing/disability_code'] }),
    group({ of: 'student-disabilities/create', aspect: 'lifecycle', checks: ['lifecycle.read-back'] }),
  ],
  {
    'students/create': 'POST /students',
    'students/list': 'GET /students',
    'student-disabilities/create': 'POST /students/{students_uid}/disabilities',
  },
);

function picked(fault: Partial<Fault>): readonly string[] {
  return idsOf(
    affectedGroups({ id: `${SERVICE}.some`, service: SERVICE, describes: '', breaks: '', ...fault } as Fault, plan),
  );
}

describe('what a fault can touch', () => {
  it('of an operator: its operation, and of that what the table asks for', () => {
    expect(picked({ kind: 'operator', what: 'content-type-wrong', operation: 'students.create' })).toEqual([
      'students/create/outcome.success',
    ]);
    expect(picked({ kind: 'operator', what: 'www-authenticate-missing', operation: 'students.create' })).toEqual([
      'students/create/access.garbage',
      'students/create/access.none',
    ]);
  });

  it('of an operator of the path: every operation on it', () => {
    expect(picked({ kind: 'operator', what: 'allow-missing', operation: 'students.list' })).toEqual([
      'students/create/method.not-allowed/put',
      'students/list/method.not-allowed/delete',
    ]);
  });

  it('of an operator that no table knows: everything of its operation', () => {
    expect(picked({ kind: 'operator', what: 'never-heard-of', operation: 'students.list' })).toEqual([
      'students/list/method.not-allowed/delete',
      'students/list/outcome.success',
      'students/list/page.walk',
    ]);
  });

  it('of a field: the cases of that field', () => {
    expect(picked({ kind: 'validation', what: 'required', family: 'students', field: 'gender_code' })).toEqual([
      'students/create/input.missing/gender_code',
      'students/create/input.wrong-type/gender_code',
    ]);
  });

  it('of a field of records that are written within others: those cases too', () => {
    expect(
      picked({ kind: 'validation', what: 'required', family: 'student-disabilities', field: 'disability_code' }),
    ).toEqual([
      'student-disabilities/create/input.missing/disability_code',
      'students/create/outcome.accepted/with-disability',
    ]);
  });

  it('of what is kept: what reads it again', () => {
    expect(
      picked({ kind: 'storage', what: 'lost', family: 'student-disabilities', field: 'disability_code' }),
    ).toContain('student-disabilities/create/lifecycle.read-back');
  });

  it('of paging: the list, and of that nothing that is the same on every page', () => {
    expect(picked({ kind: 'pagination', what: 'off-by-one', operation: 'students.list' })).toEqual([
      'students/list/outcome.success',
      'students/list/page.walk',
    ]);
  });

  it('of the shape of bodies: the same rules everywhere', () => {
    expect(picked({ kind: 'shape', what: 'size-unlimited' })).toEqual(['students/create/input.huge-body']);
  });
});
