/** Several records in one request. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { lifecycle } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';

export const lifecycleBatchScenarios: readonly Template[] = [
  lifecycle('lifecycle.batch-order', {
    title: 'The items of a batch response are in the order of the request',
    fails: 'returns the items of a batch in another order: {actual} instead of {expected}',
    why: 'The test sends several items in one request. Clients match the result of each item by its position.',
    when: 'three records are sent in one request',
    asks: 'the response has the three items in the same order',
    applies: { operation: 'create', request: 'items' },
    steps: steps.batch('batch', [{}, {}, {}]),
    expect: { as: 'lifecycle.correlation-echoed', step: 'batch', given: { batch: 'answered' } },
  }),

  lifecycle('lifecycle.batch-alike', {
    when: 'two records with every field are sent in one request',
    asks: 'the results of both items have the same fields',
    applies: { operation: 'create', request: 'items' },
    steps: steps.batch('batch', [{}, {}], 'full'),
    expect: { rule: 'lifecycle.batch-alike', step: 'batch', given: { batch: 'answered' } },
  }),

  lifecycle('lifecycle.batch-independent', {
    // A rollback at the end of a batch shows only if the last item is invalid.
    when: 'a batch has valid and invalid items in turn',
    asks: 'valid items are stored, and invalid items are rejected',
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
        title: 'The result of a rejected item has its correlation ID',
        fails: 'omits the correlation ID of a rejected item: {actual} instead of {expected}',
        why: 'Clients match results to items by this ID, and need it most for rejected items. Error responses are often built by other code than success responses.',
        asks: 'each result has the correlation ID of its item',
        as: 'lifecycle.correlation-echoed',
        step: 'batch',
        given: { batch: 'answered' },
      },
    ],
  }),

  lifecycle('lifecycle.batch-readable', {
    when: 'the valid records of a batch with invalid ones are read',
    asks: 'the valid records can be read',
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
    title: 'Every item of a batch is stored as it was sent',
    fails: 'does not store every item of a batch as it was sent: {where} is {actual} instead of {expected}',
    why: 'The test sends three records with different values in one request and reads each by the ID in its result. A service that reuses the values of one item for all of them stores wrong records.',
    when: 'three records are sent in one request, the second with other values',
    asks: 'each record is read as it was sent',
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
