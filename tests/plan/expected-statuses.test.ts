/** A status that a case of the contract asks for is one that the contract knows: its answers are not told as undocumented. */
import { expect, test } from 'vitest';
import { planWhole } from '../../src/project/planning.ts';
import { library } from '../cli/library.ts';

const REQUIREMENT = 'requirement: library.all';

function books(cases: string): string {
  return `endpoint: books
title: Books
base: service
uid: id
fields:
  id: { type: string, readOnly: true, minLength: 8, maxLength: 8 }
  title: { type: string, required: true, maxLength: 40 }
operations:
  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  update: { method: PATCH, path: "/books/{id}", request: plain, response: plain, success: [200], access: public }
cases:
${cases}`;
}

const CHANGED = `  stale:
    title: A stale title is refused
    on: update
    aspect: titles
    change: { set: { title: Old } }
    checks: [{ rule: outcome.status, ${REQUIREMENT}, with: { statuses: [409] } }]
`;
const STEPS = `  stale:
    title: A stale title is refused
    on: update
    aspect: titles
    steps: { made: { on: create }, first: { on: update }, read: { on: read } }
    checks: [{ rule: outcome.status, ${REQUIREMENT}, with: { step: first, statuses: [409] } }]
`;

test.each([
  ['one change', CHANGED],
  ['steps', STEPS],
])('by a case of %s', (_what, cases) => {
  const requirements =
    'requirements:\n  library.all: { text: All is well., level: MUST, basis: standard, section: "§1" }\n';
  const { operations } = planWhole(
    library(
      {
        'contracts/library/books.yaml': books(cases),
        'specs/library/requirements/books.yaml': requirements,
        'specs/library/open-points.yaml': 'openPoints: {}\n',
      },
      false,
    ),
  ).plan;
  const knows = (name: string): boolean => '409' in (operations[`library@1.10/books/${name}`]?.documented ?? {});
  expect([knows('update'), knows('read'), knows('create')]).toEqual([true, false, false]);
});
