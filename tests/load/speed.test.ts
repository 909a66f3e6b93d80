/** A run, a lint and every test worker begin by loading everything. */
import { expect, test } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { projectWith } from './support.ts';

test('40 files with 5,000 lines load in less than 150 ms', () => {
  const root = projectWith(Object.fromEntries(Array.from({ length: 36 }, (_, index) => [`contracts/library/shelf-${index}.yaml`, contract(`shelf-${index}`)])));
  // Processor time, and the best of a few: other processes share the machine.
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    expect(loadProject(root).contracts[0]?.endpoints).toHaveLength(38);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  expect(Math.min(...times)).toBeLessThan(150);
});

function contract(name: string): string {
  const fields = Array.from(
    { length: 60 },
    (_, index) => `  field_${index}: { type: string, required: true, element: E${index}, maxLength: 10, pattern: "^[A-Za-z0-9]+$", codes: { duplicate: "10045" } }\n`,
  );
  const cases = Array.from(
    { length: 8 },
    (_, index) =>
      `  case-${index}:\n    title: A book is stored with a warning\n    on: create\n    aspect: warnings\n    change: { set: { field_1: "100000001" } }\n    then: [list]\n    checks:\n      - { rule: outcome.accepted, requirement: library.books.create }\n`,
  );
  return `endpoint: ${name}\ntitle: A shelf\nsingular: shelf\nfields:\n${fields.join('')}operations:\n  create: { method: POST, path: /${name}, request: items, response: items, success: [201] }\n  list: { method: GET, path: /${name}, response: list, success: [200] }\ncases:\n${cases.join('')}`;
}
