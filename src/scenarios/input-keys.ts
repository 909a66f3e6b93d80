/** Keys and references: duplicates, deleted and foreign records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const inputKeysScenarios: readonly Template[] = [
  input('input.duplicate', {
    after: 'input.same-day',
    title: 'A key that is taken is refused',
    when: '{field} is taken',
    fails: '{accepts} a value for {field} that is taken: {status}',
    why: 'A second record with the key of one that was just made, or one that gets the key of another by an update.',
    tries: {
      made: {
        applies: { operation: 'create' },
        each: { field: { from: 'fields', has: ['unique'] } },
        set: { '{field}': { $sent: 'setup.control#{field.sent}' } },
        expect: { refused: 'duplicate', field: '{field}', fault: 'duplicate' },
      },
      changed: {
        when: 'an update sets {field} to that of another record',
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
            asks: '{field} stays as it was',
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
    title: 'A key that stands twice in one request is taken once',
    when: 'two records in one request have the same {field}',
    asks: 'the second is refused',
    fails: 'stores two records of one request that have the same {key}',
    why: 'Keys that are only held against what was stored before the request are held against nothing where it brings both. Two records then have what one alone may have, and neither can be told from the other.',
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
    title: 'A reference to a deleted record is refused',
    when: '{field} names a record that was deleted',
    fails: '{accepts} a value for {field} that names a deleted record: {status}',
    why: 'What is only marked as deleted is still in its table, where references are looked up. What refers to it points to something that nobody can read.',
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
    title: 'A reference to a record of another organisation is refused',
    when: '{field} names a record of another organisation',
    fails: '{accepts} a value for {field} that names a record of another organisation: {status}',
    why: "References are looked up among everybody's records where those that are read are looked up among the caller's own. Who guesses identifiers learns by them which there are, and ties its records to those of others.",
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
    title: 'A key that another organisation has is free',
    when: '{field} is that of a record of another organisation',
    fails: '{refuses} a value for {field} that only another organisation has: {status}',
    why: 'Each organisation gives its own keys. What is unique among all of them refuses one for what another has, which the one cannot see, and tells it that the other has it.',
    convention: true,
    applies: { operation: 'create', access: 'token', body: 'json' },
    each: { field: { from: 'fields.outer', has: ['unique'] } },
    steps: steps
      .least('other', { token: 'other', set: { '{field}': recordValues.ownText } })
      .least('create', { set: { '{field}': { $sent: 'other#{field.sent}' } } }),
    expect: { accepted: true, step: 'create', given: ['control', 'other'] },
  }),
];
