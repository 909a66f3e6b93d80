/** Values that services often change: zeros, blanks, words, numbers and dates. */
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { eachListedCode } from './listed-values.ts';
import { recordValues } from './record-values.ts';
import { writeAndReadBack } from './written-and-read.ts';

export const inputKeptScenarios: readonly Template[] = [
  input('input.zeros-kept', {
    after: 'input.addresses-kept',
    title: 'A text of digits keeps its leading zeros or is rejected',
    when: '{field} has a leading zero',
    asks: 'the text is read back with its leading zero, or it is rejected',
    fails: 'drops leading zeros of {field}: {became}',
    why: 'A code is a text even if it has only digits. A service that stores it as a number drops the leading zeros, and the code becomes another code or an invalid one.',
    applies: { operation: ['create', 'update'], has: 'read' },
    each: { field: { from: 'fields.shown', type: 'string', has: ['pattern'], lacks: ['unique'] } },
    set: { '{field}': recordValues.withZeroFirst },
    build: writeAndReadBack,
    expect: { as: 'input.text-trap' },
  }),

  // Characters that services often corrupt: kept unchanged, or rejected.

  input('input.text-trap', {
    applies: { operation: ['create', 'update'] },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { rule: 'input.text-trap' },
    tries: {
      'joined-emoji': {
        when: '{field} has an emoji that joins several code points',
        asks: 'the emoji is stored unchanged or rejected',
        set: { '{field}': 'Ada 👩‍👩‍👧' },
      },
      combining: {
        when: '{field} has a letter with a combining accent',
        asks: 'the letter with the combining accent is stored unchanged or rejected',
        set: { '{field}': 'Amélie' },
      },
      compatibility: {
        when: '{field} has characters that Unicode normalisation replaces',
        asks: 'the characters are stored unchanged or rejected',
        set: { '{field}': 'Ada ﬁ Å' },
      },
      direction: {
        when: '{field} has a bidirectional override character',
        asks: 'the bidirectional override is stored unchanged or rejected',
        set: { '{field}': 'Ada ‮ecalevol' },
      },
      'zero-width': {
        when: '{field} has a zero-width space',
        asks: 'the zero-width space is stored unchanged or rejected',
        set: { '{field}': 'Ada​Lovelace' },
      },
      nul: {
        when: '{field} has the NUL character',
        asks: 'the NUL character is stored unchanged or rejected',
        set: { '{field}': 'Ada\u0000Lovelace' },
      },
      'half-pair': {
        when: '{field} has an unpaired surrogate',
        asks: 'the unpaired surrogate is stored unchanged or rejected',
        set: { '{field}': 'Ada \ud83d Lovelace' },
      },
    },
  }),

  // Blanks, lines and letter case are part of a text.

  input('input.blanks-kept', {
    title: 'Spaces, line breaks and letter case of a text are stored unchanged, or the text is rejected',
    fails: 'changes spaces, line breaks or letter case in {field}: {became}',
    why: 'A service that trims a text, joins its spaces or changes its case stores another text without an error. Two different texts can become equal, and clients see a change that they did not make.',
    applies: { operation: ['create', 'update'] },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { as: 'input.text-trap' },
    tries: {
      ends: {
        when: '{field} has a leading and a trailing space',
        asks: 'leading and trailing spaces are stored unchanged or rejected',
        set: { '{field}': ' Ada Lovelace ' },
      },
      doubled: {
        when: '{field} has two consecutive spaces',
        asks: 'consecutive spaces are stored unchanged or rejected',
        set: { '{field}': 'Ada  Lovelace' },
      },
      line: {
        when: '{field} has a line feed',
        asks: 'the line feed is stored unchanged or rejected',
        set: { '{field}': 'Ada\nLovelace' },
      },
      capitals: {
        when: '{field} has small and capital letters in an unusual order',
        asks: 'the letter case is stored unchanged or rejected',
        set: { '{field}': 'aDA lOVELACE' },
      },
    },
  }),

  // Words and characters with a meaning for programs.

  input('input.words-kept', {
    title: 'Words with a meaning in programming languages are stored as text or rejected',
    fails: 'changes a word or character with a special meaning in {field}: {became}',
    why: 'People are called Null. A service that takes such a text for a missing value, a number or an encoded form stores another text without an error.',
    applies: { operation: ['create', 'update'] },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { as: 'input.text-trap' },
    tries: {
      null: {
        when: '{field} is the word null',
        asks: 'the word null is stored unchanged or rejected',
        set: { '{field}': 'null' },
      },
      exponent: {
        when: '{field} is a number with an exponent',
        asks: 'the exponent is stored unchanged or rejected',
        set: { '{field}': '1e5' },
      },
      encoded: {
        when: '{field} has a plus sign and a percent-encoded letter',
        asks: 'the plus sign and the percent-encoded letter are stored unchanged or rejected',
        set: { '{field}': 'Ada+L%6Fvelace' },
      },
      placeholder: {
        when: '{field} has a backslash and a variable reference',
        asks: 'the backslash and the variable reference are stored unchanged or rejected',
        set: { '{field}': 'Ada \\L $x $1' },
      },
    },
  }),

  // Codes, and lists.

  input('input.each-listed', {
    after: 'input.not-in-list',
    title: 'Every code of the code list is accepted',
    when: 'every code of {field} is accepted',
    fails: '{refuses} {key}, of the code list of {field}: {status}',
    why: 'The test sends each declared code once. A rejection means that the reference data of the service is outdated, or that updates use another code list than creates.',
    applies: { operation: ['create', 'update'] },
    each: { field: { from: 'fields.outer', type: ['code', 'codes', 'boolean'] } },
    build: eachListedCode,
    expect: 'accepted',
  }),

  input('input.great-number', {
    after: 'input.digits-stored',
    title: 'A large amount keeps all its digits or is rejected',
    when: '{field} is 87654321.98',
    asks: 'the amount is stored exactly or rejected',
    fails: 'does not keep all digits of a large number in {field}: {actual} instead of {expected}',
    why: 'A single-precision float cannot store ten digits. A service may reject the amount if the contract declares no maximum, but it must not store a rounded one.',
    applies: { operation: ['create', 'update'] },
    each: { field: { from: 'fields.shown', type: 'decimal' } },
    key: '{field}',
    set: { '{field}': { $raw: '87654321.98' } },
    build: writeAndReadBack,
    expect: { as: 'input.number-text' },
  }),

  input('input.number-text', {
    applies: { operation: ['create', 'update'] },
    each: { field: { from: 'fields.shown', type: 'decimal', first: true } },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { rule: 'input.number-text' },
    tries: {
      exponent: {
        when: '{field} is written as 1.5e1',
        asks: '1.5e1 is stored exactly or rejected',
        set: { '{field}': { $raw: '1.5e1' } },
      },
      'negative-zero': {
        when: '{field} is written as -0',
        asks: '-0 is stored exactly or rejected',
        set: { '{field}': { $raw: '-0' } },
      },
      tiny: {
        when: '{field} is written as 1e-400',
        asks: '1e-400 is stored exactly or rejected',
        set: { '{field}': { $raw: '1e-400' } },
      },
      huge: {
        when: '{field} is written as 1e400',
        asks: '1e400 is stored exactly or rejected',
        set: { '{field}': { $raw: '1e400' } },
      },
      'trailing-zeros': {
        when: '{field} is written as 100.00',
        asks: '100.00 is stored exactly or rejected',
        set: { '{field}': { $raw: '100.00' } },
      },
    },
  }),

  input('input.dates-kept', {
    after: 'input.leap-day',
    title: 'A leap day or a date before 1970 is stored unchanged or rejected',
    fails: 'changes a leap day or a date before 1970 in {field}: {became}',
    why: 'A date before 1970 has a negative Unix time, and a leap day does not exist in other years. A service that calculates with dates instead of storing them may shift these dates, and often only in updates.',
    applies: { operation: ['create', 'update'], has: 'read', body: 'json' },
    each: { field: { from: 'fields.shown', type: 'date', lacks: ['notBefore'] } },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { as: 'input.text-trap' },
    tries: {
      'leap-day': {
        when: '{field} is a leap day',
        asks: 'the leap day is stored unchanged or rejected',
        set: { '{field}': '2020-02-29' },
      },
      'before-1970': {
        when: '{field} is a date before 1970',
        asks: 'the date is stored unchanged or rejected',
        set: { '{field}': '1964-05-17' },
      },
    },
  }),
];
