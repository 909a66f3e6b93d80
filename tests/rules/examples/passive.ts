/** Examples of the rules that judge every answer. */
import type { PassiveRuleId } from '../../../src/rules/ids.ts';
import { exchange, operation, problem, type Sketch } from '../support.ts';
import type { PassiveExample } from './example.ts';

const BOOK = { id: 1, title: 'Sphere' };

/** The one sketch passes and the other fails, at these places. */
function on(pass: Sketch, fail: Sketch, where: readonly string[], more: Partial<PassiveExample> = {}): PassiveExample {
  return { operation: operation(), pass: exchange(pass), fail: exchange(fail), where, ...more };
}

export const passiveRuleExamples = {
  'http.complete': on({}, { failure: 'truncated' }, ['exchange']),
  'http.status-documented': on({ status: 404, body: problem('not_found', 'no') }, { status: 203 }, ['status']),
  'http.no-server-error': on({ status: 503, headers: { 'retry-after': '60' } }, { status: 500 }, ['status']),
  'http.media-type': on(
    { body: BOOK, headers: { 'content-type': 'Application/JSON ; charset=UTF-8' } },
    { body: BOOK, headers: { 'content-type': 'text/plain' } },
    ['header content-type'],
  ),
  'http.json': on({ body: BOOK }, { text: '{"id":1,}' }, ['body']),
  'http.body-schema': on({ body: BOOK }, { body: { id: '1', title: 'Sphere', inside: true } }, [
    'body#/inside',
    'body#/id',
  ]),
  'http.error-shape': on(
    { status: 404, body: problem('not_found', 'no') },
    { status: 404, text: '<h1>Not found</h1>' },
    ['body'],
  ),
  'http.token-life': on(
    { refused: { age: 3545, life: 3600, call: 812 } },
    { refused: { age: 2, life: 3600, call: 101 } },
    ['exchange'],
  ),
  'http.correlation': on(
    { sent: { correlation_id: 'one' }, body: { success: true, correlation_id: 'one' } },
    { sent: { correlation_id: 'one' }, body: { success: true, correlation_id: 'other' } },
    ['body correlation_id'],
    { operation: operation({ correlation: { member: 'correlation_id', success: 'success' } }) },
  ),
  'http.date': on({}, { headers: { date: '2026-03-10T01:00:00Z' } }, ['header date']),
  'http.content-length': on({ body: BOOK }, { body: BOOK, headers: { 'content-length': '3' } }, [
    'header content-length',
  ]),
  'http.no-content': on({ method: 'HEAD' }, { status: 204, text: '{}' }, ['body']),
  'http.no-leak': on(
    { status: 404, body: problem('not_found', 'There is no book at /books/1.') },
    { status: 500, body: problem('internal', 'TypeError: x\n    at find (/srv/app/lib/store.js:88:17)') },
    ['response', 'response', 'response'],
  ),
  'http.no-known-fault': on({ body: BOOK }, { body: { detail: 'Unexpected problem' } }, ['body'], {
    never: ['Unexpected problem'],
  }),
  'http.challenge': on({ status: 401, headers: { 'www-authenticate': 'Bearer realm="library"' } }, { status: 401 }, [
    'header www-authenticate',
  ]),
  'http.headers-declared': on(
    { headers: { 'x-version': '2' } },
    { headers: { 'x-version': '2', etag: '1' } },
    ['header ETag'],
    {
      operation: operation({
        headers: { 'X-Version': { value: '2' }, ETag: { pattern: '^"', optional: true } },
      }),
    },
  ),
  'http.allow': on({ method: 'PUT', status: 405, headers: { allow: 'GET, HEAD' } }, { method: 'PUT', status: 405 }, [
    'header allow',
  ]),
  'http.cache-control': on(
    { body: BOOK, headers: { 'cache-control': 'private, max-age=0' } },
    { body: BOOK, headers: { 'cache-control': 'public' } },
    ['header cache-control'],
  ),
  'http.retry-after': on(
    { status: 503, headers: { 'retry-after': '120' } },
    { status: 503, headers: { 'retry-after': 'soon' } },
    ['header retry-after'],
  ),
  'http.location-reachable': on(
    { method: 'POST', status: 201, body: BOOK, headers: { location: 'https://api.library.example/books/1' } },
    { method: 'POST', status: 201, body: BOOK, headers: { location: 'http://localhost:8080/books/1' } },
    ['header location'],
  ),
  'http.location': on(
    { method: 'POST', status: 201, body: BOOK, headers: { location: '/books/1' } },
    { method: 'POST', status: 201, body: BOOK },
    ['header location'],
    {
      operation: operation({ method: 'POST' }),
    },
  ),
} as const satisfies Readonly<Partial<Record<PassiveRuleId, PassiveExample>>>;
