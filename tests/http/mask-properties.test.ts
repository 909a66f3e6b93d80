/** Secrets that nobody thought of, in every form and place: of what is recorded of an exchange, nothing holds one. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownSecrets } from '../../src/http/known-secrets.ts';
import { Redactor } from '../../src/http/redactor.ts';
import { recordExchange, sendAndRecord } from '../../src/http/send-exchange.ts';
import type { SentExchange } from '../../src/http/model.ts';
import { runs } from '../properties.ts';
import { FORMS } from './echo-forms.ts';
import { answerOf, NOW, resolution, runContext, stage, step, Wire } from './support.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const unitOf = (letters: string): fc.Arbitrary<string> => fc.constantFrom(...letters);
/** Tokens, passwords and names: of letters, of all that is printed, and of other scripts. */
const secrets = fc.oneof(
  fc.string({ unit: unitOf(`${LETTERS}-_.~+/=`), minLength: 20, maxLength: 60 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 12, maxLength: 30 }),
  fc
    .tuple(
      ...[12, 20, 30].map((length) => fc.string({ unit: unitOf(`${LETTERS}-_`), minLength: length, maxLength: 40 })),
    )
    .map((parts) => `eyJ${parts.join('.')}`),
);
const around = fc.string({ unit: 'grapheme-ascii', maxLength: 20 });
const forms = fc.constantFrom(...Object.entries(FORMS));

/** What is sure to be of the secret alone: the ends of base64 are shared with their neighbours, and a signature tells a token. */
function core(text: string): string {
  return text.toLowerCase().slice(4, -5);
}

/** `\\xXX` and `\\uXXXX` write one character of their own width alone. */
function carries(form: string, secret: string): boolean {
  return !form.startsWith('as \\') || /^[\x20-\x7e]*$/.test(secret);
}

/** Neither what is around a secret nor the mask may hold what is searched for. */
function isTelling(searched: string, ...others: readonly string[]): boolean {
  return searched.length >= 6 && !others.some((other) => other.toLowerCase().includes(searched));
}

describe('of a random secret nothing is left', () => {
  test('in what is recorded of an exchange, wherever it came back', () => {
    fc.assert(
      fc.property(secrets, forms, around, around, (secret, [form, write], before, after) => {
        fc.pre(carries(form, secret));
        const echo = write(secret);
        const searched = core(echo);
        fc.pre(isTelling(searched, before, after, '[redacted]'));
        const { to, redactor } = stage();
        redactor.learn(secret);
        const text = `${before} ${echo} ${after}`;
        const plain = /^[\x21-\x7e]+$/.test(echo) ? echo : 'x';
        const exchange = recordExchange(
          step('probe'),
          { id: 'probe', group: 'group', step: 'probe' },
          to,
          { method: 'GET', url: `http://library.test/?q=${encodeURIComponent(secret)}`, headers: [['x-sent', plain]] },
          NOW,
          1,
          {
            status: 200,
            headers: [
              ['x-echo', plain],
              [plain, '1'],
              ...(/[=;]/.test(plain)
                ? []
                : [['set-cookie', `${plain}=1; Path=/`] as const, ['set-cookie', `sid=1; Path=/${plain}`] as const]),
            ],
            body: Buffer.from(text),
          },
        );
        const { request, response } = exchange;
        const shown = [
          ...(plain === echo ? [...request.headers, ...(response?.headers ?? [])].flat() : []),
          response?.body ?? '',
        ];
        for (const part of shown) expect(part.toLowerCase()).not.toContain(searched);
        expect(request.url).not.toContain(encodeURIComponent(secret));
      }),
      runs(150),
    );
  });

  test('in JSON, however deep it is written in JSON again', () => {
    fc.assert(
      fc.property(secrets, forms, fc.nat(1), (secret, [form, write], deep) => {
        fc.pre(carries(form, secret));
        const echo = write(secret);
        let text = JSON.stringify({ detail: echo, list: [{ [echo]: echo }] });
        for (let i = 0; i < deep; i += 1) text = JSON.stringify({ body: text });
        const known = new KnownSecrets();
        known.learn(secret);
        const shown = new Redactor([], [], known).body(text);
        // Read again as deep as it was written.
        let read: unknown = shown;
        for (let i = 0; i <= deep; i += 1) {
          const value = JSON.parse(String(read)) as { readonly body?: string };
          read = i === deep ? JSON.stringify(value) : value.body;
        }
        const searched = core(echo);
        fc.pre(isTelling(searched, '[redacted]', 'detail', 'list'));
        expect(JSON.stringify(JSON.parse(String(read))).toLowerCase()).not.toContain(
          JSON.stringify(searched).slice(1, -1),
        );
      }),
      runs(100),
    );
  });

  test('and what holds none stays as it was', () => {
    fc.assert(
      fc.property(secrets, fc.string({ unit: 'binary' }), (secret, text) => {
        const redactor = new Redactor([], []);
        redactor.learn(secret);
        fc.pre(!text.includes('eyJ') && text.length < 20);
        expect(redactor.text(text)).toBe(text);
      }),
      runs(100),
    );
  });
});

test('a token that an identity provider gave to a check is masked wherever it comes back', async () => {
  const token = 'an-opaque-token-of-a-check-0815';
  const wire = new Wire((sent) =>
    sent.url.startsWith('http://idp.test')
      ? answerOf({ access_token: token })
      : answerOf({ seen: [...token].toReversed().join('') }),
  );
  const { to } = stage();
  const sendTo = (base: 'identity-provider' | 'service'): Promise<SentExchange> =>
    sendAndRecord(
      step('probe', { request: { base, path: base === 'service' ? '/books' : '' } }),
      { id: 'x#probe', group: 'x', step: 'probe' },
      to,
      resolution(),
      runContext(wire, {}, to),
    );
  await sendTo('identity-provider');
  expect((await sendTo('service')).exchange.response?.body).toBe('{"seen":"[redacted]"}');
});
