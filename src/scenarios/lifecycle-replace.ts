/** Replaced records (PUT). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordValues } from './record-values.ts';

export const lifecycleReplaceScenarios: readonly Template[] = [
  lifecycle('lifecycle.replaced', {
    title: 'A replaced record has the values of the replacement',
    fails: 'returns other values than the replacement has: {where} is {actual} instead of {expected}',
    why: 'The test creates a record with every field, replaces it with PUT and reads it. A write that does not reach storage, or a cache that is not cleared, shows here.',
    source:
      'RFC 9110 §9.3.4: a successful PUT suggests that a later GET returns an equivalent representation (no keyword)',
    when: 'a record with every field is replaced by a record with fewer fields',
    applies: { operation: 'replace', has: 'read', body: 'json' },
    steps: steps
      .full('create')
      // A cache that a write does not clear returns the record from before the write.
      .read('before', 'create')
      .send('replace', 'create', { set: recordValues.smallChange })
      .read('after', 'create')
      .send('bare', 'create')
      .read('left', 'create'),
    expect: [
      {
        as: 'store.equals',
        asks: 'the record has the values that were sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: ['create', 'replace', 'after'],
      },
      {
        id: 'lifecycle.replaced-whole',
        title: 'A replacement removes the fields that it omits',
        fails: 'keeps fields that a replacement omits: {where} is {actual}',
        why: 'A PUT contains the complete new state of the record. A service that keeps omitted fields treats PUT as PATCH.',
        source: 'RFC 9110 §9.3.4: the content of a PUT becomes the state of the resource (no keyword)',
        as: 'lifecycle.nothing-added',
        asks: 'omitted fields are gone',
        applies: { members: 'optional' },
        // The first change is mostly one of optional fields.
        with: {
          written: 'bare',
          read: 'left',
          own: recordValues.membersShownAnyway,
          nullable: recordValues.nullableMembers,
          known: recordValues.knownMembers,
        },
        given: ['create', 'replace', 'bare', 'left'],
      },
    ],
  }),

  lifecycle('lifecycle.replace-again', {
    title: 'The same replacement can be sent twice',
    fails: '{refuses} the same replacement a second time: {status}',
    why: 'PUT is idempotent, so a client repeats it after a timeout. The second request must not fail.',
    source: 'RFC 9110 §9.2.2: several identical PUT requests have the same intended effect as one',
    when: 'a replacement is sent twice',
    applies: { operation: 'replace', has: 'read', body: 'json' },
    steps: steps
      .least('create')
      .send('replace', 'create', { set: recordValues.smallChange })
      .send('again', 'create', { body: { json: { $sent: 'replace#' } } })
      .read('after', 'create'),
    expect: [
      { accepted: true, asks: 'the second replacement is accepted', step: 'again', given: ['replace'] },
      {
        id: 'lifecycle.replace-same',
        title: 'A repeated replacement has no further effect',
        fails: 'changes a record when the same replacement is repeated: {where} is {actual} instead of {expected}',
        why: 'The test sends the same PUT twice and reads the record. The effect must be the same as that of one request.',
        source: 'RFC 9110 §9.2.2: several identical PUT requests have the same intended effect as one',
        as: 'store.equals',
        asks: 'the record has the values that were sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: { replace: 'success', again: 'answered', after: 'success' },
      },
    ],
  }),

  lifecycle('lifecycle.upsert', {
    title: 'A replacement of a record that does not exist creates it',
    fails: '{refuses} a replacement of a record that does not exist: {status}',
    why: 'The contract declares that a PUT to an unused URL creates the record. The test uses the URL of a record that it just deleted.',
    when: 'a deleted record is replaced',
    applies: { operation: 'replace', upsert: 'make', has: 'removal', body: 'json', conditional: 'may-be-absent' },
    steps: steps.least('create').delete('delete', 'create').send('replace', 'create').read('after', 'create'),
    expect: [
      { accepted: true, asks: 'the record is created', step: 'replace', given: ['delete'] },
      {
        id: 'lifecycle.upsert-stored',
        title: 'A record that a replacement creates is stored',
        fails: 'does not store the record that a replacement created: {where} is {actual} instead of {expected}',
        why: 'The service accepted the PUT to an unused URL. A read must return the record that was sent.',
        as: 'store.equals',
        asks: 'the record is read as it was sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: { replace: 'success', after: 'answered' },
      },
    ],
  }),
];
