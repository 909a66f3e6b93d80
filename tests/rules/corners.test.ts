/** The corners of rules that one example of each does not reach. */
import { describe, expect, test } from 'vitest';
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import type { HeaderList } from '../../src/model/headers.ts';
import { parseChallenges } from '../../src/rules/http-security.ts';
import { scanJson } from '../../src/rules/http-json.ts';
import { findRule } from '../../src/rules/registry.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import type { Judgement } from '../../src/rules/model.ts';
import {
  evidence,
  exchange,
  findings,
  FLAGGED,
  onCase,
  operation,
  probe,
  problem,
  type Sketch,
  SUCCESS,
} from './support.ts';

function onAnswer(id: RuleId, sketch: Sketch, asked: HeaderList = [], url?: string): Judgement {
  const rule = findRule(id);
  if (rule?.kind !== 'passive') throw new Error(`no passive rule ${id}`);
  const made: Exchange = exchange(sketch);
  return rule.judge(
    { ...made, request: { ...made.request, headers: asked, ...(url === undefined ? {} : { url }) } },
    operation({ carrier: 'access-token' }),
    [],
  );
}

const passed = { kind: 'judged', findings: [] };

test.each(['http.status-documented', 'http.error-shape'] as const)(
  '%s leaves 412 to who asks with If-Match, of which the contract says nothing',
  (id) => {
    const refused: Sketch = { status: 412, text: '' };
    expect(onAnswer(id, refused, [['if-match', '"a"']]).kind).toBe('inapplicable');
    expect(findings(onAnswer(id, refused))).toBe(1);
  },
);

test.each<[string, object | undefined]>([
  ['names none of the services', { aud: 'UNATTENDED' }],
  ['names nobody', {}],
  ['cannot be read', undefined],
])('a token that %s is held against nothing that was asked for', (_what, claims) => {
  const token: Sketch = {
    asserted: { header: {}, claims: { 'token.aud': 'a' } },
    ...(claims === undefined ? {} : { decoded: { header: {}, claims: claims as never } }),
  };
  const params = { steps: ['own', 'other'], claim: 'token.aud' };
  expect(onCase('token.audience-asked', params, evidence({ own: token, other: token })).kind).toBe('inapplicable');
});

test.each<[string, string, string, number]>([
  ['none', '', '', 0],
  ['the same', 'ready', 'ready', 0],
  ['another with the body', 'ready', 'busy', 1],
])('a GET with a body whose answer is no JSON: %s', (_what, text, changed, expected) => {
  const params = { plain: 'plain', steady: 'steady', probe: 'probe' };
  const judged = onCase(
    'method.get-content',
    params,
    evidence({ plain: { text }, steady: { text }, probe: { text: changed } }),
  );
  expect(findings(judged)).toBe(expected);
});

test('a text that changes of itself says nothing of a GET with a body', () => {
  const params = { plain: 'plain', steady: 'steady', probe: 'probe' };
  const given = evidence({ plain: { text: 'one' }, steady: { text: 'two' }, probe: { text: 'three' } });
  expect(onCase('method.get-content', params, given).kind).toBe('inconclusive');
});

describe('the text of a JSON document', () => {
  test('names are compared as they are read, and only within one object', () => {
    expect(scanJson('{"a":{"b":1},"c":{"b":2},"d":["b","b"]}').repeated).toEqual([]);
    expect(scanJson('{"a":{"b":1,"\\u0062":2}}').repeated).toEqual(['b']);
    expect(scanJson('{"a\\"b":1,"a\\"b":2}').repeated).toEqual(['a"b']);
  });

  test('numbers are those outside of texts, as they were written', () => {
    expect(scanJson('{"a":-1.50E+2,"b":"1234567890123456","c":[0,12345678901234567],"d":1e400}').numbers).toEqual([
      '-1.50E+2',
      '12345678901234567',
      '1e400',
    ]);
  });

  test('no depth is too deep', () => {
    const depth = 200_000;
    expect(scanJson(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual({ repeated: [], numbers: [] });
  });
});

describe('challenges', () => {
  const parse = (value: string): ReturnType<typeof parseChallenges> =>
    parseChallenges({ status: 401, headers: [['www-authenticate', value]], body: '', bytes: 0 });

  test('several in one field', () => {
    expect(parse('Basic realm="a, b", Bearer realm=x, error="invalid_token"')).toEqual([
      { scheme: 'basic', parameters: [['realm', 'a, b']] },
      {
        scheme: 'bearer',
        parameters: [
          ['realm', 'x'],
          ['error', 'invalid_token'],
        ],
      },
    ]);
  });

  test('a repeated parameter is found, and a scheme of another kind is nothing to RFC 6750', () => {
    expect(
      findings(
        onAnswer('http.challenge-parameters', {
          status: 401,
          headers: { 'www-authenticate': 'Bearer realm="a", realm="b"' },
        }),
      ),
    ).toBe(1);
    expect(onAnswer('http.challenge-parameters', { status: 401, headers: { 'www-authenticate': 'Basic' } }).kind).toBe(
      'inapplicable',
    );
  });

  test('an error code is judged by whether one token was in its place', () => {
    const bare: Sketch = { status: 401, headers: { 'www-authenticate': 'Bearer realm="library"' } };
    expect(onAnswer('http.challenge-error', bare)).toEqual(passed);
    const short = 'Bearer realm="library", error="insufficient_scope"';
    const lacks = (more: string): Sketch => ({ status: 401, headers: { 'www-authenticate': `${short}${more}` } });
    expect(onAnswer('http.challenge-error', lacks(', scope="write"'), [['access-token', '[redacted]']])).toEqual(
      passed,
    );
    expect(findings(onAnswer('http.challenge-error', lacks(''), [['access-token', '[redacted]']]))).toBe(1);
    expect(findings(onAnswer('http.challenge-error', bare, [['access-token', '[redacted]']]))).toBe(1);
    expect(
      onAnswer('http.challenge-error', bare, [
        ['access-token', '[redacted]'],
        ['access-token', '[redacted]'],
      ]).kind,
    ).toBe('inapplicable');
    expect(onAnswer('http.challenge-error', bare, [['authorization', '[redacted]']]).kind).toBe('inapplicable');
    expect(onAnswer('http.challenge-error', bare, [], 'http://library.test/books?access_token=[redacted]').kind).toBe(
      'inapplicable',
    );
  });
});

describe('answers', () => {
  test('a cookie is Secure over TLS', () => {
    const sketch: Sketch = { headers: { 'set-cookie': 's=[redacted]; httponly; samesite=lax' } };
    expect(onAnswer('http.cookies', sketch)).toEqual(passed);
    expect(findings(onAnswer('http.cookies', sketch, [], 'https://library.test/books'))).toBe(1);
  });

  test('an origin that nobody knows is open with credentials; a star opens nothing, and a partner is known', () => {
    const allowing = (origin: string): Sketch => ({
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
    });
    expect(onAnswer('http.cross-origin', { headers: { 'access-control-allow-origin': '*' } }).kind).toBe(
      'inapplicable',
    );
    expect(findings(onAnswer('http.cross-origin', allowing('null')))).toBe(1);
    expect(onAnswer('http.cross-origin', allowing('*'))).toEqual(passed);
    expect(
      findings(
        onAnswer('http.cross-origin', allowing('https://page.plumbline.invalid'), [
          ['origin', 'https://page.plumbline.invalid'],
        ]),
      ),
    ).toBe(1);
    expect(onAnswer('http.cross-origin', allowing('https://partner.org'), [['origin', 'https://partner.org']])).toEqual(
      passed,
    );
  });

  test('an error is not for caches, whatever its status', () => {
    expect(onAnswer('http.error-uncached', { status: 400, headers: { 'cache-control': null } }).kind).toBe(
      'inapplicable',
    );
    expect(
      findings(onAnswer('http.error-uncached', { status: 400, headers: { 'cache-control': 'public, max-age=60' } })),
    ).toBe(1);
    for (const value of [['private', 'community="a, max-age=60"'], 'no-store, x="public"'])
      expect(onAnswer('http.error-uncached', { status: 404, headers: { 'cache-control': value } })).toEqual(passed);
    expect(
      findings(onAnswer('http.error-uncached', { status: 404, headers: { 'cache-control': 's-maxage=60' } })),
    ).toBe(1);
    expect(onAnswer('http.error-uncached', { status: 405, headers: { 'cache-control': 'max-age=0' } })).toEqual(passed);
  });

  test('a coding that was at fault may be named', () => {
    const sketch: Sketch = { method: 'POST', status: 415, headers: { 'accept-encoding': 'gzip' } };
    expect(onAnswer('http.media-hint', sketch, [['content-encoding', 'br']]).kind).toBe('inapplicable');
  });

  test('content that is declared as JSON is judged by its bytes, and read on after a byte order mark', () => {
    const made = exchange({ text: '{"a":"\ufffd"}' });
    const rule = findRule('http.json');
    const latin: Exchange = {
      ...made,
      ...(made.response === undefined ? {} : { response: { ...made.response, utf8: false } }),
    };
    expect(rule?.kind === 'passive' && findings(rule.judge(latin, operation(), []))).toBe(1);
    expect(findings(onAnswer('http.json', { text: '\ufeff{"a":1}' }))).toBe(1);
    expect(findings(onAnswer('http.json', { text: '\ufeff{"a":1,}' }))).toBe(2);
    expect(findings(onAnswer('http.unique-names', { text: '\ufeff{"a":1,"a":2}' }))).toBe(1);
    expect(onAnswer('http.json', { text: '<p>', headers: { 'content-type': 'text/html' } }).kind).toBe('inapplicable');
  });

  test('what is masked for its name or its form is no token of ours', () => {
    expect(
      onAnswer('http.no-token', { body: { password: ['[redacted]'] }, headers: { 'x-cursor': '[redacted]' } }),
    ).toEqual(passed);
  });

  test('413 and 415 need content to be about', () => {
    expect(findings(onAnswer('http.status-meaning', { status: 415 }))).toBe(1);
    expect(onAnswer('http.status-meaning', { method: 'DELETE', sent: {}, status: 415 })).toEqual(passed);
    expect(onAnswer('http.status-meaning', { method: 'POST', status: 415 }).kind).toBe('inapplicable');
  });
});

describe('a refusal inside an array answer', () => {
  const params = {
    step: 'probe',
    kind: 'value',
    statuses: [200],
    success: FLAGGED,
    item: '/0',
    family: {
      name: 'item',
      entries: '/result/errors',
      code: 'error_identifier',
      codePattern: '^\\d{5}[A-Z]{3,6}$',
      detail: 'error_description',
    },
    field: { name: 'isbn', element: 'E9' },
    codes: ['10045'],
  };
  const answer = (success: boolean, error_identifier: string, error_description: string): CaseEvidence =>
    probe({
      method: 'POST',
      body: [{ success, correlation_id: 'c1', result: { errors: [{ error_identifier, error_description }] } }],
    });

  test('is one although the status is a success, and has a form of its own', () => {
    const named = answer(false, '10045STUDNT', 'isbn (E9) is taken.');
    expect(onCase('outcome.refused', params, named)).toEqual(passed);
    expect(onCase('outcome.form', params, named)).toEqual(passed);
    expect(findings(onCase('outcome.refused', params, answer(true, '10045STUDNT', 'isbn is taken.')))).toBe(1);
    expect(findings(onCase('outcome.form', params, answer(false, '10046STUDNT', 'isbn is taken.')))).toBe(1);
    const unnamed = answer(false, '10045STUDNT', 'It is taken.');
    expect(findings(onCase('outcome.form', params, unnamed))).toBe(1);
    expect(onCase('outcome.form', { ...params, family: { ...params.family, unnamed: true } }, unnamed)).toEqual(passed);
  });
});

describe('texts and numbers', () => {
  const params = { written: 'create', read: 'read', shown: '/result/book/price', text: '1e400', success: FLAGGED };
  const stored = (price: number | null): CaseEvidence =>
    evidence({
      create: { method: 'POST', body: { success: true } },
      read: { body: { success: true, result: { book: { price } } } },
    });

  test('what no double holds may only be refused', () => {
    expect(
      onCase('input.number-text', params, evidence({ create: { status: 400, body: problem('shape', 'no') } })),
    ).toEqual(passed);
    expect(findings(onCase('input.number-text', params, stored(null)))).toBe(1);
    expect(findings(onCase('input.number-text', params, evidence({ create: { status: 500 } })))).toBe(1);
  });

  test('a negative zero is zero', () => {
    expect(onCase('input.number-text', { ...params, text: '-0' }, stored(0))).toEqual(passed);
  });

  test('half of a pair may be refused, and is kept if it is not', () => {
    const trap = {
      written: 'create',
      read: 'read',
      sent: '/book/title',
      shown: '/result/book/title',
      success: FLAGGED,
    };
    const sent = { book: { title: 'Ada \uD83D' } };
    const kept = (title: string): CaseEvidence =>
      evidence({
        create: { method: 'POST', sent, body: { success: true } },
        read: { body: { success: true, result: { book: { title } } } },
      });
    expect(onCase('input.text-trap', trap, evidence({ create: { sent, body: { success: false } } }))).toEqual(passed);
    expect(onCase('input.text-trap', trap, kept('Ada \uD83D'))).toEqual(passed);
    const lost = onCase('input.text-trap', trap, kept('Ada \uFFFD'));
    expect(lost.kind === 'judged' && lost.findings[0]?.actual).toBe('"Ada \\ufffd"');
  });
});

describe('records', () => {
  test('removed parts may be shown as none, or not be shown', () => {
    const params = { read: 'read', members: ['channels'], shown: '' };
    for (const body of [{ name: 'x', channels: [] }, { name: 'x' }])
      expect(onCase('lifecycle.empties', params, evidence({ read: { body } }))).toEqual(passed);
    expect(findings(onCase('lifecycle.empties', params, evidence({ read: { body: { channels: null } } })))).toBe(1);
  });

  test('updates at once: none may fail inside, and one must win', () => {
    const params = { writes: 'writes', read: 'read', members: ['title'], sent: '', shown: '', success: SUCCESS };
    const write = (status: number, title: string): Sketch => ({ method: 'PATCH', status, sent: { title }, body: {} });
    const given = (writes: readonly Sketch[], title: string): CaseEvidence =>
      evidence({ writes, read: { body: { title } } });
    expect(onCase('lifecycle.concurrent-writes', params, given([write(200, 'a'), write(409, 'b')], 'a'))).toEqual(
      passed,
    );
    expect(
      findings(onCase('lifecycle.concurrent-writes', params, given([write(200, 'a'), write(409, 'b')], 'b'))),
    ).toBe(1);
    expect(
      findings(onCase('lifecycle.concurrent-writes', params, given([write(200, 'a'), write(500, 'b')], 'a'))),
    ).toBe(1);
    expect(
      findings(onCase('lifecycle.concurrent-writes', params, given([write(409, 'a'), write(409, 'b')], 'c'))),
    ).toBe(1);
  });

  test('an update that was accepted has nothing to take back', () => {
    const params = { before: 'before', update: 'update', after: 'after', member: '/title', success: SUCCESS };
    expect(
      onCase('lifecycle.update-atomic', params, evidence({ before: {}, update: { method: 'PATCH' }, after: {} })).kind,
    ).toBe('inapplicable');
  });

  test('absent and forbidden may name the identifier that was asked for', () => {
    const params = { forbidden: 'forbidden', absent: 'absent' };
    const answer = (status: number, more: Sketch = {}): Sketch => ({
      status,
      body: problem('not_found', 'no'),
      ...more,
    });
    expect(
      findings(onCase('access.same-answer', params, evidence({ forbidden: answer(403), absent: answer(404) }))),
    ).toBe(1);
    expect(
      findings(
        onCase(
          'access.same-answer',
          params,
          evidence({ forbidden: answer(404, { headers: { 'x-owner': 'b' } }), absent: answer(404) }),
        ),
      ),
    ).toBe(1);
    const broken = onCase('access.same-answer', params, evidence({ forbidden: answer(404), absent: answer(502) }));
    expect(broken.kind).toBe('inconclusive');
  });
});

test.each(['unknown', 'known'])('two refusals of devices are not compared where one is a breakdown: %s', (which) => {
  const answers = { unknown: { status: 400 }, known: { status: 400 }, [which]: { status: 500 } };
  const params = { unknown: 'unknown', known: 'known' };
  expect(onCase('token.same-refusal', params, evidence(answers)).kind).toBe('inconclusive');
});

describe('raw traffic', () => {
  const raw = (more: object, given: CaseEvidence): Judgement =>
    onCase('raw.refused', { step: 'probe', statuses: [400], mayClose: true, ...more }, given);

  test('a closed connection is a refusal only where HTTP lets it be', () => {
    expect(raw({}, probe({ failure: 'reset' }))).toEqual(passed);
    expect(findings(raw({ mayClose: false }, probe({ failure: 'reset' })))).toBe(1);
  });

  test('mended and served is right where it is allowed', () => {
    expect(findings(raw({}, probe({})))).toBe(1);
    expect(raw({ success: SUCCESS }, probe({}))).toEqual(passed);
  });
});

test('a refusal that nobody provokes leaves the operation open', () => {
  const judgement = onCase('coverage.exercised', { step: 'probe', success: SUCCESS, unprovoked: ['page'] }, probe({}));
  expect(judgement).toEqual({ kind: 'inconclusive', cause: 'no case provokes the declared rejection: page' });
});

test('a warning may be named by its code alone', () => {
  const params = { step: 'probe', messages: '/messages', codes: ['10123'] };
  expect(onCase('warning.given', params, probe({ body: { messages: [{ code: '10123STUDNT' }] } }))).toEqual({
    kind: 'judged',
    findings: [],
  });
  expect(onCase('warning.given', params, probe({ body: { messages: [] } })).kind).toBe('judged');
});

test('parts that a record never showed cannot be seen to be removed', () => {
  const params = { before: 'before', read: 'read', members: ['channels'], shown: '' };
  const hidden: Sketch = { body: { name: 'x' } };
  expect(onCase('lifecycle.empties', params, evidence({ before: hidden, read: hidden })).kind).toBe('inconclusive');
  expect(
    findings(onCase('lifecycle.empties', params, evidence({ before: hidden, read: { body: { channels: [{}] } } }))),
  ).toBe(1);
});
