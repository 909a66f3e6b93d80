/** Records that are in a list before the run creates any are not the run's, whatever a create returns. */
import { expect, test } from 'vitest';
import { ExistingRecords } from '../../src/cleanup/existing-records.ts';
import { operationKey } from '../../src/http/request-policy.ts';
import type { CreatedResources } from '../../src/cleanup/created-resources.ts';
import type { DeclaredOperation } from '../../src/http/declared-operations.ts';
import { createIdVerification } from '../../src/cleanup/verify-created-id.ts';
import type { Step } from '../../src/plan/model.ts';
import { answerOf, request, resolution, runContext, stage, Wire } from '../http/support.ts';

const POST = request({ method: 'POST', path: '/books' });
const LIST: Step = { name: 'listed', request: request({ path: '/books' }), success: { statuses: [200] } };
const operation: DeclaredOperation = {
  endpoint: 'books',
  parents: {},
  makes: { ids: '/id', success: { statuses: [201] }, list: { step: LIST, ids: '/*/id' } },
};
const { to: plain } = stage({});
const to = { ...plain, operations: new Map([[operationKey('service', 'POST', '/books'), operation]]) };

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
  const context = runContext(wire, { firstRecords: new Map(), existing }, to);
  const create: Step = { name: 'create', request: POST, success: { statuses: [201] } };
  const isForeign = (id: unknown): ReturnType<typeof createIdVerification> =>
    createIdVerification(create, { answer: { id } as never, sent: {}, outcome: 201 }, to, resolution, context);
  expect(await isForeign(7)?.(context.slots)).toBe(true);
  expect(isForeign(8)).toBeUndefined();
});

test('a list that hides what the run creates is no proof that an ID is new', async () => {
  for (const [after, isShown] of [
    [[{ id: 7 }], false],
    [[{ id: 7 }, { id: 8 }], true],
  ] as const) {
    let reads = 0;
    const wire = new Wire(() => answerOf((reads += 1) === 1 ? [{ id: 7 }] : after));
    const existing = new ExistingRecords(() => runContext(wire, {}, to));
    await existing.readBefore(POST, to);
    expect(await existing.showsNew(POST, to, kind, [8])).toBe(isShown);
    expect(await existing.showsNew(POST, to, kind, [9])).toBe(isShown);
    expect(wire.lines).toHaveLength(2);
  }
});

test('a record that no response named is found in the list at the end', async () => {
  let ids = [7];
  const wire = new Wire(() => answerOf(ids.map((id) => ({ id }))));
  const createdResources = {
    hasCreated: (_kind: unknown, id: unknown) => String(id) === '8',
  } as unknown as CreatedResources;
  const existing = new ExistingRecords(() => runContext(wire, { createdResources }, to));
  await existing.readBefore(POST, to);
  ids = [7, 8, 9];
  expect(await existing.unaccounted()).toEqual([{ ...kind, id: '9' }]);
  existing.forget();
  expect(await existing.unaccounted()).toEqual([]);
});
