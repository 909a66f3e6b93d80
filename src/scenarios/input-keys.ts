/** Keys and references: duplicates, deleted and foreign records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const inputKeysScenarios: readonly Template[] = [
  input('input.duplicate', {
    after: 'input.same-day',
    title: 'A unique key that another record has is rejected',
    when: 'another record has the same {field}',
    fails: '{accepts} a value for {field} that another record has: {status}',
    why: 'The test creates a second record with the key of another one, or updates a record to it. Clients cannot distinguish two records with the same key.',
    tries: {
      made: {
        applies: { operation: 'create' },
        each: { field: { from: 'fields', has: ['unique'] } },
        set: { '{field}': { $sent: 'setup.control#{field.sent}' } },
        expect: { refused: 'duplicate', field: '{field}', fault: 'duplicate' },
      },
      changed: {
        when: 'an update sets {field} to the value of another record',
        applies: { operation: ['update', 'replace'], record: 'of-its-own' },
        each: { field: { from: 'fields', has: ['unique'] } },
        steps: steps
          .least('create')
          .least('other', { nth: 1 })
          .send('given', 'other', { set: { '{field}': recordValues.ownText } })
          .read('before', 'create')
          .send('update', 'create', { set: { '{field}': { $sent: 'given#{field.sent}' } } })
          .read('after', 'create'),
        expect: [
          { refused: 'duplicate', field: '{field}', fault: 'duplicate', step: 'update', given: ['create', 'given'] },
          // Only PATCH is atomic by definition (RFC 5789 §2). RFC 9110 §9.3.4 specifies only the response to a rejected
          // PUT.
          {
            rule: 'lifecycle.update-atomic',
            asks: '{field} is unchanged',
            applies: { method: 'PATCH' },
            with: { member: '{field.shown}' },
            given: { before: 'success', update: 'answered', after: 'success' },
          },
        ],
      },
    },
  }),

  // A lookup before the write does not see other records of the same request.
  input('input.duplicate-beside', {
    title: 'A unique key that occurs twice in one request is rejected for the second record',
    when: 'two records in one request have the same {field}',
    asks: 'the second record is rejected',
    fails: 'stores two records of one request with the same {key}',
    why: 'A service that compares keys only with stored records does not see the other record in the same request. It then stores two records with the same key.',
    applies: { operation: 'create', request: 'items', has: 'removal' },
    each: { field: { from: 'fields.outer', has: ['unique'] } },
    steps: steps
      // created and deleted, so that its key is known here and unused
      .least('before')
      .delete('gone', 'before')
      .batch('batch', [
        { '{field}': { $sent: 'before#{field.sent}' } },
        { '{field}': { $sent: 'before#{field.sent}' } },
      ]),
    expect: {
      as: 'lifecycle.batch-independent',
      step: 'batch',
      with: { wanted: [true, false] },
      given: { before: 'success', gone: 'success', batch: 'answered' },
    },
  }),

  input('input.deleted-reference', {
    after: 'input.unknown-reference',
    title: 'A reference to a deleted record is rejected',
    when: '{field} refers to a deleted record',
    fails: '{accepts} a value for {field} that refers to a deleted record: {status}',
    why: 'A record that is only marked as deleted is still in its table, and the reference lookup finds it. The new reference points to a record that no client can read.',
    each: { field: recordSelectors.fieldsReferring },
    key: '{field}',
    tries: {
      made: {
        applies: { operation: 'create' },
        steps: steps
          .least('referred', { of: '{field.references}' })
          .delete('gone', 'referred')
          .least('write', { set: { '{field}': { $uid: 'referred' } } }),
      },
      changed: {
        applies: { operation: 'update', record: 'of-its-own' },
        steps: steps
          .least('create')
          .least('referred', { of: '{field.references}' })
          .delete('gone', 'referred')
          .send('write', 'create', { set: { '{field}': { $uid: 'referred' } } }),
      },
    },
    expect: { refused: 'reference', field: '{field}', fault: 'reference', step: 'write', given: ['referred', 'gone'] },
  }),

  // A service may show shared records to every client, so the contract decides whether references are visible.
  input('input.foreign-reference', {
    title: 'A reference to a record of another organisation is rejected',
    when: '{field} refers to a record of another organisation',
    fails: '{accepts} a value for {field} that refers to a record of another organisation: {status}',
    why: 'Reads are limited to the records of the caller, but reference lookups often are not. A caller that guesses IDs learns which ones exist and links its records to those of other organisations.',
    convention: true,
    applies: { access: 'token' },
    each: { field: { from: 'fields.outer', has: ['references'] } },
    key: '{field}',
    tries: {
      made: {
        applies: { operation: 'create' },
        steps: steps
          .least('referred', { of: '{field.references}', token: 'other' })
          .least('write', { set: { '{field}': { $uid: 'referred' } } }),
      },
      changed: {
        applies: { operation: 'update', record: 'of-its-own' },
        steps: steps
          .least('create')
          .least('referred', { of: '{field.references}', token: 'other' })
          .send('write', 'create', { set: { '{field}': { $uid: 'referred' } } }),
      },
    },
    expect: { refused: 'foreign-reference', field: '{field}', step: 'write', given: ['control', 'referred'] },
  }),

  // A shared name belongs to one tenant only.
  input('input.foreign-key', {
    title: 'A unique key that only another organisation uses is accepted',
    when: 'a record of another organisation has the same {field}',
    fails: '{refuses} a value for {field} that only another organisation uses: {status}',
    why: 'Each organisation assigns its own keys. A unique index over all organisations rejects the key and reveals that another organisation has it.',
    convention: true,
    applies: { operation: 'create', access: 'token', body: 'json' },
    each: { field: { from: 'fields.outer', has: ['unique'] } },
    steps: steps
      .least('other', { token: 'other', set: { '{field}': recordValues.ownText } })
      .least('create', { set: { '{field}': { $sent: 'other#{field.sent}' } } }),
    expect: { accepted: true, step: 'create', given: ['control', 'other'] },
  }),
];
