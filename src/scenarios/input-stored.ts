/** Values that are stored and read back unchanged. */
import { steps } from '../plan/catalogue/scenario.ts';
import type { Template } from '../plan/catalogue/template.ts';
import { input } from './families.ts';
import { recordValues } from './record-values.ts';
import { storedScenario } from './stored.ts';
import { textValues } from './text-values.ts';

export const inputStoredScenarios: readonly Template[] = [
  input('input.text-for-number', {
    after: 'input.number-for-text',
    title: 'A string in a number field is rejected',
    fails: '{accepts} a string in the number field {field}: {status}',
    why: 'Digits in quotes are a JSON string. A service that parses numbers from strings depends on its library for spaces, commas and empty strings, so the same request can store different numbers.',
    expect: { refused: 'shape', field: '{field}' },
    tries: {
      written: {
        when: '{field} is its number in quotes',
        each: { field: { from: 'fields.outer', type: ['decimal', 'integer'], lacks: ['references'], first: true } },
        set: { '{field}': recordValues.asText },
      },
      empty: {
        when: '{field} is an empty string',
        each: {
          field: { from: 'fields.outer', type: ['decimal', 'integer'], lacks: ['required', 'references'], first: true },
        },
        key: '{field}/empty',
        set: { '{field}': '' },
      },
      reference: {
        when: '{field} is the ID of a record in quotes',
        applies: { operation: 'create' },
        each: { field: { from: 'fields.outer', type: 'uid', has: ['references'], first: true } },
        steps: steps
          .least('referred', { of: '{field.references}' })
          .least('write', { set: { '{field}': { $joined: [{ $uid: 'referred' }] } } }),
        expect: { refused: 'shape', field: '{field}', step: 'write', given: ['referred'] },
      },
    },
  }),

  input('input.longest-stored', {
    after: 'input.longest',
    title: 'Texts of the maximum length are stored completely',
    asks: 'the texts are read back as they were sent',
    fails: 'does not store a text of the maximum length as it was sent: {where} is {actual} instead of {expected}',
    why: 'The test sends every text field with its maximum length in one record and reads it. A column that is shorter than the contract truncates the text without an error.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['string', 'uri', 'email'], has: ['maxLength'], first: true } },
    key: '',
    ...storedScenario(textValues.longestTexts, {
      made: 'a record with every text at its maximum length is created and read',
      changed: 'every text of a record is updated to its maximum length',
    }),
  }),

  input('input.zero-stored', {
    after: 'input.long-list',
    title: 'Zero and false are stored',
    asks: 'the values are read back as they were sent',
    fails: 'does not store 0 or false as it was sent: {where} is {actual} instead of {expected}',
    why: 'The test sends 0 and false in every field that allows them. Many languages treat both as empty, so services drop them or replace them with a default.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['integer', 'decimal', 'boolean'], first: true } },
    key: '',
    ...storedScenario(textValues.zeroAndFalse, {
      made: 'a record with 0 and false in all fields that allow them is created and read',
      changed: 'a record is updated to 0 and false in all fields that allow them',
    }),
  }),

  input('input.escapes-stored', {
    after: 'input.unicode',
    title: 'Escape sequences and template characters in a text are stored unchanged',
    asks: 'the texts are read back as they were sent',
    fails: 'changes escape sequences or template characters in a text: in {where} {became}',
    why: 'Backslashes, percent and ampersand escapes, plus and dollar signs have a meaning in URLs, HTML, shells and templates, but not in JSON text. A service that decodes or expands them stores another text.',
    applies: { has: 'read' },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 30 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '',
    ...storedScenario(textValues.textsWithEscapes, {
      made: 'a record with escape sequences in every text is created and read',
      changed: 'every text of a record is updated to one with escape sequences',
    }),
  }),

  input('input.signs-stored', {
    after: 'input.injection',
    title: 'Markup, quotes and non-ASCII letters are stored unchanged',
    asks: 'the texts are read back as they were sent',
    fails: 'changes markup, quotes or letters of a text: in {where} {became}',
    why: 'The test sends these characters in every text field that allows them. A service that escapes text for HTML before storage, or uses a smaller character set, stores another text.',
    applies: { has: 'read' },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '',
    ...storedScenario(textValues.textsWithSigns, {
      made: 'a record with markup, quotes and non-ASCII letters in every text is created and read',
      changed: 'every text of a record is updated to one with markup, quotes and non-ASCII letters',
    }),
  }),

  input('input.blanks-stored', {
    applies: { has: 'read' },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '',
    expect: {
      rule: 'input.blanks-stored',
      asks: 'the texts are read back as they were sent, or the record is rejected',
      with: { written: 'write', success: 'write', skip: recordValues.membersNotShown },
      given: { write: 'answered' },
    },
    tries: {
      made: {
        when: 'a record with leading and trailing spaces in every text is created and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: textValues.textsWithBlanks }).read('read', 'write'),
      },
      changed: {
        when: 'every text of a record is updated to one with leading and trailing spaces',
        applies: { operation: ['update', 'replace'] },
        steps: steps.full('create').send('write', 'create', { set: textValues.textsWithBlanks }).read('read', 'create'),
      },
    },
  }),

  // A rejection of this text is judged by `input.longest-astral`.
  input('input.astral-stored', {
    title: 'Texts of the maximum length with 4-byte characters are stored completely',
    fails: 'truncates a text of the maximum length with 4-byte characters: {where} is {actual} instead of {expected}',
    why: 'The test fills every text field with 4-byte UTF-8 characters up to its maximum length. A service that counts bytes or UTF-16 units, and truncates the rest, stores half or a quarter of the text without an error.',
    applies: { has: 'read' },
    each: {
      field: {
        from: 'fields.shown',
        type: 'string',
        'at-least': { maxLength: 20 },
        lacks: ['pattern', 'unique'],
        first: true,
      },
    },
    key: '',
    expect: {
      as: 'input.blanks-stored',
      asks: 'the texts are read back completely, or the record is rejected',
      with: { written: 'write', success: 'write', skip: recordValues.membersNotShown },
      given: { write: 'answered' },
    },
    tries: {
      made: {
        when: 'a record with every text at its maximum length in 4-byte characters is created and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: textValues.longestTextsAstral }).read('read', 'write'),
      },
      changed: {
        when: 'every text of a record is updated to its maximum length in 4-byte characters',
        applies: { operation: ['update', 'replace'] },
        steps: steps
          .full('create')
          .send('write', 'create', { set: textValues.longestTextsAstral })
          .read('read', 'create'),
      },
    },
  }),

  input('input.addresses-kept', {
    title: 'URLs and email addresses are stored as they were sent',
    asks: 'the addresses are read back as they were sent',
    fails: 'does not store a URL or email address as it was sent: {where} is {actual} instead of {expected}',
    why: 'A service that parses and rebuilds addresses may change a URL, drop its trailing slash or lower the case of an email address. The changed address can lead elsewhere, and clients see a change that they did not make.',
    source: 'RFC 5321 §2.4: systems that relay mail MUST treat the local part of an address as case-sensitive',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['uri', 'email', 'object', 'objects'], first: true } },
    key: '',
    ...storedScenario(textValues.addressesAsWritten, {
      made: 'a record with URLs that are not normalised and email addresses with capital letters is created and read',
      changed: 'a record is updated to URLs that are not normalised and email addresses with capital letters',
    }),
  }),

  input('input.digits-stored', {
    after: 'input.finest',
    title: 'A number keeps all its digits',
    asks: 'the numbers are read back as they were sent',
    fails: 'does not keep all digits of a number: {where} is {actual} instead of {expected}',
    why: 'The test sends numbers with many digits and all allowed decimals, in a create and in an update. Single-precision floats and six-digit formats return another amount.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: 'decimal', first: true } },
    key: '',
    ...storedScenario(textValues.manyDigits, {
      made: 'a record with many digits and all decimals in every number is created and read',
      changed: 'every number of a record is updated to one with many digits and all decimals',
    }),
  }),

  // Only one of the two fields is sent: the service compares it with the stored one.
  input('input.order-stored', {
    after: 'input.order',
    title: 'An update that sets an end date before the start date is rejected',
    fails: '{accepts} an update that sets an end date before the start date ({key}): {status}',
    why: 'The update sends one of two dates, and the other is stored. A service that validates only the request stores a record that could not have been created.',
    applies: { operation: 'update', record: 'of-its-own' },
    each: { field: { from: 'fields.following', type: 'date' } },
    tries: {
      end: {
        when: 'an update sets only {field}, to a day before {field.before}',
        key: '{field}',
        steps: steps
          .full('create', { set: { '{field.before}': '2023-05-02', '{field}': '2023-06-01' } })
          .send('update', 'create', { set: { '{field}': '2023-04-01' } }),
      },
      start: {
        when: 'an update sets only {field.before}, to a day after {field}',
        key: '{field.before}',
        steps: steps
          .full('create', { set: { '{field.before}': '2023-05-03', '{field}': '2023-06-01' } })
          .send('update', 'create', { set: { '{field.before}': '2023-07-01' } }),
      },
    },
    expect: { refused: 'value', step: 'update', given: ['create'] },
  }),
];
