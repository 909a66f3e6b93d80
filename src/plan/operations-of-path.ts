/** The operations of one path, and the one that represents it. */
import { pathWithoutNames } from '../model/path-template.ts';
import { groupBy } from '../model/objects.ts';
import type { Operation } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import { computeOnce } from './open-question-uses.ts';
import { hasClientChosenId } from './request-templates.ts';
import type { Scope } from './scope.ts';

interface Sibling {
  readonly name: string;
  readonly method: string;
  readonly endpoint: string;
  readonly operation: Operation;
  /** Creates the record that its path names, so that no such record exists before it. */
  readonly creates: boolean;
}

/** Operations of a scope by base and path; names of path parameters do not matter. */
const operationsByPath = computeOnce((scope: Scope) => {
  const all = scope.endpoints().flatMap((endpoint) =>
    scope.operations(endpoint).map((operation) => ({
      place: placeOf(endpoint.base, operation.path),
      name: operation.name,
      method: operation.method,
      endpoint: endpoint.endpoint,
      operation,
      creates: hasClientChosenId(endpoint, operation),
    })),
  );
  return groupBy(all, ({ place }) => place);
});

function placeOf(base: string, path: string): string {
  return `${base} ${pathWithoutNames(path)}`;
}

/** Operations of the same path: those of the same endpoint first, and among them those that need an existing record. */
export function operationsOfPath(context: OperationContext): readonly Sibling[] {
  return context.remembered('siblings', () => {
    const { scope, endpoint, operation } = context;
    return (operationsByPath(scope).get(placeOf(endpoint.base, operation.path)) ?? [])
      .filter((o) => o.endpoint === endpoint.endpoint || o.method !== operation.method)
      .sort(
        (a, b) =>
          Number(b.endpoint === endpoint.endpoint) - Number(a.endpoint === endpoint.endpoint) ||
          Number(a.creates) - Number(b.creates),
      );
  });
}

/** Whether the operation represents its path, so that each path is probed once. */
export function representsPath(context: OperationContext): boolean {
  return operationsOfPath(context)[0]?.name === context.operation.name;
}

export function methodsOfPath(context: OperationContext): readonly string[] {
  return [...new Set(operationsOfPath(context).map(({ method }) => method))];
}

/** The operation that a GET of this path calls. */
export function getOfPath(context: OperationContext): Sibling | undefined {
  return operationsOfPath(context).find(({ method }) => method === 'GET');
}
