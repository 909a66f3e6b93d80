/** Files of a project with bytes removed, inserted and replaced, as a stranger may send them. */
import fc from 'fast-check';

export const MUTATED_FILES = [
  'contracts/library/books.yaml',
  'contracts/library/loans.yaml',
  'contracts/library/errors.yaml',
  'contracts/library/token.yaml',
  'contracts/library/envelope.yaml',
  'contracts/library/bindings.yaml',
  'specs/library/versions.yaml',
  'specs/library/open-points.yaml',
  'specs/library/requirements/books.yaml',
  'targets/reading-room/target.yaml',
  'targets/reading-room/waivers.yaml',
] as const;

/** Bytes removed, inserted and replaced anywhere, UTF-8 or not. */
export const edits = fc.array(
  fc.record({
    at: fc.nat(5000),
    remove: fc.nat(12),
    insert: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom(
        ...[
          '\n',
          '\t',
          ': ',
          '- ',
          '{',
          '}',
          '[',
          ']',
          '"',
          '&a ',
          '*a',
          '<<: ',
          '!x ',
          '|',
          '#',
          '~',
          '{}',
          '[]',
          '1',
        ].map((text) => Buffer.from(text)),
      ),
    ),
  }),
  {
    minLength: 1,
    maxLength: 4,
  },
);

type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never;

export function mutated(original: Buffer, changes: Edits): Buffer {
  let bytes = original;
  for (const { at, remove, insert } of changes) {
    const place = at % (bytes.length + 1);
    bytes = Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)]);
  }
  return bytes;
}
