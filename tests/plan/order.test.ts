/** When groups run: nothing that is stored, or changed, is in the way of what others read. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import { Semaphore } from '../../src/http/rate-limit.ts';
import { runGroup } from '../../src/run/run-group.ts';
import { operationKey } from '../../src/http/request-policy.ts';
import { declaredOperationsOf } from '../../src/run/declared-operations.ts';
import { planWhole } from '../../src/project/planning.ts';
import { library } from '../cli/library.ts';
import { answerOf, group, oneCase, runContext, step, Wire } from '../http/support.ts';
import { planned } from './support.ts';

describe('groups that may spoil a list that all share', () => {
  const { groups } = planned().plan;

  test('are those with refusals of writes, and come last', () => {
    const last = new Set(groups.filter((g) => g.last === true).map((g) => `${g.endpoint}/${g.operation}/${g.aspect}`));
    expect(last).toContain('students/create/input');
    expect(last).toContain('students/update/input');
    expect(last).not.toContain('students/create/lifecycle');
    expect(last).not.toContain('student-citizenships/create/input');
    // It hopes to see paths refused, and only asks for them.
    expect(last).not.toContain('students/create/methods');
  });

  test('run after the exclusive ones, which run after all others', async () => {
    const wire = new Wire(() => answerOf({}));
    const one = (name: string): ReturnType<typeof group> => ({
      ...group([oneCase(name, [step('probe', { request: { path: `/${name}` } })])]),
      id: name,
    });
    await scheduleGroups(
      [{ ...one('last'), last: true }, { ...one('alone'), exclusive: true }, one('first')],
      runContext(wire),
      () => undefined,
    );
    expect(wire.lines).toEqual(['GET /first', 'GET /alone', 'GET /last']);
  });
});

describe('groups that have to be alone', () => {
  let uid = 0;
  const shelf = (): Wire =>
    new Wire((request) =>
      answerOf(request.method === 'POST' ? { uid: (uid += 1) } : {}, request.method === 'POST' ? 201 : 200),
    );
  const makes = (name: string): ReturnType<typeof step> =>
    step(name, {
      request: { method: 'POST', path: `/${name}` },
      undo: { method: 'DELETE', path: `/${name}/{uid}`, parameters: { uid: { $each: `${name}#/uid` } } },
    });
  const alone = (
    name: string,
    method: string,
    setup: readonly ReturnType<typeof step>[] = [],
  ): ReturnType<typeof group> =>
    group([oneCase(name, [step('probe', { request: { method, path: `/${name}` } })])], setup, {
      id: name,
      exclusive: true,
    });
  const shared = (name: string): ReturnType<typeof group> =>
    group([oneCase(name, [step('probe', { request: { path: `/${name}` } })])], [], { id: name });

  test('have their records made while others still run, and look at nothing before they are alone', async () => {
    const wire = shelf();
    const look = step('look', { request: { path: '/look' } });
    await scheduleGroups(
      [alone('one', 'PATCH', [makes('needed'), look]), alone('two', 'PATCH', [makes('other')]), shared('a')],
      runContext(wire),
      () => undefined,
    );
    const lines = wire.lines.map((line) => line.replace(/\d+/, 'N'));
    expect(new Set(lines.slice(0, 3))).toEqual(new Set(['GET /a', 'POST /needed', 'POST /other']));
    expect(lines.slice(3, 6)).toEqual(['GET /look', 'PATCH /one', 'PATCH /two']);
    expect(new Set(lines.slice(6))).toEqual(new Set(['DELETE /needed/N', 'DELETE /other/N']));
  });

  test('undo at once what they did alone, and leave what was made before until nobody has to be alone', async () => {
    const wire = shelf();
    const undo = { method: 'PATCH', path: '/kept', parameters: {} };
    const kept = step('kept', { request: { path: '/kept' }, undo });
    const groups = [
      { ...alone('undeclared', 'LINK', [makes('first')]), inTurn: true as const },
      alone('one', 'PATCH', [makes('second'), kept]),
      { ...shared('spoils'), last: true as const },
    ];
    await scheduleGroups(groups, runContext(wire, { slots: new Semaphore(1) }), () => undefined);
    const lines = wire.lines.map((line) => line.replace(/\d+/, 'N')).slice(2);
    expect(lines.slice(0, 4)).toEqual(['GET /kept', 'PATCH /one', 'PATCH /kept', 'LINK /undeclared']);
    expect(new Set(lines.slice(4))).toEqual(new Set(['DELETE /first/N', 'DELETE /second/N', 'GET /spoils']));
  });

  test('go together where they only read', async () => {
    const wire = shelf();
    await scheduleGroups(
      [alone('w', 'PATCH'), alone('r', 'GET'), alone('s', 'GET')],
      runContext(wire),
      () => undefined,
    );
    expect(wire.lines).toEqual(['GET /r', 'GET /s', 'PATCH /w']);
    expect(wire.widest).toBe(2);
  });

  test('go beside those that only look, and do what changes more than records of their own after these', async () => {
    const wire = shelf();
    const looks = (name: string): ReturnType<typeof group> =>
      group(
        [1, 2, 3].map((n) => oneCase(`${name}-${n}`, [step('probe', { request: { path: `/${name}` } })])),
        [makes(`${name}-needs`)],
      );
    const listing = group([oneCase('x', [makes('listed')])], [], { id: 'listing', exclusive: true });
    const groups = [alone('changing', 'PATCH'), listing, { ...looks('a'), id: 'a' }];
    await scheduleGroups(groups, runContext(wire, { slots: new Semaphore(1) }), () => undefined);
    const lines = wire.lines.map((line) => line.replace(/\d+/, 'N'));
    expect(lines.slice(0, 2)).toEqual(['POST /a-needs', 'GET /a']);
    expect(new Set(lines.slice(2, -2))).toEqual(new Set(['POST /listed', 'DELETE /listed/N', 'GET /a']));
    expect(lines.indexOf('POST /listed')).toBeLessThan(lines.lastIndexOf('GET /a'));
    expect(lines.slice(-2)).toEqual(['PATCH /changing', 'DELETE /a-needs/N']);
  });

  test('are not looked at before what others may write has ended', async () => {
    const wire = shelf();
    const writes = group([oneCase('w', [makes('one'), makes('two'), makes('three')])], [], { id: 'w' });
    await scheduleGroups([alone('x', 'PATCH'), shared('a'), writes], runContext(wire), () => undefined);
    expect(wire.lines.at(-1)).toBe('PATCH /x');
  });
});

test('a group is handed over before what it made is removed', async () => {
  const wire = new Wire(() => answerOf({ uid: 1 }, 201));
  const made = step('made', {
    request: { method: 'POST' },
    undo: { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $each: 'made#/uid' } } },
  });
  const lines: string[] = [];
  const handed = scheduleGroups([group([oneCase('a', [step('look')])], [made])], runContext(wire), () => {
    lines.push(...wire.lines);
  });
  await handed;
  expect(lines).toEqual(['POST /books', 'GET /books']);
  expect(wire.lines.at(-1)).toBe('DELETE /books/1');
});

test('what a case made goes when it has ended, before the group has', async () => {
  let uid = 0;
  const wire = new Wire((request) =>
    answerOf(request.method === 'POST' ? { uid: (uid += 1) } : {}, request.method === 'POST' ? 201 : 200),
  );
  const made = step('made', {
    request: { method: 'POST' },
    undo: { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $each: 'made#/uid' } } },
  });
  await runGroup({ ...group([oneCase('a', [made]), oneCase('b', [step('look')])]), inTurn: true }, runContext(wire));
  expect(wire.lines).toEqual(['POST /books', 'DELETE /books/1']);
  await runGroup(group([oneCase('a', [made])], [step('shared')]), runContext(wire));
  expect(wire.lines.slice(2)).toEqual(['GET /books', 'POST /books', 'DELETE /books/2']);
});

describe('a resource without an identifier', () => {
  const root = library();
  writeFileSync(
    path.join(root, 'contracts', 'library', 'settings.yaml'),
    `endpoint: settings
title: Settings
base: service
fields:
  greeting: { type: string, maxLength: 40 }
  since: { type: string, readOnly: true }
  secret: { type: string, maxLength: 40, writeOnly: true, patchable: false }
operations:
  read: { method: GET, path: /settings, response: plain, success: [200], access: public }
  update: { method: PATCH, path: /settings, request: plain, response: plain, success: [200], access: public }
  replace: { method: PUT, path: /settings, request: plain, response: plain, success: [200], access: public }
  delete: { method: DELETE, path: /settings, success: [204], access: public }
`,
  );
  const { scopes, plan } = planWhole(root);
  const { groups } = plan;
  const writing = groups.filter((g) => g.endpoint === 'settings' && g.operation === 'update');

  test('is written by one group at a time', () => {
    expect(writing.length).toBeGreaterThan(2);
    expect(writing.filter((g) => g.exclusive !== true)).toEqual([]);
    expect(groups.filter((g) => g.endpoint === 'settings' && g.operation === 'read' && g.exclusive === true)).toEqual(
      [],
    );
  });

  test('is restored only by a write that covers every field which the operation may change', () => {
    const oneOf = (method: string) =>
      scopes.flatMap(
        (scope) => declaredOperationsOf(scope).get(operationKey('service', method, '/settings'))?.writesExisting ?? [],
      )[0];
    expect(oneOf('PATCH')).toMatchObject({ restore: { method: 'PATCH' } });
    // DELETE would remove what no write sets.
    expect(oneOf('DELETE')).toMatchObject({ read: { path: '/settings' } });
    expect(oneOf('DELETE')?.restore).toBeUndefined();
    // No read shows it.
    expect(oneOf('PUT')?.restore).toBeUndefined();
  });
});
