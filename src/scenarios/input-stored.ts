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
    title: 'A text in place of a number is refused',
    fails: '{accepts} a text in place of a number for {field}: {status}',
    why: 'Digits in quotes are a text. A service that reads numbers out of texts reads each as its library does, where others see blanks, commas or another number, and an empty text as nothing or as 0.',
    expect: { refused: 'shape', field: '{field}' },
    tries: {
      written: {
        when: '{field} is its number in quotes',
        each: { field: { from: 'fields.outer', type: ['decimal', 'integer'], lacks: ['references'], first: true } },
        set: { '{field}': recordValues.asText },
      },
      empty: {
        when: '{field} is an empty text',
        each: {
          field: { from: 'fields.outer', type: ['decimal', 'integer'], lacks: ['required', 'references'], first: true },
        },
        key: '{field}/empty',
        set: { '{field}': '' },
      },
      reference: {
        when: '{field} is the identifier of a record in quotes',
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
    title: 'Texts of the full length are stored whole',
    asks: 'they are read back as they were sent',
    fails: 'does not store a text of the full length as it was sent: {where} is {actual} instead of {expected}',
    why: 'Every text has as many characters as are declared, all in one record, which is read at once. What is kept in less room than the contract has is cut without a word.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['string', 'uri', 'email'], has: ['maxLength'], first: true } },
    key: '',
    ...storedScenario(textValues.longestTexts, {
      made: 'a record whose texts all have their full length is stored and read',
      changed: 'all texts of a record are changed to ones of their full length',
    }),
  }),

  input('input.zero-stored', {
    after: 'input.long-list',
    title: 'Zero and false are stored',
    asks: 'they are read back as they were sent',
    fails: 'does not store 0 or false as it was sent: {where} is {actual} instead of {expected}',
    why: 'Every number that may be 0 is 0 and every boolean is false, all in one record, which is read at once. In many languages both count as nothing: they are left out, taken for a default, or never written.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['integer', 'decimal', 'boolean'], first: true } },
    key: '',
    ...storedScenario(textValues.zeroAndFalse, {
      made: 'a record with 0 and false wherever they are allowed is stored and read',
      changed: 'a record is changed to 0 and false wherever they are allowed',
    }),
  }),

  input('input.escapes-stored', {
    after: 'input.unicode',
    title: 'Signs that other languages read as something else are stored as they are',
    asks: 'they are read back as they were sent',
    fails: 'does not store escapes or signs of templates in a text as they were sent: in {where} {became}',
    why: 'Backslashes, percent and ampersand escapes, plus and dollar signs mean something in addresses, pages, shells and templates, and nothing in a text. What decodes them once more, or fills them in, stores another text, and says nothing of it.',
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
      made: 'a record whose texts all hold escapes of addresses, pages and templates is stored and read',
      changed: 'all texts of a record are changed to ones with escapes of addresses, pages and templates',
    }),
  }),

  input('input.signs-stored', {
    after: 'input.injection',
    title: 'Markup, quotes and letters beyond ASCII are stored as they are',
    asks: 'they are read back as they were sent',
    fails: 'does not store markup, quotes or letters of a text as they were sent: in {where} {became}',
    why: 'Every text that may hold anything holds some of each, all in one record, which is read at once. What is escaped for a page, or kept in a smaller set of characters, is another text for whoever reads it next.',
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
      made: 'a record whose texts all hold markup, quotes and letters beyond ASCII is stored and read',
      changed: 'all texts of a record are changed to ones with markup, quotes and letters beyond ASCII',
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
      asks: 'they are read back as they were sent, or the record is refused',
      with: { written: 'write', success: 'write', skip: recordValues.membersNotShown },
      given: { write: 'answered' },
    },
    tries: {
      made: {
        when: 'a record whose texts all begin and end with a blank is stored and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: textValues.textsWithBlanks }).read('read', 'write'),
      },
      changed: {
        when: 'all texts of a record are changed to ones that begin and end with a blank',
        applies: { operation: ['update', 'replace'] },
        steps: steps.full('create').send('write', 'create', { set: textValues.textsWithBlanks }).read('read', 'create'),
      },
    },
  }),

  // A rejection of this text is judged by `input.longest-astral`.
  input('input.astral-stored', {
    title: 'Texts of the full length in characters of four bytes are stored whole',
    fails:
      'does not store a text of the full length in characters of four bytes as it was sent: {where} is {actual} instead of {expected}',
    why: 'Every text has as many characters as are declared, each of four bytes, all in one record, which is read at once. What counts bytes, or units of UTF-16, and cuts what is more keeps a half or a quarter of the text, and says nothing of it.',
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
      asks: 'they are read back whole, or the record is refused',
      with: { written: 'write', success: 'write', skip: recordValues.membersNotShown },
      given: { write: 'answered' },
    },
    tries: {
      made: {
        when: 'a record whose texts all have their full length in characters of four bytes is stored and read',
        applies: { operation: 'create' },
        steps: steps.full('write', { set: textValues.longestTextsAstral }).read('read', 'write'),
      },
      changed: {
        when: 'all texts of a record are changed to ones of their full length in characters of four bytes',
        applies: { operation: ['update', 'replace'] },
        steps: steps
          .full('create')
          .send('write', 'create', { set: textValues.longestTextsAstral })
          .read('read', 'create'),
      },
    },
  }),

  input('input.addresses-kept', {
    title: 'Addresses are stored as they are written',
    asks: 'they are read back as they were sent',
    fails: 'does not store an address as it was sent: {where} is {actual} instead of {expected}',
    why: 'Libraries that take an address apart put it together in another way. It may lead to the same place, and whoever compares what was sent with what is read finds a change that nobody made; without its slash it may lead elsewhere. What stands before the @ of an e-mail address is not the same in other letters.',
    source: 'RFC 5321 §2.4: what stands before the @ is treated as case sensitive by whoever passes it on',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: ['uri', 'email', 'object', 'objects'], first: true } },
    key: '',
    ...storedScenario(textValues.addressesAsWritten, {
      made: 'a record is stored and read whose addresses are not in their shortest form, and whose e-mail addresses have capitals',
      changed: 'a record gets addresses that are not in their shortest form, and e-mail addresses with capitals',
    }),
  }),

  input('input.digits-stored', {
    after: 'input.finest',
    title: 'A number keeps all its digits',
    asks: 'they are read back as they were sent',
    fails: 'does not keep all digits of a number: {where} is {actual} instead of {expected}',
    why: 'Every number has one digit more than usual before its point and all decimals behind it, all in one record, which is read at once. What is kept as a binary fraction of single precision, or in six digits, comes back as another amount; an update often writes by another way.',
    applies: { has: 'read' },
    each: { field: { from: 'fields.shown', type: 'decimal', first: true } },
    key: '',
    ...storedScenario(textValues.manyDigits, {
      made: 'a record whose numbers have many digits and all their decimals is stored and read',
      changed: 'the numbers of a record are changed to ones with many digits and all their decimals',
    }),
  }),

  // Only one of the two fields is sent: the service compares it with the stored one.
  input('input.order-stored', {
    after: 'input.order',
    title: 'A range of dates is turned round by an update of one of them',
    fails: '{accepts} an update after which a range ends before it begins ({key}): {status}',
    why: 'One of two dates is sent, and the other is stored. Who looks at the request alone sees nothing wrong with it, and keeps a record that could not have been created.',
    applies: { operation: 'update', record: 'of-its-own' },
    each: { field: { from: 'fields.following', type: 'date' } },
    tries: {
      end: {
        when: 'an update sets {field} alone, to a day before {field.before}',
        key: '{field}',
        steps: steps
          .full('create', { set: { '{field.before}': '2023-05-02', '{field}': '2023-06-01' } })
          .send('update', 'create', { set: { '{field}': '2023-04-01' } }),
      },
      start: {
        when: 'an update sets {field.before} alone, to a day after {field}',
        key: '{field.before}',
        steps: steps
          .full('create', { set: { '{field.before}': '2023-05-03', '{field}': '2023-06-01' } })
          .send('update', 'create', { set: { '{field.before}': '2023-07-01' } }),
      },
    },
    expect: { refused: 'value', step: 'update', given: ['create'] },
  }),
];
