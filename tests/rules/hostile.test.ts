/**
 * A service may answer anything at all, on purpose or by accident. No rule may throw, hang, or copy a huge answer into
 * a finding: a judge that can be made to fall over is a way to turn a red run into no run.
 */
import { describe, expect, test } from 'vitest';
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import { CASE_RULES_WITH_ROWS, PASSIVE_RULES_WITH_TEXTS } from '../../src/rules/registry.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { everyNth } from '../part.ts';
import { caseExampleOf, passiveExamples } from './examples/index.ts';
import { exchange, operation } from './support.ts';

/** The longest a finding's text may be: 300 characters and a note of how many there were. */
const LONGEST = 400;

function bounded(judgement: Judgement): void {
  for (const { expected, actual } of judgement.kind === 'judged' ? judgement.findings : []) {
    expect(actual.length).toBeLessThanOrEqual(LONGEST);
    expect(expected.length).toBeLessThanOrEqual(LONGEST);
  }
}

type Answer = NonNullable<Exchange['response']>;

/** Every rule on its example, with this answer in place of each of its own. */
function judgeEverything(answer: Answer): void {
  const changed = (given: Exchange): Exchange => {
    const { failure: _failure, ...rest } = given;
    return { ...rest, response: answer };
  };
  for (const rule of CASE_RULES_WITH_ROWS) {
    const example = caseExampleOf(rule);
    const evidence: CaseEvidence = Object.fromEntries(
      Object.entries(example.pass).map(([step, list]) => [step, list.map(changed)]),
    );
    bounded(rule.judge(example.params as never, evidence));
  }
  for (const rule of PASSIVE_RULES_WITH_TEXTS) {
    const example = passiveExamples[rule.id];
    bounded(rule.judge(changed(example.pass), example.operation, ['Unexpected problem']));
  }
}

function answer(body: string, status = 200, headers: Answer['headers'] = []): Answer {
  return { status, headers, body, bytes: Buffer.byteLength(body) };
}

const DEEP = 20_000;

describe('hostile answers', () => {
  const bodies = [
    ['nothing', ''],
    ['null', 'null'],
    ['a number', '1e999'],
    ['a text', '"x"'],
    ['an empty list', '[]'],
    ['a list of nulls', '[null,null]'],
    [
      'prototype names',
      '{"__proto__":{"success":true},"constructor":1,"toString":null,"success":true,"result":{"__proto__":[]},"errors":[{"__proto__":{}}],"paths":{"__proto__":{"get":{}}}}',
    ],
    ['a length that is no list', '{"result":{"length":3},"errors":{"length":1,"0":{}},"messages":{"length":9}}'],
    ['lists where objects belong', '[[[[]]],{"result":[[[]]],"success":[true]}]'],
    ['a lone surrogate', '{"result":["\\ud800"],"errors":[{"code":"\\udfff","detail":"\\ud800"}]}'],
    ['control characters', '{"result":"\\u0000\\u001b[31m","errors":[{"code":"\\u0000"}]}'],
    ['half of a JSON text', '{"success":true,"result":[{"book":{"books'],
    ['HTML', '<html><body>502 Bad Gateway</body></html>'],
    [
      'half a megabyte of one text',
      JSON.stringify({
        result: 'x'.repeat(500_000),
        errors: [{ code: 'x'.repeat(500_000), detail: 'y'.repeat(500_000) }],
        id: 'z'.repeat(500_000),
      }),
    ],
    ['lists twenty thousand deep', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`],
    ['objects twenty thousand deep', `${'{"result":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`],
    [
      'a deep result',
      `{"success":true,"result":${'['.repeat(DEEP)}${']'.repeat(DEEP)},"errors":${'['.repeat(DEEP)}${']'.repeat(DEEP)},"messages":[${'['.repeat(DEEP)}${']'.repeat(DEEP)}]}`,
    ],
  ] as const;
  // Each is read by every rule at nine statuses, in `npm test` at five.
  test.each(everyNth(bodies, 3))('%s is judged without falling over', (_name, body) => {
    for (const status of everyNth([200, 201, 400, 422, 401, 404, 405, 500, 503], 2))
      judgeEverything(answer(body, status));
  });
});

describe('texts made to hang a backtracking matcher', () => {
  // Quadratic work on these takes minutes, linear work milliseconds: the time limit of the test is what fails it.
  const SIZE = 400_000;
  const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));
  test.each([
    ['frames without an end', fill('at a(')],
    ['line feeds', fill('\n')],
    ['white space', fill(' ')],
    ['lines of white space', fill(' \n')],
    ['a member that cannot be read', fill('Cannot read property ')],
    ['exceptions without an end', fill('ShelfFullException')],
    ['class names without an end', fill('System.A')],
    ['parts of a class name', `System.${fill('Aa.')}`],
    ['selects without an end', fill('SELECT  FROM ')],
    ['paths', fill('/srv/')],
    ['drives', fill('C:\\')],
    ['quotes', fill('"')],
    ['colons and digits', `at a(${fill(':1')}`],
  ])('%s', (_name, text) => {
    const leak = PASSIVE_RULES_WITH_TEXTS.find((r) => r.id === 'http.no-leak');
    expect(leak?.judge(exchange({ status: 500, text }), operation(), []).kind).toBe('judged');
  });

  test.each(['a', ', ', 'a="', '"', 'a =', 'a="\\', '; max-age', ' ', '/1', 'W/"'])('header values of %j', (unit) => {
    const value = fill(unit);
    const names = [
      'allow',
      'www-authenticate',
      'date',
      'retry-after',
      'cache-control',
      'content-type',
      'set-cookie',
      'etag',
      'strict-transport-security',
      'server',
      'via',
      'last-modified',
      'location',
      'content-location',
      'vary',
      'link',
      'expires',
    ];
    const headers = Object.fromEntries(names.map((name) => [name, value]));
    for (const status of [200, 401, 404, 405, 415, 503]) {
      const given = exchange({ status, headers });
      for (const rule of PASSIVE_RULES_WITH_TEXTS) bounded(rule.judge(given, operation(), []));
    }
  });
});

describe('leaks', () => {
  const leak = (text: string): readonly string[] => {
    const judgement = PASSIVE_RULES_WITH_TEXTS.find((r) => r.id === 'http.no-leak')?.judge(
      exchange({ status: 500, text }),
      operation(),
      [],
    );
    return judgement?.kind === 'judged' ? judgement.findings.map((f) => f.expected) : [];
  };
  test.each([
    ['TypeError: x\n    at RecordStore.find (/srv/app/lib/store.js:88:17)', 'no trace of a stack frame'],
    ['    at org.example.Shelf.find(Shelf.java:12)', 'no trace of a stack frame'],
    ['Traceback (most recent call last):', 'no trace of a stack frame'],
    ['ORA-00942: table or view does not exist', 'no trace of a database message'],
    ['ERROR: syntax error at or near "FROM"', 'no trace of a database message'],
    ['SELECT title FROM books WHERE id = 1', 'no trace of a database message'],
    ['cannot open /var/lib/library/books.db', 'no trace of a file path'],
    ['"C:\\\\inetpub\\\\wwwroot"', 'no trace of a file path'],
    ['java.lang.NullPointerException', 'no trace of an exception'],
    ['System.InvalidOperationException: no', 'no trace of an exception'],
    ['{"detail":"ShelfFullException: no place"}', 'no trace of an exception'],
    ["ShelfProblemException{code='full'}", 'no trace of an exception'],
    ['ShelfFullException@1f3a90', 'no trace of an exception'],
    ['{"detail":"NullPointerException"}', 'no trace of an exception'],
    ["Cannot read properties of undefined (reading 'title')", 'no trace of an exception'],
    ["KeyError: 'title'", 'no trace of an exception'],
    ["'NoneType' object has no attribute 'title'", 'no trace of an exception'],
    ['Object reference not set to an instance of an object.', 'no trace of an exception'],
  ])('%j shows %s', (text, expected) => {
    expect(leak(text)).toContain(expected);
  });

  test.each([
    'Look at the book (page 12).',
    'Select one from the list where you like.',
    'https://library.test/home/books/1',
    '{"path":"/books/var/1"}',
    'The system. Another sentence.',
    'At 10:30 (in the morning) it opens.',
    '{"code":"ShelfFullException","detail":"There is no place."}',
    '{"ShelfFullException":{"detail":"There is no place."}}',
    '{"type":"ValidationError","detail":"A value is missing."}',
    'Exception: on Sundays it is closed.',
    'A property of null cannot be read.',
  ])('%j shows nothing', (text) => {
    expect(leak(text)).toEqual([]);
  });
});
