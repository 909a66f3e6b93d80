/** Records that are in a list before the run creates any are not the run's, whatever a create returns. */
import { expect, test } from 'vitest';
import { ExistingRecords } from '../../src/exchange/existing-records.ts';
import { placeOf } from '../../src/exchange/guard.ts';
import type { DeclaredOperation } from '../../src/exchange/ledger.ts';
import { whoseOf } from '../../src/exchange/strangers.ts';
import type { Step } from '../../src/plan/model.ts';
import { answerOf, request, resolution, runContext, stage, Wire } from './support.ts';

const POST = request({ method: 'POST', path: '/books' });
const LIST: Step = { name: 'listed', request: request({ path: '/books' }), success: { statuses: [200] } };
const operation: DeclaredOperation = {
  endpoint: 'books',
  parents: {},
  makes: { ids: '/id', success: { statuses: [201] }, list: { step: LIST, ids: '/*/id' } },
};
const { to: plain } = stage({});
const to = { ...plain, catalogue: new Map([[placeOf('service', 'POST', '/books'), operation]]) };

function opened(): { readonly wire: Wire; readonly existing: ExistingRecords } {
  const wire = new Wire(() => answerOf([{ id: 7 }, { id: 'b' }]));
  return { wire, existing: new ExistingRecords(() => runContext(wire, {}, to)) };
}
const kind = { service: to.service.service, spec: to.spec, endpoint: 'books', address: to.baseUrl };

test('the list is read once, before the first create', async () => {
  const { wire, existing } = opened();
  await existing.readBefore(LIST.request, to);
  expect(wire.lines).toEqual([]);
  await Promise.all([existing.readBefore(POST, to), existing.readBefore(POST, to)]);
  expect(wire.lines).toEqual(['GET /books']);
  expect(['7', 'b', '8'].map((id) => existing.has(kind, id))).toEqual([true, true, false]);
});

test('a create that returns one of them did not create it', async () => {
  const { wire, existing } = opened();
  await existing.readBefore(POST, to);
  const context = runContext(wire, { firsts: new Map(), existing }, to);
  const create: Step = { name: 'create', request: POST, success: { statuses: [201] } };
  const isAnothers = (id: unknown): ReturnType<typeof whoseOf> =>
    whoseOf(create, { answer: { id } as never, sent: {}, outcome: 201 }, to, resolution, context);
  expect(await isAnothers(7)?.(context.slots)).toBe(true);
  expect(isAnothers(8)).toBeUndefined();
});
