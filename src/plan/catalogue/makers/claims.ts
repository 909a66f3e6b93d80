/** Values of claims, and of the parameters of a token request. */
import type { ClaimRule } from '../../../load/model.ts';
import type { Value } from '../../model.ts';
import type { Scope } from '../../scope.ts';
import type { Maker } from '../items.ts';
import { settingOf } from '../selectors/claims.ts';

/** RFC 7519 §4.1.3: the one claim that may be a list. */
const AUDIENCE = 'aud';

export const claimMakers: Readonly<Record<string, Maker>> = {
  'huge-number': { make: () => 1e30 },
  'grant-type': { make: ({ scope }) => scope.contracts.token?.grantType ?? '' },
  'claim-of-another-type': { of: 'claim', make: ({ type }) => (type === 'number' ? 'soon' : 12345) },
  'claim-value-of-another-type': {
    of: 'claim',
    make: ({ name, type, value }) => {
      if (value === undefined || name === AUDIENCE) return undefined;
      if (type === 'digits') return { $sum: [value] };
      return type === 'number' ? { $joined: [value] } : [value];
    },
  },
  'claim-of-another-value': { of: 'claim', make: ({ type }) => OTHER_VALUES[type] },
  'claim-that-goes-on': {
    of: 'claim',
    make: ({ value, type }) => ({ $joined: [value ?? '', type === 'digits' ? '0' : '.example'] }),
  },
  'claim-that-ends-so': {
    of: 'claim',
    make: ({ value, type }) => ({ $joined: [PREFIXES[type] ?? 'x', value ?? ''] }),
  },
  'claim-and-a-blank': { of: 'claim', make: ({ value }) => ({ $joined: [value ?? '', ' '] }) },
  'claim-in-other-letters': {
    of: 'claim',
    make: (claim, { scope }) =>
      /[a-z]/i.test(textOf(claim, scope) ?? 'a') ? { $letters: claim.value ?? '' } : undefined,
  },
  'claim-but-its-slash': { of: 'claim', make: ({ value }) => ({ $slash: value ?? '' }) },
};

/** The text of a claim that equals a setting, if the target has that setting. */
function textOf(claim: ClaimRule, { settings }: Scope): string | undefined {
  const known: Readonly<Record<string, unknown>> = { ...settings?.identityProvider };
  const text = known[String(settingOf(claim))];
  return typeof text === 'string' ? text : undefined;
}

/** Prefixes that keep a value valid for its type. */
const PREFIXES: Readonly<Partial<Record<ClaimRule['type'], string>>> = {
  digits: '1',
  uri: 'https://elsewhere.example/?',
};

const OTHER_VALUES: Readonly<Record<ClaimRule['type'], Value>> = {
  digits: 'not-digits',
  uri: 'https://elsewhere.example/',
  number: 1,
  string: 'someone-else',
};
