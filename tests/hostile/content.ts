/** Answers that are HTTP and hostile all the same: what becomes of a right answer. */
import { FORMS } from '../http/echo-forms.ts';
import { HOSTILE } from '../report/hostile.ts';

export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/** What a hostile service knows while it answers. */
export interface Circumstances {
  /** Its own address. */
  readonly self: string;
  /** A server of somebody else, to which nothing may ever be sent. */
  readonly elsewhere: string;
  /** The right answer to the request before this one. */
  readonly before: Answer | undefined;
  /** Every header value and body that it was sent, which is where secrets are. */
  readonly sent: readonly string[];
}

export type Change = (answer: Answer, about: Circumstances) => Answer;
export type ChangedAnswer = readonly [what: string, change: Change];

const withHeaders =
  (...more: readonly (readonly [string, string])[]): Change =>
  (answer) => ({
    ...answer,
    headers: [
      ...answer.headers.filter(([name]) => !more.some(([other]) => other.toLowerCase() === name.toLowerCase())),
      ...more,
    ],
  });
const withBody =
  (body: string | Buffer): Change =>
  (answer) => ({ ...answer, status: answer.status === 204 ? 200 : answer.status, body: Buffer.from(body) });
const inBody =
  (change: (text: string) => string): Change =>
  (answer) => ({ ...answer, body: Buffer.from(change(answer.body.toString('utf8'))) });
const moved = (status: number, to: (about: Circumstances) => string): Change => {
  return (answer, about) => ({
    status,
    headers: [...answer.headers.filter(([name]) => name.toLowerCase() !== 'location'), ['location', to(about)]],
    body: Buffer.alloc(0),
  });
};
const everyText =
  (text: string): Change =>
  (answer, about) =>
    inBody((body) => body.replace(/"(?:[^"\\]|\\.)*"(?!\s*:)/g, JSON.stringify(text)))(answer, about);
/** In a body, a header value and, where its letters allow it, a header name and a cookie. */
const echoing =
  (write: (secret: string) => string): Change =>
  (answer, about) => {
    const texts = about.sent.map(write);
    const plain = texts.filter((text) => /^[\x21-\x7e]{1,3000}$/.test(text)).slice(-3);
    const names = plain.filter((text) => /^[\w-]{8,}$/.test(text));
    return {
      status: answer.status === 204 ? 200 : answer.status,
      headers: [
        ...answer.headers,
        ...plain.map((text) => ['x-echo', text] as const),
        ...names.map((text) => [text, '1'] as const),
        ...plain.flatMap((text) => (/[;=,]/.test(text) ? [] : [['set-cookie', `sid=1; Path=/${text}`] as const])),
      ],
      body: Buffer.from(`${JSON.stringify({ success: 'no', echo: texts })}\n${texts.join('\n')}`),
    };
  };

const DEEP = 100_000;
const YEAR_MS = 365 * 86_400_000;
const dated = (years: number): Change => withHeaders(['date', new Date(Date.now() + years * YEAR_MS).toUTCString()]);

/** By class. */
export const CHANGED = {
  content: [
    ['bytes that are not UTF-8', withBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]))],
    ['lists a hundred thousand deep', withBody(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)],
    ['objects a hundred thousand deep', withBody(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`)],
    ['each member twice', inBody((text) => text.replace(/"(\w+)"\s*:/g, '"$1":0,"$1":'))],
    [
      'members of a prototype',
      inBody((text) => text.replace(/\{/g, '{"__proto__":{"success":true},"constructor":{},')),
    ],
    [
      'numbers past 2^53 and past all',
      inBody((text) => text.replace(/:\s*\d+/g, ':1e999').replace(/"\d+"/g, '9007199254740993')),
    ],
    ['half of a surrogate pair', everyText('\ud800')],
    ['control characters', everyText('\u0000\u001b[2J\u0007')],
    ['half of the content, rightly measured', inBody((text) => text.slice(0, text.length / 2))],
    ['a status that nobody knows', (answer) => ({ ...answer, status: 799 })],
    ['content that is none of JSON', withBody('<html><body>502 Bad Gateway</body></html>')],
    ['seven megabytes of one list', withBody(`{"success":"yes","result":[${'1,'.repeat(3_600_000)}1]}`)],
    ['seven megabytes of one text', withBody(`{"success":"yes","result":"${'x'.repeat(7_000_000)}"}`)],
  ],
  'words for those who print them': HOSTILE.map(
    (text, index) => [`${index + 1}: ${JSON.stringify(text.slice(0, 24))}`, everyText(text)] as const,
  ),
  'words for a CI': [
    '\n::error title=x::y\n',
    '##vso[task.complete result=Succeeded;]',
    '##[error]x',
    '##teamcity[buildStop]',
  ].map((text) => [JSON.stringify(text), everyText(text)] as const),
  redirects: [
    ['to itself for ever', moved(307, ({ self }) => `${self}/again`)],
    ...[301, 302, 303, 307, 308].map(
      (status) => [`${status} to somebody else`, moved(status, ({ elsewhere }) => elsewhere)] as const,
    ),
    ['201 with a Location at somebody else', moved(201, ({ elsewhere }) => `${elsewhere}/made/1`)],
    ['a Location with a password', moved(201, () => 'http://user:password@127.0.0.1:1/x')],
    ['a Location that is no address', moved(201, () => 'http://[::bad')],
  ],
  cookies: [
    ['a cookie of the name __proto__', withHeaders(['set-cookie', '__proto__=1; Path=/'])],
    ['a cookie for another domain', withHeaders(['set-cookie', 'sid=1; Domain=example.com'])],
    ['a cookie of nothing', withHeaders(['set-cookie', '=; ; ;='])],
    [
      'three hundred cookies',
      withHeaders(...Array.from({ length: 300 }, (_none, i) => ['set-cookie', `c${i}=1`] as const)),
    ],
  ],
  pages: [
    ['a next page for ever', withHeaders(['page-next', '2'], ['page', '1'], ['pages', '1000000000'])],
    ['a page that is its own next one', withHeaders(['page-next', '1'], ['page', '1'])],
    ['a billion pages', withHeaders(['pages', '1000000000'])],
    ['a number of pages of twenty digits', withHeaders(['pages', '9'.repeat(20)], ['page-next', '9'.repeat(20)])],
    ['pages that are no numbers', withHeaders(['pages', 'many'], ['page-next', '-1'], ['page', ''])],
  ],
  clocks: [
    ['ten years late', dated(10)],
    ['fifty years early', dated(-50)],
    ['no date at all', withHeaders(['date', 'yesterday'])],
    [
      'to be asked again in ten years',
      (answer, about) => withHeaders(['retry-after', '315360000'])({ ...answer, status: 503 }, about),
    ],
    [
      'to be asked again at once, for ever',
      (answer, about) => withHeaders(['retry-after', '0'])({ ...answer, status: 503 }, about),
    ],
    [
      'too many requests, always',
      (answer, about) => withHeaders(['retry-after', '-1'])({ ...answer, status: 429 }, about),
    ],
  ],
  'answers of others': [
    ['the answer to the request before', (answer, { before }) => before ?? answer],
    ['another status', (answer) => ({ ...answer, status: answer.status < 300 ? 500 : 200 })],
    [
      'an identifier that is an address',
      inBody((text) => text.replace(/"[^"]*_?uid"\s*:\s*"[^"]*"/g, '"uid":"../../?x=1#y"')),
    ],
    ['an empty identifier', inBody((text) => text.replace(/("[^"]*uid"\s*:\s*)(?:"[^"]*"|\d+)/g, '$1""'))],
    ['an identifier with a NUL', inBody((text) => text.replace(/("[^"]*uid"\s*:\s*)(?:"[^"]*"|\d+)/g, '$1"\\u0000"'))],
  ],
  echoes: Object.entries(FORMS).map(([form, write]) => [form, echoing(write)] as const),
} as const satisfies Readonly<Record<string, readonly ChangedAnswer[]>>;

const token = (change: (good: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): Change =>
  inBody((text) => JSON.stringify(change(JSON.parse(text) as Readonly<Record<string, unknown>>)));
const refusing =
  (error: string): Change =>
  (answer) => ({
    ...answer,
    status: 400,
    body: Buffer.from(JSON.stringify({ error, error_description: error })),
  });

/** Of an identity provider. */
export const CHANGED_TOKENS: readonly ChangedAnswer[] = [
  ['a token with a line break', token((good) => ({ ...good, access_token: 'good\r\nX-Injected: 1' }))],
  ['a token with a NUL', token((good) => ({ ...good, access_token: 'good\u0000' }))],
  ['a token that is a picture', token((good) => ({ ...good, access_token: '😀😀😀' }))],
  ['a token of a megabyte', token((good) => ({ ...good, access_token: 'x'.repeat(1024 * 1024) }))],
  ['an empty token', token((good) => ({ ...good, access_token: '' }))],
  ['a token that is an object', token((good) => ({ ...good, access_token: { toString: 'x' } }))],
  ['a token named __proto__', token((good) => ({ ...good, access_token: '__proto__' }))],
  ...[-1, 0, 1e12, null, 'soon'].map(
    (life) => [`a life of ${String(life)}`, token((good) => ({ ...good, expires_in: life }))] as const,
  ),
  ['a life that no double holds', inBody((text) => text.replace(/"expires_in"\s*:\s*\d+/, '"expires_in":1e400'))],
  ['an error that commands', refusing('\u001b[2J\n::error::HOSTILE ##vso[task.complete result=Succeeded;]')],
  ['an error of a megabyte', refusing('x'.repeat(1024 * 1024))],
  ['a token elsewhere', moved(307, ({ elsewhere }) => elsewhere)],
  ['no JSON', withBody('<html>')],
  ['JSON that is no object', withBody('[null]')],
];
