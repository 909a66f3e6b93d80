/** Range requests (RFC 9110 §14). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { ranges } from './families.ts';

export const rangeScenarios: readonly Template[] = [
  ranges('range.part', {
    after: 'query.unknown-ignored',
    when: 'bytes={part} are asked for',
    asks: 'they are what comes',
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
        title: 'A part that there is comes as 206',
        fails: 'does not give a part that it has: {actual} instead of {expected}',
        why: 'The contract says that parts can be asked for. Who goes on after a broken download gets all of it again.',
        source: 'RFC 9110 §14.2, a SHOULD',
        requirement: 'http.ranges.served',
        as: 'outcome.status',
        asks: 'it is answered 206',
        step: 'part',
        with: { statuses: [206] },
        given: ['whole'],
      },
    ],
  }),

  ranges('range.unsatisfied', {
    title: 'A part beyond the end is refused with 416, and how long the content is',
    fails: 'does not say that there is no such part: {where} is {actual} instead of {expected}',
    why: 'A client that has all of it learns so from the 416, and from its Content-Range how long all of it is.',
    source: 'RFC 9110 §14.2 and §15.5.17, both a SHOULD',
    requirement: 'http.ranges.unsatisfied',
    when: 'a part beyond the end is asked for',
    asks: 'it is refused with 416 and the length',
    passive: false,
    steps: steps.request('whole').request('probe', { headers: { range: 'bytes=999999999-' } }),
    expect: [
      { as: 'outcome.status', with: { statuses: [416] }, given: ['whole'] },
      {
        id: 'range.length',
        title: 'A 416 says how long the content is',
        fails: 'does not say how long the content is: {where} is {actual} instead of {expected}',
        why: 'Whoever asks beyond the end wants to know where that is.',
        source: 'RFC 9110 §15.5.17, a SHOULD',
        requirement: 'http.ranges.unsatisfied',
        as: 'header.matches',
        with: { name: 'Content-Range', pattern: '^bytes \\*/[0-9]+$' },
        given: ['whole'],
      },
    ],
  }),

  ranges('range.condition', {
    title: 'A part of another state is not sent',
    fails: 'sends a part though If-Range does not hold: {actual} instead of {expected}',
    why: 'The tag is of no state that the content ever had. A part of the present state beside one of another is a broken file, so all of it has to come.',
    source: 'RFC 9110 §13.1.5, a recipient MUST ignore Range where the condition is false',
    requirement: 'http.ranges.condition',
    when: 'a part is asked for with If-Range of another state',
    asks: 'the whole comes',
    passive: false,
    steps: steps
      .request('whole')
      .request('probe', { headers: { range: 'bytes=0-0', 'if-range': '"plumbline-other"' } }),
    expect: { as: 'outcome.never', with: { statuses: [206, 416] }, given: ['whole'] },
  }),

  ranges('range.method', {
    title: 'HEAD with a Range is answered as if there were none',
    fails: 'answers HEAD with a part: {actual} instead of {expected}',
    why: 'Ranges are defined for GET alone. A 206 to HEAD tells a client that the content is as long as the part.',
    source: 'RFC 9110 §14.2, a server MUST ignore Range with other methods',
    requirement: 'http.ranges.method',
    when: 'HEAD has a Range',
    asks: 'it is ignored',
    passive: false,
    steps: steps.request('whole').request('probe', { method: 'HEAD', headers: { range: 'bytes=0-0' } }),
    expect: { as: 'outcome.never', with: { statuses: [206, 416] }, given: ['whole'] },
  }),
];
