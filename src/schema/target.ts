/** `targets/<name>/target.yaml` and its waivers. */
import {
  choice,
  conditional,
  constant,
  Definitions,
  describeSchema,
  extend,
  FLAG,
  integer,
  JSON_VALUE,
  list,
  map,
  number,
  object,
  partial,
  pick,
  schema,
  schemaFile,
  text,
  type ValueOf,
} from './builder.ts';
import { GLOB, HEADERS, NAME, SECRET, SYMPTOM, TEXT, VERSION } from './common.ts';
import type { JsonMap } from '../model/json.ts';

/** Formats of a report that are written if `--formats` or the `formats:` of a target names them. */
export const OPTIONAL_FORMATS = ['ctrf', 'allure'] as const;

const parts = new Definitions('target');

const MOMENT = parts.define(
  'moment',
  describeSchema(
    'A date, a time and an offset, like 2026-12-01T20:00+11:00.',
    text({
      title: 'moment',
      pattern:
        '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
    }),
  ),
);

const URL = parts.define(
  'url',
  describeSchema(
    'An absolute http or https address, or ${env:NAME}.',
    text({ title: 'address', pattern: '^(https?://|\\$\\{env:)\\S+$' }),
  ),
);

/** A record that exists before the run. */
export type KnownRecord = ValueOf<typeof RECORD>;
const RECORD = parts.define(
  'record',
  object(
    {
      members: describeSchema(
        'Known fields of the record: first its identifier, and the other parameters of its paths.',
        map(JSON_VALUE, { minProperties: 1 }),
      ),
    },
    {
      writable: describeSchema(
        'The record may be changed and deleted, and other records may be created below it. Default: false.',
        FLAG,
      ),
      as: describeSchema(
        'Party of the target that requests it, and everything of its endpoint. Default: the party of the run.',
        NAME,
      ),
    },
  ),
);

const CREDENTIAL_PROPERTIES = {
  key: describeSchema('An API key, or an access token that needs no sign-in.', SECRET),
  user: describeSchema('Name of the user.', TEXT),
  password: describeSchema('Password of the user.', SECRET),
  id: describeSchema('Id of an OAuth 2 client.', TEXT),
  secret: describeSchema('Secret of the client.', SECRET),
  scopes: describeSchema(
    'For an OAuth 2 client: requested scopes, if they differ from security.yaml. An empty list requests none.',
    list(TEXT, { uniqueItems: true }),
  ),
};
export type RawCredential = ValueOf<typeof CREDENTIAL>;
const CREDENTIAL = parts.define('credential', partial(CREDENTIAL_PROPERTIES));
const KEY_OR_USER = pick(CREDENTIAL_PROPERTIES, 'key', 'user', 'password');
const PRIVATE_KEY = describeSchema('Key with which the client signs assertions: RSA, PEM.', SECRET);
const SECOND_PARTY = describeSchema('A second party, for isolation checks.', CREDENTIAL);

const PARTY_PROPERTIES = {
  issuer: describeSchema('Organisation id, in quotes.', TEXT),
  device: describeSchema('Name of the device.', TEXT),
  kid: describeSchema('Id of the key.', TEXT),
  key: describeSchema('Private key.', SECRET),
};
const PARTY = parts.define('party', object(PARTY_PROPERTIES));

export type RawNamedParty = ValueOf<typeof NAMED_PARTY>;
const NAMED_PARTY = parts.define(
  'namedParty',
  partial(
    {
      bearer: describeSchema('An access token that needs no sign-in.', SECRET),
      ...CREDENTIAL_PROPERTIES,
      ...PARTY_PROPERTIES,
      key: describeSchema('An API key, or the private key next to `issuer`, `device` and `kid`.', SECRET),
      privateKey: PRIVATE_KEY,
      others: describeSchema('The same for the other auth schemes of security.yaml.', map(CREDENTIAL, { keys: NAME })),
    },
    { minProperties: 1 },
  ),
);
const PARTY_NAME = extend(NAME, {
  title: 'name other than `own`, `other`, `unlinked`, `elsewhere` and `nobody`, which have a fixed meaning',
  pattern: '^(?!(own|other|unlinked|elsewhere|nobody)$)',
});

const IDENTITY_PROVIDER = object(
  {
    tokenUrl: describeSchema('Address of the token endpoint.', URL),
    ...PARTY_PROPERTIES,
    audience: describeSchema('Audience of the assertion: the name of the identity provider.', TEXT),
    tokenAudience: describeSchema('Audience of the access token: the name of the service.', TEXT),
  },
  { clientId: describeSchema('Value of client_id, if one is sent.', TEXT) },
);
export type IdentityProviderSettings = ValueOf<typeof IDENTITY_PROVIDER>;

const CREDENTIALS = partial({
  ...KEY_OR_USER,
  tokenUrl: describeSchema('Address of the token endpoint.', URL),
  id: describeSchema('Id of the client.', TEXT),
  secret: describeSchema('Secret of the client.', SECRET),
  privateKey: PRIVATE_KEY,
  kid: describeSchema('Id of that key.', TEXT),
  audience: describeSchema('Audience of the client’s assertions. Default: tokenUrl.', TEXT),
  other: SECOND_PARTY,
  others: describeSchema(
    'The same for the other auth schemes of security.yaml.',
    map(
      partial({
        ...KEY_OR_USER,
        other: SECOND_PARTY,
      }),
      { keys: NAME },
    ),
  ),
});
export type RawCredentials = ValueOf<typeof CREDENTIALS>;

const SPOILED = partial({
  expired: describeSchema(
    'Valid except that it expired about ten minutes ago: longer than clocks differ, but not by an hour, since a service may wrongly accept expired tokens for half an hour.',
    SECRET,
  ),
  notYetValid: describeSchema('Valid except that its time has not come yet.', SECRET),
  otherIssuer: describeSchema('Valid except for its issuer.', SECRET),
  otherAudience: describeSchema(
    'Valid except for its audience. Needed without a sign-in; with one, `otherAudience` of the service is requested.',
    SECRET,
  ),
});
/** Access tokens that were created to be rejected. */
export type InvalidTokens = ValueOf<typeof SPOILED>;

export type RawTargetService = ValueOf<typeof SERVICE>;
const SERVICE = parts.define(
  'service',
  partial({
    baseUrl: describeSchema(
      'Base address, or a map from version to base address.',
      schema<string | Readonly<Record<string, string>>>({
        title: 'address',
        type: ['string', 'object'],
        ...conditional({ type: 'string' }, URL),
        additionalProperties: URL,
      }),
    ),
    servers: describeSchema(
      'Replacements for the addresses in `servers` of envelope.yaml, by name.',
      map(URL, { keys: NAME }),
    ),
    variables: describeSchema(
      'Values of address variables, such as {tenant} or {region}.',
      map(TEXT, { minProperties: 1 }),
    ),
    spec: describeSchema(
      'Tested versions, in quotes. Default: all.',
      list(VERSION, { minItems: 1, uniqueItems: true }),
    ),
    identityProvider: describeSchema(
      'Sign-in of a service with token.yaml: the address of the token endpoint and the key of the run’s own client.',
      IDENTITY_PROVIDER,
    ),
    credentials: describeSchema(
      'Credentials for the scheme of security.yaml: `key`; `user` and `password`; or `tokenUrl`, `id` and `secret` or `privateKey` of an OAuth 2 client.',
      CREDENTIALS,
    ),
    bearer: describeSchema('An access token that needs no sign-in.', SECRET),
    otherBearer: describeSchema('Access token of a second party, for isolation checks.', SECRET),
    records: describeSchema(
      'Existing records, by endpoint, for paths whose records no operation creates. They are only read, unless they are writable.',
      map(RECORD, { keys: NAME, minProperties: 1 }),
    ),
    parties: describeSchema(
      'Further parties, by the name that cases (`as`) and records use, each with the credentials that the service needs.',
      map(NAMED_PARTY, {
        keys: PARTY_NAME,
        minProperties: 1,
      }),
    ),
    unlinked: describeSchema('A party that is not linked to the service.', PARTY),
    elsewhere: describeSchema('A party that is linked to another service only.', PARTY),
    other: describeSchema('A second linked party, for isolation checks.', PARTY),
    spoiled: describeSchema('Access tokens that the owner of the identity provider created to be rejected.', SPOILED),
    otherAudience: describeSchema('Audience of another service, for tokens that are valid but not for this one.', TEXT),
    headers: describeSchema('Headers of every call.', HEADERS),
    partyHeaders: describeSchema(
      'Headers that another party sends, in addition to or instead of these, by its name: { other: { X-Tenant: acme-2 } }.',
      map(HEADERS, { keys: NAME, minProperties: 1 }),
    ),
  }),
);

const CONNECTION = partial(
  {
    proxy: describeSchema(
      'Address of an HTTP proxy, usually ${env:HTTPS_PROXY}. Every connection is tunnelled through it.',
      TEXT,
    ),
    direct: describeSchema(
      'Hosts that are reached without the proxy, including their subdomains.',
      list(TEXT, { minItems: 1, uniqueItems: true }),
    ),
    clientCertificate: describeSchema(
      'Client certificate for mutual TLS, for services and identity providers that request one.',
      object(
        {
          certificate: describeSchema('The certificate followed by its chain: PEM.', SECRET),
          key: describeSchema('Its private key: PEM.', SECRET),
        },
        { passphrase: describeSchema('Passphrase of the key.', SECRET) },
      ),
    ),
  },
  { minProperties: 1, dependentRequired: { direct: ['proxy'] } },
);
/** How the services of a target are reached. */
export type ConnectionSettings = ValueOf<typeof CONNECTION>;

const WINDOW = object({
  from: describeSchema('Start.', MOMENT),
  to: describeSchema('End.', MOMENT),
  note: describeSchema('Source and reason of the announcement.', TEXT),
});
export type Maintenance = ValueOf<typeof WINDOW>;

export type RawTarget = ValueOf<typeof TARGET>;
const TARGET = describeSchema(
  'targets/<name>/target.yaml. Secrets come from the environment or from files; never write them here.',
  object(
    {
      target: describeSchema('Name of the target; the same as its folder.', NAME),
      environment: describeSchema(
        'production: writes are rejected unless the command line allows them.',
        choice('test', 'production'),
      ),
      services: describeSchema('Services of the target, by name.', map(SERVICE, { keys: NAME, minProperties: 1 })),
    },
    {
      embedded: describeSchema('Plumbline starts its own reference services and fills in the addresses.', FLAG),
      disposable: describeSchema(
        'All data of the service may be replaced or deleted, for example in an environment started for the run. Undeclared methods are then also tested on whole collections. Default: false.',
        FLAG,
      ),
      faults: describeSchema(
        'Seeded faults of the reference services, for embedded targets only.',
        list(TEXT, { uniqueItems: true }),
      ),
      connection: describeSchema('How the services are reached. Default: directly.', CONNECTION),
      answers: describeSchema(
        'Answers of the owner to open questions: id to value. The word defaults, or the key `defaults: true` next to single answers, confirms every default of these services that is not an example. May be empty.',
        schema<'defaults' | JsonMap | null>({
          title: 'answers',
          type: ['object', 'string', 'null'],
          ...conditional({ type: 'string' }, choice('defaults')),
        }),
      ),
      answersIn: describeSchema(
        'Answers for single versions: version to id to value. They take precedence over `answers`.',
        map(map(JSON_VALUE), { keys: VERSION }),
      ),
      formats: describeSchema(
        `Files in addition to the default ones: a list of ${OPTIONAL_FORMATS.join(' and ')}. none: only the report and its evidence. --formats overrides it.`,
        schema<'none' | readonly (typeof OPTIONAL_FORMATS)[number][]>({
          oneOf: [constant('none'), list(choice(...OPTIONAL_FORMATS), { uniqueItems: true })],
        }),
      ),
      limits: describeSchema(
        'Limits of a run, for all services of the target together.',
        partial({
          concurrency: describeSchema(
            'Maximum number of concurrent requests. Default: 8.',
            integer({ minimum: 1, maximum: 1000 }),
          ),
          requestsPerSecond: describeSchema(
            'Maximum number of requests per second. Default: no limit.',
            number({ minimum: 0.01 }),
          ),
          timeoutMs: describeSchema(
            'Response timeout in milliseconds. Default: 10000.',
            integer({ minimum: 1, maximum: 600_000 }),
          ),
          maxResponseBytes: describeSchema(
            'Maximum size of response content in bytes, before and after decompression. Checks that need a larger response are inconclusive. Default: 8388608 (8 MiB).',
            integer({ minimum: 1024, maximum: 1_073_741_824 }),
          ),
          maxRunBytes: describeSchema(
            'Maximum size of all responses of a run in bytes. Beyond it, responses over 4096 bytes are not kept, and checks that need them are inconclusive. Default: 134217728 (128 MiB).',
            integer({ minimum: 1024, maximum: 8_589_934_592 }),
          ),
          pages: describeSchema(
            'Maximum number of pages of a list that are requested. The end of a longer list is not checked. Default: 1000.',
            integer({ minimum: 2, maximum: 100_000 }),
          ),
          minutes: describeSchema(
            'Maximum duration of sending in minutes. Checks not judged by then are inconclusive, and the run is incomplete. Default: no limit.',
            number({ exclusiveMinimum: 0, maximum: 10_080 }),
          ),
        }),
      ),
      maintenance: describeSchema('Announced maintenance windows. Failures within them do not count.', list(WINDOW)),
      waivers: describeSchema('File with the waivers, relative to this file.', TEXT),
    },
  ),
);

export const TARGET_FILE = schemaFile('Plumbline: a system under test', TARGET, parts);

export type RawWaivers = ValueOf<typeof WAIVERS>;
const WAIVERS = describeSchema(
  'targets/<name>/waivers.yaml: known failures that do not block until a date. The checks still run.',
  object({
    waivers: describeSchema(
      'Waivers of the target.',
      list(
        object(
          {
            checks: describeSchema(
              'Pattern for check ids, or several. * matches within a segment, ** across segments.',
              schema<string | readonly string[]>({ anyOf: [GLOB, list(GLOB, { minItems: 1, uniqueItems: true })] }),
            ),
            symptom: describeSchema('Texts that every finding must contain.', SYMPTOM),
            reason: describeSchema('Reason for the waiver.', TEXT),
            owner: describeSchema('Person or team that follows up.', TEXT),
            expires: describeSchema(
              'Last day on which the waiver is valid, YYYY-MM-DD.',
              text({ title: 'date', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
            ),
          },
          {
            service: describeSchema('Only for this service.', NAME),
            spec: describeSchema(
              'Only for these versions, in quotes.',
              list(VERSION, { minItems: 1, uniqueItems: true }),
            ),
            link: describeSchema('Address of the issue.', TEXT),
          },
        ),
      ),
    ),
  }),
);

export const WAIVERS_FILE = schemaFile('Plumbline: waivers of a target', WAIVERS);
