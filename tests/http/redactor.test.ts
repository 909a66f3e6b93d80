/** No artefact may hold a secret: they are masked where exchanges are recorded, in every place and form they can take. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SECRET_MASK } from '../../src/model/jwt.ts';
import { everyNth } from '../part.ts';
import { runs } from '../properties.ts';
import { Redactor } from '../../src/http/redactor.ts';

const SECRET = 'sEcret/+val=ue&with"odd\\chars';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJkZXZpY2UtMSJ9.c2lnbmF0dXJl_-';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor(['Access-Token'], ['tfn', 'chessn']);
  for (const secret of secrets) redactor.learn(secret);
  return redactor;
}

describe('a known secret', () => {
  const redactor = knowing(SECRET);

  test.each([
    ['as it is', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['in a form, with + for blanks', new URLSearchParams({ x: SECRET }).toString().slice(2)],
    ['escaped in JSON', JSON.stringify(SECRET).slice(1, -1)],
  ])('is masked %s', (_how, form) => {
    for (const masked of [
      redactor.text(`before ${form} after`),
      redactor.body(`{"detail":"before ${form}"}`),
      redactor.url(`http://library.test/books?q=${form}&r=1`),
      redactor.headers([['x-note', `a ${form}`]])[0]?.[1],
    ]) {
      expect(masked).not.toContain(form);
      expect(masked).toContain(SECRET_MASK);
    }
  });

  test('is masked every time it occurs', () => {
    expect(redactor.text(`${SECRET}${SECRET} ${SECRET}`)).toBe(`${SECRET_MASK}${SECRET_MASK} ${SECRET_MASK}`);
  });

  test('that is too short to be one is left alone, or it would mask half of every text', () => {
    expect(knowing('1').text('121')).toBe('121');
  });
});

describe('headers', () => {
  const redactor = knowing();
  test('keeps the word Bearer alone of a scheme', () => {
    const shown = (value: string): string => new Redactor([], []).headers([['authorization', value]])[0]?.[1] ?? '';
    expect(shown('Bearer abc.def')).toBe('Bearer [redacted]');
    expect(shown('bearer abc.def')).toBe('bearer [redacted]');
    expect(['Basic abc', 'abc.def', 'Bearer', 'Bearerabc'].map(shown)).toEqual(Array(4).fill('[redacted]'));
  });

  test.each(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key', 'access-token'])(
    'the value of %s is masked whatever it is',
    (name) => {
      expect(redactor.headers([[name, 'anything at all']])).toEqual([[name, SECRET_MASK]]);
    },
  );

  test('of a cookie that is set, what says how it is kept stays', () => {
    expect(redactor.headers([['set-cookie', 'sid=a=b; Path=/; HttpOnly']])).toEqual([
      ['set-cookie', 'sid=[redacted]; Path=/; HttpOnly'],
    ]);
  });

  test('others stay, in their order, however often they come', () => {
    const list = [
      ['x-a', '1'],
      ['date', 'today'],
      ['x-a', '2'],
    ] as const;
    expect(redactor.headers(list)).toEqual(list);
  });

  test('a JWT is masked in any header', () => {
    expect(redactor.headers([['x-debug', `token=${JWT}; ok`]])).toEqual([['x-debug', `token=${SECRET_MASK}; ok`]]);
  });
});

describe('members that hold tokens', () => {
  const redactor = knowing();
  test.each([
    ['in JSON', '{"access_token":"abc","expires_in":300}', '{"access_token":"[redacted]","expires_in":300}'],
    ['deep in JSON', '{"a":[{"b":{"refresh_token" : "a\\"b"}}]}', '{"a":[{"b":{"refresh_token" : "[redacted]"}}]}'],
    ['as a number, which stays one', '{"password": 12345678}', '{"password": 0}'],
    ['as a list, which stays one', '{"password": ["a","b"]}', '{"password": ["[redacted]"]}'],
    ['in JSON that broke off', '{"id_token":"abc","x":', '{"id_token":"[redacted]","x":'],
    [
      'in JSON that broke off inside the secret',
      '{"ok":1,"access_token":"abcdefgh',
      '{"ok":1,"access_token":"[redacted]"',
    ],
    [
      'in a form',
      'grant_type=x&assertion=a.b.c&client_secret=s%20t',
      'grant_type=x&assertion=[redacted]&client_secret=[redacted]',
    ],
    ['first in a form', 'assertion=a.b.c', 'assertion=[redacted]'],
  ])('are masked %s', (_how, body, expected) => {
    expect(redactor.body(body)).toBe(expected);
  });

  test.each([
    ['http://library.test/books?access_token=abc&page=2', 'http://library.test/books?access_token=[redacted]&page=2'],
    [
      'http://library.test/books?page=2&Access_Token=abc#x',
      'http://library.test/books?page=2&Access_Token=[redacted]#x',
    ],
    ['http://library.test/books?page=2', 'http://library.test/books?page=2'],
  ])('are masked in %s', (url, expected) => {
    expect(redactor.url(url)).toBe(expected);
  });
});

describe('sensitive members keep their shape, since rules judge the recorded form', () => {
  const redactor = knowing();
  test.each([
    ['{"tfn":"123456782"}', '{"tfn":"000000000"}'],
    ['{"tfn" : "Ab-12 é"}', '{"tfn" : "Xx-00 x"}'],
    ['{"tfn":123456782}', '{"tfn":0}'],
    ['{"tfn":null}', '{"tfn":null}'],
    [
      '[{"student":{"chessn":"A1B2"}},{"student":{"chessn":"\\u0041\\n1"}}]',
      '[{"student":{"chessn":"X0X0"}},{"student":{"chessn":"xx0"}}]',
    ],
    ['{"tfn":"123456782', '{"tfn":"000000000'],
    ['{"tfn":["123456782","234567893"]}', '{"tfn":["000000000","000000000"]}'],
    ['{"not_tfn":"123456782"}', '{"not_tfn":"123456782"}'],
  ])('%j is recorded as %j', (body, expected) => {
    expect(redactor.body(body)).toBe(expected);
  });

  test('letters of every script are masked', () => {
    expect(redactor.body('{"tfn":"名Ł9"}')).not.toMatch(/名|Ł|9/u);
  });
});

describe('a random secret never survives', () => {
  const secret = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }).filter((s) => s.trim().length >= 8);
  const printable = fc
    .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
    .filter((s) => s.trim().length >= 8);

  test('in a text, a JSON body, a query or a header', () => {
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        // What is left of the text around it is not the secret's doing.
        fc.pre(!SECRET_MASK.includes(value) && !before.includes(value) && !after.includes(value));
        const redactor = knowing(value);
        const gone = (text: string, form: string): void => {
          if (text.replaceAll(SECRET_MASK, '').includes(form))
            throw new Error(`${JSON.stringify(form)} is still in ${JSON.stringify(text)}`);
        };
        gone(redactor.text(`before:${value}:after`), value);
        gone(redactor.body(JSON.stringify({ detail: value, list: [{ value }] })), JSON.stringify(value).slice(1, -1));
        gone(redactor.url(`http://library.test/?q=${encodeURIComponent(value)}`), encodeURIComponent(value));
        gone(redactor.headers([['x-note', value]])[0]?.[1] ?? '', value);
      }),
      runs(300),
    );
  });

  test('as the value of a member that holds tokens, however the JSON is cut', () => {
    fc.assert(
      fc.property(printable, fc.nat(200), (value, cut) => {
        const whole = JSON.stringify({ a: 1, access_token: value, b: 'tail' });
        const start = whole.indexOf('"access_token":"') + '"access_token":"'.length;
        const text = whole.slice(0, Math.max(start + 8, whole.length - cut));
        const shown = text.slice(start, start + 8);
        fc.pre(
          !whole.slice(0, start).includes(shown) &&
            !whole.slice(start + 8).includes(shown) &&
            !SECRET_MASK.includes(shown),
        );
        expect(knowing().body(text)).not.toContain(shown);
      }),
      runs(300),
    );
  });

  test('as a sensitive number of nine digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 111_111_111, max: 999_999_999 }), (tfn) => {
        for (const body of [`{"tfn":"${tfn}"}`, `{"tfn":${tfn}}`, `{"student":{"tfn": "${tfn}"`, `{"tfn":"${tfn}`])
          expect(knowing().body(body)).not.toContain(String(tfn));
      }),
    );
  });
});

describe('a body of megabytes is masked without falling over, and soon', () => {
  const of = (text: string, mebibytes = 1): string => text.repeat(Math.ceil((mebibytes * 1024 * 1024) / text.length));
  const bodies = [
    ['a text', `{"tfn":"${of('1')}"}`],
    ['a text that breaks off', `{"tfn":"${of('1')}`],
    ['a text of escapes', `{"tfn":"${of('\\"', 8)}"}`],
    ['a token of escapes', `{"access_token":"${of('\\"', 8)}"}`],
    ['a list', `{"tfn":[${of('"1",')}]}`],
    ['a list of empty texts', `{"tfn":[${of('""', 8)}]}`],
    ['a number', `{"tfn":${of('1')}}`],
    ['many members', of('"access_token":')],
    ['a beginning of a JWT', of('eyJ')],
    ['beginnings of JWTs', of('eyJaaaaa-')],
    ['first parts of JWTs', of('eyJaaaaa.')],
    ['many dots', `eyJaaaaa${of('.')}`],
    ['many parameters', of('&assertion=')],
    ['many beginnings of a secret', of(`${SECRET.slice(0, 18)} `)],
  ] as const;
  test.each(everyNth(bodies, 3))('%s', (_what, body) => {
    const redactor = knowing(SECRET);
    redactor.body(body, redactor.personal(body));
  });
});

test('a long body that comes again is masked by what was learned in the meantime too', () => {
  const redactor = new Redactor([], []);
  const [secret, body] = [
    'abcdefghijklmnopqrstuvwxyz012345',
    `{"it":"abcdefghijklmnopqrstuvwxyz012345","a":"${'a'.repeat(10_000)}"}`,
  ];
  for (let turn = 0; turn < 3; turn += 1) expect(redactor.body(body)).toBe(body);
  redactor.learn(secret);
  expect(redactor.body(body)).not.toContain(secret);
});
