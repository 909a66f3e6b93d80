/** Which operation of a service, or of a path, stands for all of its sort. */
import type { OperationContext } from '../context.ts';
import type { Scope } from '../scope.ts';
import { speaksForPath } from '../siblings.ts';
import { observed } from '../uses.ts';

/** Paths of operations by what they are the first of; looked for once for each scope, since every operation asks and there may be a thousand endpoints. */
const firstOnes = new WeakMap<Scope, ReadonlyMap<string, string>>();

/** The key of the first read without an identifier; all others are methods. */
const READ = 'read';

/** What is asked for at a path without an identifier, by what may stand for it where there is none of it. */
const AT_FIXED_PATHS = ['read', 'list', 'action'] as const;
const fixedOnes = new WeakMap<Scope, readonly string[]>();

/** Every read without an identifier; in a service that has none, its first list, or else whatever else a GET does there. */
function withoutIdentifier({ scope }: OperationContext): readonly string[] {
  let found = fixedOnes.get(scope);
  if (found === undefined) {
    found = observed(() => allWithoutIdentifier(scope)).value;
    fixedOnes.set(scope, found);
  }
  return found;
}

function allWithoutIdentifier(scope: Scope): readonly string[] {
  const all = scope
    .endpoints()
    .filter(({ base }) => base === 'service')
    .flatMap((endpoint) =>
      scope
        .operations(endpoint)
        .filter(({ kind, method, path }) => !path.includes('{') && (kind === 'read' || method === 'GET'))
        .map(({ name, kind }) => ({ kind, at: `${endpoint.endpoint}/${name}` })),
    );
  const kind = AT_FIXED_PATHS.find((one) => all.some((other) => other.kind === one));
  const found = all.filter((one) => one.kind === kind).map(({ at }) => at);
  return kind === 'read' ? found : found.slice(0, 1);
}

function firstProtected({ scope }: OperationContext, of: string): string | undefined {
  let first = firstOnes.get(scope);
  if (first === undefined) {
    // Where something is tried says nothing of what comes of it: a guess at the path of another operation is none that a check rests on.
    first = observed(() => firstProtectedOnes(scope)).value;
    firstOnes.set(scope, first);
  }
  return first.get(of);
}

function firstProtectedOnes(scope: Scope): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const endpoint of scope.endpoints()) {
    if (endpoint.base !== 'service') continue;
    for (const { name, method, access, path } of scope.operations(endpoint)) {
      if (access !== 'token') continue;
      const at = `${endpoint.endpoint}/${name}`;
      if (!found.has(method)) found.set(method, at);
      if (method === 'GET' && !path.includes('{') && !found.has(READ)) found.set(READ, at);
    }
  }
  return found;
}

export const FIRST: Readonly<Record<string, (context: OperationContext) => boolean>> = {
  'of-path': speaksForPath,
  'without-identifier': (context) => withoutIdentifier(context).includes(context.path),
  'protected-read': (context) => firstProtected(context, READ) === context.path,
  // Of reads the one that needs no record, where there is one.
  'protected-of-method': (context) => {
    const { method } = context.operation;
    const read = method === 'GET' ? firstProtected(context, READ) : undefined;
    return (read ?? firstProtected(context, method)) === context.path;
  },
};
