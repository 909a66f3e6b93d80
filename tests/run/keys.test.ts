/** Unusable private keys and tokens: exit code 2 before the first request, with the file name and the reason, and no secret. */
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BadInput } from '../../src/errors.ts';
import type { Target } from '../../src/load/model.ts';
import { secretReader } from '../../src/run/destinations.ts';
import { validateSecrets } from '../../src/run/usable-secrets.ts';
import { kindsOfKeys } from '../http/key-kinds.ts';
import { playwright, plumbline, reportOf, serve, temporary } from './support.ts';

const { good, bad } = kindsOfKeys();
const folder = temporary();

function keyFile(name: string, content: string | Buffer): string {
  const file = path.join(folder, `${name.replaceAll(/[^a-zA-Z0-9]+/g, '-')}.pem`);
  writeFileSync(file, content);
  return file;
}

const PARTY = { issuer: '1', device: 'd', kid: 'k' };
const goodFile = keyFile('good', good['PKCS#8']?.text ?? '');

function targetWith(which: 'own' | 'other' | 'unlinked' | 'elsewhere', file: string): Target {
  const party = (
    name: string,
  ): {
    readonly issuer: string;
    readonly device: string;
    readonly kid: string;
    readonly key: { readonly file: string };
  } => ({
    ...PARTY,
    key: { file: which === name ? file : goodFile },
  });
  const identityProvider = { ...party('own'), tokenUrl: 'http://127.0.0.1:9/token', audience: 'a', tokenAudience: 't' };
  const service = {
    service: 'library',
    addresses: [],
    headers: {},
    identityProvider,
    other: party('other'),
    unlinked: party('unlinked'),
    elsewhere: party('elsewhere'),
  };
  return {
    target: 't',
    environment: 'test',
    embedded: false,
    faults: [],
    services: [service],
    answers: {},
    limits: { concurrency: 1, timeoutMs: 1000 },
    maintenance: [],
    waivers: [],
    file: 't.yaml',
  } as unknown as Target;
}

function problemsWith(target: Target, env: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    validateSecrets(target, secretReader(env));
    return [];
  } catch (error) {
    if (error instanceof BadInput) return error.problems.map((p) => `${p.code}: ${p.message}`);
    throw error;
  }
}

describe.each(['own', 'other', 'unlinked', 'elsewhere'] as const)('the key of the client %j', (which) => {
  test.each(Object.entries(bad))('%s is rejected', (kind, { text, says }) => {
    const file = keyFile(kind, text);
    const problems = problemsWith(targetWith(which, file));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`unusable-key: ${file} `);
    expect(problems[0]).toContain(says);
  });

  test.each(Object.entries(good))('%s is accepted', (kind, { text }) => {
    expect(problemsWith(targetWith(which, keyFile(kind, text)))).toEqual([]);
  });
});

test('a token that an HTTP header cannot contain is rejected with its variable, and not printed', () => {
  const target = targetWith('own', goodFile);
  const bearer = {
    ...target,
    services: target.services.map((service) => ({
      ...service,
      bearer: { env: 'PO_TOKEN' },
      spoiled: { expired: { env: 'OLD_TOKEN' } },
    })),
  };
  const problems = problemsWith(bearer, { PO_TOKEN: 'first-half\nsecond-half\n', OLD_TOKEN: 'smile-😀' });
  expect(problems).toEqual([
    'unusable-token: the environment variable PO_TOKEN contains a line break, which an HTTP header cannot contain',
    'unusable-token: the environment variable OLD_TOKEN contains a character outside Latin-1, which an HTTP header cannot contain',
  ]);
  expect(problemsWith(bearer, { PO_TOKEN: 'whole\n', OLD_TOKEN: 'whole' })).toEqual([]);
});

test('a missing certificate is reported together with the other unusable files', () => {
  const clientCertificate = { certificate: { file: path.join(folder, 'gone.pem') }, key: { file: goodFile } };
  const target = { ...targetWith('own', path.join(folder, 'no-key.pem')), connection: { clientCertificate } };
  expect(problemsWith(target).map((problem) => problem.replaceAll(`${folder}${path.sep}`, ''))).toEqual([
    'unreadable-secret: the key file no-key.pem cannot be read',
    'unreadable-secret: the key file gone.pem cannot be read',
  ]);
});

describe('from the command line, all unusable keys at once', () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  function brokenTarget(): { readonly file: string; readonly names: readonly string[] } {
    const names = ['a public key', 'an EC key', 'garbage'].map((kind) => keyFile(kind, bad[kind]?.text ?? ''));
    const party = (name: string | undefined): string =>
      `issuer: "1", device: d, kid: k, key: { file: ${JSON.stringify(name)} }`;
    const file = path.join(folder, 'target.yaml');
    const text = `target: elsewhere
environment: test
services:
  partner-onboarding:
    baseUrl: ${base}
    spec: ["1.0.0"]
    identityProvider: { tokenUrl: ${base}/token, audience: a, tokenAudience: t, ${party(names[0])} }
    other: { ${party(names[1])} }
    unlinked: { ${party(names[2])} }
`;
    writeFileSync(file, text);
    return { file, names };
  }

  test.each(['plumbline run', 'npx playwright test'])('%s', async (how) => {
    const { file, names } = brokenTarget();
    const out = path.join(temporary(), 'out');
    const before = connections;
    const { code, stdout, stderr } =
      how === 'plumbline run'
        ? await plumbline(['run', '--target', file, '--out', out])
        : await playwright([], out, { PLUMBLINE_TARGET: file });
    const said = stdout + stderr;
    expect(code, said).toBe(2);
    for (const [index, what] of ['is a public key', 'is an EC key', 'holds no private key'].entries())
      expect(said).toContain(`${names[index] ?? ''} ${what}`);
    expect(said).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
    expect(said).not.toContain('BEGIN EC');
    expect(connections).toBe(before);
    expect(existsSync(path.join(out, 'report.json'))).toBe(false);
  });
});

test('a token with a line break from the identity provider is the reason of exit code 3, and not printed', async () => {
  const provider = createHttpServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      request.method === 'POST'
        ? JSON.stringify({ access_token: 'good\r\nX-Injected: 1', token_type: 'Bearer', expires_in: 300 })
        : '{}',
    );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  try {
    const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    const file = path.join(folder, 'injecting.yaml');
    const text = `target: elsewhere
environment: test
services:
  partner-onboarding:
    baseUrl: ${base}
    spec: ["1.0.0"]
    identityProvider: { tokenUrl: ${base}/token, audience: a, tokenAudience: t, issuer: "1", device: d, kid: k, key: { file: ${JSON.stringify(goodFile)} } }
`;
    writeFileSync(file, text);
    const { code, stdout, stderr } = await plumbline(['run', '--target', file, '--out', path.join(temporary(), 'out')]);
    expect(code, stdout + stderr).toBe(3);
    expect(stderr).toMatch(/the access token .*identity provider .* a line break/);
    expect(stdout + stderr).not.toContain('X-Injected');
  } finally {
    provider.closeAllConnections();
    provider.close();
  }
});

test.each(['plumbline run', 'npx playwright test'])(
  '%s rejects a token with a line break with exit code 2 and the name of its variable',
  async (how) => {
    const file = path.join(folder, 'wrapped.yaml');
    writeFileSync(
      file,
      'target: elsewhere\nenvironment: test\nservices:\n  partner-onboarding:\n    baseUrl: http://127.0.0.1:9\n    spec: ["1.0.0"]\n    bearer: { env: PO_TOKEN }\n',
    );
    const out = path.join(temporary(), 'out');
    const env = { PO_TOKEN: 'first-half\nsecond-half', PLUMBLINE_TARGET: file };
    const { code, stdout, stderr } =
      how === 'plumbline run'
        ? await plumbline(['run', '--target', file, '--out', out], { env: { PO_TOKEN: env.PO_TOKEN } })
        : await playwright([], out, env);
    expect(code, stdout + stderr).toBe(2);
    expect(stdout + stderr).toContain('the environment variable PO_TOKEN contains a line break');
    expect(stdout + stderr).not.toContain('second-half');
  },
);

test('signs in with PKCS#1 keys', async () => {
  const served = await serve(['--service', 'partner-onboarding']);
  try {
    const target = readFileSync(served.target, 'utf8').replaceAll(/file: "?([^"\s]+\.pem)"?/g, (_all, name: string) => {
      const key = createPrivateKey(readFileSync(path.join(path.dirname(served.target), name)));
      return `file: ${JSON.stringify(keyFile(`pkcs1-${name}`, key.export({ type: 'pkcs1', format: 'pem' })))}`;
    });
    const file = path.join(path.dirname(served.target), 'pkcs1.yaml');
    writeFileSync(file, target);
    const out = path.join(temporary(), 'out');
    const { code, stderr } = await plumbline([
      'run',
      '--target',
      file,
      '--only',
      'partner-onboarding/partners/create/access*',
      '--out',
      out,
    ]);
    expect(code, stderr).toBe(0);
    expect(reportOf(out).checks.filter((c) => c.verdict === 'pass').length).toBeGreaterThan(3);
  } finally {
    await served.stop();
  }
});
