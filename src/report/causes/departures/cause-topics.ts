import { fits, type RulePattern } from '../../../record/rule-pattern.ts';

/** Rules of which one fault turns many red: they are told together where they are accepted. */
export interface CauseTopic {
  readonly topic: string;
  readonly rules: readonly RulePattern[];
  /** Those of them that are not of it. */
  readonly but?: readonly RulePattern[];
  readonly title: string;
  /** What is said where all that is accepted is of one sort, and the rest of the topic is refused. */
  readonly sorts?: readonly { readonly rules: readonly RulePattern[]; readonly title: string }[];
}

export const TOPICS: readonly CauseTopic[] = [
  {
    topic: 'access',
    rules: ['access.*'],
    // Both tokens are good: that two are taken says nothing of who is let in without one.
    but: ['access.doubled'],
    title: 'Accepts calls without a valid token',
    sorts: [
      {
        rules: ['access.none', 'access.wrong-header', 'access.in-query'],
        title: 'Accepts calls that bring no token where it belongs',
      },
      {
        rules: ['access.signature-removed', 'access.alg-none', 'access.alg-spelling'],
        title: 'Accepts access tokens that are not signed',
      },
      {
        rules: [
          'access.other-key',
          'access.own-key',
          'access.tampered',
          'access.signature-removed',
          'access.alg-none',
          'access.alg-spelling',
          'access.hs256-public-key',
        ],
        title: 'Accepts access tokens whose signature does not hold',
      },
      { rules: ['access.expired', 'access.not-yet-valid'], title: 'Accepts access tokens outside their lifetime' },
      {
        rules: ['access.other-audience', 'access.other-issuer', 'access.assertion'],
        title: 'Accepts access tokens that are not meant for it, or not from its issuer',
      },
    ],
  },
  {
    topic: 'unreadable',
    rules: ['input.malformed-json', 'input.truncated-json', 'input.empty-body'],
    title: 'Accepts bodies that are no JSON, an empty one too',
    sorts: [{ rules: ['input.malformed-json', 'input.truncated-json'], title: 'Accepts bodies that are no JSON' }],
  },
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
  {
    topic: 'time',
    rules: ['token.expired', 'token.not-yet-valid', 'token.issued-in-future'],
    title: 'Accepts assertions outside of their time',
  },
];

export function topicOf(rule: string): CauseTopic | undefined {
  return TOPICS.find(({ rules, but = [] }) => fits(rules, rule) && !fits(but, rule));
}
