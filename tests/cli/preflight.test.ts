/** Preflight against transports that answer as told; real sockets are in `runs.test.ts`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { TransportFailure, type Transport, type WireResponse } from '../../src/http/transport.ts';
import type { Target } from '../../src/load/model.ts';
import { bindDestinations } from '../../src/run/destinations.ts';
import { planWhole, type Planning } from '../../src/project/planning.ts';
import { preflight, type Preflight } from '../../src/run/preflight.ts';
import { explainSignIn, minutesText } from '../../src/run/preflight-text.ts';
import { asStoppedReport, unsentOf, unsentResults } from '../../src/run/stopped-services.ts';
import type { Report } from '../../src/report/model.ts';
import { fileOf, library } from './library.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const BOOKS = 'contracts/library/books.yaml';
let planning: Planning;

const DESCRIPTION = `endpoint: service-description
title: Description
base: service
describes: { version: /api_version }
fields:
  api_version: { type: string, readOnly: true }
operations:
  read: { method: GET, path: /about, response: plain, success: [200], access: public }
`;
const HOURS = DESCRIPTION.replace('endpoint: service-description', 'endpoint: opening-hours')
  .replace('describes: { version: /api_version }\n', '')
  .replace('/about', '/hours');
const SECURITY = 'type: oauth2\nflow: clientCredentials\nclient: secret-basic\n';

beforeAll(() => {
  planning = planWhole(
    library({
      'contracts/library/service-description.yaml': DESCRIPTION,
      'contracts/library/opening-hours.yaml': HOURS,
      [BOOKS]: fileOf(BOOKS),
    }),
  );
});

function answer(more: { readonly status?: number; readonly date?: string; readonly body?: string } = {}): WireResponse {
  return {
    status: more.status ?? 200,
    headers: [['date', more.date ?? new Date(NOW).toUTCString()]],
    body: Buffer.from(more.body ?? '{}'),
  };
}

interface Asked {
  readonly found: Preflight;
  readonly urls: readonly string[];
}

async function look(
  send: (url: string) => WireResponse | TransportFailure,
  changes: Partial<Target> = {},
  allowWrites = false,
  of = planning,
): Promise<Asked> {
  const urls: string[] = [];
  const plain: Transport = {
    send: (request) => {
      urls.push(`${request.method} ${request.url}`);
      const given = send(request.url);
      return given instanceof TransportFailure ? Promise.reject(given) : Promise.resolve(given);
    },
    close: () => Promise.resolve(),
  };
  const services = of.target.services.map((service) => ({
    ...service,
    addresses: service.addresses.map(({ spec }) => ({ spec, baseUrl: `http://library-${spec}.example` })),
  }));
  const target: Target = { ...of.target, embedded: false, services, ...changes };
  const clock = (): number => NOW;
  const destination = bindDestinations({
    scopes: of.scopes,
    target,
    allowWrites,
    plain,
    secrets: { read: () => 'secret' },
    clock,
  });
  return {
    found: await preflight(
      { ...of, target },
      { plain, clock, destination, allowWrites, isNarrowed: false, planned: () => of.plan.groups },
    ),
    urls,
  };
}

describe('preflight', () => {
  it('warns where nothing is there that the contract declares', async () => {
    const { found } = await look((url) => answer({ status: url.includes('1.9') ? 404 : 200 }));
    expect(found.stops).toEqual([]);
    expect(found.warnings).toEqual([
      expect.stringMatching(
        /^GET \/about and GET \/hours at http:\/\/library-1\.9\.example returned 404\. Check the path in baseUrl/,
      ),
    ]);
    // One read that is not there is a departure of its own.
    expect((await look((url) => answer({ status: url.endsWith('/about') ? 404 : 200 }))).found.warnings).toEqual([]);
  });

  it('warns where nobody is let in with a token that was given for it', async () => {
    const closed = planWhole(
      library({
        'contracts/library/service-description.yaml': DESCRIPTION.replace('public', 'token'),
        'contracts/library/opening-hours.yaml': HOURS.replace('public', 'token'),
        'contracts/library/security.yaml': SECURITY,
        [BOOKS]: fileOf(BOOKS),
      }),
    );
    const client = { tokenUrl: 'http://tokens.example', own: { id: 'me', secret: { env: 'SECRET' } } };
    const services = closed.target.services.map((service) => ({ ...service, client }));
    const found = (denied: (url: string) => boolean): Promise<Asked> =>
      look(
        (url) =>
          url.startsWith('http://tokens.example')
            ? answer({ body: '{"access_token":"a-token-for-all","token_type":"Bearer","expires_in":300}' })
            : answer({ status: denied(url) ? 403 : 200 }),
        {},
        false,
        { ...closed, target: { ...closed.target, services } },
      );
    expect((await found(() => true)).found.warnings[0]).toMatch(
      /^GET \/about and GET \/hours at http:\/\/library-1\.9\.example returned 403 with a valid token\. Check how/,
    );
    // One that is refused is a departure of its own.
    expect((await found((url) => url.endsWith('/about'))).found.warnings).toEqual([]);
  });

  it('asks each address once, harmlessly, and finds nothing', async () => {
    const { found, urls } = await look(() => answer());
    expect(found).toEqual({ stops: [], warnings: [], others: [] });
    expect(urls).toEqual(['GET http://library-1.9.example/about', 'GET http://library-1.10.example/about']);
  });

  it.each([404, 401])('takes %i for an answer', async (status) => {
    expect((await look(() => answer({ status }))).found.stops).toEqual([]);
  });

  it('stops where every service fails at the simplest things that it is asked, and says so once', async () => {
    const { found, urls } = await look(() => answer({ status: 500 }));
    expect(found.stops).toMatchObject([
      {
        service: 'library',
        specs: ['1.9'],
        cause: 'GET /about at http://library-1.9.example, the simplest request of the plan, returned 500',
      },
      { service: 'library', specs: ['1.10'] },
    ]);
    expect(urls).toContain('GET http://library-1.9.example/hours');
  });

  it('goes on where something else than a 5xx comes back', async () => {
    expect((await look((url) => answer({ status: url.includes('1.9') ? 500 : 200 }))).found.stops).toEqual([]);
    expect((await look((url) => answer({ status: url.endsWith('/about') ? 500 : 401 }))).found.stops).toEqual([]);
  });

  it('tells a service that is away', async () => {
    const { found } = await look(() => answer({ status: 503 }));
    expect(found.stops).toMatchObject([
      {
        service: 'library',
        specs: ['1.9'],
        cause: 'http://library-1.9.example returned 503: the service is not available',
      },
      { service: 'library', specs: ['1.10'] },
    ]);
  });

  it('asks again where a connection broke, and not where a name is unknown', async () => {
    let calls = 0;
    const { found, urls } = await look((url) =>
      url.includes('1.9')
        ? (calls += 1) === 1
          ? new TransportFailure('reset', 'the connection was reset')
          : answer()
        : new TransportFailure('unresolved', `the name in ${url} is not known`),
    );
    expect(urls.filter((url) => url.includes('1.9'))).toHaveLength(2);
    expect(urls.filter((url) => url.includes('1.10'))).toHaveLength(1);
    expect(found.stops).toMatchObject([{ specs: ['1.10'], hint: expect.stringContaining('spelling') as string }]);
  });

  it('tells clocks that are more than five minutes apart', async () => {
    const at = (seconds: number): WireResponse => answer({ date: new Date(NOW + seconds * 1000).toUTCString() });
    expect((await look(() => at(299))).found.stops).toEqual([]);
    expect((await look(() => at(1200))).found.stops).toMatchObject([
      { specs: ['1.9', '1.10'], cause: 'the clock of the service is 20 minutes ahead of the clock of this machine' },
    ]);
    expect((await look(() => at(-86_400))).found.stops).toMatchObject([
      { cause: 'the clock of the service is 24 hours behind the clock of this machine' },
    ]);
    expect((await look(() => answer({ date: 'soon' }))).found.stops).toEqual([]);
    expect(minutesText(-10 * 60_000)).toBe('10 minutes');
  });

  it('warns of another version, and goes on', async () => {
    const { found } = await look(() => answer({ body: '{"api_version": "1.10"}' }));
    expect(found).toEqual({
      stops: [],
      warnings: ['library 1.9 reports version 1.10'],
      others: [{ service: 'library', spec: '1.9', version: '1.10' }],
    });
  });

  it('sends nothing in a maintenance window, or to production', async () => {
    const window = { from: '2026-03-01T11:00:00Z', to: '2026-03-01T13:00:00Z', note: 'announced' };
    const away = await look(() => answer(), { maintenance: [window] });
    expect(away.urls).toEqual([]);
    expect(away.found.stops).toMatchObject([
      { specs: ['1.9', '1.10'], cause: 'a maintenance window is open until 2026-03-01T13:00:00Z (announced)' },
    ]);
    expect(
      (await look(() => answer(), { maintenance: [{ ...window, to: '2026-03-01T11:30:00Z' }] })).found.stops,
    ).toEqual([]);
    const production = await look(() => answer(), { environment: 'production' });
    expect(production.urls).toEqual([]);
    expect(production.found.stops[0]?.hint).toContain('--allow-writes');
    expect((await look(() => answer(), { environment: 'production' }, true)).found.stops).toEqual([]);
  });

  it('signs in only where something that will be sent takes a token, and sends the headers of the target', async () => {
    const identityProvider = {
      tokenUrl: 'https://idp.example/token',
      issuer: '1',
      device: 'd',
      kid: 'k',
      audience: 'a',
      tokenAudience: 'b',
      key: { env: 'NO_SUCH_KEY' },
    };
    const services = planning.target.services.map((service) => ({
      ...service,
      identityProvider,
      headers: { 'X-Tenant': 'ours' },
      addresses: service.addresses.map(({ spec }) => ({ spec, baseUrl: 'http://library.example' })),
    }));
    const headers: string[] = [];
    const plain: Transport = {
      send: (request) => {
        headers.push(...request.headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`));
        return Promise.resolve(answer());
      },
      close: () => Promise.resolve(),
    };
    const target: Target = { ...planning.target, embedded: false, services };
    const secrets = {
      read: (): string => {
        throw new Error('nobody needs a key here');
      },
    };
    const destination = bindDestinations({
      scopes: planning.scopes,
      target,
      allowWrites: false,
      plain,
      secrets,
      clock: () => NOW,
    });
    // Every operation of the library is public.
    const found = await preflight(
      { ...planning, target },
      {
        plain,
        clock: () => NOW,
        destination,
        allowWrites: false,
        isNarrowed: false,
        planned: () => planning.plan.groups,
      },
    );
    expect(found.stops).toEqual([]);
    expect(headers).toContain('x-tenant: ours');
  });

  it('explains what an identity provider says', () => {
    const service = {
      service: 'library',
      addresses: [],
      headers: {},
      identityProvider: {
        tokenUrl: 'https://idp.example',
        issuer: '123',
        device: 'desk',
        kid: 'k',
        audience: 'a',
        tokenAudience: 'b',
        key: { env: 'KEY' },
      },
    };
    const failure = (text: string): TransportFailure =>
      new TransportFailure(
        'not-sent',
        `the sign-in failed: the identity provider answered 400 ${text}`,
        'no-token',
        text,
      );
    expect(explainSignIn(failure('unauthorized_client'), service)).toMatchObject({
      cause: expect.stringContaining('(organisation 123, device desk)') as string,
      hint: expect.stringContaining('not linked') as string,
    });
    expect(explainSignIn(failure('invalid_grant'), service).hint).toContain('The assertion was rejected');
    expect(explainSignIn(failure('something_else'), service).hint).toContain('`identityProvider` or `credentials`');
    expect(
      explainSignIn(new TransportFailure('refused', 'https://idp.example refused the connection'), service).cause,
    ).toBe('the identity provider cannot be reached: https://idp.example refused the connection');
  });
});

describe('a run that preflight stopped', () => {
  it('accounts for every planned check, with its cause', () => {
    const unsent = unsentOf([{ service: 'library', specs: ['1.9'], cause: 'away', hint: '' }]);
    expect(unsent).toEqual({ 'library@1.9': 'away' });
    for (const group of planning.plan.groups) {
      const results = unsentResults(group, unsent);
      expect(results).toHaveLength(group.passive.length + group.cases.flatMap((c) => c.checks).length);
      expect(new Set(results.map(({ verdict, cause }) => `${verdict} ${cause === 'away'}`))).toEqual(
        new Set([`inconclusive ${group.spec === '1.9'}`]),
      );
    }
  });

  it('is never admitted', () => {
    const report = {
      run: { exchanges: 0 },
      decision: {
        decision: 'admit',
        exitCode: 0,
        reasons: [{ code: 'admitted', text: 'x', checks: [] }],
        policy: 'explore',
      },
    } as unknown as Report;
    expect(asStoppedReport(report, { 'a@1': 'away', 'a@2': 'away' }).decision).toMatchObject({
      decision: 'block',
      exitCode: 3,
      reasons: [{ code: 'preflight', text: 'Preflight stopped the run: a 1, a 2: away.' }],
    });
  });
});
