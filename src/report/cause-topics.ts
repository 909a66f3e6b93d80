import type { RulePattern } from '../record/rule-pattern.ts';

/** Rules of which one fault turns many red: they are told together where they are accepted. */
export const TOPICS: readonly {
  readonly topic: string;
  readonly rules: readonly RulePattern[];
  readonly title: string;
}[] = [
  { topic: 'access', rules: ['access.*'], title: 'Accepts calls without a valid token' },
  {
    topic: 'signature',
    rules: [
      'token.tampered',
      'token.other-key',
      'token.key-url',
      'token.alg-none',
      'token.hs256',
      'token.other-algorithm',
    ],
    title: 'Accepts assertions whose signature does not hold',
  },
];
