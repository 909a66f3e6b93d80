/** Values that services often change: zeros, blanks, words, numbers and dates. */
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { eachListedCode } from './listed-values.ts';
import { recordValues } from './record-values.ts';
import { writeAndReadBack } from './written-and-read.ts';

export const inputKeptScenarios: readonly Template[] = [
  input('input.zeros-kept', {
    after: 'input.addresses-kept',
    title: 'A text of digits keeps the zeros that it begins with, or is refused',
    when: '{field} begins with a zero',
    asks: 'it is read back with its zero, or refused',
    fails: 'does not keep a zero that {field} begins with: {became}',
    why: 'A code is a text, whatever its characters are. Kept as a number it loses its zeros, and is another code, or none.',
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
        when: '{field} holds an emoji joined of several',
        asks: 'an emoji joined of several is kept or refused',
        set: { '{field}': 'Ada 👩‍👩‍👧' },
      },
      combining: {
        when: '{field} holds a letter and a combining accent',
        asks: 'a letter and a combining accent is kept or refused',
        set: { '{field}': 'Amélie' },
      },
      compatibility: {
        when: '{field} holds characters that normalising would replace',
        asks: 'characters that normalising would replace are kept or refused',
        set: { '{field}': 'Ada ﬁ Å' },
      },
      direction: {
        when: '{field} holds a mark that turns the direction of text',
        asks: 'a mark that turns the direction of text is kept or refused',
        set: { '{field}': 'Ada ‮ecalevol' },
      },
      'zero-width': {
        when: '{field} holds a space without width',
        asks: 'a space without width is kept or refused',
        set: { '{field}': 'Ada​Lovelace' },
      },
      nul: {
        when: '{field} holds the character NUL',
        asks: 'the character NUL is kept or refused',
        set: { '{field}': 'Ada\u0000Lovelace' },
      },
      'half-pair': {
        when: '{field} holds one half of a surrogate pair',
        asks: 'one half of a surrogate pair is kept or refused',
        set: { '{field}': 'Ada \ud83d Lovelace' },
      },
    },
  }),

  // Blanks, lines and letter case are part of a text.

  input('input.blanks-kept', {
    title: 'Blanks, lines and capitals of a text are kept, or the text is refused',
    fails: 'changes blanks, lines or capitals in {field} instead of keeping or refusing them: {became}',
    why: 'Who trims a text, joins its blanks or writes it in other letters keeps another text than was sent, and says nothing of it. Two that differ become one, and whoever compares what was sent with what is read finds a change that nobody made.',
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
        when: '{field} begins and ends with a blank',
        asks: 'blanks at both ends are kept or refused',
        set: { '{field}': ' Ada Lovelace ' },
      },
      doubled: {
        when: '{field} holds two blanks after one another',
        asks: 'two blanks after one another are kept or refused',
        set: { '{field}': 'Ada  Lovelace' },
      },
      line: {
        when: '{field} holds a line feed',
        asks: 'a line feed is kept or refused',
        set: { '{field}': 'Ada\nLovelace' },
      },
      capitals: {
        when: '{field} holds small letters and capitals in no usual order',
        asks: 'small letters and capitals are kept or refused',
        set: { '{field}': 'aDA lOVELACE' },
      },
    },
  }),

  // Words and characters with a meaning for programs.

  input('input.words-kept', {
    title: 'What means something to a program is only text, or is refused',
    fails: 'changes what means something to programs in {field} instead of keeping or refusing it: {became}',
    why: 'People are called Null. What takes a text for the absence of one, for a number or for a form that is still encoded keeps another text than was sent, and says nothing of it.',
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
      null: { when: '{field} is the word null', asks: 'the word null is kept or refused', set: { '{field}': 'null' } },
      exponent: {
        when: '{field} is a number with an exponent',
        asks: 'a number with an exponent is kept or refused',
        set: { '{field}': '1e5' },
      },
      encoded: {
        when: '{field} holds a plus sign and a letter that is percent-encoded',
        asks: 'a plus sign and a percent-encoded letter are kept or refused',
        set: { '{field}': 'Ada+L%6Fvelace' },
      },
      placeholder: {
        when: '{field} holds a backslash and what is a variable elsewhere',
        asks: 'a backslash and a variable are kept or refused',
        set: { '{field}': 'Ada \\L $x $1' },
      },
    },
  }),

  // Codes, and lists.

  input('input.each-listed', {
    after: 'input.not-in-list',
    title: 'Every code of the list is accepted',
    when: 'every code of {field} is accepted',
    fails: '{refuses} {key}, of the list of {field}: {status}',
    why: 'Each value of the declared code list is sent once. A refusal means that the reference data of the service is not the specification’s, or that an update is held against another list than a create.',
    applies: { operation: ['create', 'update'] },
    each: { field: { from: 'fields.outer', type: ['code', 'codes', 'boolean'] } },
    build: eachListedCode,
    expect: 'accepted',
  }),

  input('input.great-number', {
    after: 'input.digits-stored',
    title: 'A great amount keeps all its digits, or is refused',
    when: '{field} is written 87654321.98',
    asks: 'it is stored as such or refused',
    fails: 'does not keep all digits of a great number in {field}: {actual} instead of {expected}',
    why: 'An amount of ten digits fits into no binary fraction of single precision. Where no greatest one is declared it may be refused; what is stored is the amount to the cent.',
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
        when: '{field} is written 1.5e1',
        asks: '1.5e1 is stored as such or refused',
        set: { '{field}': { $raw: '1.5e1' } },
      },
      'negative-zero': {
        when: '{field} is written -0',
        asks: '-0 is stored as such or refused',
        set: { '{field}': { $raw: '-0' } },
      },
      tiny: {
        when: '{field} is written 1e-400',
        asks: '1e-400 is stored as such or refused',
        set: { '{field}': { $raw: '1e-400' } },
      },
      huge: {
        when: '{field} is written 1e400',
        asks: '1e400 is stored as such or refused',
        set: { '{field}': { $raw: '1e400' } },
      },
      'trailing-zeros': {
        when: '{field} is written 100.00',
        asks: '100.00 is stored as such or refused',
        set: { '{field}': { $raw: '100.00' } },
      },
    },
  }),

  input('input.dates-kept', {
    after: 'input.leap-day',
    title: 'A rare date is kept as it is, or refused',
    fails: 'changes a rare date in {field} instead of keeping or refusing it: {became}',
    why: 'A date before 1970 is one of less than nothing seconds, and a leap day is none of another year. What reckons with dates where it should keep them stores the next day, or the first that it knows, and an update often goes by another way than a create.',
    applies: { operation: ['create', 'update'], has: 'read', body: 'json' },
    each: { field: { from: 'fields.shown', type: 'date', lacks: ['notBefore'] } },
    key: '{field}/{try}',
    build: writeAndReadBack,
    expect: { as: 'input.text-trap' },
    tries: {
      'leap-day': { when: '{field} is a leap day', asks: 'it is kept or refused', set: { '{field}': '2020-02-29' } },
      'before-1970': {
        when: '{field} lies before 1970',
        asks: 'it is kept or refused',
        set: { '{field}': '1964-05-17' },
      },
    },
  }),
];
