/** Whatever a service makes of a secret that it was sent, and wherever it puts it, the record does not hold it. */
import { describe, expect, test } from 'vitest';
import { PRIVATE_MASK, SECRET_MASK } from '../../src/model/jwt.ts';
import { KnownSecrets } from '../../src/http/known-secrets.ts';
import { Redactor } from '../../src/http/redactor.ts';
import { FORMS, tracesOf } from './echo-forms.ts';

const OPAQUE = 'Zq7/x+Tr9Lm2_Wv4-Bn8Kd3Ye6';
const ODD = 'p@ss "w\\rd" <é> & co';
const JWT =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImRlc2sifQ.eyJzdWIiOiJkZXZpY2UtMSIsImF1ZCI6Imh0dHBzOi8vYSJ9.dGhpcyBpcyB0aGUgc2lnbmF0dXJlIG9mIGl0';
const PEM = `-----BEGIN PRIVATE KEY-----\n${'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7Zq7xTr9Lm2Wv\n'}${'4Bn8Kd3Ye6Zq7xTr9Lm2Wv4Bn8Kd3Ye6Zq7xTr9Lm2Wv4Bn8Kd3Ye6aaBBccDDee\n'}-----END PRIVATE KEY-----\n`;

type Headers = readonly (readonly [string, string])[];
const flat = (headers: Headers): string => headers.map(([name, value]) => `${name}: ${value}`).join('\n');

const PLACES: Readonly<Record<string, (redactor: Redactor, echo: string) => string>> = {
  'a header': (r, echo) => flat(r.headers([['x-debug', `got ${echo}, thanks`]])),
  'the name of a header': (r, echo) => flat(r.headers([[echo, '1']])),
  'the name of a cookie': (r, echo) => flat(r.headers([['set-cookie', `${echo}=1; Path=/`]])),
  'the value of a cookie': (r, echo) => flat(r.headers([['set-cookie', `sid=${echo}; Path=/`]])),
  'an attribute of a cookie': (r, echo) => flat(r.headers([['set-cookie', `sid=1; Path=/${echo}; HttpOnly`]])),
  'a query': (r, echo) => r.url(`http://library.test/books?back=${echo}&page=2`),
  'a path': (r, echo) => r.url(`http://library.test/books/${echo}/pages`),
  'a JSON text': (r, echo) => r.body(`{"detail":"you sent ${echo}!","n":1}`),
  'a page': (r, echo) => r.body(`<html><pre>${echo}</pre></html>`),
  'the words of a failure': (r, echo) => r.text(`the identity provider answered 400 ${echo}`),
};

describe.each([
  ['an opaque token', OPAQUE],
  ['a password of odd characters', ODD],
])('%s', (_what, secret) => {
  describe.each(Object.entries(FORMS))('%s', (_form, write) => {
    test.each(Object.entries(PLACES))('in %s', (_place, put) => {
      const redactor = new Redactor([], []);
      redactor.learn(secret);
      const echo = write(secret);
      const shown = put(redactor, echo);
      // All but what base64 shares with its neighbours, which is less than two characters at either end.
      expect(shown.toLowerCase()).not.toContain(echo.toLowerCase().slice(4, -5));
      expect(shown).toContain(SECRET_MASK);
    });
  });
});

describe.each([
  ['header', 0],
  ['claims', 1],
  ['signature', 2],
] as const)('the %s of a JSON web token alone', (_part, index) => {
  test.each(Object.entries(FORMS))('%s', (_form, write) => {
    const redactor = new Redactor([], []);
    redactor.learn(JWT);
    const part = JWT.split('.')[index] ?? '';
    expect(redactor.text(`a ${write(part)} b`).toLowerCase()).not.toContain(write(part).toLowerCase().slice(4, -5));
  });
});

test('any line of a private key', () => {
  const redactor = new Redactor([], []);
  redactor.learn(PEM);
  for (const line of PEM.split('\n').filter((l) => l.length > 40 && !l.includes('-----'))) {
    expect(redactor.text(JSON.stringify({ said: `${line}\n` }))).not.toContain(line.slice(4, 20));
    expect(redactor.text(Buffer.from(PEM).toString('base64'))).not.toContain(
      Buffer.from(line).toString('base64').slice(4, 60),
    );
  }
});

test('the beginning of a token that a text breaks off with', () => {
  const redactor = new Redactor([], []);
  redactor.learn(OPAQUE);
  expect(redactor.text(`Bearer ${OPAQUE.slice(0, 20)}`)).toBe(`Bearer ${SECRET_MASK}`);
  expect(redactor.text(`a text with ${OPAQUE.slice(0, 7)} in it`)).toContain(OPAQUE.slice(0, 7));
});

test('what is no token is hidden under another mask, since rules take the first one for a token that came back', () => {
  const known = new KnownSecrets();
  known.learn('reading-room-7', PRIVATE_MASK);
  const redactor = new Redactor([], [], known, ['X-Tenant']);
  expect(redactor.headers([['x-tenant', 'short']])).toEqual([['x-tenant', PRIVATE_MASK]]);
  expect(redactor.body('{"tenant":"Reading-Room-7"}')).toBe(`{"tenant":"${PRIVATE_MASK}"}`);
});

describe('a sensitive number', () => {
  const redactor = new Redactor([], ['tfn', 'usi']);
  const record = (
    sent: string,
    received: string,
    headers: Headers,
  ): { readonly body: string; readonly headers: Headers } => {
    const personal = redactor.personal(sent, received);
    return { body: redactor.body(received, personal), headers: redactor.headers(headers, personal) };
  };

  test.each(['TFN', 'Tfn', 'tFn'])('under the name %s', (name) => {
    expect(redactor.body(`{"${name}":"876543210"}`)).toBe(`{"${name}":"000000000"}`);
  });

  test('is masked in the other texts and headers of its exchange, in its shape', () => {
    const { body, headers } = record(
      '{"tfn":"876543210"}',
      '{"usi":"AB12CD34EF","message":"TFN 876543210 (of AB12CD34EF) is in use","id":"9876543210"}',
      [
        ['location', '/students/876543210'],
        ['x-number', '18765432100'],
      ],
    );
    expect(body).toBe('{"usi":"XX00XX00XX","message":"TFN 000000000 (of XX00XX00XX) is in use","id":"9876543210"}');
    // A longer number is another number.
    expect(headers).toEqual([
      ['location', '/students/000000000'],
      ['x-number', '18765432100'],
    ]);
  });
});

test('texts without a secret stay as they are, byte for byte', () => {
  const redactor = new Redactor([], []);
  for (const secret of [OPAQUE, ODD, JWT, PEM]) redactor.learn(secret);
  for (const text of ['{"a":"b%20c\\u0041 &amp; d"}', 'é名 \ud83d\ude00 %zz \\', '', 'x'.repeat(10_000)])
    expect(redactor.body(text)).toBe(text);
});

test('what follows an escape within a secret is masked too, however deep it is escaped', () => {
  // A line of a key with a slash behind its first sixteen characters, by which alone it is known too.
  const line = 'MIIEvQIBADANBgkqhkiG9w0B/YvrXs4CM4OxgJwnTKsapB6gVQV/fjF41Uc0/nNq';
  const known = new KnownSecrets();
  known.learn(`-----BEGIN PRIVATE KEY-----\n${line}\n-----END PRIVATE KEY-----\n`);
  const nested = [(text: string) => text, JSON.stringify, (text: string) => JSON.stringify(JSON.stringify({ text }))];
  for (const [form, write] of Object.entries(FORMS))
    for (const wrap of nested) {
      const shown = known.mask(wrap(write(line))).toLowerCase();
      expect(
        tracesOf(line).filter((trace) => shown.includes(trace)),
        form,
      ).toEqual([]);
    }
});

test.each([
  '"begins with a quote',
  'ends with a stroke\\',
  '\\"both at once',
  'a\\u0041b is no escape',
  '%41 nor is this',
])('JSON in which %j is masked is JSON still, however deep', (secret) => {
  const known = new KnownSecrets();
  known.learn(secret);
  const inner = JSON.stringify({ said: `${secret} and ${secret}`, [secret]: 1 });
  const shown = known.mask(JSON.stringify({ inner, said: secret }));
  const { inner: within, said } = JSON.parse(shown) as { readonly inner: string; readonly said: string };
  expect(said).toBe(SECRET_MASK);
  expect(JSON.parse(within)).toEqual({ said: `${SECRET_MASK} and ${SECRET_MASK}`, [SECRET_MASK]: 1 });
});

test('nor is JSON broken by what reads like an escape once it is written backwards', () => {
  const secret = '\\00%         ';
  const known = new KnownSecrets();
  known.learn(secret);
  const echo = [...secret].reverse().join('');
  const inner = JSON.stringify({ said: echo, [echo]: echo });
  const shown = known.mask(JSON.stringify({ inner, said: echo }));
  const { inner: within, said } = JSON.parse(shown) as { readonly inner: string; readonly said: string };
  expect(said).toBe(SECRET_MASK);
  expect(JSON.parse(within)).toEqual({ said: SECRET_MASK, [SECRET_MASK]: SECRET_MASK });
});

test.each([
  ['redacted', 'redacted'],
  ['[redacted]', '[redacted]'],
  ['REDACTED][redacted', 'REDACTED][redacted'],
  ['[hidden]', '[hidden]'],
  ['detcader', SECRET_MASK],
])('masking ends where a secret, or it read backwards, stands in the mask: %s', (secret, shown) => {
  const redactor = new Redactor([], []);
  redactor.learn(secret);
  redactor.learn(OPAQUE);
  expect(redactor.text(`${secret} and ${OPAQUE} and [redacted][redacted]`)).toBe(
    `${shown} and ${SECRET_MASK} and [redacted][redacted]`,
  );
});
