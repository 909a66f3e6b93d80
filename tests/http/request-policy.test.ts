/** What may be sent at all: the table of the guard, and that every road passes it. */
import { describe, expect, test } from 'vitest';
import { NUMBERED } from './numbered.ts';
import { operationKey, type Permission, policyViolationOf } from '../../src/http/request-policy.ts';
import { runGroup } from '../../src/run/run-group.ts';
import type { RequestTemplate } from '../../src/plan/model.ts';
import { answerOf, group, oneCase, runContext, stage, step, Wire } from './support.ts';

const permission = (more: Partial<Permission> = {}): Permission => ({
  environment: 'test',
  allowWrites: false,
  disposable: false,
  methods: 'partial',
  declared: new Set([
    operationKey('service', 'POST', '/books'),
    operationKey('service', 'PATCH', '/books/{id}'),
    operationKey('service', 'GET', '/books/{id}'),
    operationKey('identity-provider', 'POST', ''),
  ]),
  ...more,
});

const request = (method: string, path: string, more: Partial<RequestTemplate> = {}): RequestTemplate => ({
  base: 'service',
  method,
  path,
  parameters: {},
  headers: {},
  auth: { kind: 'none' },
  ...more,
});

const OURS = { parameters: { uid: { $ref: 'setup.books#/id' } } };
const SIGN_IN = request('POST', '', { base: 'identity-provider' });

describe('what reads', () => {
  test.each(['GET', 'HEAD', 'OPTIONS'])('%s goes anywhere, in production too', (method) => {
    expect(policyViolationOf(request(method, '/nowhere'), permission())).toBeUndefined();
    expect(policyViolationOf(request(method, '/nowhere'), permission({ environment: 'production' }))).toBeUndefined();
  });
});

describe('a record that was there before the run', () => {
  const there = { parameters: { id: { $record: 'books#/id' } } };

  test('is read, and nothing else', () => {
    expect(policyViolationOf(request('GET', '/books/{id}', there), permission())).toBeUndefined();
    expect(policyViolationOf(request('PATCH', '/books/{id}', there), permission())).toMatchObject({
      why: 'not-allowed',
      message: expect.stringContaining('the record of books existed before this run') as string,
    });
  });

  test.each([{ writable: ['books'] }, { disposable: true }])('is changed where the target says %o', (more) => {
    expect(policyViolationOf(request('PATCH', '/books/{id}', there), permission(more))).toBeUndefined();
  });

  test('is nobody’s own: what no contract declares is not sent to it', () => {
    const writable = permission({ writable: ['books'], methods: 'complete' });
    expect(policyViolationOf(request('DELETE', '/books/{id}', there), writable)?.why).toBe('not-ours');
  });
});

describe('an undeclared host', () => {
  const ADDRESS = 'https://portal.example/books.json';
  const elsewhere = (method: string): RequestTemplate => request(method, ADDRESS, { base: 'elsewhere' });
  const declared = permission({
    disposable: true,
    methods: 'complete',
    declared: new Set([operationKey('elsewhere', 'GET', ADDRESS)]),
  });

  test('is asked for what the contract declares there', () => {
    expect(policyViolationOf(elsewhere('GET'), declared)).toBeUndefined();
    expect(policyViolationOf(elsewhere('GET'), permission())?.why).toBe('not-allowed');
  });

  test.each(['HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'DELETE', 'LINK'])('is never tried with %s', (method) => {
    expect(policyViolationOf(elsewhere(method), declared)?.message).toContain(
      'a host that the target does not declare as its own',
    );
  });
});

describe('what may change something', () => {
  test('goes where the contract declares it, whatever its path parameters are called', () => {
    expect(policyViolationOf(request('POST', '/books'), permission())).toBeUndefined();
    expect(
      policyViolationOf(request('PATCH', '/books/{uid}', { parameters: { uid: 'x' } }), permission()),
    ).toBeUndefined();
  });

  test('goes where a Location leads only as an operation, which is said', () => {
    const there = request('PUT', '', { location: 'begun' });
    expect(policyViolationOf(there, permission())?.message).toBe(
      'no operation declares the effect of PUT at "begun": name the operation in the step (`on`, next to `location`)',
    );
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'LINK', 'TRACE'])(
    '%s goes nowhere else under a partial contract, to records of this run neither',
    (method) => {
      expect(policyViolationOf(request(method, '/shelves/{uid}', OURS), permission())?.message).toBe(
        `the contract declares no ${method} for /shelves/{uid}, and does not state that its methods are complete`,
      );
      expect(policyViolationOf(request(method, '/shelves'), permission({ disposable: true }))?.message).toContain(
        'declares no',
      );
    },
  );

  test('is tried on records of this run where the contract is the whole of the interface', () => {
    const complete = permission({ methods: 'complete' });
    for (const method of ['POST', 'PUT', 'DELETE', 'TRACE'])
      expect(policyViolationOf(request(method, '/books/{uid}', OURS), complete)).toBeUndefined();
    expect(
      policyViolationOf(request('DELETE', '/books/{uid}', { parameters: { uid: 'somebodys' } }), complete),
    ).toMatchObject({
      why: 'not-ours',
    });
    expect(policyViolationOf(request('PUT', '/books'), complete)).toMatchObject({ why: 'not-ours' });
    expect(policyViolationOf(request('PATCH', '/books'), complete)).toBeUndefined();
    expect(
      policyViolationOf(request('DELETE', '/books'), permission({ methods: 'complete', disposable: true })),
    ).toBeUndefined();
  });

  test('does not go to production unless somebody allowed it; a sign-in does', () => {
    const production = permission({ environment: 'production' });
    expect(policyViolationOf(request('POST', '/books'), production)?.message).toBe(
      'the target is a production environment, and it does not allow writes (POST)',
    );
    expect(policyViolationOf(SIGN_IN, production)).toBeUndefined();
    expect(
      policyViolationOf({ ...SIGN_IN, method: 'DELETE' }, { ...production, methods: 'complete' })?.message,
    ).toContain('production');
    expect(policyViolationOf(request('POST', '/books'), { ...production, allowWrites: true })).toBeUndefined();
  });

  test('counts by what a request claims to be, too', () => {
    const claims = [
      { headers: { 'X-HTTP-Method-Override': 'delete' } },
      { query: [['_method', 'DELETE']] },
    ] satisfies Partial<RequestTemplate>[];
    for (const claim of claims) {
      expect(policyViolationOf(request('GET', '/books', claim), permission())?.message).toContain('declares no DELETE');
      expect(
        policyViolationOf(
          request('GET', '/books', claim),
          permission({ environment: 'production', allowWrites: false }),
        )?.message,
      ).toContain('production');
    }
  });
});

describe('every road passes the guard', () => {
  const { to } = stage({ to: { permission: permission() } });
  const sent = async (one: Parameters<typeof step>[1]): Promise<readonly [readonly string[], string | undefined]> => {
    const wire = new Wire(() => answerOf({}));
    const context = runContext(wire, { destination: () => to });
    const [exchange] = await runGroup(group([oneCase('a', [step('probe', one)])]), context);
    expect(exchange?.failure?.kind).toBe('not-sent');
    return [wire.lines, exchange?.failure?.message];
  };
  const forbidden = { method: 'DELETE', path: '/books' };
  const reason = 'the contract declares no DELETE for /books, and does not state that its methods are complete';

  test('single requests, bursts, walks and raw text', async () => {
    expect(await sent({ request: forbidden })).toEqual([[], reason]);
    expect(await sent({ request: forbidden, via: 'undici' })).toEqual([[], reason]);
    expect(await sent({ request: forbidden, via: 'socket', raw: 'host-missing' })).toEqual([[], reason]);
    expect(await sent({ request: forbidden, send: { kind: 'burst', times: 3 } })).toEqual([[], reason]);
    expect(await sent({ request: forbidden, send: { kind: 'walk', pages: NUMBERED } })).toEqual([[], reason]);
  });

  test('a burst of POSTs that the contract declares, to production that nobody allowed writes to', async () => {
    const posts = { request: { method: 'POST', path: '/books' }, send: { kind: 'burst', times: 3 } } as const;
    const wire = new Wire(() => answerOf({}, 201));
    const there = (more: Partial<Permission>): ReturnType<typeof runContext> => {
      const { to: production } = stage({ to: { permission: permission({ environment: 'production', ...more }) } });
      return runContext(wire, { destination: () => production });
    };
    const refused = await runGroup(group([oneCase('a', [step('probe', posts)])]), there({}));
    expect(refused.map(({ failure }) => failure?.kind)).toEqual(['not-sent', 'not-sent', 'not-sent']);
    expect(wire.lines).toEqual([]);
    await runGroup(group([oneCase('a', [step('probe', posts)])]), there({ allowWrites: true }));
    expect(wire.lines).toEqual(['POST /books', 'POST /books', 'POST /books']);
  });

  test('what removes records again', async () => {
    const wire = new Wire(() => answerOf({ uid: 7 }, 201));
    const made = step('made', {
      request: { method: 'POST', path: '/books' },
      undo: { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $each: 'made#/uid' } } },
    });
    await runGroup(group([oneCase('a', [made])]), runContext(wire, { destination: () => to }));
    expect(wire.lines).toEqual(['POST /books']);
  });
});

describe('a group that tries what nobody declared', () => {
  const methods = ['POST', 'PATCH', 'DELETE'].map((method) =>
    oneCase(method, [step('probe', { request: { method, path: '/books' } })]),
  );

  test('tries one after the other, and ends with the first that is accepted', async () => {
    const wire = new Wire((request) => answerOf({}, request.method === 'PATCH' ? 204 : 405));
    const exchanges = await runGroup({ ...group(methods), inTurn: true }, runContext(wire));
    expect(wire.lines).toEqual(['POST /books', 'PATCH /books']);
    expect(wire.widest).toBe(1);
    expect(exchanges.map((e) => e.response?.status ?? e.failure)).toEqual([
      405,
      204,
      {
        kind: 'not-sent',
        message: 'an earlier PATCH was accepted and may have changed the resource of this test case',
        why: 'spoiled',
      },
    ]);
  });

  test('does not take the record that a case makes for itself for what was tried', async () => {
    const makes = step('own', { request: { method: 'PUT', path: '/books/{name}', parameters: { name: 'own' } } });
    const catalogue = new Map([
      [
        operationKey('service', 'PUT', '/books/{name}'),
        { endpoint: 'books', parents: {}, makes: { ids: '/name', named: 'name', success: { statuses: [201] } } },
      ],
    ]);
    const cases = ['LINK', 'PATCH', 'PUT', 'DELETE'].map((method) =>
      oneCase(method, [
        makes,
        step('probe', {
          request: { method, path: '/books/{name}/export', parameters: { name: { $path: 'own#name' } } },
        }),
      ]),
    );
    const wire = new Wire(({ method, url }) => answerOf({}, url.endsWith('/own') ? 201 : method === 'PUT' ? 200 : 405));
    const { to: place } = stage({ to: { operations: catalogue } });
    const context = runContext(wire, { destination: () => place });
    const exchanges = await runGroup({ ...group(cases), inTurn: true }, context);
    expect(
      exchanges.filter(({ step: name }) => name === 'probe').map((e) => e.response?.status ?? e.failure?.kind),
    ).toEqual([405, 405, 200, 'not-sent']);
  });

  test('tries all where all are refused, and after a GET that is answered', async () => {
    const wire = new Wire((request) => answerOf({}, request.method === 'GET' ? 200 : 405));
    await runGroup(
      {
        ...group([oneCase('GET', [step('probe', { request: { method: 'GET', path: '/books' } })]), ...methods]),
        inTurn: true,
      },
      runContext(wire),
    );
    expect(wire.lines).toEqual(['GET /books', 'POST /books', 'PATCH /books', 'DELETE /books']);
  });
});

describe('a step with a complete request that a case declares', () => {
  const steps = new Set([
    operationKey('service', 'POST', '/books/{id}:undelete'),
    operationKey('service', 'POST', '/reset'),
  ]);

  test('is sent to what this run made', () => {
    expect(policyViolationOf(request('POST', '/books/{uid}:undelete', OURS), permission({ steps }))).toBeUndefined();
    expect(policyViolationOf(request('POST', '/books/{uid}:lend', OURS), permission({ steps }))).toMatchObject({
      why: 'not-allowed',
    });
  });

  test('and to nothing else, nor in production', () => {
    const named = request('POST', '/books/{uid}:undelete', { parameters: { uid: '17' } });
    expect(policyViolationOf(named, permission({ steps }))).toMatchObject({ why: 'not-allowed' });
    expect(policyViolationOf(request('POST', '/reset'), permission({ steps }))).toMatchObject({ why: 'not-allowed' });
    const production = permission({ steps, environment: 'production' });
    expect(policyViolationOf(request('POST', '/books/{uid}:undelete', OURS), production)).toMatchObject({
      why: 'not-allowed',
    });
  });
});
