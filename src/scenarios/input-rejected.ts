/** Batches with invalid items, and rejected creates that must leave no record. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';
import { rejectedInSingleton, rejectedInOwnList, rejectedInWholeList } from './rejected-create.ts';

export const inputRejectedScenarios: readonly Template[] = [
  input('input.correlation-longest', {
    after: 'input.correlation-too-long',
    title: 'A correlation ID of the maximum length is accepted',
    when: '{member} has {member.most} characters, in small and capital letters',
    asks: 'the request is accepted',
    fails: '{refuses} a correlation ID of the maximum length: {status}',
    why: 'The maximum length itself is valid. A rejection is an off-by-one error.',
    applies: { operation: 'create' },
    each: { member: 'envelope.correlation' },
    key: '',
    steps: steps.least('create', { correlation: recordValues.longestCorrelation }),
    expect: [
      { accepted: true, step: 'create', given: ['control'] },
      {
        id: 'input.correlation-kept',
        title: 'A correlation ID of the maximum length is returned unchanged',
        asks: 'the response has the complete correlation ID',
        fails: 'changes a correlation ID of the maximum length: {actual} instead of {expected}',
        why: 'A shorter column truncates the ID, and a case-insensitive one may change its letters. The client cannot match the response to its request then.',
        as: 'lifecycle.correlation-echoed',
        step: 'create',
        given: ['create'],
      },
    ],
  }),

  input('input.correlation-inner', {
    after: 'input.correlation-spaces',
    title: 'A correlation ID with a space inside is accepted',
    when: '{member} has a space inside',
    fails: '{refuses} a correlation ID with a space inside: {status}',
    why: 'Only leading and trailing spaces are forbidden. A space between other characters is valid.',
    applies: { operation: 'create' },
    each: { member: 'envelope.correlation' },
    key: '',
    steps: steps.least('create', { correlation: 'in side' }),
    expect: { accepted: true, step: 'create', given: ['control'] },
  }),

  // No record of a rejected create: checked in a separate list, in the list of all records, or by its read.

  input('input.batch-refused', {
    when: 'an invalid record is sent alone, and between other records in a batch',
    asks: 'the record is rejected in the batch as it is alone',
    applies: { operation: 'create', request: 'items' },
    each: { field: { from: recordSelectors.createRequired, lacks: ['nullable'] } },
    key: '',
    steps: steps
      .least('alone', { set: { '{field}': null } })
      .batch('batch', [{}, { '{field}': { ...recordValues.faultyValue, entry: 'field' } }, { '{field}': null }, {}]),
    expect: {
      rule: 'input.batch-refused',
      refused: 'value',
      step: 'batch',
      with: { alone: 'alone', place: 2 },
      given: { control: 'success', alone: 'answered', batch: 'answered' },
    },
  }),

  // Uses a wrong type: services name the field for such errors.
  input('input.batch-pointed', {
    asks: 'an error that points to a record points to the invalid one',
    applies: { operation: 'create', request: 'items' },
    each: { field: { from: recordSelectors.createRequired, lacks: ['nullable'] } },
    key: '{try}',
    tries: {
      first: {
        when: 'the first of two records has a field of another JSON type',
        steps: steps.batch('batch', [{ '{field}': { unexpected: 'object' } }, {}]),
        expect: {
          rule: 'input.batch-pointed',
          refused: 'shape',
          step: 'batch',
          with: { place: 0 },
          given: { control: 'success', batch: 'answered' },
        },
      },
      second: {
        when: 'the second of two records has a field of another JSON type',
        steps: steps.batch('batch', [{}, { '{field}': { unexpected: 'object' } }]),
        expect: {
          rule: 'input.batch-pointed',
          refused: 'shape',
          step: 'batch',
          with: { place: 1 },
          given: { control: 'success', batch: 'answered' },
        },
      },
    },
  }),

  // Each item is rejected for its own reason if sent alone; the codes are checked above.
  input('input.batch-judged', {
    title: 'Every item of a batch is validated, not only the first',
    fails: 'accepts a second item in a batch that it rejects in a single request ({key})',
    why: 'The test sends a valid and an invalid record in one request. A service that validates only the first item, or only common rules, stores the invalid record.',
    asks: 'the second record is rejected',
    applies: { operation: 'create', request: 'items' },
    key: '{field}/{try}',
    expect: {
      as: 'lifecycle.batch-independent',
      step: 'batch',
      with: { wanted: [true, false] },
      given: { control: 'success', batch: 'answered' },
    },
    tries: {
      code: {
        when: 'the second of two records has a {field} outside its code list',
        each: { field: { from: 'fields.outer', type: 'code', first: true } },
        steps: steps.batch('batch', [{}, { '{field}': { $make: 'not-in-the-list' } }]),
      },
      length: {
        when: 'the second of two records has a {field} that is one character too long',
        each: { field: { from: 'fields.outer', type: 'string', has: ['maxLength'], first: true } },
        steps: steps.batch('batch', [{}, { '{field}': { $make: 'one-too-long' } }]),
      },
      reference: {
        when: 'the second of two records has a {field} that refers to a missing record',
        each: { field: { from: 'fields.outer', has: ['references'] } },
        steps: steps.batch('batch', [{}, { '{field}': 999999999 }]),
      },
      future: {
        when: 'the second of two records has a {field} in the future',
        each: { field: { from: 'fields.outer', type: 'date', has: ['notAfterToday'] } },
        steps: steps.batch('batch', [{}, { '{field}': { $today: 2 } }]),
      },
      order: {
        when: 'the second of two records has a {field} before its {field.before}',
        each: { field: { from: 'fields.following', type: 'date' } },
        steps: steps.batch('batch', [{}, { '{field.before}': '2024-03-01', '{field}': '2024-02-01' }]),
      },
    },
  }),

  input('input.no-trace', {
    when: 'a rejected record is not stored',
    applies: { operation: 'create' },
    build: rejectedInOwnList('missing'),
    expect: { rule: 'input.no-trace', with: { count: 0 } },
  }),

  input('input.no-trace-listed', {
    title: 'A rejected record is not listed',
    fails: 'lists a record that it rejected',
    why: 'The test sends an invalid record with a unique key and lists all records. A service that stores the record before it validates it shows the key in the list.',
    when: 'a rejected record is not stored',
    applies: { operation: 'create' },
    build: rejectedInWholeList('missing'),
    expect: { as: 'store.no-trace' },
  }),

  input('input.no-trace-inside', {
    when: 'a record with an invalid nested record is rejected',
    asks: 'no part of the record is stored',
    applies: { operation: 'create' },
    expect: { rule: 'input.no-trace-inside' },
    tries: { own: { build: rejectedInOwnList('inside') }, whole: { build: rejectedInWholeList('inside') } },
  }),

  input('input.no-trace-read', {
    title: 'A rejected record cannot be read',
    when: 'a rejected record is not stored',
    fails: '{accepts} the read of a record that it rejected: {status}',
    why: 'The test sends an invalid record to a singleton resource that has no record, and reads it. The read must still find no record.',
    applies: { operation: 'create' },
    build: rejectedInSingleton,
    expect: { refused: 'not-found' },
  }),
];
