/** Orders of a service with HAL: what a create made is known by its Location alone, every call has a version, a list of nothing is left out. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../plan/support.ts';
import { Stage, type Answer, type Fields, type SourceFault } from './stage.ts';
import { everyNth } from '../part.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The example, whose contract says of no action that it makes anything. */
function withoutWord(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-orders-'));
  folders.push(folder);
  cpSync(path.join(ROOT, 'examples', 'orders'), folder, { recursive: true });
  for (const name of ['orders', 'imports']) {
    const file = path.join(folder, 'contracts', 'orders', `${name}.yaml`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^ +makes: .*\n/gm, ''));
  }
  return folder;
}

type Speak = (method: string, target: string, fields: Fields, content: Buffer) => Answer;

let orders: Speak = () => ({ status: 503 });
const stage = new Stage<{ readonly orders: () => Speak }>('orders', {
  speak: (module) => (orders = module.orders()),
});

test('the orders keep their contract', async () => {
  expect(await stage.red(stage.source)).toEqual([]);
});

test('what a removal refuses is cancelled first, and nothing is left', async () => {
  await stage.results(stage.source);
  expect(orders('GET', '/orders?version=1', {}, Buffer.alloc(0)).body).toMatchObject({ page: { totalElements: 0 } });
});

test('what an action makes goes as what a create makes, and without the word for it stays', async () => {
  const left = async (on: string, of = stage): Promise<unknown> => {
    const groups = of.groups.filter(({ operation }) => operation === on);
    await of.results(of.source, groups);
    const { body } = orders('GET', '/orders?version=1', {}, Buffer.alloc(0));
    return (body as { readonly page: { readonly totalElements: number } }).page.totalElements;
  };
  const folder = withoutWord();
  const silent = new Stage<{ readonly orders: () => Speak }>('orders', {
    speak: (module) => (orders = module.orders()),
    folder,
  });
  for (const action of ['copy', 'import']) {
    expect(await left(action), action).toBe(0);
    expect(await left(action, silent), action).toBeGreaterThan(1);
  }
});

test('what is made is known by its Location', async () => {
  const results = await stage.results(stage.source);
  const judged = results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check.replace('orders/', ''));
  for (const check of ['lifecycle.read-back', 'lifecycle.listed', 'lifecycle.location-leads', 'lifecycle.stored-once'])
    expect(judged, check).toContain(`orders/create/${check}`);
  expect(judged).toContain('orders/list/page.walk-complete/11');
});

test('every call has what its query has to have, what removes too', () => {
  const { groups } = stage.planned.plan;
  const steps = groups.flatMap(({ setup, cases }) => [...setup, ...cases.flatMap((one) => one.steps)]);
  const asked = steps.flatMap(({ request, undo }) => [
    ...(request.method === 'OPTIONS' ? [] : [request]),
    ...(undo === undefined ? [] : [undo, ...(undo.first === undefined ? [] : [undo.first])]),
  ]);
  const lacking = asked.filter(({ query = [] }) => !query.some(([name]) => name === 'version'));
  // Where it is left out on purpose.
  expect(lacking.length).toBeLessThan(20);
  expect(new Set(asked.map(({ method }) => method))).toContain('DELETE');
});

const FAULTS: readonly SourceFault[] = [
  {
    name: 'a page has more orders than the maximum',
    from: 'Number(size) > 10',
    to: 'Number(size) > 500',
    noticed: ['orders/list/page.cap/over'],
  },
  {
    name: 'a Location leads to the list',
    from: 'location: `/orders/${last}?version=1`',
    to: "location: '/orders?version=1'",
    noticed: ['orders/create/lifecycle.read-back'],
  },
  {
    name: 'a create forgets the note',
    from: "all.set(last, { id: last, ...values, state: 'draft' });",
    to: "all.set(last, { id: last, ...values, note: null, state: 'draft' });",
    noticed: ['orders/create/lifecycle.read-back'],
  },
  {
    name: 'a list does not look at the state that it is asked for',
    from: '(state === null || one.state === state)',
    to: '(state !== undefined)',
    noticed: ['orders/list/query.by-state/state/cancelled', 'orders/list/query.by-state/state/submitted'],
  },
  {
    name: 'a page lacks its last order',
    from: '(Number(page) + 1) * Number(size)).map(shown)',
    to: '(Number(page) + 1) * Number(size) - 1).map(shown)',
    noticed: ['orders/list/page.walk-complete/11'],
  },
  {
    name: 'what is in a buyer is not looked at',
    from: " ?? wrongIn(body.buyer, fitsBuyer, 'buyer.')",
    to: '',
    noticed: ['missing/buyer.name', 'wrong-type/buyer.name', 'too-long/buyer.name', 'pattern/buyer.mail'].map(
      (check) => `orders/create/input.${check}`,
    ),
  },
  {
    name: 'anything is a buyer',
    from: "buyer: isMap }) ?? wrongIn(body.buyer, fitsBuyer, 'buyer.')",
    to: "buyer: (value) => (value ?? null) !== null }) ?? (isMap(body.buyer) ? wrongIn(body.buyer, fitsBuyer, 'buyer.') : undefined)",
    noticed: ['orders/create/input.wrong-type/buyer'],
  },
  {
    name: 'the mail of a buyer is not shown',
    from: '{ name: buyer.name, mail: buyer.mail ?? null }',
    to: '{ name: buyer.name }',
    noticed: ['orders/read/http.body-schema'],
  },
  {
    name: 'the mail of a buyer is forgotten',
    from: 'mail: buyer.mail ?? null',
    to: 'mail: null',
    noticed: ['orders/create/lifecycle.read-back'],
  },
  {
    name: 'the greatest rebate is refused',
    from: 'value <= 50',
    to: 'value < 50',
    noticed: ['orders/create/input.highest/rebate'],
  },
  {
    name: 'a rebate may be greater than the greatest',
    from: ' && value <= 50',
    to: '',
    noticed: ['orders/create/input.above-maximum/rebate'],
  },
  {
    name: 'a copy forgets the note',
    from: 'number: `COPY-${last + 1}` }',
    to: 'number: `COPY-${last + 1}`, note: null }',
    noticed: ['orders/copy/body.equals/copied/note'],
  },
  {
    name: 'an import leads nowhere',
    from: '({ id: draft(values) })',
    to: '({ id: 1000 + draft(values) })',
    noticed: ['imports/import/body.equals/brought'],
  },
  {
    name: 'a replacement keeps the note',
    from: 'all.set(order.id, { id: order.id, ...values, state: order.state });',
    to: 'all.set(order.id, { ...order, ...Object.fromEntries(Object.entries(values).filter(([, one]) => one !== undefined)) });',
    noticed: ['orders/replace/lifecycle.replaced-whole'],
  },
];

describe('it is noticed when', () => {
  test.each(everyNth(FAULTS, 3))('$name', async (fault) => {
    expect(await stage.missed(fault)).toEqual([]);
  });
});
