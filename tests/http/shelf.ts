/** A shelf of books that is written to: the service, and the steps that make a book and read it. */
import { operationKey } from '../../src/http/request-policy.ts';
import type { DeclaredOperations } from '../../src/http/declared-operations.ts';
import type { Step } from '../../src/plan/model.ts';
import { answerOf, step, Wire } from './support.ts';

/** Books are made, read by the `id` that they are given, and removed. @param members where a read shows them, by their names */
export function booksDeclared(members: Readonly<Record<string, string>>): DeclaredOperations {
  const good = { auth: { kind: 'none' } } as const;
  const path = '/books/{id}';
  return new Map([
    [
      operationKey('service', 'POST', '/books'),
      {
        endpoint: 'books',
        parents: {},
        makes: {
          ids: '/id',
          success: { statuses: [201] },
          remove: { method: 'DELETE', path },
          shown: { ...good, method: 'GET', path, members, answered: { title: '/title' } },
        },
      },
    ],
    [operationKey('service', 'PATCH', path), { endpoint: 'books', parents: {}, changes: good }],
    [operationKey('service', 'DELETE', path), { endpoint: 'books', parents: {}, removes: good }],
  ]);
}

/** A service that gives every created record the next uid, and remembers what was removed. */
export function shelf(): Wire {
  let uid = 0;
  return new Wire(async (request) => {
    await tick();
    if (request.method === 'POST') return answerOf({ uid: (uid += 1) }, 201);
    return answerOf(request.method === 'DELETE' ? undefined : {}, 200);
  });
}

export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export const create = (name: string, more: Parameters<typeof step>[1] = {}): Step =>
  step(name, {
    ...more,
    request: { method: 'POST', body: { kind: 'json', value: { name } }, ...more.request },
    undo: { method: 'DELETE', path: '/books/{uid}', parameters: { uid: { $each: `${name}#/uid` } } },
  });
