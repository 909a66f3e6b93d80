/** Who may call: the access token of an API call, one fault at a time. */
import type { CaseRule } from './model.ts';
import { refusalRule } from './refused.ts';

export const accessRules = [
  refusalRule({ id: 'access.none', title: 'A call without a token is refused', explain: 'No access token is sent at all.', covers: ['G01', 'G14'] }),
  refusalRule({ id: 'access.garbage', title: 'A token that is no JWT is refused', explain: 'The header carries a text that is not even a token.', covers: ['G04', 'J16'] }),
  refusalRule({
    id: 'access.other-key',
    title: 'A token of another key is refused',
    explain: 'The claims are right and the signature is made with a key that nobody knows. Accepting it means that anybody can sign in.',
    covers: ['J01'],
  }),
  refusalRule({ id: 'access.alg-none', title: 'An unsigned token is refused', explain: 'The token says `alg: none` and has no signature.', covers: ['J02'] }),
  refusalRule({
    id: 'access.hs256-public-key',
    title: 'A token signed with the public key as secret is refused',
    explain: 'The token says HS256 and is signed with the public key’s text: a verifier that lets the token choose the algorithm accepts it.',
    covers: ['J03'],
  }),
  refusalRule({ id: 'access.tampered', title: 'A token with changed claims is refused', explain: 'The claims are changed and the old signature is kept.', covers: ['J17', 'J01'] }),
  refusalRule({ id: 'access.signature-removed', title: 'A token without its signature is refused', explain: 'The third part of the token is left empty.', covers: ['J01'] }),
  refusalRule({ id: 'access.other-audience', title: 'A token for another service is refused', explain: 'The token is good, but was asked for another service.', covers: ['J20'] }),
  refusalRule({
    id: 'access.wrong-header',
    title: 'A token in another header is refused',
    explain: 'The contract names one header for the token; a second way in is a second door to guard.',
    covers: ['G07'],
  }),
  refusalRule({ id: 'access.in-query', title: 'A token in the query is refused', explain: 'Addresses are written to logs; a token must not be taken from one.', covers: ['G09'] }),
] as const satisfies readonly CaseRule[];
