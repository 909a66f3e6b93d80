/** Requests with headers that the service does not support. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { negotiation } from './families.ts';

export const mediaScenarios: readonly Template[] = [
  negotiation('media.declared-without-content', {
    after: 'media.charset',
    title: 'A Content-Type header without content has no effect',
    when: 'Content-Type is sent without content',
    fails: '{refuses} a request without content that has a Content-Type: {status}',
    why: 'Many JSON clients send Content-Type in every request, even without content. A service that then requires content rejects all reads and deletes of these clients.',
    source:
      'RFC 9110 §8.3 defines Content-Type for requests with content. It has no keyword for a request without content',
    requirement: 'http.declared-without-content',
    key: '',
    tries: {
      read: {
        applies: { operation: ['read', 'list'] },
        headers: { 'content-type': 'application/json' },
        expect: 'accepted',
      },
      delete: {
        applies: { operation: 'delete', record: 'of-its-own' },
        steps: steps.full('create').send('probe', 'create', { headers: { 'content-type': 'application/json' } }),
        expect: { accepted: true, given: ['create'] },
      },
    },
  }),

  // Content negotiation; if the contract declares an Accept header, a service may require it.

  negotiation('media.range-unit', {
    after: 'media.condition-date',
    when: 'a range in an unknown unit is requested',
    applies: { operation: ['read', 'list'] },
    steps: steps.request('probe', { headers: { range: 'plumbline=0-1' } }).request('after'),
    expect: { rule: 'media.range-unit', with: { after: 'after' } },
  }),

  negotiation('media.condition-refused', {
    when: 'an unknown record is requested with a condition',
    applies: { operation: ['read', 'list'], path: 'with-parameters' },
    steps: steps
      .request('plain', { identifier: '999999999' })
      .request('probe', { identifier: '999999999', headers: { 'if-none-match': '*' } }),
    expect: { rule: 'media.condition-refused', with: { plain: 'plain', probe: 'probe' } },
  }),

  negotiation('method.get-content', {
    when: 'a GET has content',
    asks: 'the content of the GET changes nothing',
    applies: { operation: 'read', answer: 'json' },
    steps: steps
      // A value that grows with each read has grown further in the last one.
      .request('plain')
      .request('probe', { body: { json: { plumbline: 'x' } }, via: 'undici' })
      .request('steady'),
    expect: {
      rule: 'method.get-content',
      with: { plain: 'plain', steady: 'steady', probe: 'probe' },
      given: ['control', 'plain'],
    },
  }),
];
