/** Requests with headers that the service does not support. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { negotiation } from './families.ts';

export const mediaScenarios: readonly Template[] = [
  negotiation('media.declared-without-content', {
    after: 'media.charset',
    title: 'A media type without content has no effect',
    when: 'a media type is named, and there is no content',
    fails: '{refuses} a request without content that names a media type: {status}',
    why: 'Clients that are set up for JSON name it in every request, also where nothing is sent. A reader of JSON that asks for content wherever a type is named refuses all reads and deletes of such clients.',
    source:
      'RFC 9110 §8.3 says what the field tells of content; of a request without content it says nothing, and no keyword binds the server',
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
    when: 'a part is asked for in an unknown unit',
    applies: { operation: ['read', 'list'] },
    steps: steps.request('probe', { headers: { range: 'plumbline=0-1' } }).request('after'),
    expect: { rule: 'media.range-unit', with: { after: 'after' } },
  }),

  negotiation('media.condition-refused', {
    when: 'what nobody has is asked for with a condition',
    applies: { operation: ['read', 'list'], path: 'with-parameters' },
    steps: steps
      .request('plain', { identifier: '999999999' })
      .request('probe', { identifier: '999999999', headers: { 'if-none-match': '*' } }),
    expect: { rule: 'media.condition-refused', with: { plain: 'plain', probe: 'probe' } },
  }),

  negotiation('method.get-content', {
    when: 'the GET has content',
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
