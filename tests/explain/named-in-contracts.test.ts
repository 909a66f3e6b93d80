/** Codes, endpoints and faults are told with what they stand for, and with a command that runs what is about them. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainId } from '../../src/explain/explain-project.ts';
import { explainKnown, type Explanation } from '../../src/explain/explain.ts';
import { explainText } from '../../src/explain/explain-text.ts';
import { faultText, describeFault, nearestFault } from '../../src/prove/known-fault.ts';
import { GLOSSARY, glossaryEntry } from '../../src/explain/glossary.ts';
import { checksOf } from '../../src/plan/plan.ts';
import { globMatcher } from '../../src/model/pattern.ts';
import { planned, project } from '../plan/support.ts';
import { ROOT } from '../load/support.ts';

const { plan, scopes } = planned();
const known = { specs: project.specs, scopes, plan, targets: [] };
const CHECKS = checksOf(plan);
const told = (id: string): Explanation => {
  const found = explainKnown(id, known);
  if (found === undefined) throw new Error(`nothing is called ${id}`);
  return found;
};

/** Ids of the checks that a command of ours runs. */
function runBy(command: string): readonly string[] {
  const [, only] = / run (?:--service \S+ )?--only "([^"]+)"$/.exec(command) ?? [];
  if (only === undefined) throw new Error(`${command} runs nothing`);
  const isMeant = globMatcher(only);
  return CHECKS.map(({ id }) => id).filter(isMeant);
}

describe('a code', () => {
  test('of a data element tells the fields that it numbers, where they stand, and the checks that ask for it', () => {
    const code = told('E313');
    if (code.kind !== 'code') throw new Error('it is a code');
    expect(code.meanings).toContainEqual({
      service: 'student-reporting',
      what: 'the data element students/student_identification_code',
      at: expect.stringMatching(/^contracts\/student-reporting\/students\.yaml:\d+$/) as string,
    });
    expect(told('e313')).toMatchObject({ meanings: code.meanings });
    const run = new Set(runBy(code.command ?? ''));
    expect(code.checks.filter(({ id }) => !run.has(id))).toEqual([]);
    expect(explainText(code)).toContain('\n\nRun these checks\n');
  });

  test.each([
    ['10204', /^the error for students\/date_of_birth: future$/],
    ['invalid_grant', /^an error for a rejection of the kind /],
  ])('of an error: %s', (asked, what) => {
    const code = told(asked);
    if (code.kind !== 'code') throw new Error('it is a code');
    expect(code.meanings.map((meaning) => meaning.what)).toContainEqual(expect.stringMatching(what));
    expect(code.checks.length).toBeGreaterThan(0);
    const run = new Set(runBy(code.command ?? ''));
    expect(code.checks.filter(({ id }) => !run.has(id))).toEqual([]);
  });

  test('that no contract has is none', () => {
    expect(explainKnown('E99999', known)).toBeUndefined();
  });
});

describe('an endpoint', () => {
  test.each(['students', 'student-reporting/students'])(
    '%s: its operations, how they are called, and their checks',
    (id) => {
      const found = told(id);
      if (found.kind !== 'endpoints') throw new Error('it is an endpoint');
      const [endpoint] = found.endpoints;
      expect(endpoint).toMatchObject({
        id: 'student-reporting/students',
        versions: ['2.1.05', '2.1.06', '3.0.8', '4.0.1'],
      });
      expect(endpoint?.operations.map(({ name }) => name)).toContain('create');
      expect(new Set(runBy(endpoint?.command ?? '').map((check) => check.split('/').slice(0, 2).join('/')))).toEqual(
        new Set(['student-reporting/students']),
      );
      expect(explainText(found)).toContain('plan --cases');
    },
  );

  test.each(['students/create', 'POST /students', 'student-reporting/students/create'])(
    '%s: the one operation',
    (id) => {
      const found = told(id);
      if (found.kind !== 'endpoints') throw new Error('it is an operation');
      expect(found.endpoints.flatMap(({ operations }) => operations)).toMatchObject([
        { name: 'create', does: 'POST /students' },
      ]);
      const run = runBy(found.endpoints[0]?.command ?? '');
      expect(run.length).toBeGreaterThan(0);
      expect(run.filter((check) => !check.startsWith('student-reporting/students/create/'))).toEqual([]);
    },
  );
});

test('an open point that is called like a requirement is told after it', () => {
  const found = told('student-reporting.pagination.order');
  expect(found).toMatchObject({ kind: 'requirement', openPoint: { kind: 'openPoint', default: true } });
  expect(explainText(found)).toMatch(
    /^Requirement student-reporting\.pagination\.order[^]*\n\nOpen question student-reporting\.pagination\.order /,
  );
});

test('what proves a requirement, and what rests on an open point, is run by the command that is told', () => {
  for (const id of ['student-reporting.tac-offers.single-object', 'student-reporting.statuses.access']) {
    const found = told(id);
    const [one] = found.kind === 'requirement' ? found.requirements : found.kind === 'openPoint' ? [found] : [];
    if (one?.command === undefined) throw new Error(`${id} has no command`);
    const run = new Set(runBy(one.command));
    const own = CHECKS.filter(({ requirement, restsOn }) => requirement === id || restsOn.includes(id));
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((check) => !run.has(check.id)).map((check) => check.id)).toEqual([]);
  }
});

test.each([
  'student-reporting.tac-offers.single-object',
  'students/create',
  'E313',
  'student-reporting.lifecycle.patch',
])('the command of %s names the target of the explanation', (id) => {
  const found = explainKnown(id, { ...known, target: 'acme' });
  if (found === undefined) throw new Error(`nothing is called ${id}`);
  expect(explainText(found)).toMatch(/ run --target acme (?:--service \S+ )?--only "/);
  expect(explainText(told(id))).not.toContain('--target');
});

describe('a seeded fault', () => {
  const id = 'partner-onboarding.partners.read.date-missing';

  test('is told with what it breaks, and with three ways to see it', () => {
    const fault = describeFault(id, ROOT);
    if (fault === undefined) throw new Error('it is known');
    const text = faultText(fault);
    for (const part of [
      fault.describes,
      fault.breaks,
      `prove --fault "${id}"`,
      `serve --fault ${id}`,
      '--service partner-onboarding',
    ])
      expect(text).toContain(part);
  });

  test('mistyped is guessed', () => {
    expect(describeFault('partner-onboarding.partners.read.date-mising', ROOT)).toBeUndefined();
    expect(nearestFault('partner-onboarding.partners.read.date-mising')).toBe(id);
  });
});

test('a word says which command shows it, where one does', () => {
  expect(glossaryEntry('open question')).toMatch(/\n {2}npx @plumbline\/harness answers --target TARGET\n$/);
  const told = GLOSSARY.flatMap(({ words }) => Object.keys(words)).filter(
    (word) => glossaryEntry(word)?.includes('npx @plumbline/harness') === true,
  );
  expect(told.length).toBeGreaterThan(20);
});

test('an operation is told with what it makes, where an action says so', () => {
  const example = path.join(ROOT, 'examples', 'orders');
  expect(explainText(explainId(example, 'orders/copy', undefined))).toContain('POST /orders/{id}/copy, creates orders');
  expect(explainText(explainId(example, 'imports/import', undefined))).toContain('POST /imports, creates orders');
});
