/** Examples of the passive rules that have a file of their own. */
import type { Exchange } from '../../../src/model/exchange.ts';
import type { HeaderList } from '../../../src/model/headers.ts';
import type { Json } from '../../../src/plan/model.ts';
import type { PassiveRuleId } from '../../../src/rules/ids.ts';
import { exchange, operation, problem, type Sketch } from '../support.ts';
import type { PassiveExample } from './example.ts';

type Asked = Sketch & { readonly asked?: HeaderList; readonly url?: string; readonly secrets?: readonly string[] };

/** An exchange whose request had these fields, or this address. */
function made({ asked, url, secrets, ...sketch }: Asked): Exchange {
  const plain = exchange(sketch);
  const told =
    plain.response === undefined || secrets === undefined ? {} : { response: { ...plain.response, secrets } };
  return {
    ...plain,
    request: {
      ...plain.request,
      ...(asked === undefined ? {} : { headers: asked }),
      ...(url === undefined ? {} : { url }),
    },
    ...told,
  };
}

function on(pass: Asked, fail: Asked, where: readonly string[]): PassiveExample {
  return {
    operation: operation({ carrier: 'access-token', scheme: 'bearer', request: 'plain' }),
    pass: made(pass),
    fail: made(fail),
    where,
  };
}

const LATER = 'Tue, 10 Mar 2026 01:01:01 GMT';
const EARLIER = 'Mon, 09 Mar 2026 23:59:59 GMT';
const TOKEN: HeaderList = [['access-token', '[redacted]']];
const challenge = (value: string): Sketch => ({ status: 401, headers: { 'www-authenticate': value } });
const problemOf = (status: number, body: Json): Sketch => ({
  status,
  body,
  headers: { 'content-type': 'application/problem+json' },
});
const INPUT = { title: 'A long enough title to be recognised', pages: 12 };

export const answerExamples = {
  'http.dates': on(
    { headers: { 'last-modified': EARLIER } },
    { headers: { 'last-modified': EARLIER, expires: 'soon' } },
    ['header expires'],
  ),
  'http.last-modified': on({ headers: { 'last-modified': EARLIER } }, { headers: { 'last-modified': LATER } }, [
    'header last-modified',
  ]),
  'http.status-method': {
    operation: operation({ method: 'DELETE' }),
    pass: exchange({ status: 304, text: '' }),
    fail: exchange({ method: 'DELETE', status: 304, text: '' }),
    where: ['status'],
  },
  'http.status-meaning': {
    operation: operation({ method: 'DELETE' }),
    pass: exchange({ method: 'DELETE', sent: {}, status: 415 }),
    fail: exchange({ method: 'DELETE', status: 201 }),
    where: ['status'],
  },
  'http.status-fields': on({ status: 206, headers: { 'content-range': 'bytes 0-1/2' } }, { status: 206 }, [
    'header content-range',
  ]),
  'http.charset': on(
    { headers: { 'content-type': 'application/json; charset=utf-8' } },
    { headers: { 'content-type': 'application/json; charset=ISO-8859-1' } },
    ['header content-type'],
  ),
  'http.entity-tag': on({ headers: { etag: 'W/"v1"' } }, { headers: { etag: 'v1' } }, ['header etag']),
  'http.unique-names': on({ text: '{"a":1,"b":{"a":"\\"a\\":1"}}' }, { text: '{"a":1,"b":[],"\\u0061":2}' }, ['body']),
  'http.safe-numbers': on(
    { text: '{"a":9007199254740991,"b":"9007199254740993"}' },
    { text: '{"a":9007199254740993}' },
    ['body'],
  ),
  'http.banner': on(
    { headers: { server: 'gateway/2.4.1' } },
    { headers: { server: 'gateway/2.4.1 (Unix) tls/3.0.2 script/8.1' } },
    ['header server'],
  ),
  'http.software-version': on({ headers: { server: 'gateway' } }, { headers: { server: 'gateway/2.4.1' } }, [
    'header server',
  ]),
  'http.media-hint': on(
    { method: 'POST', status: 415 },
    { method: 'POST', status: 415, headers: { 'accept-encoding': 'gzip' } },
    ['header accept-encoding'],
  ),
  'http.challenge-parameters': on(challenge('Bearer realm="library"'), challenge('Bearer'), [
    'header www-authenticate',
  ]),
  'http.challenge-scheme': on(challenge('Basic realm="a", bearer realm="a"'), challenge('Basic realm="a"'), [
    'header www-authenticate',
  ]),
  'http.challenge-error': on(
    { ...challenge('Bearer realm="library", error="invalid_token"'), asked: TOKEN },
    challenge('Bearer realm="library", error="invalid_token"'),
    ['header www-authenticate'],
  ),
  'http.error-uncached': on(
    { status: 404, body: problem('not_found', 'no') },
    { status: 404, body: problem('not_found', 'no'), headers: { 'cache-control': null } },
    ['header cache-control'],
  ),
  'http.no-token': on(
    { body: { token: '[redacted]' } },
    { status: 401, body: problem('unauthorised', 'The token [redacted] is not valid.'), secrets: ['body'] },
    ['body'],
  ),
  'http.not-throttled': on({ status: 404 }, { status: 429 }, ['status']),
  'http.no-echo': on(
    { method: 'POST', sent: INPUT, status: 400, body: problem('bad_value', 'pages is wrong', '/pages') },
    { method: 'POST', sent: INPUT, status: 400, body: problem('bad_value', `This is wrong: ${JSON.stringify(INPUT)}`) },
    ['body'],
  ),
  'http.transport-security': on(
    {
      url: 'https://library.test/books/1',
      headers: { 'strict-transport-security': 'max-age=31536000; includeSubDomains' },
    },
    { headers: { 'strict-transport-security': 'max-age=31536000' } },
    ['header strict-transport-security'],
  ),
  'http.cross-origin': on(
    {
      headers: { 'access-control-allow-origin': 'https://library.example', 'access-control-allow-credentials': 'true' },
    },
    {
      asked: [['origin', 'https://page.example']],
      headers: { 'access-control-allow-origin': 'https://page.example', 'access-control-allow-credentials': 'true' },
    },
    ['header access-control-allow-origin'],
  ),
  'http.cookies': on(
    { headers: { 'set-cookie': 's=[redacted]; HttpOnly; SameSite=Strict' } },
    { headers: { 'set-cookie': ['s=[redacted]; HttpOnly; SameSite=Lax', 't=[redacted]; Path=/'] } },
    ['header set-cookie'],
  ),
  'http.answered': on({}, { failure: 'reset' }, ['exchange']),
  'http.allow-consistent': on(
    { method: 'PUT', status: 405, headers: { allow: '' } },
    { method: 'PUT', status: 405, headers: { allow: 'GET, PUT' } },
    ['header allow'],
  ),
  'http.expires': on({ headers: { expires: EARLIER } }, { headers: { expires: '0' } }, ['header expires']),
  'http.singletons': on(
    { headers: { vary: ['accept', 'origin'] } },
    { headers: { 'content-type': ['application/json', 'text/plain'] } },
    ['header content-type'],
  ),
  'http.one-length': on(
    { headers: { 'transfer-encoding': 'chunked', 'content-length': null } },
    { headers: { 'transfer-encoding': 'chunked' } },
    ['header content-length'],
  ),
  'http.transfer-coding': on(
    { headers: { 'transfer-encoding': 'Chunked', 'content-length': null } },
    { headers: { 'transfer-encoding': 'plumb', 'content-length': null } },
    ['header transfer-encoding'],
  ),
  'http.field-grammar': on(
    {
      headers: {
        'content-type': 'application/json; charset="utf-8";',
        vary: '*',
        location: '/books/1?q=%20',
        'cache-control': 'private="a,, b", max-age=60',
        allow: '',
        age: '0',
        'content-language': 'en-AU, mi',
      },
    },
    {
      headers: {
        'content-type': 'json',
        vary: 'accept;q=1',
        location: '/books/the first',
        'cache-control': 'max-age="60"',
        allow: 'GET, , PUT',
        age: '-5',
        'content-language': 'en_AU!',
      },
    },
    [
      'header cache-control',
      'header content-type',
      'header vary',
      'header location',
      'header allow',
      'header age',
      'header content-language',
    ],
  ),
  'http.link': on(
    { headers: { link: '<https://library.test/books?page=2>; rel="next"; title="a, b", </books>; rel=first,' } },
    { headers: { link: '</books?page=2>; title="rel=next", /books; rel=first, </books>; rel=self; rel=up' } },
    ['header link', 'header link', 'header link'],
  ),
  'http.kept-fields': {
    ...on(
      { status: 304, text: '', headers: { etag: '"v1"', vary: 'accept' } },
      { status: 304, text: '', headers: { vary: 'accept', 'cache-control': null } },
      ['header cache-control', 'header etag'],
    ),
    beside: [exchange({ headers: { etag: '"v1"', vary: 'accept' } })],
  },
  'http.made': {
    ...on({ status: 200, body: { id: 1 } }, { status: 404, body: { title: 'Not found' } }, ['status']),
    beside: [exchange({ step: 'create', method: 'POST', status: 201, body: { id: 1 } })],
  },
  'http.problem-status': on(problemOf(404, { status: 404 }), problemOf(404, { status: 400 }), ['body#/status']),
  'http.problem-members': on(
    problemOf(404, { type: 'about:blank', status: 404, title: 'Not found', instance: '/books/1', extension: 1 }),
    problemOf(404, { type: 'not found', status: '404', title: ['Not found'], detail: null }),
    ['body#/type', 'body#/title', 'body#/detail', 'body#/status'],
  ),
} as const satisfies Readonly<Partial<Record<PassiveRuleId, PassiveExample>>>;
