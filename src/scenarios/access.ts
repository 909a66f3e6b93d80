/** Access to content without a body. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { access } from './families.ts';

export const accessScenarios: readonly Template[] = [
  // HEAD is a read like GET, also for a filter that knows only the methods of the contract
  access('access.head', {
    after: 'access.none',
    title: 'HEAD without a token is refused as GET is',
    when: 'HEAD is sent without a token',
    fails: 'answers HEAD without a token: {status}',
    why: 'A filter that looks at tokens for the methods that somebody listed lets HEAD past. It shows strangers what there is, and what the fields of an answer tell.',
    source: 'RFC 9110 §9.3.2, HEAD is identical to GET but for the content; RFC 6750 §3',
    requirement: 'http.head-refused',
    applies: { method: 'GET' },
    passive: false,
    steps: steps.request('get', { token: 'none' }).request('head', { method: 'HEAD', token: 'none' }),
    expect: { as: 'method.head-refused', asks: 'HEAD is refused where GET is', with: { head: 'head', get: 'get' } },
  }),
];
