/** Which operations of a document belong together, what each of them does, and what a resource hangs on. Pure. */
import { pathParameters } from '../model/path-template.ts';
import { defined, maybe } from '../model/objects.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { BLOCKS } from '../load/load-contracts.ts';
import { answerOf, bodyOf, propertiesOf, recordOf, successesOf } from './answers.ts';
import { chosenName } from './chosen-name.ts';
import { isManyOf, kebab, plain } from './names.ts';
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
/** A record, and what is done to it: `{book}:lend`. */
const DONE_TO = /^\{([^}]+)\}:([\w-]+)$/;

/** The word for what a path is: its last part, or what is done to the record that it names. */
function wordOf(path: string): string {
  const last = path.split('/').at(-1) ?? '';
  return kebab(DONE_TO.exec(last)?.[2] ?? last);
}

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
      .map(([path, own]) => {
        const name = freeName(path, own, taken);
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
    .map(wordOf);
}

/** The last word of the path; with those before it where that is taken. What stands at the root is called as its list calls it. */
function freeName(path: string, operations: readonly ApiOperation[], taken: ReadonlySet<string>): string {
  const isFree = (name: string): boolean => !taken.has(name) && !SHARED.has(name);
  const list = operations.map(listShownBy).find((one) => one !== undefined);
  const called = list?.pointer.split('/').at(-1) ?? '';
  const words = wordsOf(path).length > 0 || called === '' ? wordsOf(path) : [kebab(called)];
  for (let count = 1; count <= Math.max(1, words.length); count += 1) {
    const name = words.slice(-count).join('-') || 'root';
    if (isFree(name)) return name;
  }
  const own = maybe(
    operations.find((one) => one.path !== path),
    (item) => lastParameter(item.path),
  );
  const named = `${words.join('-')}-${kebab(own ?? 'x')}`;
  return own !== undefined && isFree(named) ? named : `${words.join('-')}-${taken.size + 1}`;
}

/** Files of a contract that are no endpoints. */
const SHARED: ReadonlySet<string> = new Set(BLOCKS);

function doingsOf(path: string, operations: readonly ApiOperation[], leaveOut: LeaveOut): readonly Doing[] {
  // What is neither read nor listed, and hangs on a record or takes nothing, is done and not made: `/books/{id}/lend`.
  const isDone =
    !operations.some((one) => one.method === 'GET' || one.path !== path) &&
    (isOfRecord(path) || operations.every((one) => one.requestBody === undefined || !isMaking(one, path, operations)));
  const isMany = operations.some((one) => one.path !== path || isListOf(one, path));
  const names = new Set<string>();
  const doings = new Map<ApiOperation, Doing>();
  // What is done to one record has the usual name; what is done to all of them another.
  for (const operation of operations.toSorted(
    (one, other) => Number(one.path === path) - Number(other.path === path),
  )) {
    if (operation.server !== undefined) {
      leaveOut(operation, `it is at an address of its own, ${operation.server}: see \`servers\` of envelope.yaml`);
      continue;
    }
    const kind = operation.method === 'TRACE' ? undefined : kindOf(operation, path, operations, isDone);
    if (kind === undefined) {
      leaveOut(operation, `a contract declares no ${operation.method}`);
      continue;
    }
    const why = whyNot(operation, kind, { path, isMany, isMade: isMadeAt(operation.path, operations) });
    if (why !== undefined) {
      leaveOut(operation, why);
      continue;
    }
    const word = wordOf(path);
    const method = operation.method.toLowerCase();
    const tried =
      kind === 'action'
        ? [
            ...(isDone && !word.startsWith('x-') ? [word] : []),
            method,
            kebab(operation.operationId ?? ''),
            `${method}-${word}`,
          ]
        : [kind];
    const name = tried.find((one) => one !== 'x' && !names.has(one) && (kind !== 'action' || !KINDS.has(one)));
    if (name === undefined) leaveOut(operation, `this path has a ${kind} already`);
    else {
      names.add(name);
      doings.set(operation, { kind, name, operation });
    }
  }
  return operations.flatMap((operation) => {
    const doing = doings.get(operation);
    if (doing === undefined) return [];
    // What a PUT makes where nothing else makes a record is made under a name of the client's choosing.
    return doing.kind === 'replace' &&
      !names.has('create') &&
      operation.path !== path &&
      chosenName(operation) !== undefined
      ? [{ kind: 'create', name: 'create', operation }, doing]
      : [doing];
  });
}

const KINDS: ReadonlySet<string> = new Set(['create', 'read', 'list', 'update', 'replace', 'delete', 'token']);

/** Whether it stands below one record, or is done to it. */
function isOfRecord(path: string): boolean {
  const parts = path.split('/');
  return PARAMETER.test(parts.at(-2) ?? '') || DONE_TO.test(parts.at(-1) ?? '');
}

function isMadeAt(path: string, operations: readonly ApiOperation[]): boolean {
  return operations.some((one) => one.path === path && (one.method === 'POST' || one.method === 'PUT'));
}

function kindOf(
  operation: ApiOperation,
  path: string,
  all: readonly ApiOperation[],
  isDone: boolean,
): Kind | undefined {
  if (isDone) return 'action';
  const isItem = operation.path !== path;
  const has = (method: string, at: string = operation.path): boolean =>
    all.some((one) => one.method === method && one.path === at);
  const isSent = operation.requestBody !== undefined;
  switch (operation.method) {
    case 'GET':
      if (isListOf(operation, path)) return 'list';
      // What stands beside the read of one record, and shows no list, is said by its path alone.
      return isItem || !all.some((one) => one.method === 'GET' && one.path !== path) ? 'read' : 'action';
    case 'POST':
      if (!isItem) return isSent && isMaking(operation, path, all) ? 'create' : 'action';
      // Some services change a record by POST to its address.
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
 * Whether a POST to a path makes a record there. What answers with no 201 and with the id of nothing makes none where nothing else is at its
 * path, or where it answers with a list: it searches, or reckons. Of one whose success the document does not show nothing is known.
 */
function isMaking(operation: ApiOperation, path: string, all: readonly ApiOperation[]): boolean {
  if (operation.method !== 'POST') return true;
  const statuses = successesOf(operation);
  if (statuses.length === 0 || statuses.includes('201') || namesNew(operation, path, all)) return true;
  return listShownBy(operation) === undefined && all.some((one) => one.method === 'GET' || one.path !== path);
}

/** Whether an answer has the id of one record, or its address. */
function namesNew(operation: ApiOperation, path: string, all: readonly ApiOperation[]): boolean {
  const own = all.flatMap((one) => (one.path === path ? [] : plain(lastParameter(one.path) ?? '')));
  const word = wordsOf(path).at(-1) ?? '';
  const members = Object.keys(propertiesOf(recordOf(answerOf(operation), word)?.schema)).map(plain);
  const isOwnId = (name: string): boolean =>
    IDS.some((id) => name === id || (name.endsWith(id) && isManyOf(name.slice(0, -id.length), plain(word))));
  return (
    members.some((name) => own.includes(name) || isOwnId(name)) ||
    successesOf(operation).some((status) =>
      operation.responses[status]?.headers.some((name) => name.toLowerCase() === 'location'),
    )
  );
}

const IDS = ['id', 'uuid', 'uid', 'guid', 'key'] as const;

function isListOf(operation: ApiOperation, path: string): boolean {
  return operation.method === 'GET' && operation.path === path && listShownBy(operation) !== undefined;
}

/** Why an operation is not in a draft: nothing says what is sent, or it could do harm to what no run made. */
function whyNot(
  operation: ApiOperation,
  kind: Kind,
  { path, isMany, isMade }: { readonly path: string; readonly isMany: boolean; readonly isMade: boolean },
): string | undefined {
  if (/[?#]|\s/.test(operation.path)) return 'its path has more than a path in it, such as a query';
  const types = Object.keys(operation.requestBody?.content ?? {});
  const sent = bodyOf(operation);
  if (types.length > 0 && sent === undefined)
    return `its body is ${types.join(' or ')}: say under content what is sent`;
  const members = Object.entries((sent?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  if (sent !== undefined && members.length === 0) return 'its body is no object with named members';
  const file = members.find(([, schema]) => (schema as { readonly format?: unknown } | null)?.format === 'binary');
  if (sent?.form === 'multipart' && file !== undefined)
    return `its body has a file, ${file[0]}: say under files what is sent`;
  if (
    operation.method === 'POST' &&
    operation.path !== path &&
    kind === 'action' &&
    successesOf(operation).includes('201')
  )
    return 'it makes a record under a name of the client’s choosing: say so as a create';
  if (kind === 'action' && isOfRecord(path) && UNDOES.test(wordOf(path)))
    return 'it undoes what has to be done before: say so in a case of several steps';
  const harm = harmOf(operation, { path, kind, isMany, isMade });
  if (harm !== undefined || kind !== 'create' || !isBegun(operation)) return harm;
  return 'it only begins to make what it answers of, and what is made is not to be found by that: say so in a case of several steps';
}

/** Whether an answer is of something that is still to be done: an operation that says whether it is done, or 202 without what was made. */
function isBegun(operation: ApiOperation): boolean {
  const answer = propertiesOf(answerOf(operation));
  const sent = propertiesOf(bodyOf(operation)?.schema);
  if (answer['done']?.['type'] === 'boolean' && sent['done'] === undefined) return true;
  const statuses = successesOf(operation);
  return (
    statuses.length > 0 &&
    statuses.every((status) => status === '202') &&
    !Object.keys(sent).some((name) => Object.hasOwn(answer, name))
  );
}

/** What can be done only to a record of which something else was done. */
const UNDOES =
  /^(?:un-?(?:delete|archive|cancel|lock|block|publish|suspend|assign|pause|hide|pin|star|mute|do)|restore|reopen|reactivate|resume)$/;

/** What a contract may well declare, where somebody knows that it does no harm to what is there. */
function harmOf(
  operation: ApiOperation,
  {
    path,
    kind,
    isMany,
    isMade,
  }: { readonly path: string; readonly kind: Kind; readonly isMany: boolean; readonly isMade: boolean },
): string | undefined {
  if (operation.path !== path) return undefined;
  const { method } = operation;
  if (isMany && (method === 'PATCH' || method === 'PUT'))
    return 'it changes all that is listed, and not what a run made: declare it where that does no harm';
  if (isMany && method === 'DELETE')
    return 'it deletes all that is listed, and not what a run made: declare it where that does no harm';
  if (pathParameters(path).length > 0) return undefined;
  if (method === 'POST' && !isMany && takesPassword(operation))
    return 'it takes a password, and wrong ones may lock somebody out: declare it where that does no harm';
  if (method === 'DELETE' && !isMade) return 'it deletes what no run makes: declare it where that does no harm';
  if (method === 'POST' && operation.requestBody === undefined)
    return 'it is done to the whole service, and nothing says what: declare it where that does no harm';
  const takesAway = wordOf(path)
    .split('-')
    .some((word) => TAKES_AWAY.has(word));
  return (kind === 'action' || !isMany) && method !== 'GET' && takesAway
    ? 'by its name it takes away what no run made: declare it where that does no harm'
    : undefined;
}

const TAKES_AWAY: ReadonlySet<string> = new Set(
  (
    'delete remove purge clear clean cleanup reset wipe truncate drop flush destroy erase prune expire revoke rollback ' +
    'shutdown restart stop'
  ).split(' '),
);

/** A record may have a password too; what is no record, and takes one, asks who somebody is. */
function takesPassword(operation: ApiOperation): boolean {
  const members = Object.keys((bodyOf(operation)?.schema['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  return members.some((name) => /^(password|passwd|pwd|passphrase|passcode|pin|otp)$/.test(plain(name)));
}

/** Path parameter to the resource whose records it names: by the path before it, else by the name that the parameter has elsewhere. */
export function parentsOf(path: string, all: readonly Resource[]): Readonly<Record<string, Resource>> {
  const parts = path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = (PARAMETER.exec(part) ?? DONE_TO.exec(part))?.[1];
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
    (name) => !Object.hasOwn(parents, name) && !(name === resource.own && operation.path !== resource.path),
  );
}
