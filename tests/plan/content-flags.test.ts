/** Where every answer says by a flag that it succeeded, content that is no JSON has none. */
import { expect, test } from 'vitest';
import { bookContract, casesOfBooks } from './books.ts';

test('what the service says of its JSON asks nothing of content', () => {
  const cases = casesOfBooks(
    bookContract({
      operations: `  create: { method: POST, path: /books, request: plain, response: plain, success: [201], access: public }
  read: { method: GET, path: "/books/{id}", response: plain, success: [200], access: public }
  export: { kind: action, method: GET, path: /books.csv, response: content, media: text/csv, success: [200], access: public }
  delete: { method: DELETE, path: "/books/{id}", success: [204], access: public }`,
    }),
    { envelope: 'headers: {}\nwrapping: { flag: /Success }\n' },
  );
  const flagsOf = (operation: string): ReadonlySet<string | undefined> =>
    new Set(
      [...cases]
        .filter(([id]) => id.startsWith(`${operation}/`))
        .flatMap(([, { steps }]) => steps.filter((step) => step.operation === `books/${operation}`))
        .map(({ success }) => success.flag),
    );
  expect(flagsOf('read')).toEqual(new Set(['/Success']));
  expect(flagsOf('export')).toEqual(new Set([undefined]));
  expect(flagsOf('delete')).toEqual(new Set([undefined]));
});
