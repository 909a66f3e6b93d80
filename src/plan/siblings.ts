/** The operations of one path, and which of them speaks for it. */
import { pathShape } from '../model/path-template.ts';
import type { Operation } from '../load/model.ts';
import type { OperationContext } from './context.ts';
import type { Scope } from './scope.ts';
import { isChosen } from './templates.ts';
import { observed } from './uses.ts';

export interface Sibling {
  readonly name: string;
  readonly method: string;
  readonly endpoint: string;
  readonly operation: Operation;
  /** It makes the record that its path names, so that there is none yet. */
  readonly makes: boolean;
}

/** Operations of a scope by base and path, the names of path parameters aside; made once for each scope. */
const byPath = new WeakMap<Scope, ReadonlyMap<string, readonly Sibling[]>>();

function operationsByPath(scope: Scope): ReadonlyMap<string, readonly Sibling[]> {
  let known = byPath.get(scope);
  if (known === undefined) {
    // Whoever asks first looks at no more than those who come after.
    known = observed(() => allByPath(scope)).value;
    byPath.set(scope, known);
  }
  return known;
}

function allByPath(scope: Scope): ReadonlyMap<string, readonly Sibling[]> {
  const made = new Map<string, Sibling[]>();
  for (const endpoint of scope.endpoints()) {
    for (const operation of scope.operations(endpoint)) {
      const key = placeOf(endpoint.base, operation.path);
      made.set(key, [
        ...(made.get(key) ?? []),
        {
          name: operation.name,
          method: operation.method,
          endpoint: endpoint.endpoint,
          operation,
          makes: isChosen(endpoint, operation),
        },
      ]);
    }
  }
  return made;
}

function placeOf(base: string, path: string): string {
  return `${base} ${pathShape(path)}`;
}

/** The operations of this one's path, those of its own endpoint first, and of these the ones that need a record that is there. */
export function siblings(context: OperationContext): readonly Sibling[] {
  return context.remembered('siblings', () => siblingsOf(context));
}

function siblingsOf({ scope, endpoint, operation }: OperationContext): readonly Sibling[] {
  return (operationsByPath(scope).get(placeOf(endpoint.base, operation.path)) ?? [])
    .filter((o) => o.endpoint === endpoint.endpoint || o.method !== operation.method)
    .sort(
      (a, b) =>
        Number(b.endpoint === endpoint.endpoint) - Number(a.endpoint === endpoint.endpoint) ||
        Number(a.makes) - Number(b.makes),
    );
}

/** Whether this operation is the one that speaks for its path, so that a path is probed once. */
export function speaksForPath(context: OperationContext): boolean {
  return siblings(context)[0]?.name === context.operation.name;
}

/** The methods that the contract has for this operation's path. */
export function methodsOfPath(context: OperationContext): readonly string[] {
  return [...new Set(siblings(context).map(({ method }) => method))];
}

/** The operation that a GET of this operation's path is. */
export function getOfPath(context: OperationContext): Sibling | undefined {
  return siblings(context).find(({ method }) => method === 'GET');
}
