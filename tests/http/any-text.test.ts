/** Whatever text a service sends, nothing that is built from it throws: addresses, headers, bodies, names of files, XML, pages. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLinks } from '../../src/model/headers.ts';
import { curlCommand } from '../../src/report/curl.ts';
import { renderHtml } from '../../src/report/page/html.ts';
import { proposeWaivers } from '../../src/report/propose-waivers.ts';
import { allureFiles } from '../../src/report/views/allure.ts';
import { badge } from '../../src/report/views/badge.ts';
import { ctrf } from '../../src/report/views/ctrf.ts';
import { githubAnnotations } from '../../src/report/views/github-annotations.ts';
import { junit } from '../../src/report/views/junit.ts';
import { sarif } from '../../src/report/views/sarif.ts';
import { summaryMarkdown } from '../../src/report/views/summary-markdown.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { locationOf, impliedBody } from '../../src/http/response-content.ts';
import { createdRecords } from '../../src/cleanup/created-resources.ts';
import { isRecordId, operationKey } from '../../src/http/request-policy.ts';
import type { RequestTemplate } from '../../src/plan/model.ts';
import type { Success } from '../../src/model/success.ts';
import { files, textOf } from '../architecture/files.ts';
import { runs } from '../properties.ts';
import { tinyReport } from '../report/tiny.ts';
import { parseXml } from '../report/xml-reader.ts';
import { json, send } from './sending.ts';
import { booksDeclared } from './shelf.ts';
import { answerOf, request } from './support.ts';

/** Any UTF-16 code units, lone surrogates among them. */
const anyText = fc.oneof(
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 12 }),
  fc.constantFrom(
    '\ud800x',
    'x\udfff',
    '\0',
    '..',
    '',
    '%',
    '%zz',
    '%E0%A4',
    '__proto__',
    'constructor',
    '\r\n',
    '//',
    '[::',
    '\uffff',
  ),
);

const FOUND = { $ref: 'make#/id' };
const REQUESTS: Readonly<Record<string, Partial<RequestTemplate>>> = {
  'a path': { path: '/books/{id}', parameters: { id: FOUND } },
  'a query': { query: [['after', FOUND]] },
  'a header': { headers: { 'if-match': FOUND } },
  'a JSON body': { method: 'POST', body: json({ id: FOUND }) },
  'a form': { method: 'POST', body: { kind: 'form', parameters: [['id', FOUND]] } as never },
  'a link to a page': { address: { target: 'set below', from: 'http://library.test/books' } },
  'a link in an answer': { location: 'make#/id' },
};

const SUCCESS: Success = {
  statuses: [201],
  located: { pointer: '/id', path: '/books/{id}', parameter: 'id', type: 'string' },
};

/** A report in which a service says this wherever it can. */
const reportOn = (text: string) =>
  tinyReport({
    checks: [
      { verdict: 'fail', findings: [{ where: text, expected: text, actual: text }] },
      { verdict: 'inconclusive', operation: 'list', cause: text },
    ],
  });

const VIEWS: Readonly<Record<string, (text: string) => unknown>> = {
  junit: (text) => parseXml(junit(reportOn(text))),
  allure: (text) => [...allureFiles(reportOn(text), [])].map(({ name }) => expect(name).toMatch(/^[\w.-]+$/)),
  ctrf: (text) => JSON.parse(ctrf(reportOn(text))) as unknown,
  sarif: (text) => JSON.parse(sarif(reportOn(text))) as unknown,
  badge: (text) => parseXml(badge(reportOn(text))),
  summary: (text) => summaryMarkdown(reportOn(text)),
  terminal: (text) => terminalSummary(reportOn(text)),
  annotations: (text) => githubAnnotations(reportOn(text)),
  waivers: (text) => proposeWaivers(reportOn(text)),
  page: (text) =>
    renderHtml(
      '<title>Plumbline report</title><script type="application/octet-stream" id="plumbline-report"></script><script type="application/octet-stream" id="plumbline-exchanges"></script>',
      {
        report: reportOn(text),
        exchanges: [],
        timings: [],
      } as never,
    ),
  curl: (text) =>
    curlCommand({ method: 'POST', url: `http://library.test/${text}?a=${text}`, headers: [[text, text]], body: text }),
};

const ANSWERS: Readonly<Record<string, (text: string) => unknown>> = {
  Location: (text) => {
    const answer = answerOf(undefined, 201, { location: text });
    return [
      locationOf('http://library.test/books', answer),
      impliedBody(SUCCESS, 'http://library.test/books', answer, undefined),
    ];
  },
  Link: (text) => parseLinks(text),
  'the created resources': (text) => {
    const operation = booksDeclared({ title: '/title' }).get(operationKey('service', 'POST', '/books'));
    if (operation?.makes === undefined) throw new Error('not declared');
    const done = {
      service: 'library',
      spec: '1.0.0',
      address: 'http://library.test',
      request: request({ method: 'POST' }),
      parameters: {},
      outcome: { status: 201, answer: { id: text } },
    };
    return createdRecords(operation, operation.makes, done as never, (same) => same);
  },
};

describe.each(Object.entries(REQUESTS))('%s', (_what, template) => {
  test('is sent, or not sent and said to be so', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const linked = template.address === undefined ? {} : { address: { ...template.address, target: text } };
        const sent = await send(
          { ...template, ...linked },
          { resolution: { resultOf: () => ({ answer: { id: text }, url: 'http://library.test/books' }) } },
        );
        expect(sent.exchange.failure === undefined ? sent.wire.sent : [sent.exchange.failure.kind]).toHaveLength(1);
      }),
      { ...runs(100), examples: [['\ud800x']] },
    );
  });
});

test.each(Object.entries({ ...VIEWS, ...ANSWERS }))('%s is made of any text', (_what, make) => {
  fc.assert(
    fc.property(anyText, (text) => void make(text)),
    { ...runs(50), examples: [['\ud800x']] },
  );
});

test('an identifier that has no form in an address names no record, and its create may have made one', async () => {
  expect(['\ud800x', 'a', 'é', '😀'].map((id) => isRecordId(id))).toEqual([false, true, true, true]);
  const sent = await send(
    { method: 'DELETE', path: '/books/{id}', parameters: { id: FOUND } },
    { resolution: { resultOf: () => ({ answer: { id: '\ud800x' } }) } },
  );
  expect(sent.exchange.failure).toMatchObject({ kind: 'not-sent', why: 'lacking' });
  expect(sent.exchange.failure?.message).toContain(String.raw`"\ud800x"`);
  expect(ANSWERS['the created resources']?.('\ud800x')).toEqual([
    expect.not.objectContaining({ id: expect.anything() as unknown }),
  ]);
});

test('texts are encoded for addresses in one place', () => {
  const others = files.filter(
    (file) => /^src\/.*\.tsx?$/.test(file) && /\b(?:en|de)codeURIComponent\b/.test(textOf(file)),
  );
  expect(others).toEqual(['src/model/text.ts']);
});
