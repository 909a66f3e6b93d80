/** Tokens and assertions of rows, converted to directives of the plan. */
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import type { RowAssertion } from '../../load/model.ts';
import { type EachItems, fillText, type TemplateValue } from './items.ts';
import type { OperationContext } from '../context.ts';
import {
  type AssertionTemplate,
  type Auth,
  CREDENTIAL_FAULTS,
  FORGED_TOKENS,
  type KeyParameter,
  type Value,
} from '../model.ts';
import { resolveTemplateValue } from './written-values.ts';

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

/** Tokens that a row can send. scripts/docs/case-terms.ts describes them; `src/http/tokens.ts` creates them. */
export const TOKENS: Readonly<Record<string, Auth>> = {
  none: { kind: 'none' },
  other: { kind: 'other' },
  renewed: { kind: 'good', renewed: true },
  'not-yet-valid': { kind: 'fault', fault: 'notYetValid' },
  'other-issuer': { kind: 'fault', fault: 'otherIssuer' },
  ...Object.fromEntries(FAULTS.map((fault) => [fault, { kind: 'fault', fault } as const])),
};

export function authForToken({ operation }: OperationContext, token: string, chosen: EachItems): Auth | undefined {
  const auth = TOKENS[fillText(token, chosen)];
  return auth === undefined || operation.security === undefined ? auth : { ...auth, scheme: operation.security };
}

/** Parameters of a JOSE header that contain a key. */
export const KEY_PARAMETERS: Readonly<Record<KeyParameter, string>> = {
  jku: 'the URL of that key',
  x5u: 'the URL of a certificate of that key',
  jwk: 'that key',
};

export function assertionTemplate(
  context: OperationContext,
  row: RowAssertion<TemplateValue>,
  chosen: EachItems,
): AssertionTemplate {
  const values = (members: Readonly<Record<string, TemplateValue>>): Readonly<Record<string, Value>> =>
    resolveTemplateValue(context, members, chosen) as Readonly<Record<string, Value>>;
  const names = (list: readonly string[]): readonly string[] => list.map((name) => fillText(name, chosen));
  const { as, signer, again, header, claims, remove, twice, signature, written, 'key-in-header': key } = row;
  return omitUndefined({
    as,
    signer,
    again,
    header: mapOptional(header, values),
    claims: mapOptional(claims, values),
    removeHeader: mapOptional(remove?.header, names),
    removeClaims: mapOptional(remove?.claims, names),
    twice: mapOptional(twice, values),
    signature,
    // The loader has validated the text.
    keyInHeader: mapOptional(key, (it) => fillText(it, chosen) as KeyParameter),
    written,
  });
}
