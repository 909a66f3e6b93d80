/** A small project in which everything fits: a library with two versions. Its one binding takes every check there may be. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { updateLocks } from '../../src/versions/locks.ts';
import { tempFolder } from './support.ts';

const FILES: Readonly<Record<string, string>> = {
  'specs/library/versions.yaml': `service: library
title: Library
source: The library handbook
versions:
  - { id: "1.9" }
  - { id: "1.10" }
`,
  'specs/library/open-points.yaml': `openPoints:
  library.shelf-mark-since:
    question: In which version did the shelf mark come?
    default: "1.10"
    reason: The release notes name it.
    section: "§5"
`,
  'specs/library/requirements/books.yaml': `requirements:
  library.all:
    text: The library does what its contract says.
    level: MUST
    basis: standard
    section: "§1"
  library.books.title:
    text: A book without a title is refused.
    level: MUST
    basis: documented
    section: "§4"
    openPoints: [library.shelf-mark-since]
    changes: [{ in: "1.10", text: The refusal names the title., breaking: false }]
  library.books.shelf:
    text: A book stands on its shelf.
    level: SHOULD
    basis: assumed
    section: "§4"
    since: "1.10"
    excluded: Nobody can see the shelf from here.
`,
  'contracts/library/bindings.yaml': `rest: none
bindings:
  - { checks: "**", requirement: library.all }
`,
  'contracts/library/errors.yaml': `families:
  plain:
    schema: { type: object, required: [code] }
    code: code
refusals:
  value: { statuses: [422], family: plain }
  not-found: { statuses: [404], family: plain }
never: ["stack trace"]
`,
  'contracts/library/books.yaml': `endpoint: books
title: Books
base: service
uid: id
fields:
  id: { type: string, readOnly: true, maxLength: 40 }
  title: { type: string, required: true, maxLength: 100 }
  isbn: { type: string, pattern: "^\\\\d{13}$", until: "1.9", example: "9780000000000" }
  shelf_mark: { type: string, required: true, maxLength: 20, since: { openPoint: library.shelf-mark-since } }
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
cases:
  untitled:
    title: A book without a title is refused
    on: create
    aspect: titles
    change: { remove: [title] }
    checks:
      - { rule: outcome.refused, requirement: library.books.title, with: { kind: value, field: title } }
`,
  'targets/reading-room/target.yaml': `target: reading-room
environment: test
services:
  library: { baseUrl: "\${env:LIBRARY_URL}", spec: ["1.10"] }
answers: { library.shelf-mark-since: "1.10" }
waivers: waivers.yaml
`,
  'targets/reading-room/waivers.yaml': `waivers:
  - checks: "library/books/create/outcome.refused/untitled"
    symptom: { actual: "200" }
    reason: The catalogue is being rebuilt.
    owner: the front desk
    expires: "2127-01-31"
`,
};

/** The project in a folder of its own, with other texts for some files, and its locks where it can be planned. */
export function library(changes: Readonly<Record<string, string>> = {}, locked = true): string {
  const root = tempFolder();
  for (const [name, text] of Object.entries({ ...FILES, ...changes })) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  if (locked) updateLocks(root);
  return root;
}

export function fileOf(name: string): string {
  const text = FILES[name];
  if (text === undefined) throw new Error(`the library has no file ${name}`);
  return text;
}
