/** HEAD, Allow and unusual paths. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { methods } from './families.ts';
import { recordValues } from './record-values.ts';

export const methodScenarios: readonly Template[] = [
  methods('method.head', {
    after: 'burst.not-throttled',
    when: 'HEAD matches GET',
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
        asks: 'the response to HEAD has no content',
        with: { step: 'head' },
        given: ['get'],
      },
      // Other clients may write meanwhile: if the reads around HEAD differ, the length is unknown.
      {
        rule: 'method.head-length',
        asks: 'Content-Length is that of GET',
        with: { head: 'head', get: 'get', again: 'again' },
        given: ['get'],
      },
      {
        id: 'method.head-offered',
        title: 'HEAD is supported wherever GET is',
        fails: 'does not support HEAD: {status}',
        why: 'Monitors, caches and link checkers send HEAD to any server to check whether a resource exists. They report a working resource as broken if HEAD fails.',
        source: 'RFC 9110 §9.1: all general-purpose servers MUST support the methods GET and HEAD',
        requirement: 'http.head-offered',
        as: 'method.offered',
        asks: 'HEAD is supported',
        with: { step: 'head' },
        given: ['get'],
      },
      // A list may change at any time; the record belongs to this group.
      {
        rule: 'method.safe',
        asks: 'GET and HEAD change nothing',
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
    title: 'HEAD for an unknown record is rejected, as GET is',
    when: 'HEAD is sent with an unknown ID',
    fails: 'accepts HEAD for an unknown record: {status}',
    why: 'Clients send HEAD to check whether a record exists. A separate HEAD handler that does not look up the record reports that it exists.',
    source: 'RFC 9110 §9.3.2: HEAD is identical to GET, except that the server MUST NOT send content',
    requirement: 'http.head-refused',
    applies: { get: ['read', 'list', 'action'], path: 'with-parameters' },
    passive: false,
    steps: steps
      .request('get', { method: 'GET', identifier: '999999999' })
      .request('head', { method: 'HEAD', identifier: '999999999' }),
    expect: {
      as: 'method.head-refused',
      asks: 'HEAD is rejected where GET is rejected',
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
    asks: 'the Allow headers of both responses are equal',
    expect: { rule: 'method.allow-same' },
    tries: {
      nowhere: {
        when: 'OPTIONS is sent, and an unknown method is rejected',
        applies: { methods: 'complete' },
        key: 'nowhere',
        steps: steps.request('options', { method: 'OPTIONS', token: 'none' }).request('probe', { method: 'LINK' }),
      },
      head: {
        when: 'OPTIONS is sent, and HEAD is rejected because GET is not supported',
        applies: { get: 'none' },
        key: 'head',
        steps: steps.request('options', { method: 'OPTIONS', token: 'none' }).request('probe', { method: 'HEAD' }),
      },
    },
  }),

  // Other spellings of the path, which are different paths.

  methods('path.encoded', {
    after: 'path.encoded-slash',
    when: 'a letter of the path is percent-encoded',
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
    when: 'the request target is very long',
    asks: 'a target of 40000 characters is rejected or accepted',
    applies: { get: ['read', 'list', 'action'] },
    passive: false,
    steps: steps
      .request('short', { method: 'GET', query: { plumbline: 'a' } })
      .request('probe', { method: 'GET', query: { plumbline: recordValues.longText } }),
    expect: { rule: 'path.over-long', with: { short: 'short' } },
  }),
];
