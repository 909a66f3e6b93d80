/** HEAD, Allow and unusual paths. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { methods } from './families.ts';
import { recordValues } from './record-values.ts';

export const methodScenarios: readonly Template[] = [
  methods('method.head', {
    after: 'burst.not-throttled',
    when: 'HEAD answers as GET does',
    applies: { get: ['read', 'list', 'action'] },
    passive: false,
    steps: steps
      .request('get', { method: 'GET' })
      .request('steady', { method: 'GET' })
      .request('head', { method: 'HEAD', passive: true })
      .request('again', { method: 'GET' }),
    expect: [
      { rule: 'method.head', with: { head: 'head', get: 'get', again: 'again' }, given: ['get'] },
      {
        rule: 'method.head-content',
        asks: 'the answer to HEAD has no content',
        with: { step: 'head' },
        given: ['get'],
      },
      // Other clients may write meanwhile: if the reads around HEAD differ, the length is unknown.
      {
        rule: 'method.head-length',
        asks: 'the length is that of GET',
        with: { head: 'head', get: 'get', again: 'again' },
        given: ['get'],
      },
      {
        id: 'method.head-offered',
        title: 'HEAD is answered wherever GET is',
        fails: 'does not answer HEAD: {status}',
        why: 'General-purpose servers must support GET and HEAD. Monitors, caches and link checkers send HEAD to any server, to ask whether a resource is there.',
        source: 'RFC 9110 §9.1: all general-purpose servers MUST support GET and HEAD',
        requirement: 'http.head-offered',
        as: 'method.offered',
        asks: 'HEAD is answered',
        with: { step: 'head' },
        given: ['get'],
      },
      // A list may change at any time; the record belongs to this group.
      {
        rule: 'method.safe',
        asks: 'reading and HEAD change nothing',
        applies: { get: 'read' },
        with: {
          before: 'get',
          steady: 'steady',
          after: 'again',
          shown: recordValues.placeOfRecord,
          members: recordValues.membersOfRecord,
        },
        given: { get: 'success', again: 'answered' },
      },
    ],
  }),

  methods('method.head-unknown', {
    title: 'HEAD of what there is not is refused as GET is',
    when: 'HEAD asks for an id that was never given out',
    fails: 'answers HEAD of what there is not: {status}',
    why: 'Clients ask by HEAD whether a record is there. A handler of its own that does not look for the record tells them that it is.',
    source: 'RFC 9110 §9.3.2, HEAD is identical to GET but for the content',
    requirement: 'http.head-refused',
    applies: { get: ['read', 'list', 'action'], path: 'with-parameters' },
    passive: false,
    steps: steps
      .request('get', { method: 'GET', identifier: '999999999' })
      .request('head', { method: 'HEAD', identifier: '999999999' }),
    expect: {
      as: 'method.head-refused',
      asks: 'HEAD is refused where GET is',
      with: { head: 'head', get: 'get' },
      given: ['record'],
    },
  }),

  // Last in its group, because an accepted request ends it.
  methods('method.allow-same', {
    after: 'method.unsupported',
    group: 'undeclared',
    passive: false,
    undo: false,
    asks: 'both tell the same',
    expect: { rule: 'method.allow-same' },
    tries: {
      nowhere: {
        when: 'OPTIONS asks for the methods, and a method that there is nowhere is refused',
        applies: { methods: 'complete' },
        key: 'nowhere',
        steps: steps.request('options', { method: 'OPTIONS', token: 'none' }).request('probe', { method: 'LINK' }),
      },
      head: {
        when: 'OPTIONS asks for the methods, and HEAD is refused where there is no GET',
        applies: { get: 'none' },
        key: 'head',
        steps: steps.request('options', { method: 'OPTIONS', token: 'none' }).request('probe', { method: 'HEAD' }),
      },
    },
  }),

  // Other spellings of the path, which are different paths.

  methods('path.encoded', {
    after: 'path.encoded-slash',
    when: 'a letter of the path is encoded',
    asks: '{operation.path-with-encoded-letter} is the same path',
    applies: { get: ['read', 'list', 'action'], path: 'with-a-segment' },
    each: { operation: 'itself' },
    passive: false,
    steps: steps
      .request('plain', { method: 'GET' })
      .request('probe', { method: 'GET', path: '{operation.path-with-encoded-letter}' }),
    expect: { rule: 'path.encoded', given: ['plain'] },
  }),

  // Longer than any server must accept (RFC 9110 §4.1 recommends 8,000 octets), and longer than many do.
  methods('path.over-long', {
    when: 'the target is very long',
    asks: 'a target of 40000 characters is refused, or served',
    applies: { get: ['read', 'list', 'action'] },
    passive: false,
    steps: steps
      .request('short', { method: 'GET', query: { plumbline: 'a' } })
      .request('probe', { method: 'GET', query: { plumbline: recordValues.longText } }),
    expect: { rule: 'path.over-long', with: { short: 'short' } },
  }),
];
