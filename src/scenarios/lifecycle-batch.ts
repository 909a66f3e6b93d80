/** Several records in one request. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleBatchScenarios: readonly Template[] = [
  lifecycle('lifecycle.batch-order', {
    title: 'A batch is answered item by item, in order',
    fails: 'answers the items of a batch in another order: {actual} instead of {expected}',
    why: 'Several items are sent in one request; each must be answered in its place.',
    when: 'three records in one request',
    asks: 'three items are answered in their order',
    applies: { operation: 'create', request: 'items' },
    steps: steps.batch('batch', [{}, {}, {}]),
    expect: { as: 'lifecycle.correlation-echoed', step: 'batch', given: { batch: 'answered' } },
  }),

  lifecycle('lifecycle.batch-alike', {
    when: 'two records with every member in one request',
    asks: 'both are answered alike',
    applies: { operation: 'create', request: 'items' },
    steps: steps.batch('batch', [{}, {}], 'full'),
    expect: { rule: 'lifecycle.batch-alike', step: 'batch', given: { batch: 'answered' } },
  }),

  lifecycle('lifecycle.batch-independent', {
    // A rollback at the end of a batch shows only if the last item is faulty.
    when: 'a faulty record between two good ones, and one after them',
    asks: 'the good items are stored, the faulty ones are refused',
    applies: { operation: 'create', request: 'items' },
    each: { field: { from: recordSelectors.createRequired, lacks: ['nullable'] } },
    key: '',
    steps: steps.batch('batch', [{}, { '{field}': null }, {}, { '{field}': null }]),
    expect: [
      {
        rule: 'lifecycle.batch-independent',
        step: 'batch',
        with: { wanted: [true, false, true, false] },
        given: { batch: 'answered' },
      },
      {
        id: 'lifecycle.refused-echoed',
        title: 'An item that is refused carries its correlation id too',
        fails: 'answers an item that it refuses without its correlation id: {actual} instead of {expected}',
        why: 'Clients match answers to the items they sent by this id, and most of all those that were refused. A refusal is often written by another hand than a success.',
        asks: 'each answer carries the correlation id of its item',
        as: 'lifecycle.correlation-echoed',
        step: 'batch',
        given: { batch: 'answered' },
      },
    ],
  }),

  lifecycle('lifecycle.batch-readable', {
    when: 'the good records beside faulty ones are read',
    asks: 'the good records can be read',
    applies: { operation: 'create', request: 'items' },
    each: { field: { from: recordSelectors.createRequired, lacks: ['nullable'] } },
    key: '',
    steps: steps
      .batch('batch', [{}, { '{field}': null }, {}, { '{field}': null }])
      .read('read-0', 'batch', { item: 0 })
      .read('read-2', 'batch', { item: 2 }),
    expect: {
      rule: 'lifecycle.batch-readable',
      with: {
        batch: 'batch',
        reads: ['read-0', 'read-2'],
        places: [0, 2],
        skip: recordValues.membersNotShown,
        success: 'read-0',
      },
      given: { batch: 'answered' },
    },
  }),

  // The valid items differ, so that a service that stores the first one for all of them fails.
  lifecycle('lifecycle.batch-kept', {
    title: 'Every item of a batch is kept as it was sent',
    fails: 'does not keep every item of a batch as it was sent: {where} is {actual} instead of {expected}',
    why: 'Three records are sent in one request, the second with other values than the first and the last, and each is read by the identifier in its own answer. What reads its values once for all of them, or writes fewer than it counts, keeps the first alone as it was sent.',
    when: 'three records in one request, the second with other values',
    asks: 'each is read as it was sent',
    applies: { operation: 'create', request: 'items' },
    steps: steps
      .batch('batch', [{}, recordValues.everyFreeMemberChanged, {}], 'full')
      .read('read-0', 'batch', { item: 0 })
      .read('read-1', 'batch', { item: 1 })
      .read('read-2', 'batch', { item: 2 }),
    expect: {
      as: 'lifecycle.batch-readable',
      with: {
        batch: 'batch',
        reads: ['read-0', 'read-1', 'read-2'],
        places: [0, 1, 2],
        skip: recordValues.membersNotShown,
        success: 'read-0',
      },
      given: ['control', 'batch'],
    },
  }),
];
