/** The archive of the examples: records whose makers choose what identifies them, wrapped requests, lists of plain values. */
import { describe, expect, test } from 'vitest';
import { ARCHIVE_FAULTS } from './archive-faults.ts';
import { Stage } from './stage.ts';
import { everyNth } from '../part.ts';

const stage = new Stage('archive');

test('the archive keeps its contract', async () => {
  expect(await stage.red(stage.source)).toEqual([]);
});

test('what a run makes it removes, by the address that it was made at', async () => {
  const kept = new Map<string, Map<string, unknown>>();
  Object.assign(globalThis, { keptByTheArchive: kept });
  await stage.results(
    stage.source
      .replace('const boxes = new Map();', "const boxes = new Map(); globalThis.keptByTheArchive.set('boxes', boxes);")
      .replace(
        'const labels = new Map();',
        "const labels = new Map(); globalThis.keptByTheArchive.set('labels', labels);",
      ),
  );
  expect([...kept].map(([name, records]) => [name, records.size])).toEqual([
    ['boxes', 0],
    ['labels', 0],
  ]);
});

describe('it is noticed when', () => {
  test.each(everyNth(ARCHIVE_FAULTS, 3))('$name', async (fault) => {
    expect(await stage.missed(fault)).toEqual([]);
  });
});
