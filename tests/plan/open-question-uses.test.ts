/** What looks at a guess rests on it; what a success has shown before does not. */
import { describe, expect, test } from 'vitest';
import {
  reuseValue,
  type AnswerUse,
  asBaseline,
  recordUses,
  collectUses,
  openQuestionsOf,
  collectOpenQuestions,
} from '../../src/plan/open-question-uses.ts';

const path: AnswerUse = { point: 'paths', place: '/endpoints/0/operations/0/path', shown: true, form: false };
const limit: AnswerUse = { point: 'limits', place: '/endpoints/0/fields/0/maxLength', shown: false, form: false };
const code: AnswerUse = { point: 'codes', place: '/errors/refusals/value/codes', shown: false, form: true };

function points(make: () => void, origin: Partial<Parameters<typeof openQuestionsOf>[0]> = {}): readonly string[] {
  return openQuestionsOf({ uses: [collectUses(make).uses], proven: 'nothing', isForm: true, ...origin });
}

describe('the points that a check rests on', () => {
  test('are all that were looked at, where nothing came before it', () => {
    expect(points(() => [asBaseline(() => recordUses([path])), recordUses([limit])])).toEqual(['limits', 'paths']);
  });

  test('are those of what differs from the good request, where that had to succeed', () => {
    expect(points(() => [asBaseline(() => recordUses([path, limit])), recordUses([code])], { proven: 'good' })).toEqual(
      ['codes'],
    );
  });

  test('are not a name that the good request has shown, though it was looked at again', () => {
    expect(points(() => [asBaseline(() => recordUses([path])), recordUses([path])], { proven: 'good' })).toEqual([]);
  });

  test('are a limit though the good request kept it: keeping it does not show where it lies', () => {
    expect(points(() => [asBaseline(() => recordUses([limit])), recordUses([limit])], { proven: 'good' })).toEqual([
      'limits',
    ]);
  });

  test('are a name that only this request has: the success of another shows nothing of it', () => {
    expect(points(() => recordUses([path]), { proven: 'good' })).toEqual(['paths']);
    expect(points(() => recordUses([path]), { proven: 'all' })).toEqual([]);
  });

  test('are not how a refusal looks, where it is only asked whether there is one', () => {
    expect(points(() => recordUses([code, limit]), { isForm: false })).toEqual(['limits']);
    expect(points(() => recordUses([code, limit]))).toEqual(['codes', 'limits']);
  });

  test('are not what cannot make it fail', () => {
    expect(points(() => recordUses([path, code]), { whatever: ['/errors'] })).toEqual(['paths']);
  });
});

describe('what was made before', () => {
  test('counts where it is used again, and as what it is used for', () => {
    const made = collectUses(() => recordUses([limit]));
    expect(points(() => reuseValue(made))).toEqual(['limits']);
    expect(points(() => asBaseline(() => reuseValue(made)), { proven: 'good' })).toEqual([]);
  });

  test('counts for itself alone while it is made', () => {
    expect(points(() => collectUses(() => recordUses([limit])))).toEqual([]);
    expect(collectOpenQuestions(() => recordUses([limit, path]))).toEqual(['limits', 'paths']);
  });

  test('leaves nothing behind where making it fails', () => {
    expect(() => collectUses(() => asBaseline(() => expect.fail('of no use')))).toThrow('of no use');
    expect(points(() => recordUses([limit]), { proven: 'good' })).toEqual(['limits']);
  });
});
