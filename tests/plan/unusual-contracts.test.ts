/** Contracts with values that nobody means: what loads is planned, or refused in words; nothing else is thrown. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { fileOf, library } from '../cli/library.ts';
import { problemsOf } from '../load/support.ts';
import { everyNth } from '../part.ts';
import { runs } from '../properties.ts';
import path from 'node:path';
import fc from 'fast-check';

const VALUE = /(?<=[:,[] ?)(?:\d+|true|false|"[^"\n]*"|[a-z][\w-]*)(?=\s*[,}\]\n])/g;
const OTHERS = ['0', '1', '7', '99999', 'true', 'false', '""', '"a"', '"🙂"', 'null', '[]', '{}', 'string', 'integer'];

const FILES = [
  'contracts/library/books.yaml',
  'contracts/library/errors.yaml',
  'specs/library/requirements/books.yaml',
];

test.each(everyNth(FILES, 2))('%s', (file) => {
  const root = library({}, false);
  const original = fileOf(file);
  const values = [...original.matchAll(VALUE)].map((match) => ({ at: match.index, length: match[0].length }));
  expect(values.length).toBeGreaterThan(3);
  let planned = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...values), fc.constantFrom(...OTHERS)), { minLength: 1, maxLength: 2 }),
      (changes) => {
        let text = original;
        // From the end, so that places stay where they were.
        for (const [{ at, length }, value] of [...new Map(changes)].toSorted(([a], [b]) => b.at - a.at))
          text = `${text.slice(0, at)}${value}${text.slice(at + length)}`;
        writeFileSync(path.join(root, file), text);
        problemsOf(() => {
          const project = loadProject(root);
          makePlan(project, wholeTarget(project));
          planned += 1;
        });
      },
    ),
    runs(400),
  );
  expect(planned).toBeGreaterThan(0);
});
