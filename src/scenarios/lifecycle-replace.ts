/** Replaced records (PUT). */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordValues } from './record-values.ts';

export const lifecycleReplaceScenarios: readonly Template[] = [
  lifecycle('lifecycle.replaced', {
    title: 'What replaces a record is what it is then',
    fails: 'reads back something else than what replaced the record: {where} is {actual} instead of {expected}',
    why: 'A record with every member is replaced by one with the required members alone, and read.',
    source: 'RFC 9110 §9.3.4',
    when: 'a record with every member is replaced by one with fewer',
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
        asks: 'the record is as it was sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: ['create', 'replace', 'after'],
      },
      {
        id: 'lifecycle.replaced-whole',
        title: 'What a replacement leaves out is gone',
        fails: 'keeps what a replacement leaves out: {where} is {actual}',
        why: 'A PUT says what the record is to be, whole; whoever keeps the rest has changed it instead.',
        source: 'RFC 9110 §9.3.4',
        as: 'lifecycle.nothing-added',
        asks: 'what was not sent is gone',
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
    title: 'A replacement can be sent again',
    fails: '{refuses} the same replacement a second time: {status}',
    why: 'PUT is idempotent, so a client that heard nothing sends it again.',
    source: 'RFC 9110 §9.2.2',
    when: 'a replacement is sent twice',
    applies: { operation: 'replace', has: 'read', body: 'json' },
    steps: steps
      .least('create')
      .send('replace', 'create', { set: recordValues.smallChange })
      .send('again', 'create', { body: { json: { $sent: 'replace#' } } })
      .read('after', 'create'),
    expect: [
      { accepted: true, asks: 'the second is accepted', step: 'again', given: ['replace'] },
      {
        id: 'lifecycle.replace-same',
        title: 'A replacement that is sent again changes nothing',
        fails: 'is not the same after a second, same replacement: {where} is {actual} instead of {expected}',
        why: 'The second request has the effect of the first, and no other.',
        source: 'RFC 9110 §9.2.2',
        as: 'store.equals',
        asks: 'the record is as it was sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: { replace: 'success', again: 'answered', after: 'success' },
      },
    ],
  }),

  lifecycle('lifecycle.upsert', {
    title: 'A replacement of what there is not makes it',
    fails: '{refuses} to make what is replaced and not there: {status}',
    why: "The contract says so. The record was deleted a moment ago, so that its identifier is this run's own.",
    when: 'a deleted record is replaced',
    applies: { operation: 'replace', upsert: 'make', has: 'removal', body: 'json', conditional: 'may-be-absent' },
    steps: steps.least('create').delete('delete', 'create').send('replace', 'create').read('after', 'create'),
    expect: [
      { accepted: true, asks: 'it is made', step: 'replace', given: ['delete'] },
      {
        id: 'lifecycle.upsert-stored',
        title: 'What a replacement made is there',
        fails: 'does not have what a replacement made: {where} is {actual} instead of {expected}',
        why: 'The replacement was accepted, so it can be read.',
        as: 'store.equals',
        asks: 'it is read as it was sent',
        with: { written: 'replace', read: 'after', skip: recordValues.membersNotShown },
        given: { replace: 'success', after: 'answered' },
      },
    ],
  }),
];
