/** What can be wrong with the archive of the examples, as a change of its source, and the checks that have to notice. */
import type { SourceFault } from './stage.ts';

export const ARCHIVE_FAULTS: readonly SourceFault[] = [
  {
    name: 'a name that is taken makes the box anew',
    from: 'if (boxes.has(name)) throw',
    to: 'if (boxes.has(`${name}s`)) throw',
    noticed: ['boxes/create/lifecycle.taken', 'boxes/create/lifecycle.taken-kept'],
  },
  {
    name: 'a name that is taken is refused, and its box replaced',
    from: "if (boxes.has(name)) throw refusal(409, 'There is a box of that name');",
    to: "if (boxes.has(name)) {\n        boxes.set(name, body.data.attributes);\n        throw refusal(409, 'There is a box of that name');\n      }",
    noticed: ['boxes/create/lifecycle.taken-kept'],
  },
  {
    name: 'a box is kept under another name',
    from: '(boxes.set(name, box), json',
    to: '(boxes.set(`${name}-1`, box), json',
    noticed: [
      'boxes/create/lifecycle.read-back',
      'boxes/create/lifecycle.listed',
      'boxes/create/store.equals/with-keywords',
    ],
  },
  {
    name: 'a box is shown outside of its wrapping',
    from: "data: { type: 'box', attributes: { name, ...box } },",
    to: "data: { type: 'box', name, ...box },",
    noticed: ['boxes/read/http.body-schema'],
  },
  {
    name: 'a record is taken without its wrapping',
    from: 'checked(body.data.attributes, known',
    to: "checked({ label: 'A box', ...body.data.attributes }, known",
    noticed: ['boxes/create/input.missing/label'],
  },
  {
    name: 'no note stands beside a box without keywords',
    from: 'box.keywords === undefined ? [',
    to: 'box.keywords === null ? [',
    noticed: ['boxes/create/warning.given/without-keywords'],
  },
  {
    name: 'a note stands beside every box',
    from: 'box.keywords === undefined ? [',
    to: 'box.keywords !== null ? [',
    noticed: ['boxes/create/warning.none/with-keywords'],
  },
  {
    name: 'notes stand in another place',
    from: 'notes: box.keywords',
    to: 'warnings: box.keywords',
    noticed: ['boxes/create/warning.given/without-keywords'],
  },
  {
    name: 'a list has any number of entries',
    from: 'values.length <= 4 &&',
    to: 'values.length <= 40 &&',
    noticed: ['boxes/create/input.too-many/keywords'],
  },
  {
    name: 'a list has fewer entries than it may have',
    from: 'values.length <= 4 &&',
    to: 'values.length <= 3 &&',
    noticed: ['boxes/create/input.most-entries/keywords'],
  },
  {
    name: 'an entry stands in a list twice',
    from: 'new Set(values).size === values.length',
    to: 'new Set(values).size <= values.length',
    noticed: ['boxes/create/input.repeated-entry/keywords'],
  },
  {
    name: 'an empty list is taken',
    from: 'all.length > 0 &&',
    to: '',
    noticed: ['boxes/create/input.too-few/years'],
  },
  {
    name: 'an entry may be of any length',
    from: 'all.every(text(12))',
    to: 'all.every(text(120))',
    noticed: ['boxes/create/input.too-long/keywords.entry'],
  },
  {
    name: 'an entry that is no text is made one',
    from: 'value.every(isText)',
    to: "value.every((one, at) => isText(one) || (value[at] = 'text') !== '')",
    noticed: ['boxes/create/input.wrong-type/keywords.entry'],
  },
  {
    name: 'an entry may be less than it may be',
    from: 'year >= 1000 &&',
    to: '',
    noticed: ['boxes/create/input.below-minimum/years.entry'],
  },
  {
    name: 'a list is merged with the one that was there',
    from: '{ ...boxes.get(name), label, ...others }',
    to: '{ ...boxes.get(name), label, ...others, ...(others.keywords && { keywords: [...new Set([...(boxes.get(name).keywords ?? []), ...others.keywords])] }) }',
    noticed: ['boxes/update/lifecycle.update-list/keywords'],
  },
  {
    name: 'the first label of an address counts',
    from: '(labels.set(code, checked(body, LABEL,',
    to: '(labels.has(code) || labels.set(code, checked(body, LABEL,',
    noticed: ['labels/create/lifecycle.taken-whole'],
  },
  {
    name: 'a label is made once',
    from: 'POST: (body) => (labels.set',
    to: "POST: (body) => (labels.has(code) && (() => { throw refusal(409, 'There is one'); })(), labels.set",
    noticed: ['labels/create/lifecycle.taken-replaced'],
  },
  {
    name: 'a label keeps what was not sent again',
    from: "labels.set(code, checked(body, LABEL, ''))",
    to: "labels.set(code, { ...labels.get(code), ...checked(body, LABEL, '') })",
    noticed: ['labels/create/lifecycle.taken-whole'],
  },
  {
    name: 'a keyword is not listed',
    from: '.flatMap((box) => box.keywords ?? [])',
    to: '.flatMap(() => [])',
    noticed: ['keywords/list/body.includes/those-of-boxes'],
  },
  {
    name: 'keywords are listed as records',
    from: 'GET: () => json(keywords())',
    to: 'GET: () => json(keywords().map((keyword) => ({ keyword })))',
    noticed: ['keywords/list/http.body-schema'],
  },
];
