/** Range requests (RFC 9110 §14). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { ranges } from './families.ts';

export const rangeScenarios: readonly Template[] = [
  ranges('range.part', {
    after: 'query.unknown-ignored',
    when: 'bytes={part} is requested',
    asks: 'the response has exactly this range',
    passive: false,
    each: { part: ['0-0', '1-', '-1', '0-999999999'] },
    steps: steps
      .request('whole')
      .request('part', { headers: { range: 'bytes={part}' } })
      .request('again'),
    expect: [
      { rule: 'range.part', with: { whole: 'whole', part: 'part', again: 'again', asked: '{part}' }, given: ['whole'] },
      {
        id: 'range.served',
        title: 'A satisfiable range request returns 206',
        fails: 'does not return 206 to a satisfiable range request: {actual} instead of {expected}',
        why: 'The contract declares support for range requests. A client that resumes a download gets the complete content again.',
        source: 'RFC 9110 §14.2: a server that supports ranges SHOULD send 206 to a valid range request',
        requirement: 'http.ranges.served',
        as: 'outcome.status',
        asks: 'the status is 206',
        step: 'part',
        with: { statuses: [206] },
        given: ['whole'],
      },
    ],
  }),

  ranges('range.unsatisfied', {
    title: 'A range past the end returns 416',
    fails: 'does not return 416 for a range past the end: {where} is {actual} instead of {expected}',
    why: 'A client that has the complete content learns this from the 416. Another status makes it download the content again.',
    source: 'RFC 9110 §14.2 and §15.5.17: a server SHOULD send 416 if no requested range is satisfiable',
    requirement: 'http.ranges.unsatisfied',
    when: 'a range past the end is requested',
    asks: 'the status is 416, with the length of the content',
    passive: false,
    steps: steps.request('whole').request('probe', { headers: { range: 'bytes=999999999-' } }),
    expect: [
      { as: 'outcome.status', with: { statuses: [416] }, given: ['whole'] },
      {
        id: 'range.length',
        title: 'A 416 response has the length of the content in Content-Range',
        fails: 'sends a 416 without the length of the content: {where} is {actual} instead of {expected}',
        why: 'A client that requests a range past the end needs the length of the content to correct its request.',
        source: 'RFC 9110 §15.5.17: a 416 response to a byte range SHOULD have a Content-Range with the current length',
        requirement: 'http.ranges.unsatisfied',
        as: 'header.matches',
        with: { name: 'Content-Range', pattern: '^bytes \\*/[0-9]+$' },
        given: ['whole'],
      },
    ],
  }),

  ranges('range.condition', {
    title: 'A range request with a false If-Range condition returns the complete content',
    fails: 'sends a range although the If-Range condition is false: {actual} instead of {expected}',
    why: 'The test sends an entity tag that the content never had. If the client joins a range of the current version with its older part, the file is corrupt.',
    source: 'RFC 9110 §13.1.5: a recipient MUST ignore Range if the If-Range condition is false',
    requirement: 'http.ranges.condition',
    when: 'a range is requested with an unknown entity tag in If-Range',
    asks: 'the response has the complete content',
    passive: false,
    steps: steps
      .request('whole')
      .request('probe', { headers: { range: 'bytes=0-0', 'if-range': '"plumbline-other"' } }),
    expect: { as: 'outcome.never', with: { statuses: [206, 416] }, given: ['whole'] },
  }),

  ranges('range.method', {
    title: 'HEAD ignores the Range header',
    fails: 'applies the Range header to HEAD: {actual} instead of {expected}',
    why: 'Ranges are defined only for GET. A 206 to HEAD makes a client take the length of the range for the length of the content.',
    source: 'RFC 9110 §14.2: a server MUST ignore Range with methods for which range handling is not defined',
    requirement: 'http.ranges.method',
    when: 'HEAD has a Range header',
    asks: 'the Range header is ignored',
    passive: false,
    steps: steps.request('whole').request('probe', { method: 'HEAD', headers: { range: 'bytes=0-0' } }),
    expect: { as: 'outcome.never', with: { statuses: [206, 416] }, given: ['whole'] },
  }),
];
