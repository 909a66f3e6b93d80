/** An issue for people who have nothing of Plumbline: cause, requirement with its source, curl and evidence, and no way out of its fences. */
import { expect, it } from 'vitest';
import type { Exchange } from '../../src/model/exchange.ts';
import { exchangeFacts } from '../../src/report/exchange-facts.ts';
import { issueText } from '../../src/report/issue-text.ts';
import { tinyReport } from './tiny.ts';

const [check] = tinyReport({
  checks: [{ verdict: 'fail', findings: [{ where: 'status', expected: '404', actual: '400: no', evidence: 'call' }] }],
}).checks;
const exchange: Exchange = {
  id: 'call',
  group: '',
  service: 'student-reporting',
  spec: '4.0.1',
  operation: 'students/create',
  step: 'call',
  at: Date.parse('2026-11-20T18:00:00.000Z'),
  durationMs: 1,
  request: { method: 'GET', url: 'http://service.test/students/1', headers: [['authorization', 'Bearer ***']] },
  response: { status: 400, headers: [['date', 'x']], body: 'a\n```\n# not a heading of ours', bytes: 3 },
};

it('has all that is needed to see it and to mend it', () => {
  if (check === undefined) throw new Error('no check');
  const text = issueText({
    check,
    title: 'Answers an unknown id with 400; the contract says 404',
    reach: '3 checks meet it',
    requirement: { text: 'What is not there is answered 404.', source: 'student-reporting §3.2' },
    requests: [exchange],
  });
  for (const part of [
    '# Answers an unknown id with 400; the contract says 404',
    'student-reporting 4.0.1, students/create (3 checks meet it)',
    'What is not there is answered 404.',
    'Source: student-reporting §3.2',
    'Level: MUST (documented)',
    '- `status`: expected `404`, received `400: no`',
    'curl',
    'http://service.test/students/1',
    'Response at 2026-11-20T18:00:00.000Z:',
    '400\ndate: x\n\na\n```\n# not a heading of ours\n````',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/plumbline/i);
});

it('lists every request of the case with its response', () => {
  if (check === undefined) throw new Error('no check');
  const created = {
    ...exchange,
    request: { ...exchange.request, method: 'POST', url: 'http://service.test/students' },
  };
  const text = issueText({
    check,
    title: 'Fails',
    requests: [{ ...created, response: { status: 201, headers: [], body: '', bytes: 0 } }, exchange],
  });
  expect(text.indexOf('Request 1 of 2, response: 201')).toBeLessThan(text.indexOf('Request 2 of 2, response: 400'));
  expect(text).toContain("'http://service.test/students' ");
  expect(text.match(/^Response to the last request/gm)).toHaveLength(1);
});

const LIVE = '@acme/everyone ![x](https://evil.example/p.png) fixes #1 and GH-12, <img src=x> `code` www.evil.example';

it('is inert, whatever a service, a title or a source says', () => {
  if (check === undefined) throw new Error('no check');
  const finding = { where: LIVE, expected: LIVE, actual: LIVE, evidence: 'call' };
  const { response: _, ...unanswered } = exchange;
  const text = issueText({
    check: { ...check, findings: [finding], title: LIVE, endpoint: LIVE, service: LIVE },
    title: LIVE,
    reach: LIVE,
    requirement: { text: LIVE, source: LIVE },
    requests: [{ ...unanswered, failure: { kind: 'reset', message: LIVE } }],
  });
  // What stands in code is shown as it is: fences first, then spans, which end with as many backticks as they began with.
  const prose = text.replaceAll(/^(`{3,})\n[^]*?\n\1$/gm, '').replaceAll(/(?<![\\`])(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, '');
  expect(prose).toContain('everyone');
  expect(prose).not.toMatch(/@\w|#\d|GH-\d|:\/\/|www\.|(?<!\\)[[\]<>`]/i);
  expect(text).toContain(`received \`\`${LIVE}\`\``);
});

it('the curl of a duplicate has the request that sent the value first', () => {
  if (check === undefined) throw new Error('no check');
  const sent = (id: string, at: number, code: string): Exchange => ({
    ...exchange,
    id: `rooms/${id}`,
    group: 'rooms',
    at,
    request: {
      method: 'POST',
      url: `http://service.test/${id.slice(1)}`,
      headers: [],
      body: `{"name":"x","code":"${code}"}`,
    },
  });
  const requests = [sent('a#other', 1, 'AB-1'), sent('a#first', 2, 'AB-2'), sent('a#probe', 3, 'AB-2')];
  const curl = (rule: string): string | undefined =>
    exchangeFacts([...requests]).curl({
      ...check,
      rule,
      member: ['code'],
      findings: [{ where: 'status', expected: '409', actual: '201', evidence: 'rooms/a#probe' }],
    });
  expect(curl('input.duplicate')?.match(/service\.test\/\S+(?=')/g)).toEqual([
    'service.test/#first',
    'service.test/#probe',
  ]);
  expect(curl('input.missing')?.match(/service\.test/g)).toHaveLength(1);
});
