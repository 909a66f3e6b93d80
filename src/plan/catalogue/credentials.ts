/** Tokens and assertions of rows, converted to directives of the plan. */
import { defined, maybe } from '../../model/objects.ts';
import type { RowAssertion } from '../../load/model.ts';
import { type EachItems, fillText, type Written } from './items.ts';
import type { OperationContext } from '../context.ts';
import {
  type AssertionTemplate,
  type Auth,
  CREDENTIAL_FAULTS,
  FORGED_TOKENS,
  type KeyParameter,
  type Value,
} from '../model.ts';
import { valueOf } from './written-values.ts';

const FAULTS = [
  ...FORGED_TOKENS,
  ...CREDENTIAL_FAULTS,
  'other-audience',
  'assertion',
  'expired',
  'wrong-header',
  'in-query',
  'doubled',
  'scheme-lower',
  'scheme-upper',
] as const;

/** Tokens that a row can send. docs/catalogue.md describes them; `src/http/tokens.ts` creates them. */
export const TOKENS: Readonly<Record<string, Auth>> = {
  none: { kind: 'none' },
  other: { kind: 'other' },
  renewed: { kind: 'good', renewed: true },
  'not-yet-valid': { kind: 'fault', fault: 'notYetValid' },
  'other-issuer': { kind: 'fault', fault: 'otherIssuer' },
  ...Object.fromEntries(FAULTS.map((fault) => [fault, { kind: 'fault', fault } as const])),
};

export function authOf({ operation }: OperationContext, token: string, chosen: EachItems): Auth | undefined {
  const auth = TOKENS[fillText(token, chosen)];
  return auth === undefined || operation.security === undefined ? auth : { ...auth, way: operation.security };
}

/** Parameters of a JOSE header that bring a key. */
export const KEY_PARAMETERS: Readonly<Record<KeyParameter, string>> = {
  jku: 'the address of that key',
  x5u: 'the address of a certificate of that key',
  jwk: 'that key itself',
};

export function assertionOf(
  context: OperationContext,
  row: RowAssertion<Written>,
  chosen: EachItems,
): AssertionTemplate {
  const values = (members: Readonly<Record<string, Written>>): Readonly<Record<string, Value>> =>
    valueOf(context, members, chosen) as Readonly<Record<string, Value>>;
  const names = (list: readonly string[]): readonly string[] => list.map((name) => fillText(name, chosen));
  const { as, signer, again, header, claims, remove, twice, signature, written, 'key-in-header': key } = row;
  return defined({
    as,
    signer,
    again,
    header: maybe(header, values),
    claims: maybe(claims, values),
    removeHeader: maybe(remove?.header, names),
    removeClaims: maybe(remove?.claims, names),
    twice: maybe(twice, values),
    signature,
    // The loader has validated the text.
    keyInHeader: maybe(key, (it) => fillText(it, chosen) as KeyParameter),
    written,
  });
}
