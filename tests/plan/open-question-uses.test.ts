/** What looks at a guess rests on it; what a success has shown before does not. */
import { describe, expect, test } from 'vitest';
import {
  again,
  type AnswerUse,
  asGood,
  note,
  observed,
  pointsOf,
  pointsSeen,
} from '../../src/plan/open-question-uses.ts';

const path: AnswerUse = { point: 'paths', place: '/endpoints/0/operations/0/path', shown: true, form: false };
const limit: AnswerUse = { point: 'limits', place: '/endpoints/0/fields/0/maxLength', shown: false, form: false };
const code: AnswerUse = { point: 'codes', place: '/errors/refusals/value/codes', shown: false, form: true };

function points(make: () => void, origin: Partial<Parameters<typeof pointsOf>[0]> = {}): readonly string[] {
  return pointsOf({ looks: [observed(make).looks], proven: 'nothing', isForm: true, ...origin });
}

describe('the points that a check rests on', () => {
  test('are all that were looked at, where nothing came before it', () => {
    expect(points(() => [asGood(() => note([path])), note([limit])])).toEqual(['limits', 'paths']);
  });

  test('are those of what differs from the good request, where that had to succeed', () => {
    expect(points(() => [asGood(() => note([path, limit])), note([code])], { proven: 'good' })).toEqual(['codes']);
  });

  test('are not a name that the good request has shown, though it was looked at again', () => {
    expect(points(() => [asGood(() => note([path])), note([path])], { proven: 'good' })).toEqual([]);
  });

  test('are a limit though the good request kept it: keeping it does not show where it lies', () => {
    expect(points(() => [asGood(() => note([limit])), note([limit])], { proven: 'good' })).toEqual(['limits']);
  });

  test('are a name that only this request has: the success of another shows nothing of it', () => {
    expect(points(() => note([path]), { proven: 'good' })).toEqual(['paths']);
    expect(points(() => note([path]), { proven: 'all' })).toEqual([]);
  });

  test('are not how a refusal looks, where it is only asked whether there is one', () => {
    expect(points(() => note([code, limit]), { isForm: false })).toEqual(['limits']);
    expect(points(() => note([code, limit]))).toEqual(['codes', 'limits']);
  });

  test('are not what cannot make it fail', () => {
    expect(points(() => note([path, code]), { whatever: ['/errors'] })).toEqual(['paths']);
  });
});

describe('what was made before', () => {
  test('counts where it is used again, and as what it is used for', () => {
    const made = observed(() => note([limit]));
    expect(points(() => again(made))).toEqual(['limits']);
    expect(points(() => asGood(() => again(made)), { proven: 'good' })).toEqual([]);
  });

  test('counts for itself alone while it is made', () => {
    expect(points(() => observed(() => note([limit])))).toEqual([]);
    expect(pointsSeen(() => note([limit, path]))).toEqual(['limits', 'paths']);
  });

  test('leaves nothing behind where making it fails', () => {
    expect(() => observed(() => asGood(() => expect.fail('of no use')))).toThrow('of no use');
    expect(points(() => note([limit]), { proven: 'good' })).toEqual(['limits']);
  });
});
