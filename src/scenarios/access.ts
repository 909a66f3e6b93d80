/** Access to content without a body. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { access } from './families.ts';

export const accessScenarios: readonly Template[] = [
  // HEAD is a read like GET, also for a filter that knows only the methods of the contract
  access('access.head', {
    after: 'access.none',
    title: 'HEAD without a token is rejected, as GET is',
    when: 'HEAD is sent without a token',
    fails: 'accepts HEAD without a token: {status}',
    why: 'An authentication filter with a fixed list of methods may omit HEAD. It then reveals to callers without a token which records exist, and their response headers.',
    source: 'RFC 9110 §9.3.2: HEAD is identical to GET, except that the server MUST NOT send content; RFC 6750 §3',
    requirement: 'http.head-refused',
    applies: { method: 'GET' },
    passive: false,
    steps: steps.request('get', { token: 'none' }).request('head', { method: 'HEAD', token: 'none' }),
    expect: {
      as: 'method.head-refused',
      asks: 'HEAD is rejected where GET is rejected',
      with: { head: 'head', get: 'get' },
    },
  }),
];
