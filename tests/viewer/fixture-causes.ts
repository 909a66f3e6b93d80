/** What goes wrong in the morning's report: each entry is one cause and all the checks it hits. */
import type { Exchange } from '../../src/record/exchange.ts';
import type { Disposition, Finding, ReportWaiver, Verdict } from '../../src/report/model.ts';
import type { Planned } from './fixture.ts';

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly drop?: readonly string[];
  readonly headers?: readonly (readonly [string, string])[];
}

export interface Cause {
  readonly hits: (planned: Planned) => boolean;
  readonly verdict: Verdict;
  readonly finding: Omit<Finding, 'evidence'>;
  readonly disposition?: Disposition;
  readonly cause?: string;
  readonly blockedBy?: readonly string[];
  readonly answer?: Answer;
  readonly appeared?: boolean;
}

const NONE = { where: '', expected: '', actual: '' };
const NEWEST = '4.0.1';
const WRITES = new Set(['create', 'update', 'delete', 'request']);
const error = (identifier: string, description: string): string =>
  JSON.stringify({
    success: false,
    result: { errors: [{ error_identifier: identifier, error_description: description }] },
  });

/** What a service in ill will could send: nothing of it may ever run, load or mislead. */
export const HOSTILE = `<html></script><script>window.__broken = true</script><img src="https://evil.example/x.png" onerror="window.__broken = true"><iframe src="javascript:parent.__broken=true"></iframe><style>body{display:none}</style>\u202egnp.exe\u202c\u0000\u001b[31m <!-- ]]> \u2028 {{constructor}} $& $\`</html>`;

const STACK =
  'java.lang.IllegalStateException: length\n\tat com.example.reporting.CourseMapper.map(CourseMapper.java:118)\n\tat com.example.reporting.CourseResource.patch(CourseResource.java:61)';

export const CAUSES: readonly Cause[] = [
  {
    hits: ({ check }) =>
      check.endpoint === 'students' &&
      check.operation === 'create' &&
      check.spec === NEWEST &&
      (check.aspect === 'input' || check.rule === 'http.status-documented' || check.rule === 'errors.shape'),
    verdict: 'fail',
    finding: { where: 'status', expected: '400', actual: '500', got: 500, due: [400] },
    answer: { status: 500, body: error('500', 'Could not Connect to Endpoint') },
    appeared: true,
  },
  {
    hits: ({ check }) => check.rule === 'pagination.cap' && check.spec === NEWEST,
    verdict: 'fail',
    finding: { where: 'body#/result', expected: 'at most 200 records', actual: '201 records' },
    answer: {
      status: 200,
      body: JSON.stringify({
        success: true,
        result: Array.from({ length: 201 }, (_, index) => ({
          unit_enrolment: {
            unit_enrolments_uid: 70_001 + index,
            unit_of_study_code: `UNIT${1000 + index}`,
            census_date: '2026-08-31',
            eftsl: 0.125,
          },
        })),
      }),
    },
    appeared: true,
  },
  {
    hits: ({ check }) => check.rule === 'http.date-present' && check.spec === NEWEST && check.endpoint !== 'token',
    verdict: 'fail',
    finding: { where: 'header date', expected: 'an IMF-fixdate', actual: 'absent' },
    answer: { status: 200, drop: ['date'] },
  },
  {
    hits: ({ check }) => check.rule === 'input.array-form' && (check.spec === '3.0.8' || check.spec === NEWEST),
    verdict: 'fail',
    finding: { where: 'status', expected: '400', actual: '201', got: 201, due: [400] },
    answer: { status: 201 },
  },
  {
    hits: ({ check, field }) => check.rule === 'input.missing' && field === 'token.aud' && check.spec === '2.1.06',
    verdict: 'fail',
    finding: { where: 'status', expected: '400 or 401 with error invalid_grant', actual: '200', got: 200, due: [400, 401] },
    answer: {
      status: 200,
      body: JSON.stringify({ access_token: '‹redacted›', token_type: 'Bearer', expires_in: 3600 }),
    },
  },
  {
    hits: ({ check }) => check.rule === 'body.schema' && check.endpoint === 'students' && check.spec === NEWEST,
    verdict: 'fail',
    finding: { where: 'body#/result/student/students_uid', expected: 'integer', actual: 'string "10442"' },
    answer: {
      status: 200,
      body: JSON.stringify({
        success: true,
        result: {
          student: {
            students_uid: '10442',
            student_identification_code: 'S-1',
            date_of_birth: '2001-04-09',
            gender_code: 'X',
          },
        },
      }),
    },
  },
  {
    hits: ({ check }) =>
      check.rule === 'errors.no-leak' && check.endpoint === 'courses' && check.operation === 'update',
    verdict: 'fail',
    finding: {
      where: 'body',
      expected: 'no stack trace, class or file path',
      actual: 'at com.example.reporting.CourseMapper.map(CourseMapper.java:118)',
    },
    answer: { status: 400, body: error('400', STACK) },
  },
  {
    hits: ({ check }) =>
      check.rule === 'errors.no-leak' &&
      check.endpoint === 'campuses' &&
      check.operation === 'delete' &&
      check.spec === '2.1.05',
    verdict: 'fail',
    finding: { where: 'body', expected: 'no markup', actual: HOSTILE.slice(0, 120) },
    answer: {
      status: 400,
      body: HOSTILE,
      headers: [
        ['content-type', 'text/html'],
        ['x-note', '<b onclick="window.__broken=true">\u202eabc'],
      ],
    },
  },
  {
    hits: ({ check }) => check.rule === 'input.today' && check.operation === 'create',
    verdict: 'fail',
    disposition: 'expected-failure',
    finding: {
      where: 'body#/result/errors/0/error_identifier',
      expected: 'no error',
      actual: '"10248STUCIT": the date is in the future',
    },
    answer: { status: 400, body: error('10248STUCIT', 'The citizenship effective from date is in the future') },
  },
  {
    hits: ({ check }) =>
      check.rule === 'http.status-documented' &&
      check.endpoint === 'student-disabilities' &&
      check.operation === 'list',
    verdict: 'fail',
    disposition: 'expected-failure',
    finding: { where: 'status', expected: '200', actual: '404' },
    answer: { status: 404, body: error('404', 'Resource not found') },
  },
  {
    hits: ({ check }) =>
      check.rule === 'lifecycle.round-trip' &&
      check.endpoint === 'commonwealth-scholarships' &&
      check.operation === 'update' &&
      check.spec === NEWEST,
    verdict: 'pass',
    disposition: 'unexpected-pass',
    finding: NONE,
  },
  {
    hits: ({ check }) => check.endpoint === 'courses-of-study' && check.operation === 'delete',
    verdict: 'inconclusive',
    cause: 'DELETE was unavailable from 18:12 to 18:14 UTC: 503 within an announced maintenance window.',
    finding: NONE,
    answer: { status: 503, headers: [['retry-after', '120']], body: error('503', 'The service is being deployed') },
  },
  {
    hits: ({ check, field }) => check.rule === 'input.boundary' && field === 'indicative_fee',
    verdict: 'inconclusive',
    cause: 'The positive control of this case did not pass, so the refusal proves nothing.',
    finding: NONE,
  },
  {
    hits: ({ check }) =>
      check.endpoint === 'unit-enrolments' &&
      check.operation === 'update' &&
      check.spec === NEWEST &&
      check.aspect === 'lifecycle',
    verdict: 'inconclusive',
    cause: 'prerequisite "setup.students" was answered 500',
    blockedBy: ['student-reporting/students/create/http.status-documented'],
    finding: NONE,
  },
  {
    hits: ({ check }) => check.rule === 'token.other-party',
    verdict: 'inapplicable',
    cause: 'The target names no second organisation.',
    finding: NONE,
  },
];

export const WAIVERS: readonly Omit<ReportWaiver, 'excuses'>[] = [
  {
    checks: 'student-reporting/student-citizenships/create/input.today',
    service: 'student-reporting',
    symptom: { actual: '10248STUCIT' },
    reason: 'Known issue of the test environment: today counts as the future.',
    owner: 'integration team',
    link: 'https://tracker.example/ISSUE-1042',
    expires: '2026-12-19',
    daysLeft: 30,
    state: 'used',
  },
  {
    checks: 'student-reporting/student-disabilities/list/**',
    symptom: { where: 'status', actual: '404' },
    reason: 'Known issue: the bulk read of disabilities answers 404.',
    owner: 'integration team',
    link: 'https://tracker.example/ISSUE-1057',
    expires: '2026-11-22',
    daysLeft: 3,
    state: 'used',
  },
  {
    checks: 'student-reporting/commonwealth-scholarships/update/lifecycle.round-trip',
    spec: ['4.0.1'],
    symptom: { where: 'status' },
    reason: 'PATCH of Commonwealth scholarships may fail.',
    owner: 'Mira Okafor',
    expires: '2027-01-31',
    daysLeft: 73,
    state: 'stale',
  },
  {
    checks: 'student-reporting/students/*/input.type/gender_code',
    symptom: { actual: '500' },
    reason: 'Reference data is being updated.',
    owner: 'Jon Arce',
    expires: '2026-11-17',
    daysLeft: -2,
    state: 'expired',
  },
];

/** The exchange that a check rests on: a plain good one, or as its cause says. */
export function exchangeOf({ check, endpoint, rule, field }: Planned, cause: Cause | undefined, at: number): Exchange {
  const { operation } = check;
  const method =
    operation === 'delete' ? 'DELETE' : operation === 'update' ? 'PATCH' : WRITES.has(operation) ? 'POST' : 'GET';
  const record = Object.fromEntries(
    endpoint.fields.filter((name) => name !== field).map((name, index) => [name, `value ${index + 1}`]),
  );
  const sent = endpoint.name === 'token' ? undefined : { correlation_id: 'c-1', [endpoint.singular]: record };
  const form = 'grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=%E2%80%B9redacted%E2%80%BA';
  const answer = cause?.answer;
  const status = answer?.status ?? (operation === 'create' ? 201 : operation === 'delete' ? 204 : 200);
  const body =
    answer?.body ??
    (status === 204
      ? ''
      : JSON.stringify({
          success: true,
          result: { [endpoint.singular]: { [`${endpoint.name.replace(/-/g, '_')}_uid`]: 10_442, ...record } },
        }));
  const headers: (readonly [string, string])[] = [
    ['date', 'Thu, 19 Nov 2026 18:00:01 GMT'],
    ['content-type', 'application/json'],
    ['content-length', String(body.length)],
    ['x-global-transaction-id', '8f3c1b7a65fe1c2d'],
    ['cache-control', 'no-store'],
    ['strict-transport-security', 'max-age=31536000'],
  ];
  return {
    id: `${check.id.split('/').slice(0, 3).join('/')}/${check.aspect}/${[rule.id, ...(field === undefined ? [] : [field])].join('-')}#call`,
    service: check.service,
    spec: check.spec,
    group: `${check.service}@${check.spec}/${check.endpoint}/${operation}/${check.aspect}`,
    operation: `${check.endpoint}/${operation}`,
    step: 'call',
    request: {
      method,
      url: `https://vendor-test.example${endpoint.path}${operation === 'read' || operation === 'update' || operation === 'delete' ? '/10442' : ''}`,
      headers: [
        ['accept', 'application/json'],
        ...(endpoint.name === 'token'
          ? []
          : [['access-token', '‹redacted›'] as const, ['x-ibm-client-id', '‹redacted›'] as const]),
        ['message-id', 'm-77'],
        ['organisation-id', '1234567890'],
        ...(!WRITES.has(operation) || operation === 'delete'
          ? []
          : [
              [
                'content-type',
                endpoint.name === 'token' ? 'application/x-www-form-urlencoded' : 'application/json',
              ] as const,
            ]),
      ],
      ...(operation === 'create' || operation === 'update'
        ? {
            body: JSON.stringify(
              operation === 'create' && endpoint.name !== 'tac-offers'
                ? [sent]
                : rule.id === 'input.array-form'
                  ? [sent]
                  : sent,
            ),
          }
        : operation === 'request'
          ? { body: form }
          : {}),
    },
    response: {
      status,
      headers: [
        ...headers.filter(
          ([name]) =>
            !(answer?.drop?.includes(name) ?? false) && !(answer?.headers?.some(([other]) => other === name) ?? false),
        ),
        ...(answer?.headers ?? []),
      ],
      body,
      bytes: Buffer.byteLength(body),
    },
    at,
    durationMs: 18 + ((check.id.length * 7919) % 90) + (operation === 'list' ? 240 : 0),
  };
}
