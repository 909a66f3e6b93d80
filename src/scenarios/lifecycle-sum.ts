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
    title: 'A sum no longer counts what was deleted',
    fails: 'still counts what was deleted: {actual} instead of {expected}',
    why: 'One record is summed, the sum is asked for, another is made and the first deleted. A total that is only ever added to counts both, and one that is kept as it was when it was first asked for counts the one that is gone.',
    when: '{sum} when one of 2 {sum.parts-title} is deleted',
    asks: '{sum} is the sum of those that are left',
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
    title: 'A sum follows what is changed',
    fails: 'does not follow a change of what it sums: {actual} instead of {expected}',
    why: 'The sum is asked for, and one of two records that it adds up is changed. A total that learns of new records alone, or is kept as it was when it was first asked for, is that of before.',
    when: '{sum} when one of 2 {sum.parts-title} is changed, and then given to another',
    asks: '{sum} is the sum of what they have then',
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
        title: 'What is given to another is summed there',
        fails: 'does not sum what an update gave to another: {actual} instead of {expected}',
        why: "A record that is added up belongs to another by now. Its amount is that one's.",
        asks: '{sum} of the other has what was given to it',
        as: 'body.equals',
        step: 'moved',
        with: { pointer: '{sum.shown}', value: 800.2 },
        given: ['other', 'change', 'move', 'moved'],
      },
      {
        id: 'lifecycle.sum-moved-away',
        title: 'What is given to another is no longer summed where it was',
        fails: 'still sums what an update gave to another: {actual} instead of {expected}',
        why: 'A record that is added up belongs to another by now. Its amount is no more that of the first.',
        asks: '{sum} of the first has what is left to it',
        as: 'body.equals',
        step: 'left',
        with: { pointer: '{sum.shown}', value: 50 },
        given: ['part-0', 'change', 'move', 'left'],
      },
    ],
  }),
];
