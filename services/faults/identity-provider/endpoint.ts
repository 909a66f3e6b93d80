import { generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { asking, type Call, type Reply } from '../../http/message.ts';
import { jwkOf, type IdentityProviderStages } from '../../identity-provider/service.ts';
import { tokenLifetime, type TokenRefusal, type TokenStages } from '../../identity-provider/token-endpoint.ts';
import { audiences } from '../../services.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'identity-provider';
const section5 = 'student-reporting section 5';

export const seed = (
  what: string,
  breaks: string,
  describes: string,
  change: (inner: TokenStages) => Partial<TokenStages>,
): Seed<IdentityProviderStages> => ({
  id: `identity-provider.${what}`,
  service,
  operation: 'tokens.create',
  breaks,
  describes,
  change: inArea('token', change),
});

/** The body of a success with other members. */
const shown =
  (members: Readonly<Record<string, unknown>>) =>
  ({ describe }: TokenStages): Partial<TokenStages> => ({ describe: (token) => ({ ...describe(token), ...members }) });

/** What names no known key is refused otherwise. */
const refusingUnknownKeys =
  (refusal: TokenRefusal, status: number) =>
  ({ refuse }: TokenStages): Partial<TokenStages> => ({
    refuse: (given, usual) => (given.description.startsWith('kid ') ? refuse(refusal, status) : refuse(given, usual)),
  });

/** After so many refused assertions in a row, good ones are refused too: so many, or all that come. */
const locking =
  (after: number, length: number) =>
  ({ grant, refuse }: TokenStages): Partial<TokenStages> => {
    let [failures, locked] = [0, 0];
    return {
      refuse: (refusal, status) => {
        if (refusal.error === 'invalid_grant') failures += 1;
        if (failures >= after) [failures, locked] = [0, length];
        return refuse(refusal, status);
      },
      grant: (body) => {
        if (locked > 0) {
          locked -= 1;
          return refuse({ error: 'invalid_grant', description: 'The device is locked.' });
        }
        failures = 0;
        return grant(body);
      },
    };
  };

/** One node of so many signs with a key that the services do not know yet. */
const signingBy =
  (turn: number) =>
  ({ sign }: TokenStages): Partial<TokenStages> => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    let signed = 0;
    return {
      sign: (claims) => {
        signed += 1;
        return signed % turn === 0
          ? new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'next', typ: 'at+jwt' }).sign(privateKey)
          : sign(claims);
      },
    };
  };

/** Another form is read than was sent, or it is answered at once. */
const readingForm =
  (answer: TokenStages['answer'], read: (text: string, call: Call) => string | Reply): TokenStages['answer'] =>
  async (call) => {
    const bytes = await call.read(2 ** 20);
    const taken = read(Buffer.from(bytes ?? []).toString('utf8'), call);
    if (typeof taken !== 'string') return taken;
    return answer(asking(call, { read: () => Promise.resolve(bytes && Buffer.from(taken)) }));
  };

/** What is refused in these words is granted a token all the same, in nobody's name. */
const granting =
  (words: string) =>
  ({ answer, claims, sign, describe, grant }: TokenStages): Partial<TokenStages> => ({
    answer: async (call) => {
      const reply = await answer(call);
      if (reply.body?.includes(words) !== true) return reply;
      const nobody = { device: 'unknown', kid: 'unknown', organisation: 'unknown' };
      return grant(describe(await sign(claims(nobody, audiences['student-reporting']))));
    },
  });

/** Refusals with another description. */
const describing =
  (other: (description: string) => string) =>
  ({ refuse }: TokenStages): Partial<TokenStages> => ({
    refuse: (refusal, status) => refuse({ ...refusal, description: other(refusal.description) }, status),
  });

export const endpointFaults: readonly Seed<IdentityProviderStages>[] = [
  seed(
    'token.expires-in-wrong',
    'An access token is valid for 3600 seconds (assumed).',
    'expires_in says 300.',
    shown({ expires_in: 300 }),
  ),
  seed(
    'token.expires-in-text',
    'expires_in is a number of seconds (assumed; RFC 6749, section 5.1).',
    'expires_in is the text "3600".',
    shown({ expires_in: String(tokenLifetime) }),
  ),
  seed(
    'token.type-wrong',
    'An access token is of the type bearer (assumed).',
    'token_type is "mac".',
    shown({ token_type: 'mac' }),
  ),
  seed(
    'token.error-beside-token',
    'An error never stands beside an access token (assumed).',
    'A success carries error beside access_token.',
    shown({ error: 'invalid_grant' }),
  ),
  seed(
    'token.unknown-key-told',
    'A refusal does not tell whether a device exists (assumed).',
    'An assertion whose kid names no known key is refused with another code.',
    refusingUnknownKeys({ error: 'invalid_client', description: 'The client is not known.' }, 400),
  ),
  seed(
    'token.unknown-key-500',
    'A faulty token request is refused (RFC 6749, section 5.2).',
    'An assertion whose kid names no known key is answered 500.',
    refusingUnknownKeys({ error: 'server_error', description: 'The key is null.' }, 500),
  ),
  seed(
    'token.huge-500',
    'A longer body than 1 MiB is refused as too large (assumed).',
    'A body over the limit is answered 500.',
    ({ refuse }) => ({
      refuse: (refusal, status) =>
        status === 413
          ? refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
          : refuse(refusal, status),
    }),
  ),
  seed(
    'token.cacheable',
    'A token response carries cache-control: no-store (assumed; RFC 6749, section 5.1).',
    'It carries cache-control: public, max-age=3600.',
    ({ grant }) => ({
      grant: (body) => {
        const reply = grant(body);
        return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=3600' } };
      },
    }),
  ),
  seed(
    'token.expired-at-issue',
    'An access token is valid for 3600 seconds (assumed).',
    'The token has expired when it is issued.',
    ({ claims }) => ({
      claims: (device, audience) => {
        const right = claims(device, audience);
        const before = tokenLifetime + 1;
        return { ...right, iat: right.iat - before, exp: right.exp - before };
      },
    }),
  ),
  seed(
    'token.issued-later',
    'A token was issued when it is granted (assumed; RFC 7519, section 4.1.6).',
    'The clock of what signs is two minutes fast.',
    ({ claims }) => ({
      claims: (device, audience) => {
        const right = claims(device, audience);
        return { ...right, iat: right.iat + 120, exp: right.exp + 120 };
      },
    }),
  ),
  seed('token.unsigned', 'An access token is signed with RS256 (assumed).', 'The token has alg "none".', () => ({
    sign: (claims) => new UnsecuredJWT(claims).encode(),
  })),
  seed(
    'token.expires-in-milliseconds',
    'expires_in is a number of seconds (RFC 6749, section 5.1).',
    'expires_in says 3600000, in milliseconds.',
    shown({ expires_in: tokenLifetime * 1000 }),
  ),
  seed(
    'token.shorter-than-told',
    'expires_in is the lifetime of the token (RFC 6749, section 5.1).',
    'expires_in says an hour, and the token is over after ten minutes.',
    ({ claims }) => ({
      claims: (device, audience) => {
        const right = claims(device, audience);
        return { ...right, exp: right.iat + 600 };
      },
    }),
  ),
  seed(
    'token.key-of-every-second',
    'A granted token opens the service (assumed).',
    'Every second token is signed with a key that no service knows yet.',
    signingBy(2),
  ),
  seed(
    'token.key-of-every-third',
    'A granted token opens the service (assumed).',
    'Every third token is signed with a key that no service knows yet.',
    signingBy(3),
  ),
  seed(
    'lock.once',
    `${section5}: a well-made assertion gets an access token.`,
    'After one refused assertion the next good one is refused.',
    locking(1, 1),
  ),
  seed(
    'lock.after-three',
    `${section5}: a well-made assertion gets an access token.`,
    'After three refused assertions in a row three good ones are refused.',
    locking(3, 3),
  ),
  seed(
    'lock.for-good',
    `${section5}: a well-made assertion gets an access token.`,
    'After four refused assertions in a row no good one is taken any more.',
    locking(4, Number.POSITIVE_INFINITY),
  ),
  seed(
    'token.refusal-200',
    'A refusal is answered 400 (assumed; RFC 6749, section 5.2).',
    'A refusal is answered 200.',
    ({ refuse }) => ({ refuse: (refusal, status = 200) => refuse(refusal, status) }),
  ),
  seed(
    'token.refusal-code-wrong',
    'A fault of the assertion is refused with invalid_grant (assumed; RFC 7521, section 4.1.1).',
    'Every refusal has the code server_error.',
    ({ refuse }) => ({ refuse: (refusal, status) => refuse({ ...refusal, error: 'server_error' }, status) }),
  ),
  seed(
    'request.grant-type.off',
    'An unknown grant type is refused with unsupported_grant_type (assumed).',
    'Any grant type, or none, is accepted.',
    () => ({ refuseGrantType: () => undefined }),
  ),
  seed(
    'request.grant-type.code-wrong',
    'An unknown grant type is refused with unsupported_grant_type (assumed; RFC 6749, section 5.2).',
    'An unknown grant type is refused with invalid_request, as any other token request.',
    ({ refuseGrantType }) => ({
      refuseGrantType: (asked) => {
        const refusal = refuseGrantType(asked);
        return refusal && { ...refusal, error: 'invalid_request' };
      },
    }),
  ),
  seed(
    'token.exception-told',
    'No error shows how a service is built (practice).',
    'What refuses an assertion is an exception, and its text, with its class, is what describes the error.',
    ({ refuse }) => ({
      refuse: (refusal, status) =>
        refuse({ ...refusal, description: `AssertionRefusedException: ${refusal.description}` }, status),
    }),
  ),
  seed(
    'request.media-type.off',
    'A body of another media type is refused with invalid_request (assumed).',
    'Any media type is read as a form.',
    () => ({ isForm: () => true }),
  ),
  seed(
    'request.json-read',
    'A body of another media type is refused with invalid_request (assumed).',
    'The parameters may come as members of a JSON object too.',
    ({ answer, isForm }) => ({
      isForm: (contentType) => isForm(contentType) || contentType === 'application/json',
      answer: readingForm(answer, (text, call) =>
        call.header('content-type') === 'application/json'
          ? new URLSearchParams(JSON.parse(text) as Readonly<Record<string, string>>).toString()
          : text,
      ),
    }),
  ),
  seed(
    'request.assertion-optional',
    'A token request brings an assertion (RFC 7523, section 2.1).',
    'A request without an assertion gets a token in the name of nobody.',
    granting('assertion is required'),
  ),
  seed(
    'assertion.unread-granted',
    `${section5}: the assertion is a JWT (RFC 7515, section 7.1).`,
    'An assertion that cannot be taken apart is passed over, and gets a token in the name of nobody.',
    granting('The assertion is not a signed JWT'),
  ),
  seed(
    'request.charset-refused',
    'A form may have a charset parameter (RFC 9110, section 8.3.1).',
    'A form whose media type has a parameter is refused.',
    ({ isForm }) => ({ isForm: (contentType) => isForm(contentType) && contentType?.includes(';') !== true }),
  ),
  seed(
    'request.charset-as-written',
    'A charset is compared without regard to case (RFC 9110, section 8.3.2).',
    'Of charsets none but utf-8 in small letters is known.',
    ({ isForm }) => ({
      isForm: (contentType) => isForm(contentType) && /^[^;]*(; ?charset=utf-8)?$/.test(contentType ?? ''),
    }),
  ),
  seed(
    'request.unknown-parameter-refused',
    'A parameter that is not known is ignored (RFC 6749, section 3.2).',
    'A form with any parameter besides grant_type and assertion is refused.',
    ({ refuseRepetition }) => ({
      refuseRepetition: (form) =>
        [...form.keys()].every((name) => name === 'grant_type' || name === 'assertion')
          ? refuseRepetition(form)
          : { error: 'invalid_request', description: 'A parameter is not known.' },
    }),
  ),
  seed(
    'request.empty-parameter-refused',
    'A parameter without a value is as one that is left out (RFC 6749, section 3.2).',
    'An empty scope is looked up, and is none that is known.',
    ({ answer, refuse }) => ({
      answer: readingForm(answer, (text) => {
        if (new URLSearchParams(text).get('scope') !== '') return text;
        return refuse({ error: 'invalid_scope', description: 'The scope is not known.' });
      }),
    }),
  ),
  seed(
    'request.query-read',
    `${section5}: the request is a form (assumed).`,
    'Parameters in the query are taken as those of the form are.',
    ({ answer }) => ({ answer: readingForm(answer, (text, { query }) => `${query}&${text}`) }),
  ),
  seed(
    'token.description-quotes',
    'The description of an error has no double quotes (RFC 6749, section 5.2).',
    'Every description stands in double quotes.',
    describing((description) => `"${description}"`),
  ),
  seed(
    'token.description-in-german',
    'The description of an error is written in ASCII (RFC 6749, section 5.2).',
    'Every description begins with a word that has an umlaut.',
    describing((description) => `Ungültig: ${description}`),
  ),
  seed(
    'request.repeated-parameter.off',
    'A repeated parameter is refused with invalid_request (assumed; RFC 6749, section 3.2).',
    'The first of repeated parameters is taken.',
    () => ({ refuseRepetition: () => undefined }),
  ),
  {
    id: 'identity-provider.keys.foreign',
    service,
    operation: 'keys.read',
    unobservable: 'No source document speaks of published keys, so nothing may be asked of them.',
    breaks: 'The published keys verify the access tokens (assumed).',
    describes: 'Another key is published under the same kid.',
    change: (_inner, _stages, { devices }) => ({
      keys: { published: () => ({ keys: devices.slice(0, 1).map(({ keys }) => jwkOf(keys)) }) },
    }),
  },
  {
    id: 'identity-provider.keys.private-member',
    service,
    operation: 'keys.read',
    unobservable: 'No source document speaks of published keys, so nothing may be asked of them.',
    breaks: 'Only public members of keys are published (assumed).',
    describes: 'The published key has a member d.',
    change: ({ keys }) => ({
      keys: { published: () => ({ keys: keys.published().keys.map((key) => ({ ...key, d: 'AQAB' })) }) },
    }),
  },
];
