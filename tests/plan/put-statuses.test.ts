/** By its status a PUT says whether it made or replaced: what HTTP asks of it a contract need not name (RFC 9110 §9.3.4). */
import { expect, test } from 'vitest';
import { planOfBooks } from './books.ts';

interface Planned {
  /** Successes that the contract knows of the operation. */
  readonly known: readonly string[];
  readonly asked: readonly string[];
}

function planned(name: 'create' | 'replace', operations: string): Planned {
  const { operations: all, groups } = planOfBooks(`endpoint: books
title: Books
base: service
uid: code
fields:
  code: { type: string, readOnly: true, pattern: "^[a-z0-9]{4,12}$" }
  title: { type: string, required: true, maxLength: 20 }
operations:
  read: { method: GET, path: "/books/{code}", response: plain, success: [200], access: public }
  delete: { method: DELETE, path: "/books/{code}", success: [204], access: public }
${operations}`);
  const documented = Object.entries(all).find(([id]) => id.endsWith(`/books/${name}`))?.[1].documented ?? {};
  const checks = groups.flatMap(({ cases }) => cases.flatMap((one) => one.checks));
  return {
    known: Object.keys(documented).filter((status) => status.startsWith('2')),
    asked: checks.flatMap(({ id }) => (id.includes('.put-') ? [id.replace('library/books/', '')] : [])).toSorted(),
  };
}

const put = (name: string, more: string): string =>
  `  ${name}: { method: PUT, path: "/books/{code}", request: plain, response: plain, access: public, ${more} }\n`;
const CREATED = 'create/lifecycle.put-created';
const REPLACED = 'create/lifecycle.put-replaced';

test('a create that replaces may answer so the second time', () => {
  const of = (more: string): Planned => planned('create', put('create', more));
  expect(of('success: [201], taken: replace')).toEqual({ known: ['200', '201', '204'], asked: [CREATED, REPLACED] });
  // What the contract names of the two is what it is held to.
  expect(of('success: [201, 204], taken: replace').known).toEqual(['201', '204']);
  expect(of('success: [200]')).toEqual({ known: ['200', '201'], asked: [CREATED] });
  expect(of('success: [201]')).toEqual({ known: ['201'], asked: [CREATED] });
});

test('a replacement that makes may answer so', () => {
  const create =
    '  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }\n';
  const of = (more: string): Planned => planned('replace', `${create}${put('replace', more)}`);
  const asked = ['replace/lifecycle.put-created', 'replace/lifecycle.put-replaced'];
  expect(of('success: [200], upsert: make')).toEqual({ known: ['200', '201'], asked });
  expect(of('success: [200], upsert: refuse')).toEqual({ known: ['200'], asked: asked.slice(1) });
});

test('a POST is asked for neither', () => {
  const post = put('create', 'success: [204], taken: replace').replace('PUT', 'POST');
  expect(planned('create', post.replace('response: plain, ', 'response: none, '))).toEqual({
    known: ['204'],
    asked: [],
  });
});
