/** Where the rules bend: no content, HEAD, other methods, other shapes of answers. */
import type { Json } from '../../src/model/json.ts';
import { describe, expect, test } from 'vitest';
import { DATE, evidence, exchange, operation, probe, problem, type Sketch } from './support.ts';

import { actual, caseRule, PASS, passive, where } from './judging.ts';

describe('answers without content', () => {
  test.each([204, 304] as const)('a %i is judged by its head alone', (status) => {
    const answer: Sketch = { status, text: '', headers: { 'content-length': null, 'content-type': null } };
    const of = operation({ documented: { [status]: null }, responseSchema: null, success: [status] });
    expect(passive('http.media-type', answer, of).kind).toBe('inapplicable');
    expect(passive('http.json', answer, of).kind).toBe('inapplicable');
    expect(passive('http.body-schema', answer, of)).toEqual(PASS);
    expect(passive('http.no-content', answer, of)).toEqual(PASS);
    expect(passive('http.status-documented', answer, of)).toEqual(PASS);
  });

  test('a 204 that frames content is told', () => {
    expect(
      where(passive('http.content-length', { status: 204, text: '', headers: { 'content-length': '0' } })),
    ).toEqual(['header content-length']);
    expect(
      actual(passive('http.content-length', { status: 204, text: '', headers: { 'transfer-encoding': 'chunked' } })),
    ).toEqual(['transfer-encoding']);
  });

  test('a success without content where content is declared', () => {
    expect(where(passive('http.body-schema', { status: 200, text: '' }))).toEqual(['body']);
  });

  test('content where none is declared', () => {
    const of = operation({ documented: { 204: null }, responseSchema: null, success: [204] });
    expect(where(passive('http.body-schema', { status: 204, text: '{"a":1}' }, of))).toEqual(['body']);
  });

  test('an empty error explains nothing', () => {
    expect(where(passive('http.error-shape', { status: 404, text: '' }))).toEqual(['body']);
  });
});

describe('HEAD and other methods', () => {
  const head: Sketch = { method: 'HEAD', status: 404, text: '', headers: { 'content-length': '99' } };

  test('the answer to HEAD has no error body, and its length is that of GET', () => {
    expect(passive('http.error-shape', head).kind).toBe('inapplicable');
    expect(passive('http.content-length', head).kind).toBe('inapplicable');
    expect(passive('http.no-content', head)).toEqual(PASS);
    expect(where(passive('http.no-content', { method: 'HEAD', text: '{}' }))).toEqual(['body']);
  });

  test('what the contract says of a GET is not held against a probe with another method', () => {
    for (const id of ['http.status-documented', 'http.body-schema'] as const)
      expect(passive(id, { method: 'LINK', status: 405, body: problem('no', 'no') }).kind, id).toBe('inapplicable');
  });

  test('Allow of a 405 must not list the method that was refused', () => {
    expect(
      where(passive('http.allow-consistent', { method: 'PUT', status: 405, headers: { allow: 'GET, PUT' } })),
    ).toEqual(['header allow']);
    expect(passive('http.allow', { method: 'PUT', status: 405, headers: { allow: 'GET, PUT' } })).toEqual(PASS);
    expect(passive('http.allow', { method: 'PUT', status: 405, headers: { allow: '' } })).toEqual(PASS);
  });

  test('HEAD is compared with GET by name, and by those fields alone that two reads share', () => {
    const params = { head: 'head', get: 'get', again: 'again' };
    const get: Sketch = { body: { id: 1 }, headers: { 'x-api': '1', 'x-request': 'a', 'content-language': 'en' } };
    const again: Sketch = { body: { id: 1 }, headers: { 'x-api': '1', 'x-request': 'b', 'content-language': 'en' } };
    const bare: Sketch = { method: 'HEAD', text: '' };
    expect(where(caseRule('method.head', params, evidence({ get, head: bare, again })))).toEqual(['header x-api']);
    expect(
      caseRule('method.head', params, evidence({ get, head: { ...bare, headers: { 'x-api': '2' } }, again })),
    ).toEqual(PASS);
    expect(caseRule('method.head', params, evidence({ get, head: { ...bare, status: 405 }, again })).kind).toBe(
      'inapplicable',
    );
  });

  test('the length in an answer to HEAD is compared only where two reads agree', () => {
    const params = { head: 'head', get: 'get', again: 'again' };
    const get: Sketch = { body: { id: 1 } };
    const head: Sketch = { method: 'HEAD', text: '', headers: { 'content-length': '99' } };
    expect(where(caseRule('method.head-length', params, evidence({ get, head, again: get })))).toEqual([
      'header content-length',
    ]);
    expect(
      caseRule('method.head-length', params, evidence({ get, head, again: { body: { id: 1, more: 2 } } })).kind,
    ).toBe('inapplicable');
    expect(
      caseRule('method.head-length', params, evidence({ get, head: { ...head, status: 405 }, again: get })).kind,
    ).toBe('inapplicable');
    expect(
      caseRule('method.head-length', params, evidence({ get, head: { ...head, headers: {} }, again: get })).kind,
    ).toBe('inapplicable');
  });

  test('a successful OPTIONS may list more, and tell in other fields', () => {
    const params = { step: 'probe', methods: ['GET'] };
    expect(
      caseRule(
        'method.options',
        params,
        probe({ method: 'OPTIONS', status: 200, headers: { allow: 'OPTIONS, HEAD, GET, PUT' } }),
      ),
    ).toEqual(PASS);
    expect(
      caseRule(
        'method.options',
        params,
        probe({ method: 'OPTIONS', status: 200, headers: { 'access-control-allow-methods': 'POST' } }),
      ),
    ).toEqual(PASS);
    expect(caseRule('method.options', params, probe({ method: 'OPTIONS', status: 401 })).kind).toBe('inapplicable');
    expect(actual(caseRule('method.options', params, probe({ method: 'OPTIONS', status: 204 })))).toEqual(['absent']);
  });
});

describe('what did not arrive', () => {
  test.each([
    ['reset', 'inconclusive'],
    ['unread', 'inconclusive'],
    ['truncated', 'judged'],
    ['protocol', 'judged'],
    ['refused', 'inconclusive'],
    ['unresolved', 'inconclusive'],
    ['timeout', 'inconclusive'],
    ['tls', 'inconclusive'],
    ['not-sent', 'inconclusive'],
  ] as const)('%s is %s: only an answer that had begun is the service’s own', (failure, kind) => {
    const judgement = passive('http.complete', { failure });
    expect(judgement.kind).toBe(kind);
    if (kind === 'judged') expect(actual(judgement)[0]).toContain(failure);
  });

  test('a page of a walk that was not answered leaves the walk open', () => {
    const params = {
      step: 'walk',
      records: '/result',
      uid: '/id',
      headers: { current: 'c', next: 'n', previous: 'p', total: 't' },
      size: 2,
      ends: 'absent',
    };
    const judgement = caseRule(
      'page.no-duplicates',
      params,
      evidence({ walk: [{ body: { result: [{ id: 1 }] } }, { failure: 'timeout' }] }),
    );
    expect(judgement).toMatchObject({
      kind: 'inconclusive',
      cause: expect.stringContaining('page 2 has no response') as string,
    });
  });

  test('a write that is not on record cannot be compared with what is read', () => {
    const params = { written: 'create', read: 'read', sent: '', shown: '', skip: [] };
    expect(
      caseRule('lifecycle.read-back', params, evidence({ create: { method: 'POST', status: 201 }, read: { body: {} } }))
        .kind,
    ).toBe('inconclusive');
  });
});

describe('server errors', () => {
  test.each([
    [500, ['status']],
    [500, ['status']],
    [502, []],
    [521, []],
    [501, []],
    [503, []],
  ] as const)('%i', (status, expected) => {
    expect(where(passive('http.no-server-error', { status }))).toEqual(expected);
  });

  test('a server error is told once, and not as an undocumented status too', () => {
    expect(passive('http.status-documented', { status: 500 }).kind).toBe('inapplicable');
    expect(passive('http.date', { status: 500, headers: { date: null } }).kind).toBe('inapplicable');
  });

  test('that the caller asked too often is no status of what it asked', () => {
    expect(passive('http.status-documented', { status: 429 }).kind).toBe('inapplicable');
    expect(where(passive('http.status-documented', { status: 428 }))).toEqual(['status']);
  });

  test('where calls are not limited, one that was served when it was sent again was throttled', () => {
    const served = exchange();
    const { response } = exchange({ status: 429 });
    expect(passive('http.not-throttled', served)).toEqual(PASS);
    expect(actual(passive('http.not-throttled', { ...served, earlier: response ? [{ response }] : [] }))).toEqual([
      '429',
    ]);
  });
});

describe('headers', () => {
  test.each([
    [DATE, true],
    ['Tue, 10 Mar 2026 01:00:00 UTC', false],
    ['Tuesday, 10-Mar-26 01:00:00 GMT', false],
    ['Tue, 99 Mar 2026 01:00:00 GMT', false],
    ['Tue Mar 10 01:00:00 2026', false],
    ['', false],
  ])('Date %j is an IMF-fixdate: %j', (date, right) => {
    expect(where(passive('http.date', { headers: { date } }))).toEqual(right ? [] : ['header date']);
  });

  test.each([
    ['Bearer', true],
    ['Bearer realm="x", error="invalid_token"', true],
    ['', false],
    ['"quoted"', false],
  ])('WWW-Authenticate %j is a challenge: %j', (value, right) => {
    expect(where(passive('http.challenge', { status: 401, headers: { 'www-authenticate': value } }))).toEqual(
      right ? [] : ['header www-authenticate'],
    );
  });

  test.each([
    ['application/problem+json', true],
    ['application/json;charset=utf-8', true],
    ['application/jsonp', false],
    ['application/json-patch+json', false],
    ['', false],
  ])('content type %j is JSON: %j', (type, right) => {
    expect(where(passive('http.media-type', { body: {}, headers: { 'content-type': type } }))).toEqual(
      right ? [] : ['header content-type'],
    );
  });

  test('what HTTP itself gives a type is none of the contract’s', () => {
    const back: Sketch = { method: 'TRACE', text: 'TRACE / HTTP/1.1', headers: { 'content-type': 'message/http' } };
    const parts: Sketch = { status: 206, text: '--x', headers: { 'content-type': 'multipart/byteranges; boundary=x' } };
    for (const answer of [back, parts]) expect(passive('http.media-type', answer).kind).toBe('inapplicable');
    expect(passive('http.cache-control', { ...back, headers: { 'cache-control': null } }).kind).toBe('inapplicable');
  });

  test('an error is declared as errors are, and a success as what it brings', () => {
    const of = operation({ mediaType: 'image/svg+xml', refusalMedia: ['application/json'] });
    const told = (status: number, type: string): unknown =>
      where(passive('http.media-type', { status, body: {}, headers: { 'content-type': type } }, of));
    expect(told(200, 'image/svg+xml')).toEqual([]);
    expect(told(404, 'application/json')).toEqual([]);
    expect(told(404, 'application/problem+json')).toEqual([]);
    expect(told(404, 'image/svg+xml')).toEqual(['header content-type']);
    expect(told(200, 'application/json')).toEqual(['header content-type']);
  });

  test('a compressed answer has no comparable length', () => {
    expect(
      passive('http.content-length', { headers: { 'content-encoding': 'gzip', 'content-length': '3' } }).kind,
    ).toBe('inapplicable');
  });

  test('Retry-After is asked of nobody and judged everywhere', () => {
    expect(passive('http.retry-after', { status: 429 }).kind).toBe('inapplicable');
    expect(passive('http.retry-after', { status: 200 }).kind).toBe('inapplicable');
    expect(passive('http.retry-after', { status: 503, headers: { 'retry-after': DATE } })).toEqual(PASS);
    expect(where(passive('http.retry-after', { status: 503, headers: { 'retry-after': '-1' } }))).toEqual([
      'header retry-after',
    ]);
    expect(
      where(passive('http.retry-after', { status: 503, headers: { 'retry-after': 'Tue, 99 Mar 2026 01:00:00 GMT' } })),
    ).toEqual(['header retry-after']);
  });

  test('a batch of several records needs no Location', () => {
    expect(passive('http.location', { method: 'POST', status: 201, body: [{}, {}] }).kind).toBe('inapplicable');
    expect(where(passive('http.location', { method: 'POST', status: 201, body: [{}] }))).toEqual(['header location']);
  });

  test('a Location leads inside where fewer can follow than could ask, or by another port or without TLS', () => {
    const led = (location: string, asked: { secure?: boolean } = {}): ReturnType<typeof where> =>
      where(passive('http.location-reachable', { method: 'POST', status: 201, headers: { location }, ...asked }));
    const inside = [
      'http://10.1.2.3/books/1',
      'http://app/books/1',
      'http://[fd00::1]/books/1',
      'http://library.test:81/b',
    ];
    expect(inside.flatMap((location) => led(location))).toEqual(inside.map(() => 'header location'));
    expect(led('http://library.test/books/1', { secure: true })).toEqual(['header location']);
    expect(led('https://library.test:8443/books/1')).toEqual([]);
    expect(led('//library.test/books/1', { secure: true })).toEqual([]);
  });

  test('an error need not forbid caching', () => {
    expect(passive('http.cache-control', { status: 404, headers: { 'cache-control': null } }).kind).toBe(
      'inapplicable',
    );
  });
});

describe('a record that is not where it is looked for', () => {
  const params = { written: 'update', read: 'update', sent: '', shown: '', skip: [] };
  const update = (answer: Sketch) =>
    caseRule('store.equals', params, evidence({ update: { method: 'PATCH', sent: { title: 'Ball' }, ...answer } }));

  test.each([202, 204] as const)('a %i shows none', (status) => {
    expect(update({ status, text: '' }).kind).toBe('inapplicable');
  });

  test('a 200 without content shows none either, and that is told', () => {
    expect(where(update({ status: 200, text: '' }))).toEqual(['body#/title']);
  });

  test('the record as it was before the update is told', () => {
    expect(where(update({ body: { title: 'Sphere' } }))).toEqual(['body#/title']);
  });
});

test('of what an answer may be without another value alone is told, and all of it where there is no record', () => {
  const params = { written: 'create', read: 'create', sent: '', shown: '', skip: [], sometimes: ['pages'] };
  const made = (body: Json) =>
    where(
      caseRule('store.equals', params, evidence({ create: { status: 201, sent: { title: 'Ball', pages: 12 }, body } })),
    );
  expect(made({ title: 'Ball' })).toEqual([]);
  expect(made({ title: 'Ball', pages: 13 })).toEqual(['body#/pages']);
  expect(made({ pages: 12 })).toEqual(['body#/title']);
  expect(made('Ball')).toEqual(['body#/title', 'body#/pages']);
});

test('a merge patch is held against what it was applied to, at any depth; what it clears may be shown as null', () => {
  const params = { written: 'update', read: 'read', onto: 'create', sent: '', shown: '', skip: [] };
  const stored = (shown: Json) =>
    where(
      caseRule(
        'store.equals',
        params,
        evidence({
          create: {
            method: 'POST',
            sent: { name: 'Ada', home: { street: 'A', at: { floor: 1, door: 2 }, post: 'x' } },
          },
          update: { method: 'PATCH', sent: { home: { at: { door: 3 }, post: null } } },
          read: { body: { name: 'Ada', home: shown } },
        }),
      ),
    );
  expect(stored({ street: 'A', at: { floor: 1, door: 3 } })).toEqual([]);
  expect(stored({ street: 'A', at: { floor: 1, door: 3 }, post: null })).toEqual([]);
  expect(stored({ at: { door: 3 }, post: 'x' })).toEqual([
    'body#/home/street',
    'body#/home/at/floor',
    'body#/home/post',
  ]);
});

describe('what says that there is nothing', () => {
  const stored = (sent: Json, first: Json, last?: Json) => {
    const params = { written: 'create', read: 'last', sent: '', shown: '', skip: [] };
    const all = evidence({
      create: { method: 'POST', sent, status: 201 },
      first: { body: first },
      last: { body: last ?? first },
    });
    return where(caseRule('store.equals', last === undefined ? params : { ...params, first: 'first' }, all));
  };

  test('a member that was sent as null may be shown as null, or left out', () => {
    expect(stored({ note: null }, { note: null })).toEqual([]);
    expect(stored({ note: null }, {})).toEqual([]);
    expect(stored({ note: null }, { note: 'x' })).toEqual(['body#/note']);
    expect(stored({ note: 'x' }, { note: null })).toEqual(['body#/note']);
  });

  test('what the first read showed otherwise already, reading did not change', () => {
    expect(stored({ at: '01:00+00:00' }, { at: '01:00Z' }, { at: '01:00Z' })).toEqual([]);
    expect(stored({ at: '01:00' }, { at: '01:00' }, { at: '02:00' })).toEqual(['body#/at']);
    expect(stored({ at: '01:00' }, { at: '02:00' }, { at: '03:00' })).toEqual(['body#/at']);
  });
});

describe('what only carries an answer is no part of it', () => {
  const same = (fields: Sketch['headers']) => {
    const refused = { status: 404, body: problem('not_found', 'There is no book.') };
    const params = { forbidden: 'forbidden', absent: 'absent' };
    const given = evidence({ forbidden: { ...refused, headers: { ...fields } }, absent: { ...refused, headers: {} } });
    return where(caseRule('access.same-answer', params, given));
  };

  test('fields of the connection and of the framing tell nobody anything', () => {
    expect(same({ connection: 'close', 'transfer-encoding': 'chunked', 'keep-alive': 'timeout=5' })).toEqual([]);
    expect(same({ 'x-owner': 'other' })).toEqual(['headers']);
  });
});

test('a 200 to DELETE may say how it went (RFC 9110 §9.3.5), a 204 may not', () => {
  const remove = operation({
    method: 'DELETE',
    responseSchema: null,
    success: [200, 204],
    documented: { 200: null, 204: null },
  });
  const answer = (status: number, method = 'DELETE') =>
    passive('http.body-schema', { method, status, body: { gone: true } }, { ...remove, method });
  expect(answer(200).kind).toBe('inapplicable');
  expect(where(answer(204))).toEqual(['body']);
  expect(where(answer(200, 'PUT'))).toEqual(['body']);
});

test('the name of the day is that of the date (RFC 5322 §3.3)', () => {
  const dated = (date: string) => where(passive('http.date', { headers: { date } }));
  expect(dated('Thu, 26 Nov 2026 10:00:00 GMT')).toEqual([]);
  expect(dated('Fri, 26 Nov 2026 10:00:00 GMT')).toEqual(['header date']);
});

test('an error may write the name of a header field in any letters, and no other name', () => {
  const family = { name: 'f', entries: '/errors', code: 'code', source: '/source/pointer' };
  const named = (source: Json) =>
    where(
      caseRule(
        'outcome.form',
        {
          step: 'probe',
          kind: 'value',
          statuses: [400],
          success: { statuses: [200] },
          family,
          field: { name: 'X-Page' },
        },
        probe({ status: 400, body: { errors: [{ code: 'a', source }] } }),
      ),
    );
  expect(named({ header: 'x-page' })).toEqual([]);
  expect(named({ member: 'x-page' })).not.toEqual([]);
});
