/** Examples of the rules about access tokens, assertions, methods, paths, media types and the definition. */
import type { Json } from '../../../src/model/json.ts';
import type { CaseRuleId } from '../../../src/rules/ids.ts';
import { evidence, probe, type Sketch } from '../support.ts';
import { type CaseExample, refused } from './example.ts';

const token = { access_token: '[redacted]', token_type: 'Bearer', expires_in: 300 };
const form: Sketch = { method: 'POST', path: '/oauth/token' };
const WHOLE: Sketch = { text: 'abcdef' };
const PART: Sketch = { status: 206, headers: { 'content-range': 'bytes 1-2/6' } };

/** A token that was asked for one service, and says that it is for others. */
const forService = (asked: string, aud: Json): Sketch => ({
  method: 'POST',
  asserted: { header: {}, claims: { 'token.aud': asked } },
  decoded: { header: {}, claims: { aud } },
});

export const tokenExamples = {
  'token.response': {
    params: { step: 'probe' },
    pass: probe({ ...form, body: { ...token, token_type: 'bearer' } }),
    fail: probe({ ...form, body: { access_token: '', token_type: '', expires_in: '300' } }),
    where: ['body#/access_token', 'body#/token_type', 'body#/expires_in'],
  },
  'token.expires-in': {
    params: { step: 'probe' },
    pass: probe({
      ...form,
      body: { ...token, expires_in: 3600 },
      decoded: { header: {}, claims: { iat: 1000, exp: 4599 } },
    }),
    fail: probe({
      ...form,
      body: { ...token, expires_in: 3600 },
      decoded: { header: {}, claims: { iat: 1000, exp: 1600 } },
    }),
    where: ['body#/expires_in'],
  },
  'token.issued-now': {
    params: { step: 'probe' },
    pass: probe({
      ...form,
      body: token,
      headers: { date: 'Tue, 10 Mar 2026 01:00:00 GMT' },
      decoded: { header: {}, claims: { iat: 1773104405, nbf: 1773104100, exp: 1773104401 } },
    }),
    fail: probe({
      ...form,
      body: token,
      headers: { date: 'Tue, 10 Mar 2026 01:00:00 GMT' },
      decoded: { header: {}, claims: { iat: 1773104700, nbf: 1773104700, exp: 1773104300 } },
    }),
    where: ['claim iat', 'claim nbf', 'claim exp'],
  },
  'token.audience-asked': {
    params: { steps: ['own', 'other', 'again'], claim: 'token.aud' },
    pass: evidence({ own: forService('a', 'a'), other: forService('b', ['x', 'b']), again: forService('a', 'a') }),
    fail: evidence({ own: forService('a', ['a', 'b']), other: forService('b', 'a'), again: forService('a', 'b') }),
    where: ['claim aud', 'claim aud', 'claim aud'],
  },
  'range.part': {
    params: { whole: 'whole', again: 'again', part: 'part', asked: '1-2' },
    pass: evidence({ whole: WHOLE, again: WHOLE, part: { ...PART, text: 'bc' } }),
    fail: evidence({ whole: WHOLE, again: WHOLE, part: { ...PART, text: 'cd' } }),
    where: ['body'],
  },
  'header.digest': {
    params: { step: 'probe', name: 'Content-Digest', algorithm: 'sha-256' },
    pass: probe({ headers: { 'content-digest': 'md5=:AA==:, sha-256=:q80=:' }, digests: { 'sha-256': 'q80=' } }),
    fail: probe({ headers: { 'content-digest': 'sha-256=:q8w=:' }, digests: { 'sha-256': 'q80=' } }),
    where: ['header content-digest'],
  },
  'token.decoded': {
    params: {
      step: 'probe',
      schema: { properties: { claims: { required: ['exp'], properties: { iss: { const: 'https://here.test' } } } } },
    },
    pass: probe({ ...form, body: token, decoded: { header: {}, claims: { iss: 'https://here.test', exp: 1 } } }),
    fail: probe({ ...form, body: token, decoded: { header: {}, claims: { iss: 'https://there.test', exp: 1 } } }),
    where: ['body#/access_token/claims/iss'],
  },
  'token.no-store': {
    params: { step: 'probe' },
    pass: probe({ ...form, body: token, headers: { 'cache-control': 'private, No-Store' } }),
    fail: probe({ ...form, body: token, headers: { 'cache-control': 'no-storefront' } }),
    where: ['header cache-control'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;

const get: Sketch = { body: { id: 1 }, headers: { 'x-api': '1' } };

const HEAD = { head: 'head', get: 'get', again: 'again' };

export const methodExamples = {
  'method.unsupported': refused(405, { method: 'LINK' }, { right: { headers: { allow: 'GET' } } }),
  'method.head': {
    params: HEAD,
    pass: evidence({ get, head: { method: 'HEAD', text: '', headers: { 'x-api': '1' } }, again: get }),
    fail: evidence({ get, head: { method: 'HEAD', text: '', status: 204 }, again: get }),
    where: ['status', 'header x-api'],
  },
  'method.head-refused': {
    params: { head: 'head', get: 'get' },
    pass: evidence({ get: { status: 404 }, head: { method: 'HEAD', text: '', status: 404 } }),
    fail: evidence({ get: { status: 404 }, head: { method: 'HEAD', text: '' } }),
    where: ['status'],
  },
  'method.head-content': {
    params: { step: 'probe' },
    pass: probe({ method: 'HEAD', text: '' }),
    fail: probe({ method: 'HEAD', text: '{}' }),
    where: ['body'],
  },
  'method.head-length': {
    params: HEAD,
    pass: evidence({ get, head: { method: 'HEAD', text: '', headers: { 'content-length': '8' } }, again: get }),
    fail: evidence({ get, head: { method: 'HEAD', text: '', headers: { 'content-length': '9' } }, again: get }),
    where: ['header content-length'],
  },
  'method.offered': {
    params: { step: 'probe' },
    pass: probe({ method: 'HEAD', text: '' }),
    fail: probe({ method: 'HEAD', text: '', status: 405 }),
    where: ['status'],
  },
  'method.options': {
    params: { step: 'probe', methods: ['GET', 'PATCH'] },
    pass: probe({ method: 'OPTIONS', status: 204, headers: { allow: ['GET, HEAD', 'PATCH,OPTIONS'] } }),
    fail: probe({ method: 'OPTIONS', status: 204, headers: { allow: 'GET, DELETE' } }),
    where: ['header allow'],
  },
  'burst.not-throttled': {
    params: { step: 'probe' },
    pass: evidence({ probe: [{}, {}, { status: 404 }] }),
    fail: evidence({ probe: [{}, { status: 429 }, { status: 429 }] }),
    where: ['status', 'status'],
  },
  'definition.version': {
    params: { step: 'probe', pointer: '/info/version', version: '2.1.05' },
    pass: probe({ path: '/openapi.json', body: { info: { version: '2.1.05' } } }),
    fail: probe({ path: '/openapi.json', body: { info: { version: '2.1.5' } } }),
    where: ['body#/info/version'],
  },
  'definition.operations': {
    params: { step: 'probe', operations: ['GET /books/{id}', 'PATCH /books/{id}', 'POST /books'] },
    pass: probe({
      path: '/openapi.json',
      body: { paths: { '/books/{booksUid}': { get: {}, patch: {}, parameters: [] }, '/books': { post: {} } } },
    }),
    fail: probe({
      path: '/openapi.json',
      body: { paths: { '/books/{booksUid}': { get: {} }, '/book': { post: {} } } },
    }),
    where: ['body#/paths', 'body#/paths'],
  },
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;
