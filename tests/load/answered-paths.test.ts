/** A path that a target answers leads somewhere: what does not is told at the line of the target. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadTarget } from '../../src/load/load-target.ts';
import { project, ROOT } from '../plan/support.ts';
import { problemsOf, projectWith } from './support.ts';

const DEFINITION = 'student-reporting.definition.path';
const STUDENTS = 'student-reporting.students.paths';

/** The problems of a target that answers this, without its other lines. */
function told(point: string, answer: string): ReturnType<typeof problemsOf> {
  const file = path.join(projectWith(), 'target.yaml');
  const head = `target: acme\nenvironment: test\nservices:\n  student-reporting: { baseUrl: "http://127.0.0.1:1", spec: ["4.0.1"], bearer: { env: TOKEN } }\n`;
  writeFileSync(file, `${head}answers:\n  ${point}: ${answer}\n`);
  return problemsOf(() => loadTarget(file, ROOT, { TOKEN: 'x' }, project));
}

describe('a path that is answered', () => {
  test.each([
    ['one at another host', DEFINITION, '"https://developer.example/reporting.json"'],
    ['one with what the family provides', STUDENTS, '[/learners, "/learners/{students_uid}"]'],
  ])('may be %s', (_what, point, answer) => {
    expect(told(point, answer)).toEqual([]);
  });

  test.each([
    ['an address that is none', DEFINITION, '"https://exa mple/x"', 'must be a path'],
    ['an address with a name and a password', DEFINITION, '"https://a:b@c.example/x"', 'must be a path'],
    ['one with what nothing provides', DEFINITION, '"https://a.example/{b}"', 'must be a path without {b}'],
    [
      'another name for what the family provides',
      STUDENTS,
      '[/students, "/students/{student_id}"]',
      'must be a path without {student_id}: known are {students_uid}',
    ],
    [
      'another host for what is the service itself',
      STUDENTS,
      '["https://a.example/students", "/students/{students_uid}"]',
      'only a public GET of an endpoint that describes the service',
    ],
  ])('may not be %s', (_what, point, answer, message) => {
    const problems = told(point, answer);
    expect(problems).toMatchObject([{ code: 'wrong-value', line: 6 }]);
    expect(problems[0]?.file).toMatch(/target\.yaml$/);
    expect(problems[0]?.message).toContain(message);
  });
});
