/** `targets/<name>/target.yaml` and its waivers. */
import {
  choice,
  conditional,
  constant,
  Definitions,
  doc,
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
export const MORE_FORMATS = ['ctrf', 'allure'] as const;

const parts = new Definitions('target');

const MOMENT = parts.define(
  'moment',
  doc(
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
  doc(
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
      members: doc(
        'Known fields of the record: first its identifier, and the other parameters of its paths.',
        map(JSON_VALUE, { minProperties: 1 }),
      ),
    },
    {
      writable: doc(
        'The record may be changed and deleted, and other records may be created below it. Default: false.',
        FLAG,
      ),
      as: doc(
        'Party of the target that requests it, and everything of its endpoint. Default: the party of the run.',
        NAME,
      ),
    },
  ),
);

const CREDENTIAL_PROPERTIES = {
  key: doc('An API key, or an access token that needs no sign-in.', SECRET),
  user: doc('Name of the user.', TEXT),
  password: doc('Password of the user.', SECRET),
  id: doc('Id of an OAuth 2 client.', TEXT),
  secret: doc('Secret of the client.', SECRET),
  scopes: doc(
    'For an OAuth 2 client: requested scopes, if they differ from security.yaml. An empty list requests none.',
    list(TEXT, { uniqueItems: true }),
  ),
};
export type RawCredential = ValueOf<typeof CREDENTIAL>;
const CREDENTIAL = parts.define('credential', partial(CREDENTIAL_PROPERTIES));
const KEY_OR_USER = pick(CREDENTIAL_PROPERTIES, 'key', 'user', 'password');
const PRIVATE_KEY = doc('Key with which the client signs assertions: RSA, PEM.', SECRET);
const SECOND_PARTY = doc('A second party, for isolation checks.', CREDENTIAL);

const PARTY_PROPERTIES = {
  issuer: doc('Organisation id, in quotes.', TEXT),
  device: doc('Name of the device.', TEXT),
  kid: doc('Id of the key.', TEXT),
  key: doc('Private key.', SECRET),
};
const PARTY = parts.define('party', object(PARTY_PROPERTIES));

export type RawNamedParty = ValueOf<typeof NAMED_PARTY>;
const NAMED_PARTY = parts.define(
  'namedParty',
  partial(
    {
      bearer: doc('An access token that needs no sign-in.', SECRET),
      ...CREDENTIAL_PROPERTIES,
      ...PARTY_PROPERTIES,
      key: doc('An API key, or the private key next to `issuer`, `device` and `kid`.', SECRET),
      privateKey: PRIVATE_KEY,
      others: doc('The same for the other auth schemes of security.yaml.', map(CREDENTIAL, { keys: NAME })),
    },
    { minProperties: 1 },
  ),
);
const PARTY_NAME = extend(NAME, {
  title: 'name other than own, other, unlinked, elsewhere and nobody, which have a meaning of their own',
  pattern: '^(?!(own|other|unlinked|elsewhere|nobody)$)',
});

const IDENTITY_PROVIDER = object(
  {
    tokenUrl: doc('Address of the token endpoint.', URL),
    ...PARTY_PROPERTIES,
    audience: doc('Audience of the assertion: the name of the identity provider.', TEXT),
    tokenAudience: doc('Audience of the access token: the name of the service.', TEXT),
  },
  { clientId: doc('Value of client_id, if one is sent.', TEXT) },
);
export type IdentityProviderSettings = ValueOf<typeof IDENTITY_PROVIDER>;

const CREDENTIALS = partial({
  ...KEY_OR_USER,
  tokenUrl: doc('Address of the token endpoint.', URL),
  id: doc('Id of the client.', TEXT),
  secret: doc('Secret of the client.', SECRET),
  privateKey: PRIVATE_KEY,
  kid: doc('Id of that key.', TEXT),
  audience: doc('Audience of the client’s assertions. Default: tokenUrl.', TEXT),
  other: SECOND_PARTY,
  others: doc(
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
  expired: doc(
    'Valid except that it expired about ten minutes ago: longer than clocks differ, but not by an hour, since a service may wrongly accept expired tokens for half an hour.',
    SECRET,
  ),
  notYetValid: doc('Valid except that its time has not come yet.', SECRET),
  otherIssuer: doc('Valid except for its issuer.', SECRET),
  otherAudience: doc(
    'Valid except for its audience. Needed without a sign-in; with one, `otherAudience` of the service is requested.',
    SECRET,
  ),
});
/** Access tokens that were created to be rejected. */
export type SpoiledTokens = ValueOf<typeof SPOILED>;

export type RawTargetService = ValueOf<typeof SERVICE>;
const SERVICE = parts.define(
  'service',
  partial({
    baseUrl: doc(
      'Base address, or a map from version to base address.',
      schema<string | Readonly<Record<string, string>>>({
        title: 'address',
        type: ['string', 'object'],
        ...conditional({ type: 'string' }, URL),
        additionalProperties: URL,
      }),
    ),
    servers: doc('Replacements for the addresses in `servers` of envelope.yaml, by name.', map(URL, { keys: NAME })),
    variables: doc('Values of address variables, such as {tenant} or {region}.', map(TEXT, { minProperties: 1 })),
    spec: doc('Tested versions, in quotes. Default: all.', list(VERSION, { minItems: 1, uniqueItems: true })),
    identityProvider: IDENTITY_PROVIDER,
    credentials: doc(
      'Credentials for the scheme of security.yaml: `key`; `user` and `password`; or `tokenUrl`, `id` and `secret` or `privateKey` of an OAuth 2 client.',
      CREDENTIALS,
    ),
    bearer: doc('An access token that needs no sign-in.', SECRET),
    otherBearer: doc('Access token of a second party, for isolation checks.', SECRET),
    records: doc(
      'Existing records, by endpoint, for paths whose records no operation creates. They are only read, unless they are writable.',
      map(RECORD, { keys: NAME, minProperties: 1 }),
    ),
    parties: doc(
      'Further parties, by the name that cases (`as`) and records use, each with the credentials that the service needs.',
      map(NAMED_PARTY, {
        keys: PARTY_NAME,
        minProperties: 1,
      }),
    ),
    unlinked: doc('A party that is not linked to the service.', PARTY),
    elsewhere: doc('A party that is linked to another service only.', PARTY),
    other: doc('A second linked party, for isolation checks.', PARTY),
    spoiled: doc('Access tokens that the owner of the identity provider created to be rejected.', SPOILED),
    otherAudience: doc('Audience of another service, for tokens that are valid but not for this one.', TEXT),
    headers: doc('Headers of every call.', HEADERS),
    partyHeaders: doc(
      'Headers that another party sends, in addition to or instead of these, by its name: { other: { X-Tenant: acme-2 } }.',
      map(HEADERS, { keys: NAME, minProperties: 1 }),
    ),
  }),
);

const CONNECTION = partial(
  {
    proxy: doc('Address of an HTTP proxy, usually ${env:HTTPS_PROXY}. Every connection is tunnelled through it.', TEXT),
    direct: doc(
      'Hosts that are reached without the proxy, including their subdomains.',
      list(TEXT, { minItems: 1, uniqueItems: true }),
    ),
    clientCertificate: doc(
      'Client certificate for mutual TLS, for services and identity providers that request one.',
      object(
        {
          certificate: doc('The certificate followed by its chain: PEM.', SECRET),
          key: doc('Its private key: PEM.', SECRET),
        },
        { passphrase: doc('Passphrase of the key.', SECRET) },
      ),
    ),
  },
  { minProperties: 1, dependentRequired: { direct: ['proxy'] } },
);
/** How the services of a target are reached. */
export type ConnectionSettings = ValueOf<typeof CONNECTION>;

const WINDOW = object({
  from: doc('Start.', MOMENT),
  to: doc('End.', MOMENT),
  note: doc('Who announced it and why.', TEXT),
});
export type Maintenance = ValueOf<typeof WINDOW>;

export type RawTarget = ValueOf<typeof TARGET>;
const TARGET = doc(
  'targets/<name>/target.yaml. Secrets come from the environment or from files; never write them here.',
  object(
    {
      target: doc('Name of the target; the same as its folder.', NAME),
      environment: doc(
        'production: writes are rejected unless the command line allows them.',
        choice('test', 'production'),
      ),
      services: doc('Services of the target, by name.', map(SERVICE, { keys: NAME, minProperties: 1 })),
    },
    {
      embedded: doc('Plumbline starts its own reference services and fills in the addresses.', FLAG),
      disposable: doc(
        'All data of the service may be replaced or deleted, for example in an environment started for the run. Undeclared methods are then also tested on whole collections. Default: false.',
        FLAG,
      ),
      faults: doc(
        'Seeded faults of the reference services, for embedded targets only.',
        list(TEXT, { uniqueItems: true }),
      ),
      connection: doc('How the services are reached. Default: directly.', CONNECTION),
      answers: doc(
        'Answers of the owner to open questions: id to value. The word defaults, or the key `defaults: true` next to single answers, confirms every default of these services that is not an example.',
        schema<'defaults' | JsonMap>({
          title: 'answers',
          type: ['object', 'string'],
          ...conditional({ type: 'string' }, choice('defaults')),
        }),
      ),
      answersIn: doc(
        'Answers for single versions: version to id to value. They take precedence over `answers`.',
        map(map(JSON_VALUE), { keys: VERSION }),
      ),
      formats: doc(
        `Files in addition to the default ones: a list of ${MORE_FORMATS.join(' and ')}. none: only the report and its evidence. --formats overrides it.`,
        schema<'none' | readonly (typeof MORE_FORMATS)[number][]>({
          oneOf: [constant('none'), list(choice(...MORE_FORMATS), { uniqueItems: true })],
        }),
      ),
      limits: partial({
        concurrency: doc('Maximum number of concurrent requests. Default: 8.', integer({ minimum: 1, maximum: 1000 })),
        requestsPerSecond: doc('Maximum number of requests per second. Default: no limit.', number({ minimum: 0.01 })),
        timeoutMs: doc('Response timeout in milliseconds. Default: 10000.', integer({ minimum: 1, maximum: 600_000 })),
        maxResponseBytes: doc(
          'Maximum size of response content in bytes, before and after decompression. Checks that need a larger response are inconclusive. Default: 8388608 (8 MiB).',
          integer({ minimum: 1024, maximum: 1_073_741_824 }),
        ),
        maxRunBytes: doc(
          'Maximum size of all responses of a run in bytes. Beyond it, responses over 4096 bytes are not kept, and checks that need them are inconclusive. Default: 134217728 (128 MiB).',
          integer({ minimum: 1024, maximum: 8_589_934_592 }),
        ),
        pages: doc(
          'Maximum number of pages of a list that are requested. The end of a longer list is not checked. Default: 1000.',
          integer({ minimum: 2, maximum: 100_000 }),
        ),
        minutes: doc(
          'Maximum duration of sending in minutes. Checks not judged by then are inconclusive, and the run is incomplete. Default: no limit.',
          number({ exclusiveMinimum: 0, maximum: 10_080 }),
        ),
      }),
      maintenance: doc('Announced maintenance windows. Failures within them do not count.', list(WINDOW)),
      waivers: doc('File with the waivers, relative to this file.', TEXT),
    },
  ),
);

export const TARGET_FILE = schemaFile('Plumbline: a system under test', TARGET, parts);

export type RawWaivers = ValueOf<typeof WAIVERS>;
const WAIVERS = doc(
  'A waiver excuses a failing check until a date. The check still runs.',
  object({
    waivers: list(
      object(
        {
          checks: doc(
            'Pattern for check ids, or several. * matches within a segment, ** across segments.',
            schema<string | readonly string[]>({ anyOf: [GLOB, list(GLOB, { minItems: 1, uniqueItems: true })] }),
          ),
          symptom: doc('Texts that every finding must contain.', SYMPTOM),
          reason: doc('Reason for the waiver.', TEXT),
          owner: doc('Person or team that follows up.', TEXT),
          expires: doc(
            'Last day on which the waiver is valid, YYYY-MM-DD.',
            text({ title: 'date', pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' }),
          ),
        },
        {
          service: doc('Only for this service.', NAME),
          spec: doc('Only for these versions, in quotes.', list(VERSION, { minItems: 1, uniqueItems: true })),
          link: doc('Address of the issue.', TEXT),
        },
      ),
    ),
  }),
);

export const WAIVERS_FILE = schemaFile('Plumbline: waivers of a target', WAIVERS);
