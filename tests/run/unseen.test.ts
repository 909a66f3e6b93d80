/** Of a run that was killed nothing is removed that nobody looked at: its answer may have named somebody else's record. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { scheduleGroups } from '../../src/run/group-scheduler.ts';
import type { Step } from '../../src/plan/model.ts';
import { LeftoversFile, parseLeftovers, settleLeftovers } from '../../src/cleanup/leftovers-file.ts';
import { cleanUpResource } from '../../src/cleanup/delete-records.ts';
import { booksDeclared } from '../http/shelf.ts';
import { answerOf, group, oneCase, runContext, stage, step, Wire } from '../http/support.ts';
import path from 'node:path';
import { temporary } from '../temporary.ts';

const folder = temporary();

const good = { auth: { kind: 'none' } } as const;
const members = { title: '/title', code: '/code' };
const catalogue = booksDeclared(members);

const create = (name: string): Step =>
  step(name, {
    request: { method: 'POST', body: { kind: 'json', value: { title: { $unique: 12 }, pages: 3 } } },
    undo: { method: 'DELETE', path: '/books/{id}', parameters: { id: { $each: `${name}#/id` } }, ...good },
  });

interface Killed {
  /** As it was when the run was killed. */
  readonly file: string;
  readonly titles: readonly string[];
}

let files = 0;

/** A run that has made these, and is killed while it asks for the first thing with this method; it goes on in vain. */
async function killedAt(
  method: string,
  answer: (title: string, id: number) => unknown,
  steps: readonly Step[] = [create('first'), create('second')],
): Promise<Killed> {
  const file = path.join(folder, `${(files += 1)}.ndjson`);
  const titles: string[] = [];
  let kill = (): void => undefined;
  const killed = new Promise<void>((resolve) => (kill = resolve));
  const wire = new Wire(async (request) => {
    if (request.method === method) {
      await setImmediate();
      kill();
      return new Promise<never>(() => undefined);
    }
    const { title = '' } = request.method === 'POST' ? (JSON.parse(String(request.body)) as { title?: string }) : {};
    if (title !== '') titles.push(title);
    return request.method === 'POST'
      ? answerOf(answer(title, titles.length), 201)
      : answerOf({ title: titles[Number(request.url.split('/').at(-1)) - 1] ?? '' });
  });
  const createdResources = new LeftoversFile(file, { run: 'run-1', target: 'here' }, () => 0);
  const { to } = stage({ to: { operations: catalogue } });
  const context = runContext(wire, { firstRecords: new Map(), createdResources }, to);
  void scheduleGroups([group([oneCase('one', steps)])], context, () => undefined);
  await killed;
  const copy = `${file}.killed`;
  copyFileSync(file, copy);
  return { file: copy, titles };
}

/** What `--clean` sends, and what it leaves. */
async function cleaned(
  { file }: Killed,
  shown: (id: string) => unknown,
): Promise<{ readonly lines: readonly string[]; readonly left: readonly (string | undefined)[] }> {
  const wire = new Wire(({ method, url }) => {
    if (method === 'DELETE') return answerOf(undefined, 204);
    const answer = shown(url.split('/').at(-1) ?? '');
    return answer === undefined ? answerOf({}, 404) : answerOf(answer);
  });
  const records = parseLeftovers(readFileSync(file, 'utf8'));
  const createdResources = new LeftoversFile(file, { run: 'clean', target: 'here' }, () => 0, records);
  const permission = { ...stage().to.permission, declared: new Set(catalogue.keys()) };
  const { to } = stage({ to: { operations: catalogue, permission } });
  for (const record of records.toReversed()) await cleanUpResource(record, runContext(wire, { createdResources }, to));
  createdResources.close();
  return {
    lines: wire.lines,
    left: settleLeftovers(file).flatMap(({ why, deleted }) => (deleted === undefined ? [why] : [])),
  };
}

const NOT_SHOWN = 'its values differ from the request of the run: delete it manually, or delete its line in the file';

describe('killed before it has looked at what a create was answered with', () => {
  const killed = (): Promise<Killed> => killedAt('GET', (_title, id) => ({ id }));

  test('its own is read first, and removed', async () => {
    const run = await killed();
    expect(run.titles).toHaveLength(2);
    const { lines, left } = await cleaned(run, (id) => ({ title: run.titles[Number(id) - 1] }));
    expect(lines).toEqual(['GET /books/2', 'DELETE /books/2', 'GET /books/1', 'DELETE /books/1']);
    expect(left).toEqual([]);
  });

  test('somebody else’s is left, with why, and so is what shows nothing of it', async () => {
    for (const other of [{ title: 'of somebody else' }, { pages: 3 }]) {
      const { lines, left } = await cleaned(await killed(), () => other);
      expect(lines).toEqual(['GET /books/2', 'GET /books/1']);
      expect(left).toEqual([NOT_SHOWN, NOT_SHOWN]);
    }
  });

  test('what is not there is no more on the list, and what cannot be read stays on it', async () => {
    expect(await cleaned(await killed(), () => undefined)).toEqual({
      lines: ['GET /books/2', 'GET /books/1'],
      left: [],
    });
  });

  test('what was sent is not written down, digests of it are', async () => {
    const { file, titles } = await killed();
    const text = readFileSync(file, 'utf8');
    for (const title of titles) expect(text).not.toContain(title);
    expect(parseLeftovers(text).every((one) => 'sent' in one && (one.sent?.['title'] ?? []).length === 1)).toBe(true);
  });
});

describe('killed after a read confirmed the first record', () => {
  const killed = (): Promise<Killed> => killedAt('DELETE', (_title, id) => ({ id }));

  test('each record is read and deleted', async () => {
    const run = await killed();
    const { lines, left } = await cleaned(run, (id) => ({ title: run.titles[Number(id) - 1] }));
    expect(lines).toEqual(['GET /books/2', 'DELETE /books/2', 'GET /books/1', 'DELETE /books/1']);
    expect(left).toEqual([]);
  });

  test('a record of another client that has the ID since a reset of the service stays', async () => {
    const { lines, left } = await cleaned(await killed(), () => ({ title: 'of somebody else' }));
    expect(lines).toEqual(['GET /books/2', 'GET /books/1']);
    expect(left).toEqual([NOT_SHOWN, NOT_SHOWN]);
  });

  test('a record that the run updated is known by what the update sent', async () => {
    const update = step('update', {
      request: {
        method: 'PATCH',
        path: '/books/{id}',
        parameters: { id: { $ref: 'first#/id' } },
        body: { kind: 'json', value: { title: 'changed by the run' } },
      },
    });
    const run = await killedAt('DELETE', (_title, id) => ({ id }), [create('first'), update]);
    const { lines } = await cleaned(run, () => ({ title: 'changed by the run' }));
    expect(lines).toEqual(['GET /books/1', 'DELETE /books/1']);
  });

  test('a record whose create was answered with other values stays', async () => {
    const run = await killedAt('DELETE', (title, id) => ({ id, title: id === 1 ? 'of somebody else' : title }));
    const { lines } = await cleaned(run, (id) => ({ title: id === '1' ? 'of somebody else' : run.titles[1] }));
    expect(lines).toEqual(['GET /books/2', 'DELETE /books/2', 'GET /books/1']);
  });
});

test('a line that no create of the contract explains is not obeyed', async () => {
  const run = await killedAt('DELETE', (_title, id) => ({ id }));
  const [known] = parseLeftovers(readFileSync(run.file, 'utf8'));
  const remove = { method: 'DELETE', path: '/books/{id}', parameters: { id: '..' } };
  for (const line of [
    { ...known, endpoint: 'shelves' },
    { ...known, id: '..', remove },
  ]) {
    writeFileSync(run.file, `${JSON.stringify({ made: line })}\n`);
    expect((await cleaned(run, () => ({}))).lines).toEqual([]);
  }
});
