/** A granted token is usable. */
import type { Template } from '../plan/catalogue/template.ts';
import { token } from './families.ts';
import { callWithToken } from './token-used.ts';

export const tokenScenarios: readonly Template[] = [
  token('token.usable', {
    after: 'token.audience-asked',
    title: 'A granted token is accepted by the service',
    when: 'the service is called with the granted token',
    asks: 'the token is accepted',
    fails: '{refuses} the token that was just granted: {status}',
    why: 'The test requests a token and calls the service with it. A rejection means that the token is for another service, has expired already, or has a signature that the service cannot verify.',
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
