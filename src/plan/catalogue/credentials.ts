/** Tokens and assertions as rows write them, as the directives that sending knows. */
import { defined, maybe } from '../../model/objects.ts';
import type { RowAssertion } from '../../load/model.ts';
import type { Written } from './makers/model.ts';
import type { OperationContext } from '../context.ts';
import type { AssertionTemplate, Auth, CredentialFault, KeyParameter, TokenFault, Value } from '../model.ts';
import { type EachItems, fillText } from './items.ts';
import { valueOf } from './values.ts';

/** Access tokens that a row may send, by name. What each is made of: `src/http/tokens.ts`. */
export const TOKENS: Readonly<Record<string, { readonly words: string; readonly auth: Auth }>> = {
  none: { words: 'no token at all', auth: { kind: 'none' } },
  other: { words: 'the good token of another organisation', auth: { kind: 'other' } },
  renewed: { words: 'another good token, which is asked for anew', auth: { kind: 'good', renewed: true } },
  garbage: fault('a text that is no JWT'),
  'other-key': fault('the good token, signed with a key that nobody knows', 'other-key'),
  'own-key': fault('likewise, with that key in its header (`jwk`)', 'own-key'),
  'alg-none': fault('`alg: none`, without a signature', 'alg-none'),
  'alg-spelling': fault('`alg: nOnE`, without a signature', 'alg-spelling'),
  'hs256-public-key': fault('`alg: HS256`, signed with the published public key as the secret', 'hs256-public-key'),
  tampered: fault('an hour added to `exp` after signing', 'tampered'),
  'signature-removed': fault('the good token with an empty third part', 'signature-removed'),
  'other-audience': fault('a good token that was asked for another service', 'other-audience'),
  assertion: fault('the assertion of the sign-in in place of a token', 'assertion'),
  expired: fault('one that the target brings: it is over', 'expired'),
  'not-yet-valid': fault('one that the target brings: its time has not come', 'notYetValid'),
  'other-issuer': fault('one that the target brings: of another issuer', 'otherIssuer'),
  'wrong-header': fault('the good token in another header', 'wrong-header'),
  'in-query': fault('the good token as `access_token` in the query', 'in-query'),
  doubled: fault('the header twice, with the tokens of two organisations', 'doubled'),
  'scheme-lower': fault('the good token after its scheme in lower case', 'scheme-lower'),
  'scheme-upper': fault('the good token after its scheme in upper case', 'scheme-upper'),
  'in-header': fault('the good key in a header of its name', 'in-header'),
  'in-cookie': fault('the good key in a cookie of its name', 'in-cookie'),
  'wrong-key': fault('a key that differs in every letter and digit', 'wrong-key'),
  'shorter-key': fault('the good key without its last character', 'shorter-key'),
  'longer-key': fault('the good key with one more character', 'longer-key'),
  'key-in-capitals': fault('the good key in other capitals', 'key-in-capitals'),
  'unknown-user': fault('another name, with the good password', 'unknown-user'),
  'wrong-password': fault('the good name, with a password that differs in every letter and digit', 'wrong-password'),
  'no-password': fault('the good name, with an empty password', 'no-password'),
  'password-in-capitals': fault('the good name, with the password in other capitals', 'password-in-capitals'),
  'no-colon': fault('the good name alone, without the colon that ends it', 'no-colon'),
  'not-base64': fault('name and password as they are, not encoded', 'not-base64'),
  'unknown-client': fault('of a token request: another client, with the good secret', 'unknown-client'),
  'wrong-secret': fault(
    'of a token request: the good client, with a secret that differs in every letter and digit',
    'wrong-secret',
  ),
  'no-secret': fault('of a token request: the good client, with an empty secret', 'no-secret'),
  'secret-in-query': fault('of a token request: name and secret of the client in the query', 'secret-in-query'),
  'other-scheme': fault('what is right, after the word of another scheme', 'other-scheme'),
  'scheme-absent': fault('what is right, without the word of its scheme', 'scheme-absent'),
};

function fault(
  words: string,
  name: TokenFault | CredentialFault = 'garbage',
): { readonly words: string; readonly auth: Auth } {
  return { words, auth: { kind: 'fault', fault: name } };
}

export function authOf({ operation }: OperationContext, token: string, chosen: EachItems): Auth | undefined {
  const auth = TOKENS[fillText(token, chosen)]?.auth;
  return auth === undefined || operation.security === undefined ? auth : { ...auth, way: operation.security };
}

/** Parameters of a JOSE header that bring a key. */
export const KEY_PARAMETERS: Readonly<Record<KeyParameter, string>> = {
  jku: 'the address of that key',
  x5u: 'the address of a certificate of that key',
  jwk: 'that key itself',
};

/** The change to the good assertion. */
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
    // Its text is checked with the row: it comes to nothing else.
    keyInHeader: maybe(key, (it) => fillText(it, chosen) as KeyParameter),
    written,
  });
}
