/** What a run knows of its own writes while one of its cases reads a list. */
import { describe, expect, test } from 'vitest';
import { ConcurrentWrites, concurrentWritesByVersion } from '../../src/cleanup/concurrent-writes.ts';
import { runGroup } from '../../src/run/run-group.ts';
import { create, shelf } from '../http/shelf.ts';
import { group, oneCase, runContext, step } from '../http/support.ts';

describe('what the run itself writes to a list', () => {
  const list = step('probe', { request: { path: '/books' } });
  const made = group([oneCase('a', [list, { ...list, name: 'again' }]), oneCase('b', [create('made')])]);
  const crossed = async (plan: typeof made): Promise<readonly string[]> => {
    const context = { ...runContext(shelf()), concurrentWrites: concurrentWritesByVersion() };
    return (await runGroup(plan, context)).flatMap((one) =>
      one.crossed === true ? [one.id.split('/').at(-1) ?? ''] : [],
    );
  };

  test('is said of the reads of another case that were under way', async () => {
    expect(await crossed(made)).toEqual(['a#probe', 'a#again']);
  });

  test("is not said of a case's own, of what was made before, or of reads of what is below a record", async () => {
    expect(await crossed(group([oneCase('a', [create('made'), list])]))).toEqual([]);
    expect(await crossed(group([oneCase('a', [list])], [create('made')]))).toEqual([]);
    const below = step('probe', { request: { path: '/books/{uid}', parameters: { uid: 1 } } });
    expect(await crossed(group([oneCase('a', [below]), oneCase('b', [create('made')])]))).toEqual([]);
  });

  test('is met from its beginning to its end', async () => {
    const writes = new ConcurrentWrites();
    const met = (moment: number): boolean => writes.wereSince(moment, '/books', 'a');
    let end = (): void => undefined;
    const writing = writes.through('/books/{uid}', 'b', () => new Promise<void>((resolve) => (end = resolve)));
    const during = writes.moment;
    expect(met(during)).toBe(true);
    end();
    await writing;
    expect([met(during), met(writes.moment)]).toEqual([true, false]);
  });
});
