/** What a target answers is told beside what was sent and seen, and nothing is called agreed that nothing used. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import type { ReportOpenPoint, Verdict } from '../../src/report/model.ts';
import { openPointsOf, requirementsOf } from '../../src/run/session-report.ts';
import { answering, planned, plannedEndpoints, project } from '../plan/support.ts';
import { tinyReport } from './tiny.ts';

const POINT = 'student-reporting.pagination.ends';

interface Given {
  readonly point?: Partial<ReportOpenPoint>;
  readonly verdicts?: readonly (readonly [spec: string, verdict: Verdict])[];
  readonly narrowed?: boolean;
}

function pointOf({ point = {}, verdicts = [], narrowed = false }: Given): ReportOpenPoint | undefined {
  const { openPoints } = tinyReport({
    checks: [
      { id: 'student-reporting/students/read/http.date', verdict: 'pass' },
      ...verdicts.map(([spec, verdict], index) => ({
        id: `student-reporting/students/list/page.next/${index}`,
        spec,
        verdict,
        restsOn: [POINT],
      })),
    ],
    ...(narrowed ? { run: { selection: { only: 'page.*' } } } : {}),
    more: {
      openPoints: [
        {
          id: POINT,
          service: 'student-reporting',
          question: 'What is the next page of the last page?',
          kind: 'value',
          default: 'absent',
          reason: 'Convention.',
          section: '§4',
          ...point,
        },
      ],
    },
  });
  return openPoints[0];
}

describe('the state of an answer', () => {
  test.each<readonly [string, Given, ReportOpenPoint['state']]>([
    ['nobody answered', { verdicts: [['4.0.1', 'fail']] }, 'open'],
    ['all that rests on it passes', { point: { answer: 'zero' }, verdicts: [['4.0.1', 'pass']] }, 'agrees'],
    [
      'some of it fails',
      {
        point: { answer: 'zero' },
        verdicts: [
          ['4.0.1', 'pass'],
          ['3.0.8', 'fail'],
        ],
      },
      'differs',
    ],
    ['nothing of it was judged', { point: { answer: 'zero' }, verdicts: [['4.0.1', 'inconclusive']] }, 'unjudged'],
    ['nothing rests on it', { point: { answer: 'zero' } }, 'unused'],
    ['nothing rests on it in a part of the plan', { point: { answer: 'zero' }, narrowed: true }, 'unjudged'],
    ['it says that something is not asked', { point: { answer: false, unasked: true } }, 'unasked'],
    [
      'the one version that it is answered for agrees',
      {
        point: { answersIn: { '4.0.1': 'zero' } },
        verdicts: [
          ['4.0.1', 'pass'],
          ['3.0.8', 'fail'],
        ],
      },
      'agrees',
    ],
  ])('%s', (_what, given, state) => {
    expect(pointOf(given)?.state).toBe(state);
  });

  test('comes with what was seen in each version', () => {
    const point = pointOf({
      point: { answer: 'zero' },
      verdicts: [
        ['4.0.1', 'pass'],
        ['4.0.1', 'fail'],
        ['3.0.8', 'inconclusive'],
      ],
    });
    expect(point?.seen).toEqual([
      { spec: '4.0.1', checks: 2, pass: 1, fail: 1 },
      { spec: '3.0.8', checks: 1, pass: 0, fail: 0 },
    ]);
  });
});

describe('what a run tells of its open points', () => {
  const SERVICE = 'student-reporting';
  const told = (
    answers: Readonly<Record<string, Json>>,
    answersIn: Readonly<Record<string, Readonly<Record<string, Json>>>> = {},
  ): ReadonlyMap<string, ReturnType<typeof openPointsOf>[number]> => {
    const target = { ...answering(answers), answersIn };
    const specs = ['3.0.8', '4.0.1'];
    const { scopes } = planned({ specs, only: `${SERVICE}/courses/list/**` }, target);
    const plan = plannedEndpoints(['courses', 'loans'], target, project, specs);
    return new Map(openPointsOf(scopes, plan).map((point) => [point.id, point]));
  };

  test('answers of single versions, what is not asked for an answer, and where the contracts have it', () => {
    const points = told(
      { [`${SERVICE}.pagination.others-whole`]: false, [`${SERVICE}.loans.fields`]: 'confirmed' },
      { '4.0.1': { [POINT]: 'zero' } },
    );
    expect(points.get(POINT)).toMatchObject({ answersIn: { '4.0.1': 'zero' } });
    expect(points.get(POINT)).not.toHaveProperty('answer');
    expect(points.get(`${SERVICE}.pagination.others-whole`)).toMatchObject({ answer: false, unasked: true });
    expect(points.get(`${SERVICE}.loans.fields`)).toMatchObject({
      kind: 'confirm',
      places: [expect.stringMatching(/^contracts\/student-reporting\/loans\.yaml:\d+$/)],
    });
    expect(points.get(`${SERVICE}.loans.fields`)).not.toHaveProperty('unasked');
  });

  test('the requirements that rest on one name it, whether they say so or their versions do', () => {
    const { plan, scopes } = planned({ services: [SERVICE], specs: ['2.1.06'] }, answering({}));
    const single = requirementsOf(scopes, plan).find(({ id }) => id === `${SERVICE}.tac-offers.single-object`);
    expect(single).toMatchObject({
      basis: 'assumed',
      openPoints: expect.arrayContaining([`${SERVICE}.tac-offers.single-object-since`]) as unknown,
    });
  });
});
