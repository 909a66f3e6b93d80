/** A granted token is usable. */
import type { Template } from '../plan/catalogue/template.ts';
import { token } from './families.ts';
import { callWithToken } from './token-used.ts';

export const tokenScenarios: readonly Template[] = [
  token('token.usable', {
    after: 'token.audience-asked',
    title: 'The token that was granted opens the service',
    when: 'the service is called with the token',
    asks: 'the token opens the service',
    fails: '{refuses} the token that was just granted: {status}',
    why: 'The service is called with the access token of this very answer. A token that is well formed and refused is for another service, already over, or signed with a key that the service does not know.',
    applies: { scheme: 'none' },
    build: callWithToken,
    expect: 'accepted',
    // nodes behind a load balancer may sign with different keys
    tries: {
      first: { key: '' },
      second: { when: 'the service is called with a second token' },
      third: { when: 'the service is called with a third token' },
    },
  }),
];
