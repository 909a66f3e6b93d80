/** The token request: the assertion's claims and header, one fault at a time, and the answer to a good one. */
import type { CaseEvidence } from '../exchange/model.ts';
import { answered, at, finding, header, isJudgement, jsonBody, judged, show } from './evidence.ts';
import type { CaseRule, Judgement } from './model.ts';
import { acceptanceRule } from './outcome.ts';
import { refusalRule } from './refused.ts';

function judgeResponse(params: { readonly step: string }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const value = body.ok ? body.value : undefined;
  const token = at(value, '/access_token');
  const type = at(value, '/token_type');
  const life = at(value, '/expires_in');
  return judged([
    ...(typeof token === 'string' && token !== '' ? [] : [finding(found.exchange, 'body#/access_token', 'a token', show(token))]),
    ...(typeof type === 'string' && type.toLowerCase() === 'bearer' ? [] : [finding(found.exchange, 'body#/token_type', 'bearer', show(type))]),
    ...(typeof life === 'number' && life > 0 ? [] : [finding(found.exchange, 'body#/expires_in', 'seconds above 0', show(life))]),
  ]);
}

function judgeNoStore(params: { readonly step: string }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const value = header(found.response, 'cache-control') ?? 'absent';
  return judged(/(^|[\s,])no-store($|[\s,])/i.test(value) ? [] : [finding(found.exchange, 'header cache-control', 'no-store', value)]);
}

const STEP = { type: 'object', required: ['step'], properties: { step: { type: 'string' } }, additionalProperties: false } as const;

export const tokenRules = [
  {
    id: 'token.response',
    kind: 'case',
    title: 'The answer to a good token request is whole',
    explain: 'An access token, its type and its lifetime in seconds.',
    covers: [],
    params: STEP,
    judge: judgeResponse as CaseRule['judge'],
  },
  {
    id: 'token.no-store',
    kind: 'case',
    title: 'A token is not to be stored by caches',
    explain: 'An answer that holds a token says `cache-control: no-store`.',
    covers: ['K06'],
    params: STEP,
    judge: judgeNoStore as CaseRule['judge'],
  },
  refusalRule({ id: 'token.parameter-missing', title: 'A token request without a parameter is refused', explain: 'A form parameter that is needed is left out.', covers: ['F10'] }),
  refusalRule({
    id: 'token.parameter-repeated',
    title: 'A token request with a parameter twice is refused',
    explain: 'Parameters must not be included more than once.',
    covers: ['F07'],
  }),
  refusalRule({ id: 'token.grant-type', title: 'An unknown grant type is refused', explain: 'The grant type is not the JWT bearer grant.', covers: [] }),
  refusalRule({
    id: 'token.media-type',
    title: 'A token request in another media type is refused',
    explain: 'The parameters are sent as JSON instead of as a form.',
    covers: ['C01'],
  }),
  refusalRule({
    id: 'token.header-missing',
    title: 'An assertion without a header parameter is refused',
    explain: 'A parameter of the JWT header that the documents name is left out.',
    covers: ['J12'],
  }),
  refusalRule({
    id: 'token.header-wrong',
    title: 'An assertion with a wrong header parameter is refused',
    explain: 'A parameter of the JWT header names something unknown.',
    covers: ['J12'],
  }),
  refusalRule({
    id: 'token.claim-missing',
    title: 'An assertion without a claim is refused',
    explain: 'A claim that the documents name is left out; the rest is right and well signed.',
    covers: ['J05', 'J08', 'J10'],
  }),
  refusalRule({
    id: 'token.claim-wrong-type',
    title: 'An assertion with a claim of another type is refused',
    explain: 'The claim is there with another JSON type.',
    covers: ['J05'],
  }),
  refusalRule({
    id: 'token.claim-wrong',
    title: 'An assertion with a wrong claim is refused',
    explain: 'The claim has the right type and the wrong value.',
    covers: ['J08', 'J09', 'J10'],
  }),
  refusalRule({ id: 'token.expired', title: 'An expired assertion is refused', explain: 'It expired longer ago than any tolerated clock difference.', covers: ['J04'] }),
  refusalRule({
    id: 'token.issued-in-future',
    title: 'An assertion from the future is refused',
    explain: 'It says that it was issued further ahead than any tolerated clock difference.',
    covers: ['J07'],
  }),
  refusalRule({
    id: 'token.not-yet-valid',
    title: 'An assertion that is not yet valid is refused',
    explain: 'Its `nbf` lies further ahead than any tolerated clock difference.',
    covers: ['J06'],
  }),
  refusalRule({ id: 'token.lifetime', title: 'An assertion that lives too long is refused', explain: 'It expires later than the longest lifetime allowed.', covers: ['J04'] }),
  refusalRule({ id: 'token.alg-none', title: 'An unsigned assertion is refused', explain: 'The assertion says that it is not signed, in one of the spellings.', covers: ['J02'] }),
  refusalRule({
    id: 'token.hs256',
    title: 'An assertion signed with a shared secret is refused',
    explain: 'HS256 with the public key as the secret: a verifier that lets the token choose accepts it.',
    covers: ['J03'],
  }),
  refusalRule({
    id: 'token.other-algorithm',
    title: 'An assertion of another algorithm is refused',
    explain: 'The right key, but an algorithm other than the one the documents name.',
    covers: ['J02'],
  }),
  refusalRule({ id: 'token.other-key', title: 'An assertion of another key is refused', explain: 'Everything is right but the key that signed it.', covers: ['J01'] }),
  refusalRule({
    id: 'token.tampered',
    title: 'An assertion changed after signing is refused',
    explain: 'A claim is changed and the old signature is kept.',
    covers: ['J01', 'J17'],
  }),
  refusalRule({
    id: 'token.crit',
    title: 'An assertion with an unknown critical extension is refused',
    explain: 'The `crit` header names an extension that nobody knows; such a token is invalid.',
    covers: ['J13'],
  }),
  refusalRule({
    id: 'token.key-url',
    title: 'An assertion that brings its own key is refused',
    explain: 'The header names a key of the sender’s choice; the key must come from the registration.',
    covers: ['J12'],
  }),
  refusalRule({ id: 'token.duplicate-claim', title: 'An assertion with a claim twice is refused', explain: 'Two systems could read two different values.', covers: ['J14'] }),
  refusalRule({ id: 'token.malformed', title: 'An assertion that is no compact JWT is refused', explain: 'Padding, white space, missing or additional parts.', covers: ['J16'] }),
  acceptanceRule({ id: 'token.extra-claim', title: 'An unknown claim is ignored', explain: 'Claims that are not understood must be ignored.', covers: ['J15'] }),
  acceptanceRule({ id: 'token.audience-array', title: 'An audience in an array is accepted', explain: 'The audience may be an array that holds the one value.', covers: ['J08'] }),
  refusalRule({
    id: 'token.unlinked',
    title: 'An organisation that is not linked is refused',
    explain: 'The organisation has not added the service as its provider, so it gets no token.',
    covers: [],
  }),
] as const satisfies readonly CaseRule[];
