/** What comes back on a socket of our own is taken apart by us, so whatever a service sends must come to an end. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHttpResponses } from '../../src/http/parse-http-response.ts';

function read(text: string, ended = true): readonly string[] {
  return parseHttpResponses(Buffer.from(text, 'latin1'), ended).complete.map(
    (a) => `${a.status} ${a.body.toString('latin1')}`,
  );
}

describe('answers', () => {
  test.each([
    ['one with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab', ['200 ab']],
    [
      'two, one after the other',
      'HTTP/1.1 400 Bad\r\ncontent-length: 0\r\n\r\nHTTP/1.1 404 No\r\ncontent-length: 1\r\n\r\nx',
      ['400 ', '404 x'],
    ],
    [
      'in chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\nab\r\n3;ext=1\r\ncde\r\n0\r\n\r\n',
      ['200 abcde'],
    ],
    [
      'two, with trailers in between',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nx-a: 1\r\nx-b: a:b\r\n\r\nHTTP/1.1 404 No\r\ncontent-length: 1\r\n\r\nx',
      ['200 ab', '404 x'],
    ],
    [
      'two, of which the first lacks its empty line',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n0\r\nHTTP/1.1 404 No: none\r\ncontent-length: 1\r\n\r\nx',
      ['200 ab', '404 x'],
    ],
    ['without content', 'HTTP/1.1 204 No\r\n\r\nHTTP/1.1 304 No\r\n\r\n', ['204 ', '304 ']],
    ['after 100 (Continue)', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx', ['200 x']],
    ['ended by the connection', 'HTTP/1.1 400 Bad\r\n\r\nno length', ['400 no length']],
    ['cut short', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', ['200 ab']],
    ['without a reason', 'HTTP/1.1 400\r\ncontent-length: 0\r\n\r\n', ['400 ']],
    ['no HTTP', 'SSH-2.0-x\r\n\r\n', []],
    ['nothing', '', []],
  ] as const)('%s', (_what, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('an answer without an end is waited for while the connection stands', () => {
    expect(read('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nab', false)).toEqual([]);
    expect(read('HTTP/1.1 200 OK\r\n\r\nab', false)).toEqual([]);
    expect(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\na', false)).toEqual([]);
    expect(read('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\nx-a: 1\r\n', false)).toEqual([]);
  });

  test('names are in lower case, in the order received, however often', () => {
    const [answer] = parseHttpResponses(
      Buffer.from('HTTP/1.1 200 OK\r\nX-B: 1\r\nDate:  today \r\nx-b: 2\r\nContent-Length: 0\r\n\r\n'),
      true,
    ).complete;
    expect(answer?.headers).toEqual([
      ['x-b', '1'],
      ['date', 'today'],
      ['x-b', '2'],
      ['content-length', '0'],
    ]);
  });

  test('bytes stay bytes', () => {
    const content = Buffer.from([0, 255, 13, 10, 13, 10, 200]);
    const [answer] = parseHttpResponses(
      Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${content.length}\r\n\r\n`), content]),
      false,
    ).complete;
    expect(answer?.body.equals(content)).toBe(true);
  });
});

describe('lengths that lie', () => {
  test.each(['-10', '-38', '-39', 'many', '', '1e3', '0x10', '9'.repeat(30), '+2', '2, 3'])(
    'content-length: %s',
    (length) => {
      for (const ended of [true, false])
        expect(read(`HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\nab`, ended).length).toBeLessThanOrEqual(1);
    },
  );

  test.each(['-6', '-2', '-1', 'zz', '', 'f'.repeat(30), '0x2'])('a chunk of %s', (size) => {
    for (const ended of [true, false])
      expect(
        read(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${size}\r\nab\r\n0\r\n\r\n`, ended).length,
      ).toBeLessThanOrEqual(1);
  });

  test('any bytes come to an end', () => {
    const piece = fc.constantFrom(
      'HTTP/1.1 200 OK',
      'HTTP/1.0 100 ',
      '\r\n',
      '\r\n\r\n',
      'content-length: ',
      'transfer-encoding: chunked',
      '-',
      '0',
      '7',
      'a',
      ':',
      ' ',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, ended) => {
        read(pieces.join(''), ended);
      }),
      { numRuns: 1000 },
    );
  });
});
