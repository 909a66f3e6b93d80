/** Groups the operations of a document by resource, and determines their kinds and the parents of each resource. */
import { pathParameters } from '../model/path-template.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { SHARED_FILES } from '../load/load-contracts.ts';
import { responseSchemaOf, requestBodyOf, locateRecord, successStatuses } from './operation-bodies.ts';
import { isAllowedFieldName, isPluralOf, kebabCase, normalizeName } from './names.ts';
import { type NoteOmission, listInResponse } from './paging.ts';
import { isUnion, propertiesOf } from './schemas.ts';
import { clientChosenName } from './queries.ts';

export type ActionKind = 'create' | 'read' | 'list' | 'update' | 'replace' | 'delete' | 'action';

export interface ResourceAction {
  readonly kind: ActionKind;
  /** Name in the contract: the kind, or a name for an action. */
  readonly name: string;
  readonly operation: ApiOperation;
}

/** A collection with its records, or a singleton resource. */
export interface Resource {
  /** Path of the collection, such as `/books` with records at `/books/{id}`. */
  readonly path: string;
  /** Prefix of record paths: the collection path, or the singular as in `/book/{id}`. */
  readonly itemsAt: string;
  /** Unique name in kebab case. */
  readonly name: string;
  /** Parameter at the end of the record path. */
  readonly own?: string;
  readonly actions: readonly ResourceAction[];
}

const PARAMETER = /^\{([^}]+)\}$/;
/** Custom method on a record: `{book}:lend`. */
const CUSTOM_METHOD = /^\{([^}]+)\}:([\w-]+)$/;

/** The last word of a path: its last segment, or the custom method on a record. */
function wordOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return kebabCase(CUSTOM_METHOD.exec(last)?.[2] ?? last);
}

export function groupResources(operations: readonly ApiOperation[], leaveOut: NoteOmission): readonly Resource[] {
  const byPath = new Map<string, ApiOperation[]>();
  const lists = listsByParent(operations);
  const collectionOf = (path: string): string => (lists.has(path) ? path : withoutRecord(path));
  const singulars = singularsOf(operations, collectionOf);
  for (const operation of operations) {
    const path = collectionOf(operation.path);
    const collection = singulars.get(path) ?? path;
    byPath.set(collection, [...(byPath.get(collection) ?? []), operation]);
  }
  // Shorter paths get the shorter names, independent of their order in the document.
  const taken = new Set<string>();
  const names = new Map(
    [...byPath]
      .toSorted(([one], [other]) => one.split('/').length - other.split('/').length)
      .map(([path, operationsOfPath]) => {
        const name = freeName(path, operationsOfPath, taken);
        taken.add(name);
        return [path, name] as const;
      }),
  );
  return [...byPath].map(([path, own]) => {
    const item = own.find((one) => one.path !== path);
    return {
      path,
      itemsAt: item === undefined ? path : collectionOf(item.path),
      name: names.get(path) ?? '',
      ...omitUndefined({ own: mapOptional(item, (one) => lastParameter(one.path)) }),
      actions: actionsOf(path, own, leaveOut),
    };
  });
}

/** Paths that end with the ID of a parent and return a list: `/queues/{vhost}` with records at `/queues/{vhost}/{name}`. */
function listsByParent(operations: readonly ApiOperation[]): ReadonlySet<string> {
  const withRecords = new Set(operations.map(({ path }) => withoutRecord(path)));
  return new Set(
    operations.flatMap((one) =>
      one.method === 'GET' &&
      withoutRecord(one.path) !== one.path &&
      withRecords.has(one.path) &&
      listInResponse(one) !== undefined
        ? [one.path]
        : [],
    ),
  );
}

/** Paths that differ only in a trailing parameter belong to one resource. */
function withoutRecord(path: string): string {
  const parts = path.split('/');
  return PARAMETER.test(parts.at(-1) ?? '') ? parts.slice(0, -1).join('/') || '/' : path;
}

/** Maps singular paths to plural paths: `/book` with only `/book/{id}` to `/books` without record paths. */
function singularsOf(
  operations: readonly ApiOperation[],
  collectionOf: (path: string) => string,
): ReadonlyMap<string, string> {
  const paths = new Set(operations.map(({ path }) => path));
  const withRecords = new Set([...paths].filter((path) => collectionOf(path) !== path).map(collectionOf));
  return new Map(
    [...withRecords].flatMap((one) => {
      const plural = [`${one}s`, `${one}es`, one.replace(/y$/, 'ies')].find(
        (path) => path !== one && paths.has(path) && !withRecords.has(path),
      );
      return plural === undefined || paths.has(one) ? [] : [[one, plural] as const];
    }),
  );
}

function lastParameter(path: string): string | undefined {
  const name = PARAMETER.exec(path.split('/').at(-1) ?? '')?.[1];
  return name !== undefined && isAllowedFieldName(name) ? name : undefined;
}

function wordsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && !PARAMETER.test(part))
    .map(wordOf);
}

/** The last word of the path, with preceding words if the name is taken. A resource at the root has the name of its list. */
function freeName(path: string, operations: readonly ApiOperation[], taken: ReadonlySet<string>): string {
  const isFree = (name: string): boolean => !taken.has(name) && !SHARED.has(name);
  const list = operations.map(listInResponse).find((one) => one !== undefined);
  const listName = list?.pointer.split('/').at(-1) ?? '';
  const words = wordsOf(path).length > 0 || listName === '' ? wordsOf(path) : [kebabCase(listName)];
  for (let count = 1; count <= Math.max(1, words.length); count += 1) {
    const name = words.slice(-count).join('-') || 'root';
    if (isFree(name)) return name;
  }
  const idParameter = mapOptional(
    operations.find((one) => one.path !== path),
    (item) => lastParameter(item.path),
  );
  const named = [...words, kebabCase(idParameter ?? 'x')].join('-');
  return idParameter !== undefined && isFree(named) ? named : `${words.join('-') || 'root'}-${taken.size + 1}`;
}

/** File names of a contract that are not endpoints. */
const SHARED: ReadonlySet<string> = new Set(SHARED_FILES);

function actionsOf(
  path: string,
  operations: readonly ApiOperation[],
  leaveOut: NoteOmission,
): readonly ResourceAction[] {
  // A path without reads that is below a record or takes no body is an action, not a collection: `/books/{id}/lend`.
  const isActionPath =
    !operations.some((one) => one.method === 'GET' || one.path !== path) &&
    (isOfRecord(path) ||
      operations.every((one) => one.requestBody === undefined || !isCreating(one, path, operations)));
  const isCollection = operations.some((one) => one.path !== path || isListOf(one, path));
  const takenNames = new Set<string>();
  const actionOf = new Map<ApiOperation, ResourceAction>();
  // Operations on one record take the common names first; operations on the collection get other names.
  for (const operation of operations.toSorted(
    (one, other) => Number(one.path === path) - Number(other.path === path),
  )) {
    if (operation.server !== undefined) {
      leaveOut(operation, `it has its own address, ${operation.server}: see \`servers\` in envelope.yaml`);
      continue;
    }
    const kind = operation.method === 'TRACE' ? undefined : kindOf(operation, path, operations, isActionPath);
    if (kind === undefined) {
      leaveOut(operation, `a contract cannot declare ${operation.method}`);
      continue;
    }
    const why = omissionReason(operation, kind, {
      path,
      isMany: isCollection,
      isMade: hasCreate(operation.path, operations),
    });
    if (why !== undefined) {
      leaveOut(operation, why);
      continue;
    }
    const word = wordOf(path);
    const method = operation.method.toLowerCase();
    const candidates =
      kind === 'action'
        ? [
            ...(isActionPath && !word.startsWith('x-') ? [word] : []),
            method,
            kebabCase(operation.operationId ?? ''),
            `${method}-${word}`,
          ]
        : [kind];
    const name = candidates.find(
      (one) => one !== 'x' && !takenNames.has(one) && (kind !== 'action' || !KINDS.has(one)),
    );
    if (name === undefined) leaveOut(operation, `this path already has a ${kind}`);
    else {
      takenNames.add(name);
      actionOf.set(operation, { kind, name, operation });
    }
  }
  return operations.flatMap((operation) => {
    const action = actionOf.get(operation);
    if (action === undefined) return [];
    // A PUT with a client-chosen name is also the create operation if no other operation creates records.
    return action.kind === 'replace' &&
      !takenNames.has('create') &&
      operation.path !== path &&
      clientChosenName(operation) !== undefined
      ? [{ kind: 'create', name: 'create', operation }, action]
      : [action];
  });
}

const KINDS: ReadonlySet<string> = new Set(['create', 'read', 'list', 'update', 'replace', 'delete', 'token']);

/** Whether a path is below one record or is a custom method on it. */
function isOfRecord(path: string): boolean {
  const parts = path.split('/');
  return PARAMETER.test(parts.at(-2) ?? '') || CUSTOM_METHOD.test(parts.at(-1) ?? '');
}

function hasCreate(path: string, operations: readonly ApiOperation[]): boolean {
  return operations.some((one) => one.path === path && (one.method === 'POST' || one.method === 'PUT'));
}

function kindOf(
  operation: ApiOperation,
  path: string,
  all: readonly ApiOperation[],
  isActionPath: boolean,
): ActionKind | undefined {
  if (isActionPath) return 'action';
  const isItem = operation.path !== path;
  const has = (method: string, at: string = operation.path): boolean =>
    all.some((one) => one.method === method && one.path === at);
  const isSent = operation.requestBody !== undefined;
  switch (operation.method) {
    case 'GET':
      if (isListOf(operation, path)) return 'list';
      // A GET next to the read of one record that returns no list is an action.
      return isItem || !all.some((one) => one.method === 'GET' && one.path !== path) ? 'read' : 'action';
    case 'POST':
      if (!isItem) return isSent && isCreating(operation, path, all) ? 'create' : 'action';
      // Some services update a record by POST to its path.
      return isSent && has('GET') && !has('PATCH') && !has('PUT') ? 'update' : 'action';
    case 'PUT':
      return isSent && (isItem || has('GET')) ? 'replace' : 'action';
    case 'PATCH':
      return isSent ? 'update' : 'action';
    case 'DELETE':
      return 'delete';
    default:
      return 'action';
  }
}

/**
 * Whether a POST creates a record. Without status 201 and without a new ID in the response, it does not if its path has no other operation
 * or if it returns a list: then it is a search or a calculation. A POST with no documented success is assumed to create.
 */
function isCreating(operation: ApiOperation, path: string, all: readonly ApiOperation[]): boolean {
  if (operation.method !== 'POST') return true;
  const statuses = successStatuses(operation);
  if (statuses.length === 0 || statuses.includes('201') || returnsNewId(operation, path, all)) return true;
  return listInResponse(operation) === undefined && all.some((one) => one.method === 'GET' || one.path !== path);
}

/** Whether a response contains the ID of one record or a Location header. */
function returnsNewId(operation: ApiOperation, path: string, all: readonly ApiOperation[]): boolean {
  const idParameters = all.flatMap((one) => (one.path === path ? [] : normalizeName(lastParameter(one.path) ?? '')));
  const word = wordsOf(path).at(-1) ?? '';
  const members = Object.keys(propertiesOf(locateRecord(responseSchemaOf(operation), word)?.schema)).map(normalizeName);
  const isOwnId = (name: string): boolean =>
    IDS.some((id) => name === id || (name.endsWith(id) && isPluralOf(name.slice(0, -id.length), normalizeName(word))));
  return (
    members.some((name) => idParameters.includes(name) || isOwnId(name)) ||
    successStatuses(operation).some((status) =>
      operation.responses[status]?.headers.some((name) => name.toLowerCase() === 'location'),
    )
  );
}

const IDS = ['id', 'uuid', 'uid', 'guid', 'key'] as const;

function isListOf(operation: ApiOperation, path: string): boolean {
  return operation.method === 'GET' && operation.path === path && listInResponse(operation) !== undefined;
}

/** Reason to omit an operation: its request is not described, or it could damage data that the run did not create. */
function omissionReason(
  operation: ApiOperation,
  kind: ActionKind,
  { path, isMany, isMade }: { readonly path: string; readonly isMany: boolean; readonly isMade: boolean },
): string | undefined {
  if (/[?#]|\s/.test(operation.path)) return 'its path contains more than a path, such as a query';
  const types = Object.keys(operation.requestBody?.content ?? {});
  const sent = requestBodyOf(operation);
  if (types.length > 0 && sent === undefined) return `its body is ${types.join(' or ')}: declare it under \`content\``;
  const members = Object.entries((sent?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  if (sent !== undefined && members.length === 0)
    return isUnion(sent.schema)
      ? 'its body is one of several schemas: declare the fields of one of them'
      : 'its body is not an object with named fields';
  const file = members.find(([, schema]) => (schema as { readonly format?: unknown } | null)?.format === 'binary');
  if (sent?.form === 'multipart' && file !== undefined)
    return `its body has a file, ${file[0]}: declare it under \`files\``;
  if (
    operation.method === 'POST' &&
    operation.path !== path &&
    kind === 'action' &&
    successStatuses(operation).includes('201')
  )
    return 'it creates a record under an ID chosen by the client: declare it as a create';
  if (kind === 'action' && isOfRecord(path) && UNDO_ACTIONS.test(wordOf(path)))
    return 'it reverts an earlier operation: write a case with several steps';
  const harm = harmReason(operation, { path, kind, isMany, isMade });
  if (harm !== undefined || kind !== 'create' || !isUnfinished(operation)) return harm;
  return 'it starts a task, and its response does not identify the result: write a case with several steps';
}

/** Whether the response is about unfinished work: an operation with a `done` flag, or 202 without the created record. */
function isUnfinished(operation: ApiOperation): boolean {
  const answer = propertiesOf(responseSchemaOf(operation));
  const sent = propertiesOf(requestBodyOf(operation)?.schema);
  if (answer['done']?.['type'] === 'boolean' && sent['done'] === undefined) return true;
  const statuses = successStatuses(operation);
  return (
    statuses.length > 0 &&
    statuses.every((status) => status === '202') &&
    !Object.keys(sent).some((name) => Object.hasOwn(answer, name))
  );
}

/** Names of actions that need a previous opposite action. */
const UNDO_ACTIONS =
  /^(?:un-?(?:delete|archive|cancel|lock|block|publish|suspend|assign|pause|hide|pin|star|mute|do)|restore|reopen|reactivate|resume)$/;

/** Reason to omit an operation that may damage existing data. A user can declare it if it is safe. */
function harmReason(
  operation: ApiOperation,
  {
    path,
    kind,
    isMany,
    isMade,
  }: { readonly path: string; readonly kind: ActionKind; readonly isMany: boolean; readonly isMade: boolean },
): string | undefined {
  if (operation.path !== path) return undefined;
  const { method } = operation;
  if (isMany && (method === 'PATCH' || method === 'PUT'))
    return 'it changes all listed records, not only those of the run: declare it if that is harmless';
  if (isMany && method === 'DELETE')
    return 'it deletes all listed records, not only those of the run: declare it if that is harmless';
  if (pathParameters(path).length > 0) return undefined;
  if (method === 'POST' && !isMany && takesPassword(operation))
    return 'it takes a password, and wrong passwords may lock an account: declare it if that is harmless';
  if (method === 'DELETE' && !isMade)
    return 'it deletes a record that the run did not create: declare it if that is harmless';
  if (method === 'POST' && operation.requestBody === undefined)
    return 'it affects the whole service in an unknown way: declare it if that is harmless';
  const isRemoval = wordOf(path)
    .split('-')
    .some((word) => REMOVAL_WORDS.has(word));
  return (kind === 'action' || !isMany) && method !== 'GET' && isRemoval
    ? 'by its name it deletes data that the run did not create: declare it if that is harmless'
    : undefined;
}

const REMOVAL_WORDS: ReadonlySet<string> = new Set(
  (
    'delete remove purge clear clean cleanup reset wipe truncate drop flush destroy erase prune expire revoke rollback ' +
    'shutdown restart stop'
  ).split(' '),
);

/** Records may have passwords, too; a singleton that takes one is a login. */
function takesPassword(operation: ApiOperation): boolean {
  const members = Object.keys(
    (requestBodyOf(operation)?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>,
  );
  return members.some((name) => /^(password|passwd|pwd|passphrase|passcode|pin|otp)$/.test(normalizeName(name)));
}

/** Parent resource by path parameter: by the path before the parameter, else by the same parameter name elsewhere. */
export function parentResources(path: string, all: readonly Resource[]): Readonly<Record<string, Resource>> {
  const parts = path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = (PARAMETER.exec(part) ?? CUSTOM_METHOD.exec(part))?.[1];
      if (parameter === undefined) return [];
      const before = parts.slice(0, index).join('/');
      const parent =
        all.find((one) => one.itemsAt === before && one.own !== undefined) ??
        all.find((one) => one.own === parameter && one.path !== path && isKnownBy(parameter, one));
      return parent === undefined ? [] : [[parameter, parent] as const];
    }),
  );
}

/** Whether a parameter of that name always identifies a record of the resource. */
function isKnownBy(parameter: string, { path, actions }: Resource): boolean {
  return (
    normalizeName(parameter) !== 'id' &&
    pathParameters(path).length === 0 &&
    actions.some(({ kind }) => kind === 'list' || kind === 'create')
  );
}

/** Path parameters that identify no record of the document. */
export function unresolvedParameters(
  operation: ApiOperation,
  resource: Resource,
  all: readonly Resource[],
): readonly string[] {
  const parents = parentResources(resource.path, all);
  return pathParameters(operation.path).filter(
    (name) => !Object.hasOwn(parents, name) && !(name === resource.own && operation.path !== resource.path),
  );
}
