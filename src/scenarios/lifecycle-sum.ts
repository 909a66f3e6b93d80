/** Fields that the service sums from other records. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';

export const lifecycleSumScenarios: readonly Template[] = [
  // An amount without an exact binary fraction, and another owner's record that must not be added.
  lifecycle('balance.sum', {
    when: '{sum} with 2 {sum.parts-title}',
    asks: '{sum} is the sum of {sum.member}',
    aspect: 'balance',
    applies: { operation: 'read' },
    each: { sum: recordSelectors.fieldsSummed },
    steps: steps
      .least('owner', { of: '{sum.owner}' })
      .least('other', { of: '{sum.owner}' })
      .least('part-0', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 100.1 } })
      .least('part-1', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 800.2 } })
      .least('part-other', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'other' }, '{sum.member}': 50 } })
      // amounts may be absent
      .least('part-none', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' } } })
      .send('probe', 'owner'),
    expect: {
      rule: 'body.equals',
      step: 'probe',
      with: { pointer: '{sum.shown}', value: 900.3 },
      given: ['owner', 'other', 'part-0', 'part-1', 'part-other', 'probe'],
    },
  }),

  lifecycle('lifecycle.sum-left', {
    title: 'A sum excludes deleted records',
    fails: 'includes a deleted record in a sum: {actual} instead of {expected}',
    why: 'The test reads a sum, creates a second record and deletes the first. A total that only increases includes both records, and a cached total includes the deleted one.',
    when: '{sum} after one of 2 {sum.parts-title} is deleted',
    asks: '{sum} is the sum of the remaining records',
    aspect: 'balance',
    applies: { operation: 'read' },
    each: { sum: recordSelectors.fieldsSummed },
    steps: steps
      .least('owner', { of: '{sum.owner}' })
      .least('part-0', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 100.1 } })
      // A cache from this request has neither sum.
      .send('early', 'owner')
      .least('part-1', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 800.2 } })
      .delete('delete', 'part-0')
      .send('probe', 'owner'),
    expect: {
      as: 'body.equals',
      step: 'probe',
      with: { pointer: '{sum.shown}', value: 800.2 },
      given: ['owner', 'part-0', 'part-1', 'delete', 'probe'],
    },
  }),

  lifecycle('lifecycle.sum-changed', {
    title: 'A sum changes when a summed record is updated',
    fails: 'does not change a sum when a summed record is updated: {actual} instead of {expected}',
    why: 'The test reads a sum and updates one of two summed records. A total that is updated only by creates, or that is cached, keeps the old value.',
    when: '{sum} after one of 2 {sum.parts-title} is updated and then moved to another owner',
    asks: '{sum} is the sum of the updated values',
    aspect: 'balance',
    applies: { operation: 'read' },
    each: { sum: recordSelectors.fieldsSummed },
    steps: steps
      .least('owner', { of: '{sum.owner}' })
      .least('other', { of: '{sum.owner}' })
      .least('part-0', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 50 } })
      .least('part-1', { of: '{sum.parts}', set: { '{sum.reference}': { $uid: 'owner' }, '{sum.member}': 100.1 } })
      .send('early', 'owner')
      .update('change', 'part-1', { '{sum.member}': 800.2 })
      .send('probe', 'owner')
      .update('move', 'part-1', { '{sum.reference}': { $uid: 'other' } })
      .send('moved', 'other')
      .send('left', 'owner'),
    expect: [
      {
        as: 'body.equals',
        step: 'probe',
        with: { pointer: '{sum.shown}', value: 850.2 },
        given: ['part-0', 'part-1', 'early', 'change', 'probe'],
      },
      {
        id: 'lifecycle.sum-moved',
        title: 'A record that is moved to another owner is added to the sum of that owner',
        fails: 'does not add a moved record to the sum of its new owner: {actual} instead of {expected}',
        why: 'An update changes the owner of a summed record. Its amount must be part of the sum of the new owner.',
        asks: '{sum} of the new owner includes the moved record',
        as: 'body.equals',
        step: 'moved',
        with: { pointer: '{sum.shown}', value: 800.2 },
        given: ['other', 'change', 'move', 'moved'],
      },
      {
        id: 'lifecycle.sum-moved-away',
        title: 'A record that is moved to another owner is removed from the sum of the old owner',
        fails: 'still adds a moved record to the sum of its old owner: {actual} instead of {expected}',
        why: 'An update changes the owner of a summed record. Its amount must not be part of the sum of the old owner any more.',
        asks: '{sum} of the old owner excludes the moved record',
        as: 'body.equals',
        step: 'left',
        with: { pointer: '{sum.shown}', value: 50 },
        given: ['part-0', 'change', 'move', 'left'],
      },
    ],
  }),
];
