/** Values of claims, and of the parameters of a token request. */
import type { ClaimRule } from '../../../load/model.ts';
import type { Value } from '../../model.ts';
import type { Scope } from '../../scope.ts';
import { settingOf } from '../selectors/claims.ts';
import type { NamedMaker } from './model.ts';

/** RFC 7519 §4.1.3: the one claim that may be a list. */
const AUDIENCE = 'aud';

export const claimMakers: Readonly<Record<string, NamedMaker>> = {
  'huge-number': { words: '1e30, which YAML cannot say exactly', make: () => 1e30 },
  'grant-type': {
    words: 'the grant type of `token.yaml`',
    make: ({ scope }) => scope.contracts.token?.grantType ?? '',
  },
  'claim-of-another-type': {
    words: 'of a claim: a text for a number, and a number for a text',
    of: 'claim',
    make: ({ type }) => (type === 'number' ? 'soon' : 12345),
  },
  'claim-value-of-another-type': {
    words:
      'of a claim: what it has to be, as a number where that is a text of digits, as a text where it is a number, and in a list otherwise; nothing for the audience, which may stand in a list',
    of: 'claim',
    make: ({ name, type, value }) => {
      if (value === undefined || name === AUDIENCE) return undefined;
      if (type === 'digits') return { $sum: [value] };
      return type === 'number' ? { $joined: [value] } : [value];
    },
  },
  'claim-of-another-value': {
    words: 'of a claim: of the right type, and not what it has to be',
    of: 'claim',
    make: ({ type }) => OTHER_VALUES[type],
  },
  'claim-that-goes-on': {
    words: 'of a claim that equals a setting: that, and something behind it',
    of: 'claim',
    make: ({ value, type }) => ({ $joined: [value ?? '', type === 'digits' ? '0' : '.example'] }),
  },
  'claim-that-ends-so': {
    words: 'of a claim that equals a setting: that, and something before it',
    of: 'claim',
    make: ({ value, type }) => ({ $joined: [BEFORE[type] ?? 'x', value ?? ''] }),
  },
  'claim-and-a-blank': {
    words: 'of a claim that equals a setting: that, and a blank',
    of: 'claim',
    make: ({ value }) => ({ $joined: [value ?? '', ' '] }),
  },
  'claim-in-other-letters': {
    words: 'of a claim that equals a setting: that in other letters, where the target’s has letters',
    of: 'claim',
    make: (claim, { scope }) =>
      /[a-z]/i.test(textOf(claim, scope) ?? 'a') ? { $letters: claim.value ?? '' } : undefined,
  },
  'claim-but-its-slash': {
    words: 'of a claim that equals a setting: that without the slash at its end, or with one',
    of: 'claim',
    make: ({ value }) => ({ $slash: value ?? '' }),
  },
};

/** The text that a claim has to be, where the target says it. */
function textOf(claim: ClaimRule, { settings }: Scope): string | undefined {
  const known: Readonly<Record<string, unknown>> = { ...settings?.identityProvider };
  const text = known[String(settingOf(claim))];
  return typeof text === 'string' ? text : undefined;
}

/** What a value may have before it and be of its type still. */
const BEFORE: Readonly<Partial<Record<ClaimRule['type'], string>>> = {
  digits: '1',
  uri: 'https://elsewhere.example/?',
};

const OTHER_VALUES: Readonly<Record<ClaimRule['type'], Value>> = {
  digits: 'not-digits',
  uri: 'https://elsewhere.example/',
  number: 1,
  string: 'someone-else',
};
