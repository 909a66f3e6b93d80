/** Batches with faulty items, and rejected creates that must leave no record. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { recordSelectors } from './record-selectors.ts';
import { recordValues } from './record-values.ts';
import { rejectedInSingleton, rejectedInOwnList, rejectedInWholeList } from './rejected-create.ts';

export const inputRejectedScenarios: readonly Template[] = [
  input('input.correlation-longest', {
    after: 'input.correlation-too-long',
    title: 'A correlation id of the full length is taken',
    when: '{member} has {member.most} characters, in capitals and small letters',
    asks: 'it is taken',
    fails: '{refuses} a correlation id of the full length: {status}',
    why: 'The declared length itself is allowed; refusing it is an off-by-one.',
    applies: { operation: 'create' },
    each: { member: 'envelope.correlation' },
    key: '',
    steps: steps.least('create', { correlation: recordValues.longestCorrelation }),
    expect: [
      { accepted: true, step: 'create', given: ['control'] },
      {
        id: 'input.correlation-kept',
        title: 'A correlation id of the full length comes back as it was sent',
        asks: 'the answer carries it whole',
        fails:
          'answers with another correlation id than was sent, where that has its full length: {actual} instead of {expected}',
        why: 'What is kept in a shorter column, or compared without regard to case and written in one of them, does not tell clients any more which of their requests is answered.',
        as: 'lifecycle.correlation-echoed',
        step: 'create',
        given: ['create'],
      },
    ],
  }),

  input('input.correlation-inner', {
    after: 'input.correlation-spaces',
    title: 'A correlation id with a space inside is taken',
    when: '{member} has a space inside',
    fails: '{refuses} a correlation id with a space inside: {status}',
    why: 'It must not begin or end with a space; inside it one is a character as any other.',
    applies: { operation: 'create' },
    each: { member: 'envelope.correlation' },
    key: '',
    steps: steps.least('create', { correlation: 'in side' }),
    expect: { accepted: true, step: 'create', given: ['control'] },
  }),

  // No record of a rejected create: checked in a separate list, in the list of all records, or by its read.

  input('input.batch-refused', {
    when: 'a faulty record alone, and between others, one of which has another fault',
    asks: 'the faulty item is refused as it is alone',
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
    asks: 'an error that points to a record points to that one',
    applies: { operation: 'create', request: 'items' },
    each: { field: { from: recordSelectors.createRequired, lacks: ['nullable'] } },
    key: '{try}',
    tries: {
      first: {
        when: 'the first of two records has a member of another JSON type',
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
        when: 'the second of two records has a member of another JSON type',
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
    title: 'Every item of a request is judged, not the first alone',
    fails: 'takes a second item of a request with what it refuses in a single one ({key})',
    why: 'A good record and one with a fault are sent in one request. What looks at the first item, or at what all have to have, takes the second as it is, and what may not be stored is.',
    asks: 'the second is refused',
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
        when: 'the second of two records has a {field} that is not in its list',
        each: { field: { from: 'fields.outer', type: 'code', first: true } },
        steps: steps.batch('batch', [{}, { '{field}': { $make: 'not-in-the-list' } }]),
      },
      length: {
        when: 'the second of two records has a {field} that is one character too long',
        each: { field: { from: 'fields.outer', type: 'string', has: ['maxLength'], first: true } },
        steps: steps.batch('batch', [{}, { '{field}': { $make: 'one-too-long' } }]),
      },
      reference: {
        when: 'the second of two records has a {field} that names no record',
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
    when: 'a refused record is not stored',
    applies: { operation: 'create' },
    build: rejectedInOwnList('missing'),
    expect: { rule: 'input.no-trace', with: { count: 0 } },
  }),

  input('input.no-trace-listed', {
    title: 'A refused write is not listed',
    fails: 'lists a record that it refused',
    why: 'A faulty record with a key of its own is sent, and everything is listed afterwards: the key is not there.',
    when: 'a refused record is not stored',
    applies: { operation: 'create' },
    build: rejectedInWholeList('missing'),
    expect: { as: 'store.no-trace' },
  }),

  input('input.no-trace-inside', {
    when: 'a record with a faulty one inside is refused',
    asks: 'nothing of it is stored',
    applies: { operation: 'create' },
    expect: { rule: 'input.no-trace-inside' },
    tries: { own: { build: rejectedInOwnList('inside') }, whole: { build: rejectedInWholeList('inside') } },
  }),

  input('input.no-trace-read', {
    title: 'A refused write cannot be read',
    when: 'a refused record is not stored',
    fails: '{accepts} the read of a record that it refused: {status}',
    why: 'A faulty record is sent to a place that holds one record and has none, and the place is read afterwards: there is still none.',
    applies: { operation: 'create' },
    build: rejectedInSingleton,
    expect: { refused: 'not-found' },
  }),
];
