import { describe, expect, test } from 'vitest';
import { formatProblem, type Problem } from '../../src/errors.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Target } from '../../src/load/model.ts';
import { BASE, codesOf, problemsOf, projectWith, write } from './support.ts';

const project = loadProject(BASE);
const ENV = { LIBRARY_URL: 'https://library.example/api/', LIBRARY_KEY: 'x' };

/** A target of its own file, with the given text. */
function target(text: string, env: Readonly<Record<string, string>> = ENV): Target {
  const root = projectWith({ 'my.yaml': `target: mine\nenvironment: test\n${text}` });
  return loadTarget('my.yaml', root, env, project);
}

const LIBRARY = 'services: { library: { baseUrl: "https://library.example" } }\n';

describe('a target', () => {
  test('is found by its name, with everything in it', () => {
    expect(loadTarget('reading-room', BASE, ENV, project)).toEqual({
      target: 'reading-room',
      environment: 'test',
      embedded: false,
      disposable: false,
      faults: [],
      services: [
        {
          service: 'library',
          addresses: [
            { spec: '1.10', baseUrl: 'https://library.example/api' },
            { spec: '2.0', baseUrl: 'https://library.example/api' },
          ],
          identityProvider: {
            tokenUrl: 'https://identity.example/token',
            issuer: '1234567890',
            device: 'desk',
            kid: 'desk-1',
            audience: 'https://identity.example/',
            tokenAudience: 'https://library.example/',
            key: { env: 'LIBRARY_KEY' },
          },
          headers: {},
        },
      ],
      answers: { 'library.paging.page-header': 'x-page' },
      limits: { concurrency: 4, timeoutMs: 10_000 },
      maintenance: [{ from: '2026-12-01T20:00+11:00', to: '2026-12-02T06:00+11:00', note: 'The roof is mended.' }],
      waivers: [
        {
          checks: 'library/books/list/page.*',
          service: 'library',
          spec: ['2.0'],
          symptom: { actual: '200' },
          reason: 'The catalogue is being rebuilt.',
          owner: 'the front desk',
          expires: '2027-01-31',
          at: { file: 'targets/reading-room/waivers.yaml', line: 2, column: 5 },
        },
      ],
      file: 'targets/reading-room/target.yaml',
    });
  });

  test('is found by its file, wherever that is', () => {
    expect(loadTarget('targets/reading-room/target.yaml', BASE, ENV, project).target).toBe('reading-room');
    expect(loadTarget(`${BASE}/targets/reading-room/target.yaml`, '/', ENV, project).target).toBe('reading-room');
  });

  test('is frozen', () => {
    const loaded = loadTarget('reading-room', BASE, ENV, project);
    expect(Object.isFrozen(loaded.services[0]?.identityProvider?.key)).toBe(true);
    expect(Object.isFrozen(loaded.waivers[0]?.symptom)).toBe(true);
  });

  test('has defaults', () => {
    expect(target(LIBRARY)).toMatchObject({
      embedded: false,
      faults: [],
      answers: {},
      limits: { concurrency: 8, timeoutMs: 10_000 },
      maintenance: [],
      waivers: [],
    });
  });

  test('without versions it has all, in order', () => {
    expect(target(LIBRARY).services[0]?.addresses.map(({ spec }) => spec)).toEqual(['1.9', '1.10', '2.0']);
  });

  test('may have an address for each version', () => {
    const loaded = target(
      'services: { library: { spec: ["1.9", "2.0"], baseUrl: { "1.9": "https://old.example/", "2.0": "${env:LIBRARY_URL}" } } }',
    );
    expect(loaded.services[0]?.addresses).toEqual([
      { spec: '1.9', baseUrl: 'https://old.example' },
      { spec: '2.0', baseUrl: 'https://library.example/api' },
    ]);
  });

  test('an empty "answers:" is allowed, as the answers command prints it before an answer is chosen', () => {
    expect(target(`${LIBRARY}answers:\n`).answers).toEqual({});
  });

  test('answers that are defaults are those of the services it names', () => {
    expect(target(`${LIBRARY}answers: defaults\n`).answers).toEqual({
      'library.paging.page-header': 'page',
      'library.loans.since': '1.10',
      'library.token.skew': 60,
    });
    const more = {
      ...project,
      specs: [
        ...project.specs,
        {
          ...project.specs[0],
          service: 'museum',
          openPoints: [
            {
              id: 'museum.a',
              question: 'a',
              default: 1,
              reason: 'a',
              section: 'a',
              at: { file: 'a', line: 1, column: 1 },
            },
          ],
        },
      ],
    } as typeof project;
    const root = projectWith({ 'my.yaml': `target: mine\nenvironment: test\n${LIBRARY}answers: defaults\n` });
    expect(Object.keys(loadTarget('my.yaml', root, ENV, more).answers)).not.toContain('museum.a');
  });

  test('a default that is an example is confirmed by an answer of its own alone', () => {
    const id = 'library.loans.since';
    const specs = project.specs.map((spec) => ({
      ...spec,
      openPoints: spec.openPoints.map((point) => (point.id === id ? { ...point, sample: true as const } : point)),
    }));
    const answersOf = (answers: string): unknown => {
      const root = projectWith({ 'my.yaml': `target: mine\nenvironment: test\n${LIBRARY}answers: ${answers}\n` });
      return loadTarget('my.yaml', root, ENV, { ...project, specs }).answers;
    };
    const others = { 'library.paging.page-header': 'page', 'library.token.skew': 60 };
    expect(answersOf('defaults')).toEqual(others);
    expect(answersOf('{ defaults: true }')).toEqual(others);
    expect(answersOf(`{ defaults: true, ${id}: "1.9", library.token.skew: 30 }`)).toEqual({
      ...others,
      [id]: '1.9',
      'library.token.skew': 30,
    });
    expect(() => answersOf('{ defaults: no }')).toThrow('"defaults" must be true');
  });

  test('a key file is named from the folder of the target', () => {
    const root = projectWith({
      'sub/my.yaml': `target: mine\nenvironment: test\nservices: { library: { baseUrl: "https://a.example", bearer: { file: keys/token }, otherBearer: { file: keys/other } } }\n`,
      'sub/keys/token': 'x',
      'sub/keys/other': 'y',
    });
    const [service] = loadTarget('sub/my.yaml', root, {}, project).services;
    expect(service?.bearer).toEqual({ file: `${root}/sub/keys/token` });
    expect(service?.otherBearer).toEqual({ file: `${root}/sub/keys/other` });
  });

  test('other parties and headers are resolved like everything else', () => {
    const loaded = target(
      'services:\n  library:\n    baseUrl: https://a.example\n    otherAudience: ${env:AUDIENCE}\n    headers: { x-desk: "desk ${env:DESK}" }\n    other: { issuer: "${env:DESK}", device: a, kid: b, key: { env: LIBRARY_KEY } }\n',
      { ...ENV, AUDIENCE: 'https://b.example/', DESK: '7' },
    );
    expect(loaded.services[0]).toMatchObject({
      otherAudience: 'https://b.example/',
      headers: { 'x-desk': 'desk 7' },
      other: { issuer: '7', key: { env: 'LIBRARY_KEY' } },
    });
  });

  test('tokens that have to be refused are secrets like all others', () => {
    const { services } = target(
      'services:\n  library:\n    baseUrl: https://a.example\n    spoiled: { expired: { env: LIBRARY_KEY }, otherIssuer: { env: LIBRARY_KEY } }\n',
    );
    expect(services[0]?.spoiled).toEqual({ expired: { env: 'LIBRARY_KEY' }, otherIssuer: { env: 'LIBRARY_KEY' } });
  });
});

describe('an embedded target', () => {
  test('needs no addresses, no variables and no key files', () => {
    const loaded = target(
      'embedded: true\nfaults: [slow, "wrong-status"]\nservices: { library: { spec: ["2.0"], bearer: { file: nowhere } } }\n',
      {},
    );
    expect(loaded).toMatchObject({ embedded: true, faults: ['slow', 'wrong-status'] });
    expect(loaded.services[0]?.addresses).toEqual([{ spec: '2.0', baseUrl: '' }]);
    expect([loaded.disposable, target(`disposable: true\n${LIBRARY}`).disposable, target(LIBRARY).disposable]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('the environment', () => {
  test('is not needed for linting', () => {
    expect(
      loadTarget('reading-room', BASE, {}, project, { resolveEnv: false }).services[0]?.addresses[0]?.baseUrl,
    ).toBe('${env:LIBRARY_URL}');
  });

  test('every missing variable is named, with its place', () => {
    const problems = problemsOf(() => loadTarget('reading-room', BASE, {}, project));
    expect(problems.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['environment-missing', 5, 'the environment variable LIBRARY_URL is not set'],
      ['environment-missing', 14, 'the environment variable LIBRARY_KEY is not set'],
    ]);
  });

  test('what a variable holds is not printed', () => {
    const problems = problemsOf(() =>
      loadTarget('reading-room', BASE, { ...ENV, LIBRARY_URL: 'sesame-open' }, project),
    );
    expect(codesOf(problems)).toEqual(['wrong-value']);
    expect(problems.map(formatProblem).join()).not.toContain('sesame');
  });
});

describe('a secret in a target', () => {
  const PEM =
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----';
  const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZXNrIn0.c2lnbmF0dXJl';
  const LONG = '3f9A0c77Be21dD48aa5E6b1c9F00d2e47B';

  test.each([
    ['a key in a text', `${LIBRARY}answers: { library.paging.page-header: ${JSON.stringify(PEM)} }\n`],
    ['a key in a comment', `${LIBRARY}# ${PEM.replaceAll('\n', '\n# ')}\n`],
    [
      'a key in the place of a reference',
      `services:\n  library:\n    baseUrl: https://a.example\n    bearer: |\n      ${PEM.replaceAll('\n', '\n      ')}\n`,
    ],
    ['a key in a broken file', `${LIBRARY}answers: "${PEM}\nlimits: {\n`],
    ['a token in a comment', `${LIBRARY}# ${JWT}\n`],
    ['a token as a value', `${LIBRARY}answers: ${JWT}\n`],
    ['a long token', `services: { library: { baseUrl: "https://a.example", headers: { x-api-key: ${LONG} } } }\n`],
    [
      'a long token in the place of a reference',
      `services: { library: { baseUrl: "https://a.example", bearer: ${LONG} } }\n`,
    ],
    ['a password in an address', 'services: { library: { baseUrl: "https://desk:open-sesame@a.example" } }\n'],
  ])('is refused and never printed: %s', (_, text) => {
    const problems = problemsOf(() => target(text));
    expect(codesOf(problems)).toContain('secret-in-file');
    const printed = problems.map(formatProblem).join('\n');
    for (const secret of ['MIIEvQ', 'VJTUt9', 'eyJhbGci', 'c2lnbmF0', LONG.slice(0, 12), 'sesame'])
      expect(printed).not.toContain(secret);
  });

  test.each([
    ['a key id that is a thumbprint', 'kid: NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'],
    ['a UUID', 'kid: a, clientId: 0d5f8a52-6a57-4d6c-9d0a-5f0a3f0c2b11'],
    ['a long address', 'kid: a, clientId: "https://library.example/a/very/long/path/0123456789/to/something/else"'],
    ['a long name', 'kid: a, clientId: the-front-desk-of-the-library-in-the-old-town-hall-2'],
  ])('is not seen in %s', (_, part) => {
    const loaded = target(
      `services: { library: { baseUrl: "https://a.example", identityProvider: { tokenUrl: "https://a.example", issuer: "1", device: d, audience: a, tokenAudience: b, key: { env: LIBRARY_KEY }, ${part} } } }\n`,
    );
    expect(loaded.target).toBe('mine');
  });
});

describe('a short secret in a target', () => {
  const service = (part: string): string => `services: { library: { baseUrl: "https://a.example", ${part} } }\n`;

  test.each([
    ['a key', 'credentials: { key: open-sesame }'],
    ['a password, at the wrong place too', 'credentials: { key: { user: me, password: open-sesame } }'],
    ['a token', 'bearer: open-sesame'],
    ['a header', 'headers: { X-Api-Key: open-sesame }'],
    ['a header of another party', 'partyHeaders: { other: { x-api-key: open-sesame } }'],
  ])('is known by where it stands, and never printed: %s', (_, part) => {
    const problems = problemsOf(() => target(service(part)));
    expect(codesOf(problems)).toEqual(['secret-in-file']);
    expect(problems.map(formatProblem).join('\n')).not.toContain('sesame');
  });

  test('what is named in the wrong form is none, nor what comes from the environment', () => {
    const hint = 'Place of the secret: { env: NAME } or { file: path }, never the secret itself.';
    for (const written of ['"${env:LIBRARY_KEY}"', 'keys/desk.pem'])
      expect(problemsOf(() => target(service(`bearer: ${written}`)))).toMatchObject([{ code: 'wrong-type', hint }]);
    const loaded = target(service('headers: { x-api-key: "${env:LIBRARY_KEY}", x-tenant: desk }'));
    expect(loaded.services[0]?.headers).toEqual({ 'x-api-key': 'x', 'x-tenant': 'desk' });
  });

  test('a variable that should name the file of a key and holds the key is not shown', () => {
    const problemsWith = (value: string): readonly Problem[] =>
      problemsOf(() => target(service('bearer: { file: "${env:KEY_FILE}" }'), { KEY_FILE: value }));
    for (const secret of ['-----BEGIN PRIVATE KEY-----\nMIIEvQopen-sesame\n-----END PRIVATE KEY-----', 'open-sesame']) {
      const problems = problemsWith(secret);
      expect(codesOf(problems)).toEqual(['file-missing']);
      const told = problems.map(formatProblem).join('\n');
      expect(told).not.toContain('sesame');
      expect(told).toContain('${env:KEY_FILE}');
    }
    expect(problemsWith('keys/desk.pem')[0]?.message).toBe('file keys/desk.pem not found');
  });
});

describe('a secret in a target, and the names of files', () => {
  const FOLDER = '/private/var/folders/9x/4kq_3hx17xl1c7jj2dmz0n3r0000gn/T/plumbline-run-test-0jN1A8';

  test('a file may be called anything, and a secret in its place is one', () => {
    const keyIn = (file: string): string =>
      `services: { library: { baseUrl: "https://a.example", bearer: { file: ${JSON.stringify(file)} } } }\n`;
    expect(codesOf(problemsOf(() => target(keyIn(`${FOLDER}/token`))))).not.toContain('secret-in-file');
    expect(codesOf(problemsOf(() => target(keyIn('3f9A0c77Be21dD48aa5E6b1c9F00d2e47B'))))).toEqual(['secret-in-file']);
  });
});

describe('waivers', () => {
  test('several patterns are as many waivers, and one that is no glob is told at its place', () => {
    const root = projectWith();
    const waivers = (...checks: readonly string[]): string =>
      `waivers:\n  - checks: [${checks.join(', ')}]\n    symptom: { actual: x }\n    reason: r\n    owner: o\n    expires: 2028-02-29\n`;
    write(root, 'targets/reading-room/waivers.yaml', waivers('"a/**"', 'b/c'));
    const loaded = loadTarget('reading-room', root, ENV, project).waivers;
    expect(loaded.map(({ checks, reason, at: { line } }) => [checks, reason, line])).toEqual([
      ['a/**', 'r', 2],
      ['b/c', 'r', 2],
    ]);
  });
});
