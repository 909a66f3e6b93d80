/** Files that a thread writes beside everything else, and that go side by side. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeFolder, writeMany } from '../../src/project/many-files.ts';
import { temporary } from '../run/support.ts';

function* texts(count: number): Iterable<{ readonly name: string; readonly text: string }> {
  for (let index = 0; index < count; index += 1) yield { name: `${index}.json`, text: `text ${index}` };
}

describe('many files', () => {
  // None, a few, one handful, and handfuls with a rest.
  test.each([0, 3, 500, 1234])('are all there: %i', async (count) => {
    const folder = path.join(temporary(), 'files');
    await writeMany(folder, texts(count));
    const found = Object.fromEntries(
      readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
    );
    expect(found).toEqual(Object.fromEntries([...texts(count)].map(({ name, text }) => [name, text])));
    await removeFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });

  test('tell what keeps one of them from being written', async () => {
    const folder = path.join(temporary(), 'files');
    const files = [...texts(1200), { name: path.join('nowhere', 'at-all'), text: '' }];
    await expect(writeMany(folder, files)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('go with the folders among them', async () => {
    const folder = path.join(temporary(), 'files');
    await writeMany(folder, texts(600));
    mkdirSync(path.join(folder, 'inside'));
    await removeFolder(folder);
    expect(existsSync(folder)).toBe(false);
  });
});
