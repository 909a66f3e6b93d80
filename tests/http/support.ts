/** Parties, keys and destinations for the tests of sending; nothing here goes over a network. */
import type { Json } from '../../src/model/json.ts';
import { generateKeyPairSync } from 'node:crypto';
import { TokenProvider } from '../../src/http/token-provider.ts';
import { Redactor } from '../../src/http/redactor.ts';
import type { Resolution } from '../../src/http/resolve-values.ts';
import { Semaphore } from '../../src/http/rate-limit.ts';
import { writeTracker } from '../../src/cleanup/write-tracker.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import type { Destination } from '../../src/http/model.ts';
import type { AssertionContract } from '../../src/http/tokens.ts';
import {
  notSentFailure,
  type Transport,
  TransportFailure,
  type WireRequest,
  type WireResponse,
} from '../../src/http/transport.ts';
import type { FailureKind } from '../../src/model/failure.ts';
import type {
  ClaimRule,
  IdentityProviderSettings,
  SecurityScheme,
  TargetService,
  TokenIssuer,
  TokenKind,
} from '../../src/load/model.ts';
import { omitUndefined } from '../../src/model/objects.ts';
import type { Case, Group, RequestTemplate, Step } from '../../src/plan/model.ts';

/** Noon in Sydney of a fixed day, in milliseconds since the epoch. */
export const NOW = Date.parse('2026-03-10T01:00:00Z');

interface Pair {
  readonly privateKey: string;
  readonly publicKey: string;
}

function pair(): Pair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

export const OWN = pair();

export const IDENTITY_PROVIDER: IdentityProviderSettings = {
  tokenUrl: 'http://idp.test/oauth/token',
  issuer: '1234567890',
  device: 'device-1',
  kid: 'key-1',
  audience: 'https://idp.test',
  tokenAudience: 'https://library.test',
  key: { file: 'own' },
};

export const SERVICE: TargetService = {
  service: 'library',
  addresses: [{ spec: '1.0.0', baseUrl: 'http://library.test' }],
  identityProvider: IDENTITY_PROVIDER,
  headers: {},
};

export type Answerer = (request: WireRequest, index: number) => WireResponse | Promise<WireResponse>;

/** A transport that answers from a function and remembers what was sent. */
export class Wire implements Transport {
  readonly sent: WireRequest[] = [];
  underWay = 0;
  /** The most requests that were under way at once. */
  widest = 0;
  readonly #answer: Answerer;

  constructor(answer: Answerer = () => answerOf({})) {
    this.#answer = answer;
  }

  readonly send = async (request: WireRequest): Promise<WireResponse> => {
    this.sent.push(request);
    this.underWay += 1;
    this.widest = Math.max(this.widest, this.underWay);
    try {
      return await this.#answer(request, this.sent.length);
    } finally {
      this.underWay -= 1;
    }
  };

  readonly close = (): Promise<void> => Promise.resolve();

  /** `METHOD path` of everything sent, without what the identity provider was asked. */
  get lines(): readonly string[] {
    return this.sent
      .filter((r) => !r.url.startsWith('http://idp.test'))
      .map((r) => `${r.method} ${new URL(r.url).pathname}`);
  }
}

export function answerOf(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): WireResponse {
  const bytes =
    body === undefined ? Buffer.alloc(0) : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { status, headers: [['content-type', 'application/json'], ...Object.entries(headers)], body: bytes };
}

/** An identity provider that gives out one token, and fails for a party that it does not know. */
export function provider(token = 'good-access-token', more: Readonly<Record<string, unknown>> = {}): Wire {
  return new Wire(() => answerOf({ access_token: token, token_type: 'Bearer', expires_in: 300, ...more }));
}

/** As the contracts of the project declare it. */
export const ASSERTION: AssertionContract = {
  algorithm: 'RS256',
  header: [part('alg', { $setting: 'algorithm' }), part('kid', { $setting: 'kid' })],
  claims: [
    part('sub', { $setting: 'device' }),
    part('aud', { $setting: 'audience' }),
    part('token.aud', { $setting: 'token-audience' }),
    part('iss', { $setting: 'issuer' }),
    part('iat', { $now: 0 }),
    part('exp', { $now: 300 }),
  ],
};

function part(name: string, value: Json): ClaimRule {
  return { name, type: 'string', required: true, value };
}

export interface Stage {
  readonly to: Destination;
  readonly redactor: Redactor;
  readonly signIn: TokenProvider;
}

export function stage(
  options: {
    readonly accessToken?: { readonly kind: TokenKind; readonly issuer: TokenIssuer };
    readonly security?: SecurityScheme;
    readonly service?: Partial<TargetService>;
    readonly identityProvider?: Transport;
    readonly clock?: () => number;
    readonly sensitive?: readonly string[];
    readonly to?: Partial<Destination>;
    /** What every reference to a secret stands for. */
    readonly secret?: string;
    /** What single files hold. */
    readonly files?: Readonly<Record<string, string>>;
    readonly tokens?: ConstructorParameters<typeof TokenProvider>[0]['tokens'];
  } = {},
): Stage {
  const service = { ...SERVICE, ...options.service };
  const secrets: Destination['secrets'] = {
    read: ({ file }) => options.files?.[file ?? ''] ?? options.secret ?? OWN.privateKey,
  };
  const redactor = new Redactor(['access-token'], options.sensitive ?? ['tfn']);
  const signIn = new TokenProvider({
    service,
    assertion: ASSERTION,
    ...omitUndefined({ accessToken: options.accessToken, security: options.security, tokens: options.tokens }),
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    transport: options.identityProvider ?? provider(),
    redactor,
    secrets,
    clock: options.clock ?? (() => NOW),
    timeoutMs: 1000,
  });
  const to: Destination = {
    service,
    spec: '1.0.0',
    baseUrl: 'http://library.test',
    zone: 'Australia/Sydney',
    carrier: { in: 'header', name: 'access-token', scheme: '', isBasic: false },
    ways: {},
    secrets,
    assertion: ASSERTION,
    headers: {},
    permission: { environment: 'test', allowWrites: false, disposable: true, methods: 'complete', declared: new Set() },
    operations: new Map(),
    signIn,
    redactor,
    heartbeats: [{ path: '/about', access: 'public' }],
    ...options.to,
  };
  return { to, redactor, signIn };
}

export function resolution(more: Partial<Resolution> = {}): Resolution {
  let counter = 0;
  return {
    seed: 'run-1 1.0.0 case#probe',
    now: NOW,
    zone: 'Australia/Sydney',
    next: () => (counter += 1),
    setting: () => undefined,
    ...more,
  };
}

export function request(more: Partial<RequestTemplate> = {}): RequestTemplate {
  return {
    base: 'service',
    method: 'GET',
    path: '/books',
    parameters: {},
    headers: {},
    auth: { kind: 'none' },
    ...more,
  };
}

export function step(
  name: string,
  more: Partial<Omit<Step, 'request'>> & { readonly request?: Partial<RequestTemplate> } = {},
): Step {
  const { request: own, ...rest } = more;
  return { name, success: { statuses: [200, 201] }, ...rest, request: request(own) };
}

export function oneCase(name: string, steps: readonly Step[]): Case {
  return { id: `library/books/read/success/${name}`, title: name, steps, checks: [] };
}

export function group(cases: readonly Case[], setup: readonly Step[] = [], more: Partial<Group> = {}): Group {
  return {
    id: 'library@1.0.0/books/read/success',
    service: 'library',
    spec: '1.0.0',
    endpoint: 'books',
    operation: 'read',
    aspect: 'success',
    setup,
    cases,
    passive: [],
    at: { file: 'contracts/library/books.yaml', line: 1, column: 1 },
    ...more,
  };
}

export function runContext(
  transport: Transport,
  more: Partial<RunContext> = {},
  to: Destination = stage().to,
): RunContext {
  let counter = 0;
  const context: RunContext = {
    transport,
    plain: transport,
    clock: () => NOW,
    timeoutMs: 1000,
    runId: 'run-1',
    slots: new Semaphore(8),
    retryBudgets: new Map(),
    destination: () => to,
    next: () => (counter += 1),
    ...more,
  };
  return { ...context, tracker: writeTracker(context) };
}

export function fail(kind: FailureKind, message = `it was ${kind}`): never {
  throw kind === 'not-sent' ? notSentFailure('unsendable', message) : new TransportFailure(kind, message);
}
