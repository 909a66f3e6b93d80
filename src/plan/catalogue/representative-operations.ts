/** The operation of a service, or of a path, that represents all operations of its kind. Operations are named `<endpoint>/<operation>`. */
import type { OperationContext } from '../context.ts';
import { computeOnce } from '../open-question-uses.ts';
import { representsPath } from '../operations-of-path.ts';
import type { Scope } from '../scope.ts';

/** Kinds of GET at a path without an ID, in the order in which one replaces another. */
const AT_FIXED_PATHS = ['read', 'list', 'action'] as const;

/** Every read without an ID. A service that has none: its first list, or else the first GET of another kind. */
const withoutIdentifier = computeOnce((scope: Scope): readonly string[] => {
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
});

/** Key of the first GET without an ID; all other keys are methods. */
const READ = 'read';

/** The first protected operation of each method. */
const firstProtected = computeOnce((scope: Scope): ReadonlyMap<string, string> => {
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
});

export const REPRESENTATIVE_TESTS: Readonly<Record<string, (context: OperationContext) => boolean>> = {
  'protected-read': ({ scope, path }) => firstProtected(scope).get(READ) === path,
  // Among reads, one without an ID is preferred: it needs no record.
  'protected-of-method': ({ scope, operation: { method }, path }) => {
    const first = firstProtected(scope);
    return ((method === 'GET' ? first.get(READ) : undefined) ?? first.get(method)) === path;
  },
  'of-path': representsPath,
  'without-identifier': ({ scope, path }) => withoutIdentifier(scope).includes(path),
};
