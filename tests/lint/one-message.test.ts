/** One mistake is one message, however much follows from it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { lintAll } from '../../src/lint/lint-project.ts';
import { BASE, projectWith } from '../load/support.ts';

test('an absolute address as the path of an operation', () => {
  const file = 'contracts/library/books.yaml';
  const written = readFileSync(path.join(BASE, file), 'utf8');
  const wrong = written.replace('path: "/books/{books_uid}"', 'path: "http://elsewhere.test/books/{books_uid}"');
  expect(wrong).not.toBe(written);
  expect(lintAll(projectWith({ [file]: wrong }), []).problems).toMatchObject([
    {
      code: 'elsewhere',
      file,
      message: 'library books/read is outside the service: http://elsewhere.test/books/{books_uid}',
    },
  ]);
});
