/** Which operations of a document belong together, what each of them does, and what a resource hangs on. Pure. */
import { defined, maybe } from '../record/defined.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { pathParameters } from '../plan/templates.ts';
import { BLOCKS } from '../load/load-contracts.ts';
import { bodyOf, successesOf } from './answers.ts';
import { kebab, plain } from './names.ts';
import { listShownBy } from './paging.ts';

export type Kind = 'create' | 'read' | 'list' | 'update' | 'replace' | 'delete' | 'action';

export interface Doing {
  readonly kind: Kind;
  /** What it is called in the contract: its kind, or an action's own word. */
  readonly name: string;
  readonly operation: ApiOperation;
}

/** A collection, or a resource that there is one of, with its records. */
export interface Resource {
  /** `/books`, where the records are at `/books/{id}`. */
  readonly path: string;
  /** Before the identifier of a record: the same path, or the word for one of them, as in `/book/{id}`. */
  readonly itemsAt: string;
  /** Kebab-case; one of a kind. */
  readonly name: string;
  /** The parameter at the end of its records' path. */
  readonly own?: string;
  readonly doings: readonly Doing[];
}

export type LeaveOut = (operation: ApiOperation, why: string) => void;

const PARAMETER = /^\{([^}]+)\}$/;

export function resourcesOf(operations: readonly ApiOperation[], leaveOut: LeaveOut): readonly Resource[] {
  const byPath = new Map<string, ApiOperation[]>();
  const singulars = singularsOf(operations);
  for (const operation of operations) {
    const path = collectionOf(operation.path);
    const many = singulars.get(path) ?? path;
    byPath.set(many, [...(byPath.get(many) ?? []), operation]);
  }
  // The shorter path has the shorter name, wherever it stands in the document.
  const taken = new Set<string>();
  const names = new Map(
    [...byPath]
      .toSorted(([one], [other]) => one.split('/').length - other.split('/').length)
      .map(([path, own]) => [path, freeName(path, own, taken)]),
  );
  return [...byPath].map(([path, own]) => {
    const item = own.find((one) => one.path !== path);
    return {
      path,
      itemsAt: item === undefined ? path : collectionOf(item.path),
      name: names.get(path) ?? '',
      ...defined({ own: maybe(item, (one) => lastParameter(one.path)) }),
      doings: doingsOf(path, own, leaveOut),
    };
  });
}

/** Paths that differ in nothing but a parameter at their end are one resource. */
function collectionOf(path: string): string {
  const parts = path.split('/');
  return PARAMETER.test(parts.at(-1) ?? '') ? parts.slice(0, -1).join('/') || '/' : path;
}

/** Path of one record's word to that of the many: `/book`, where nothing is but `/book/{id}`, to `/books`, where no record is. */
function singularsOf(operations: readonly ApiOperation[]): ReadonlyMap<string, string> {
  const paths = new Set(operations.map(({ path }) => path));
  const withRecords = new Set([...paths].filter((path) => collectionOf(path) !== path).map(collectionOf));
  return new Map(
    [...withRecords].flatMap((one) => {
      const many = [`${one}s`, `${one}es`, one.replace(/y$/, 'ies')].find(
        (path) => path !== one && paths.has(path) && !withRecords.has(path),
      );
      return many === undefined || paths.has(one) ? [] : [[one, many] as const];
    }),
  );
}

function lastParameter(path: string): string | undefined {
  return PARAMETER.exec(path.split('/').at(-1) ?? '')?.[1];
}

function wordsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && !PARAMETER.test(part))
    .map((part) => kebab(part));
}

/** The last word of the path; with those before it where that is taken. What stands at the root is called as its list calls it. */
function freeName(path: string, operations: readonly ApiOperation[], taken: Set<string>): string {
  const list = operations.map(listShownBy).find((one) => one !== undefined);
  const called = list?.pointer.split('/').at(-1) ?? '';
  const words = wordsOf(path).length > 0 || called === '' ? wordsOf(path) : [kebab(called)];
  for (let count = 1; count <= Math.max(1, words.length); count += 1) {
    const name = words.slice(-count).join('-') || 'root';
    if (taken.has(name) || SHARED.has(name)) continue;
    taken.add(name);
    return name;
  }
  const name = `${words.join('-')}-${taken.size + 1}`;
  taken.add(name);
  return name;
}

/** Files of a contract that are no endpoints. */
const SHARED: ReadonlySet<string> = new Set(BLOCKS);

function doingsOf(path: string, operations: readonly ApiOperation[], leaveOut: LeaveOut): readonly Doing[] {
  // What is neither read nor listed, and hangs on a record or takes nothing, is done and not made: `/books/{id}/lend`.
  const isDone =
    !operations.some((one) => one.method === 'GET' || one.path !== path) &&
    (PARAMETER.test(path.split('/').at(-2) ?? '') || operations.every((one) => one.requestBody === undefined));
  const isListed = operations.some((one) => isListOf(one, path));
  const doings = new Map<string, Doing>();
  for (const operation of operations) {
    const kind = operation.method === 'TRACE' ? undefined : kindOf(operation, path, operations, { isDone, isListed });
    if (kind === undefined) {
      leaveOut(operation, `a contract declares no ${operation.method}`);
      continue;
    }
    const why = whyNot(operation, kind, path, isListed);
    if (why !== undefined) {
      leaveOut(operation, why);
      continue;
    }
    const word = kebab(path.split('/').at(-1) ?? '');
    const method = operation.method.toLowerCase();
    const names =
      kind === 'action'
        ? [
            ...(isDone && !word.startsWith('x-') ? [word] : []),
            method,
            kebab(operation.operationId ?? ''),
            `${method}-${word}`,
          ]
        : [kind];
    const name = names.find((one) => one !== 'x' && !doings.has(one) && (kind !== 'action' || !KINDS.has(one)));
    if (name === undefined) leaveOut(operation, `this path has a ${kind} already`);
    else doings.set(name, { kind, name, operation });
  }
  return [...doings.values()];
}

const KINDS: ReadonlySet<string> = new Set(['create', 'read', 'list', 'update', 'replace', 'delete', 'token']);

function kindOf(
  operation: ApiOperation,
  path: string,
  all: readonly ApiOperation[],
  { isDone, isListed }: { readonly isDone: boolean; readonly isListed: boolean },
): Kind | undefined {
  if (isDone) return 'action';
  const isItem = operation.path !== path;
  const has = (method: string): boolean => all.some((one) => one.method === method && one.path === operation.path);
  const isSent = operation.requestBody !== undefined;
  switch (operation.method) {
    case 'GET':
      return isListOf(operation, path) ? 'list' : 'read';
    case 'POST':
      if (!isItem) return isSent ? 'create' : 'action';
      // Some services change a record by POST to its address.
      return isSent && has('GET') && !has('PATCH') && !has('PUT') ? 'update' : 'action';
    case 'PUT':
      return isSent && (isItem || has('GET')) ? 'replace' : 'action';
    case 'PATCH':
      return isSent ? 'update' : 'action';
    case 'DELETE':
      return isItem || !isListed ? 'delete' : 'action';
    default:
      return 'action';
  }
}

function isListOf(operation: ApiOperation, path: string): boolean {
  return operation.method === 'GET' && operation.path === path && listShownBy(operation) !== undefined;
}

/** Why an operation cannot be said in a contract, whatever else there is. */
function whyNot(operation: ApiOperation, kind: Kind, path: string, isListed: boolean): string | undefined {
  if (/[?#]|\s/.test(operation.path)) return 'its path has more than a path in it, such as a query';
  const types = Object.keys(operation.requestBody?.content ?? {});
  const sent = bodyOf(operation);
  if (types.length > 0 && sent === undefined)
    return `its body is ${types.join(' or ')}: say under content what is sent`;
  const members = Object.entries((sent?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  if (sent !== undefined && members.length === 0) return 'its body is no object with named members';
  const file = members.find(([, schema]) => (schema as { readonly format?: unknown } | null)?.format === 'binary');
  if (sent?.form === 'multipart' && file !== undefined)
    return `its body has a file, ${file[0]}, which a contract cannot send yet`;
  const [only] = members;
  if (only !== undefined && members.length === 1 && plain(only[0]) === 'data' && isObject(only[1]))
    return `its body wraps the record in ${only[0]}, which a contract cannot send yet`;
  if (operation.method === 'DELETE' && kind === 'action' && operation.path === path && isListed)
    return 'it deletes all that is listed, and not what a run made: declare it where that does no harm';
  if (
    operation.method === 'POST' &&
    operation.path !== path &&
    kind === 'action' &&
    successesOf(operation).includes('201')
  )
    return 'it makes a record under a name of the client’s choosing, which a contract cannot say yet';
  return undefined;
}

function isObject(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && 'properties' in schema;
}

/** Path parameter to the resource whose records it names: by the path before it, else by the name that the parameter has elsewhere. */
export function parentsOf(path: string, all: readonly Resource[]): Readonly<Record<string, Resource>> {
  const parts = path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = PARAMETER.exec(part)?.[1];
      if (parameter === undefined) return [];
      const before = parts.slice(0, index).join('/');
      const parent =
        all.find((one) => one.itemsAt === before && one.own !== undefined) ??
        all.find((one) => one.own === parameter && one.path !== path && isKnownBy(parameter, one));
      return parent === undefined ? [] : [[parameter, parent] as const];
    }),
  );
}

/** Whether a parameter of that name is for its records, wherever it stands. */
function isKnownBy(parameter: string, { path, doings }: Resource): boolean {
  return (
    plain(parameter) !== 'id' &&
    pathParameters(path).length === 0 &&
    doings.some(({ kind }) => kind === 'list' || kind === 'create')
  );
}

/** Parameters of a path that no resource of the document explains. */
export function unexplained(operation: ApiOperation, resource: Resource, all: readonly Resource[]): readonly string[] {
  const parents = parentsOf(resource.path, all);
  return pathParameters(operation.path).filter(
    (name) => parents[name] === undefined && !(name === resource.own && operation.path !== resource.path),
  );
}
