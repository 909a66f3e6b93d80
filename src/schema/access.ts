/** How calls authenticate: security.yaml and token.yaml of a service. */
import { TOKEN as HTTP_TOKEN } from '../model/headers.ts';
import {
  choice,
  Definitions,
  describeSchema,
  FLAG,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  schemaFile,
  text,
  type ValueOf,
} from './builder.ts';
import { changeOf, changesOf, HEADER, NAME, RANGE_PROPERTIES, TEXT } from './common.ts';
import { CASE } from './cases.ts';

// ---------------------------------------------------------------------------------------------- security.yaml

export const CARRIED_IN = ['header', 'query', 'cookie'] as const;

const schemes = new Definitions('security');
const SCHEME = schemes.define(
  'scheme',
  describeSchema(
    'For http: basic, bearer, or a scheme of the service, before the key in Authorization.',
    text({ title: 'name of a scheme', pattern: `^${HTTP_TOKEN}$` }),
  ),
);

const KEY_ONLY = schemes.define(
  'keyOnly',
  describeSchema('For http basic: a key instead of the user name, and no password.', FLAG),
);

const CARRIED = schemes.define('in', describeSchema('For apiKey: where the key is sent.', choice(...CARRIED_IN)));

const PLACE_NAME = schemes.define(
  'name',
  describeSchema(
    'For apiKey: name of that header, parameter or cookie.',
    text({ title: 'name of a header, parameter or cookie', pattern: `^${HTTP_TOKEN}$` }),
  ),
);

const KEY_PROPERTIES = { scheme: SCHEME, keyOnly: KEY_ONLY, in: CARRIED, name: PLACE_NAME };
const OTHER = schemes.define(
  'other',
  object(
    {
      type: describeSchema('http: a scheme and credentials in Authorization. apiKey: a key.', choice('http', 'apiKey')),
    },
    KEY_PROPERTIES,
  ),
);

export type RawSecurity = ValueOf<typeof SECURITY>;
const SECURITY = describeSchema(
  'contracts/<service>/security.yaml. A service that issues tokens for signed assertions has token.yaml instead; with `client: private-key-jwt` it has both.',
  object(
    {
      type: describeSchema(
        'none: no authentication. http: a scheme and credentials in Authorization. apiKey: a key. oauth2: an access token from a token endpoint.',
        choice('none', 'http', 'apiKey', 'oauth2'),
      ),
    },
    {
      ...KEY_PROPERTIES,
      flow: describeSchema('For oauth2: clientCredentials (RFC 6749 §4.4).', choice('clientCredentials')),
      client: describeSchema(
        'For oauth2: how the client authenticates at the token endpoint. secret-basic: id and secret in Authorization. secret-post: id and secret in the form. private-key-jwt: a signed assertion (RFC 7523 §2.2), described in token.yaml.',
        choice('secret-basic', 'secret-post', 'private-key-jwt'),
      ),
      scopes: describeSchema(
        'For oauth2: requested scopes. Default: no scope is sent.',
        list(text({ title: 'scope', pattern: '^[!#-\\[\\]-~]+$' }), { minItems: 1, uniqueItems: true }),
      ),
      others: describeSchema(
        'Other auth schemes, by name. An operation refers to one with `security`; the target has its credentials under the same name.',
        map(OTHER, { keys: NAME }),
      ),
    },
  ),
);

export const SECURITY_FILE = schemaFile('Plumbline: authentication of a service', SECURITY, schemes);

// ---------------------------------------------------------------------------------------------- token.yaml

const claims = new Definitions('token');
const TYPE = { type: describeSchema('digits: a string of digits.', choice('string', 'digits', 'number', 'uri')) };
const CHANGEABLE = {
  required: describeSchema('An assertion without it is rejected. Default: false.', FLAG),
  value: describeSchema(
    'Value in a valid assertion: a literal value, { $setting: name } for a setting of the target, { $now: seconds } for a time from now, or { $uuid: true } for a new UUID each time. Default: it is not sent.',
    JSON_VALUE,
  ),
};
const CLAIM_CHANGE = claims.define('partChange', changeOf({ ...TYPE, ...CHANGEABLE }, ['value']));

export type RawClaim = ValueOf<typeof CLAIM>;
const CLAIM = claims.define(
  'part',
  object(TYPE, {
    ...CHANGEABLE,
    once: describeSchema(
      'A verifier accepts each value once, like jti (RFC 7519 §4.1.7); a repeated assertion is rejected. Default: false.',
      FLAG,
    ),
    ...RANGE_PROPERTIES,
    changes: changesOf(CLAIM_CHANGE),
  }),
);

export type RawToken = ValueOf<typeof TOKEN>;
const TOKEN = describeSchema(
  'contracts/<service>/token.yaml: signed assertions (RFC 7523) and the access tokens that they are exchanged for.',
  object(
    {
      carrier: describeSchema(
        'How a call carries its access token.',
        object({
          header: describeSchema('Header.', HEADER),
          scheme: describeSchema('Scheme before the token; "" for none.', text()),
        }),
      ),
      grantType: describeSchema('Value of grant_type.', TEXT),
      algorithm: describeSchema(
        'Value of alg, with which assertions are signed. none is not allowed.',
        choice('RS256'),
      ),
      header: describeSchema(
        'Parameters of the assertion’s JOSE header by name, in the order in which they are sent.',
        map(CLAIM, { keys: TEXT }),
      ),
      claims: describeSchema(
        'Claims of the assertion by name, in the order in which they are sent.',
        map(CLAIM, { keys: TEXT }),
      ),
      skew: describeSchema('Clock difference that a verifier may tolerate, in seconds.', number({ minimum: 0 })),
      maximumLifetime: describeSchema('Maximum time from iat to exp, in seconds.', number({ minimum: 0 })),
    },
    {
      accessToken: describeSchema(
        'Kind of the access token. Default: it is detected, and its issuer is unknown.',
        object({
          kind: describeSchema(
            'jwt, or opaque. Checks on JWTs do not apply to opaque tokens.',
            choice('jwt', 'opaque'),
          ),
          issuer: describeSchema(
            'identity-provider: the identity provider of the sign-in issues it. another: checks on the identity provider do not apply.',
            choice('identity-provider', 'another'),
          ),
        }),
      ),
      cases: describeSchema(
        'Cases of the token operation, as in an endpoint, in addition to contracts/common/token.yaml.',
        map(CASE, { keys: NAME }),
      ),
    },
  ),
);

export const TOKEN_FILE = schemaFile('Plumbline: access tokens of a service', TOKEN, claims);
