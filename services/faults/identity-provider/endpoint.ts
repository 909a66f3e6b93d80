/** Faults of the token endpoint: how it reads a request, and what it grants or refuses. */
import { UnsecuredJWT } from 'jose';
import { asking, type Call, type Reply } from '../../http/message.ts';
import type { IdentityProviderStages } from '../../identity-provider/service.ts';
import { tokenLifetime, type TokenStages } from '../../identity-provider/token-endpoint.ts';
import { audiences } from '../../services.ts';
import { inArea, type FaultTable } from '../fault.ts';

const section5 = 'student-reporting section 5';

type TokenChange = (inner: TokenStages) => Partial<TokenStages>;

/** The body of a success with another lifetime. */
const expiring =
  (expires_in: unknown): TokenChange =>
  ({ describe }) => ({ describe: (token) => ({ ...describe(token), expires_in }) });

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
  (words: string): TokenChange =>
  ({ answer, claims, sign, describe, grant }) => ({
    answer: async (call) => {
      const reply = await answer(call);
      if (reply.body?.includes(words) !== true) return reply;
      const nobody = { device: 'unknown', kid: 'unknown', organisation: 'unknown' };
      return grant(describe(await sign(claims(nobody, audiences['student-reporting']))));
    },
  });

const rows: readonly (readonly [what: string, breaks: string, describes: string, change: TokenChange])[] = [
  [
    'token.expires-in-text',
    'expires_in is a number of seconds (assumed; RFC 6749, section 5.1).',
    'expires_in is the text "3600".',
    expiring(String(tokenLifetime)),
  ],
  [
    'token.unknown-key-500',
    'A faulty token request is refused (RFC 6749, section 5.2).',
    'An assertion with an unknown kid causes a 500.',
    ({ refuse }) => ({
      refuse: (refusal, status) =>
        refusal.description.startsWith('kid ')
          ? refuse({ error: 'server_error', description: 'The key is null.' }, 500)
          : refuse(refusal, status),
    }),
  ],
  [
    'token.huge-500',
    'A longer body than 1 MiB is refused as too large (assumed).',
    'A body over the size limit causes a 500.',
    ({ refuse }) => ({
      refuse: (refusal, status) =>
        status === 413
          ? refuse({ error: 'server_error', description: 'The request could not be handled.' }, 500)
          : refuse(refusal, status),
    }),
  ],
  [
    'token.issued-later',
    'A token was issued when it is granted (assumed; RFC 7519, section 4.1.6).',
    'The clock of the token issuer is two minutes fast.',
    ({ claims }) => ({
      claims: (device, audience) => {
        const right = claims(device, audience);
        return { ...right, iat: right.iat + 120, exp: right.exp + 120 };
      },
    }),
  ],
  [
    'token.unsigned',
    'An access token is signed with RS256 (assumed).',
    'The token has alg "none".',
    () => ({
      sign: (claims) => new UnsecuredJWT(claims).encode(),
    }),
  ],
  [
    'token.expires-in-milliseconds',
    'expires_in is a number of seconds (RFC 6749, section 5.1).',
    'expires_in says 3600000, in milliseconds.',
    expiring(tokenLifetime * 1000),
  ],
  [
    'lock.once',
    `${section5}: a well-made assertion gets an access token.`,
    'After a rejected assertion the next valid assertion is rejected.',
    ({ grant, refuse }) => {
      let isLocked = false;
      return {
        refuse: (refusal, status) => {
          if (refusal.error === 'invalid_grant') isLocked = true;
          return refuse(refusal, status);
        },
        grant: (body) => {
          if (!isLocked) return grant(body);
          isLocked = false;
          return refuse({ error: 'invalid_grant', description: 'The device is locked.' });
        },
      };
    },
  ],
  [
    'token.refusal-200',
    'A refusal is answered 400 (assumed; RFC 6749, section 5.2).',
    'A rejection has status 200.',
    ({ refuse }) => ({ refuse: (refusal, status = 200) => refuse(refusal, status) }),
  ],
  [
    'request.grant-type.off',
    'An unknown grant type is refused with unsupported_grant_type (assumed).',
    'Any grant type, or none, is accepted.',
    () => ({ refuseGrantType: () => undefined }),
  ],
  [
    'request.media-type.off',
    'A body of another media type is refused with invalid_request (assumed).',
    'A body of any media type is parsed as a form.',
    () => ({ isForm: () => true }),
  ],
  [
    'request.json-read',
    'A body of another media type is refused with invalid_request (assumed).',
    'The parameters are also accepted as fields of a JSON object.',
    ({ answer, isForm }) => ({
      isForm: (contentType) => isForm(contentType) || contentType === 'application/json',
      answer: readingForm(answer, (text, call) =>
        call.header('content-type') === 'application/json'
          ? new URLSearchParams(JSON.parse(text) as Readonly<Record<string, string>>).toString()
          : text,
      ),
    }),
  ],
  [
    'request.assertion-optional',
    'A token request brings an assertion (RFC 7523, section 2.1).',
    'A request without an assertion gets a token without an organisation.',
    granting('assertion is required'),
  ],
  [
    'assertion.unread-granted',
    `${section5}: the assertion is a JWT (RFC 7515, section 7.1).`,
    'An assertion that cannot be parsed is ignored, and the client gets a token without an organisation.',
    granting('The assertion is not a signed JWT'),
  ],
  [
    'request.charset-refused',
    'A form may have a charset parameter (RFC 9110, section 8.3.1).',
    'A form whose media type has a parameter is rejected.',
    ({ isForm }) => ({ isForm: (contentType) => isForm(contentType) && contentType?.includes(';') !== true }),
  ],
  [
    'request.unknown-parameter-refused',
    'A parameter that is not known is ignored (RFC 6749, section 3.2).',
    'A form with any parameter other than grant_type and assertion is rejected.',
    ({ refuseRepetition }) => ({
      refuseRepetition: (form) =>
        [...form.keys()].every((name) => name === 'grant_type' || name === 'assertion')
          ? refuseRepetition(form)
          : { error: 'invalid_request', description: 'A parameter is not known.' },
    }),
  ],
  [
    'request.empty-parameter-refused',
    'A parameter without a value is as one that is left out (RFC 6749, section 3.2).',
    'An empty scope is looked up and rejected as unknown.',
    ({ answer, refuse }) => ({
      answer: readingForm(answer, (text) => {
        if (new URLSearchParams(text).get('scope') !== '') return text;
        return refuse({ error: 'invalid_scope', description: 'The scope is not known.' });
      }),
    }),
  ],
  [
    'request.repeated-parameter.off',
    'A repeated parameter is refused with invalid_request (assumed; RFC 6749, section 3.2).',
    'The first of several equal parameters is used.',
    () => ({ refuseRepetition: () => undefined }),
  ],
  [
    'token.audience-all',
    'student-reporting section 5: token.aud names the service the token is for.',
    'A token is valid for all services: its aud is a list of them.',
    ({ claims }) => ({
      claims: (device, audience) => ({
        ...claims(device, audience),
        aud: Object.values(audiences) as unknown as string,
      }),
    }),
  ],
];

export const endpointFaults: FaultTable<IdentityProviderStages> = Object.fromEntries(
  rows.map(([what, breaks, describes, change]) => [
    what,
    { operation: 'tokens.create', breaks, describes, change: inArea('token', change) },
  ]),
);
