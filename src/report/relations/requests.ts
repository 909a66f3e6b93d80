/** How requests are taken: who may send them, with which method and what in them, and the form of answers. */
import type { Relation } from './model.ts';

export const OF_REQUESTS: readonly Relation[] = [
  {
    explains: ['token.usable'],
    these: ['outcome.accepted', 'coverage.exercised'],
    was: '403',
    within: 'service',
    why: 'no request is good with a token that is refused',
  },
  {
    explains: ['token.usable'],
    these: ['outcome.*', 'lifecycle.*', 'access.*'],
    was: '401',
    within: 'service',
    why: 'whatever is asked with a token that is refused is answered so',
  },
  {
    explains: ['lifecycle.other-party'],
    these: ['access.same-answer', 'access.canary', 'access.list-apart', 'lifecycle.others-kept'],
    within: 'service',
    why: 'what is another’s can be reached',
  },
  {
    explains: ['access.none'],
    these: ['outcome.form'],
    aspect: 'access',
    within: 'service',
    why: 'nobody asks who calls',
  },
  {
    explains: ['method.head-offered'],
    these: ['http.allow-consistent', 'method.head', 'method.head-content', 'method.head-length', 'method.head-offered'],
    within: 'service',
    why: 'HEAD is refused',
  },
  {
    explains: ['method.unsupported'],
    these: ['method.trace', 'method.trace-refused'],
    within: 'operation',
    why: 'whatever method is sent is served',
  },
  {
    explains: ['http.allow'],
    these: ['method.options', 'http.allow-consistent'],
    within: 'service',
    why: 'Allow is not right',
  },
  { explains: ['method.head'], these: ['http.*'], within: 'exchange', why: 'the answer to HEAD is not that to GET' },
  {
    explains: ['http.cache-control'],
    these: ['http.error-uncached', 'token.no-store', 'method.head'],
    within: 'service',
    why: 'caching is said nowhere',
  },
  {
    explains: ['input.unknown-member'],
    these: ['input.read-only', 'outcome.refused', 'body.*', 'http.body-schema', 'store.*'],
    within: 'endpoint',
    why: 'members are not looked at',
  },
  {
    explains: ['input.*'],
    these: ['http.body-schema', 'body.*', 'store.*', 'lifecycle.*'],
    within: 'member',
    why: 'a value that should have been refused is stored',
  },
  {
    explains: ['input.*'],
    these: ['outcome.refused'],
    within: 'requirement',
    why: 'the same is asked with other values',
  },
  {
    explains: ['input.*', 'media.*', 'path.*', 'access.*', 'method.*'],
    these: ['outcome.form'],
    within: 'base',
    why: 'what is let through elsewhere is not what is refused here',
  },
  {
    explains: ['input.wrong-top-level'],
    these: ['input.deep-nesting'],
    within: 'endpoint',
    why: 'a list of lists is of another kind at the top',
  },
  {
    explains: ['http.body-schema', 'outcome.success-form'],
    these: ['input.*', 'outcome.*', 'media.*', 'path.*', 'lifecycle.*'],
    within: 'silent',
    why: 'an answer that says nothing says of no refusal either',
  },
  {
    explains: ['http.error-shape'],
    these: ['http.body-schema', 'http.problem-members', 'http.problem-status'],
    within: 'operation',
    why: 'errors have another shape',
  },
  {
    explains: ['token.response', 'http.body-schema'],
    these: ['body.*', 'http.body-schema'],
    within: 'exchange',
    why: 'the answer has another shape',
  },
  {
    explains: ['token.tampered', 'token.other-key', 'token.key-url', 'token.alg-none', 'token.hs256'],
    these: ['token.same-refusal', 'token.unlinked'],
    within: 'service',
    why: 'assertions are not verified',
  },
  {
    explains: ['token.header-wrong', 'token.header-missing'],
    these: ['token.same-refusal'],
    within: 'service',
    why: 'one of the two is not refused, for what names its key is not looked at',
  },
  {
    explains: ['definition.version', 'definition.operations', 'definition.document'],
    these: ['definition.*', 'body.*'],
    within: 'endpoint',
    why: 'the definition is another',
  },
];
