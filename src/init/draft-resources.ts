/** Which operations of an OpenAPI document belong together, and what each of them does. Pure. */
import { isMap } from '../record/json.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { answerOf, bodyOf, formOf, identifierIn } from './draft-body.ts';
import { listShape, type ListShape } from './draft-list.ts';
import { draftParameter } from './draft-query.ts';

/** The operations of one collection and of its records. */
export interface Resource {
  /** `/books`, where the records are at `/books/{id}`. */
  readonly path: string;
  readonly name: string;
  readonly operations: readonly ApiOperation[];
}

const PARAMETER = /^\{([^}]+)\}$/;

/** Last words of paths at which records are made. */
const MAKING: ReadonlySet<string> = new Set(['create', 'new', 'add']);

/** Paths that differ in nothing but a parameter at their end are one resource, and so is what is made beside it. */
export function resourcesOf(operations: readonly ApiOperation[]): readonly Resource[] {
  const paths = new Set(operations.map(({ path }) => path));
  const byPath = new Map<string, ApiOperation[]>();
  for (const operation of operations) {
    const path = collectionOf(operation, paths);
    byPath.set(path, [...(byPath.get(path) ?? []), operation]);
  }
  const taken = new Set<string>();
  // The shortest has the plain name, and what lies deeper the longer one.
  const shortestFirst = [...byPath.keys()].sort((one, other) => wordsOf(one).length - wordsOf(other).length);
  const names = new Map(shortestFirst.map((path) => [path, freeName(path, taken)] as const));
  const resources = [...byPath].map(([path, own]) => ({ path, name: names.get(path) ?? '', operations: own }));
  // What is done to one record by a POST has a body of its own, and so a file of its own.
  return resources.flatMap((resource) => {
    const acts = resource.operations.filter((one) => isAction(one, resource));
    if (acts.length === 0 || acts.length === resource.operations.length) return [resource];
    const rest = resource.operations.filter((one) => !acts.includes(one));
    return [
      { ...resource, operations: rest },
      ...acts.map((act) => ({
        path: act.path,
        name: freeName(`/${resource.name}-${act.method}`, taken),
        operations: [act],
      })),
    ];
  });
}

function collectionOf({ path, method }: ApiOperation, paths: ReadonlySet<string>): string {
  const parts = path.split('/');
  const last = parts.at(-1) ?? '';
  const above = parts.slice(0, -1).join('/');
  if (method === 'POST' && MAKING.has(last) && paths.has(above)) return above;
  if (!PARAMETER.test(last)) return path;
  // `/silence/{id}` is one of `/silences`.
  return (
    (paths.has(above) ? above : [`${above}s`, `${above}es`].find((one) => paths.has(one))) ??
    (above === '' ? '/' : above)
  );
}

/** The last word of the path; with those before it where that is taken. */
function freeName(path: string, taken: Set<string>): string {
  const words = wordsOf(path);
  for (let count = 1; count <= Math.max(1, words.length); count += 1) {
    const name = words.slice(-count).join('-') || 'root';
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
  const name = `${words.join('-')}-${taken.size + 1}`;
  taken.add(name);
  return name;
}

/** What of a path is no parameter. */
function wordsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part !== '' && !PARAMETER.test(part))
    .map((part) => kebab(part));
}

/** `Book orders` and `bookOrders` to `book-orders`. */
export function kebab(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, '');
}

/** Whether its path is that of one record. */
function isItem({ path }: ApiOperation): boolean {
  return PARAMETER.test(path.split('/').at(-1) ?? '');
}

function isAction(operation: ApiOperation, resource: Resource): boolean {
  return operation.method === 'POST' && (isItem(operation) || kindOf(operation, resource) === 'action');
}

/** The parameter at the end of the records’ path, where it names no record of another endpoint. */
export function ownParameter(resource: Resource, parents: Readonly<Record<string, string>>): string | undefined {
  const item = resource.operations.find(isItem);
  const name = item === undefined ? undefined : PARAMETER.exec(item.path.split('/').at(-1) ?? '')?.[1];
  return name === undefined || parents[name] !== undefined ? undefined : name;
}

export function shapeOf(operation: ApiOperation, { name }: Resource): ListShape | undefined {
  return listShape(answerOf(operation), name, operation.parameters);
}

type Kind = 'create' | 'read' | 'list' | 'update' | 'replace' | 'delete' | 'action';

export function kindOf(operation: ApiOperation, resource: Resource): Kind | undefined {
  switch (operation.method) {
    case 'POST':
      if (isItem(operation) || !isCollection(resource)) return 'action';
      return bodyOf(operation) === undefined && !hasIdentifier(operation) ? 'action' : 'create';
    case 'GET':
      return !isItem(operation) && shapeOf(operation, resource) !== undefined ? 'list' : 'read';
    case 'PATCH':
      return 'update';
    case 'PUT':
      return 'replace';
    case 'DELETE':
      return isItem(operation) || !isCollection(resource) ? 'delete' : undefined;
    default:
      return undefined;
  }
}

/** Whether there are records at it: they are listed there, or one of them can be named. */
function isCollection(resource: Resource): boolean {
  return resource.operations.some(
    (one) =>
      isItem(one) ||
      (one.method === 'GET' && shapeOf(one, resource) !== undefined) ||
      (one.method === 'POST' && hasIdentifier(one)),
  );
}

function hasIdentifier(operation: ApiOperation): boolean {
  return operation.responses['201'] !== undefined && identifierIn(answerOf(operation) ?? {}, undefined) !== undefined;
}

/** Other resources whose records a path goes through. */
export function parentsOf(resource: Resource, all: readonly Resource[]): Readonly<Record<string, string>> {
  const parts = resource.path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = PARAMETER.exec(part)?.[1];
      const above = parts.slice(0, index).join('/');
      const parent =
        parameter === undefined
          ? undefined
          : all.find(
              (r) =>
                (r.path === above || r.operations.some((o) => o.path === `${above}/${part}`)) &&
                r !== resource &&
                (r.operations.some(isItem) || r.operations.some((one) => kindOf(one, r) === 'create')) &&
                isDrafted(r),
            );
      return parameter === undefined || parent === undefined ? [] : [[parameter, parent.name] as const];
    }),
  );
}

/** Whether anything of it can be put under contract. */
function isDrafted(resource: Resource): boolean {
  return resource.operations.some(
    (operation) => kindOf(operation, resource) !== undefined && whyNot(operation) === undefined,
  );
}

/** Why an operation of a known kind cannot be called from a contract all the same. */
export function whyNot(operation: ApiOperation): string | undefined {
  const needed = operation.parameters.find(
    (p) => p.required && (p.in === 'header' || p.in === 'cookie') && !isSaid(p.name),
  );
  if (needed !== undefined)
    return `it needs the ${needed.in} parameter ${needed.name}: write it under \`headers\` of envelope.yaml, and the operation by hand`;
  const odd = operation.parameters.find((p) => p.required && p.in === 'query' && draftParameter(p) === undefined);
  if (odd !== undefined) return `it needs the query parameter ${odd.name}, which is no plain value`;
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.length > 0 && formOf(operation) === undefined)
    return `its body is ${types.join(' or ')}, and the document does not show one`;
  const body = bodyOf(operation);
  if (body !== undefined && !isMap(body['properties'])) return 'its body is no object with named members';
  if ((operation.method === 'PUT' || operation.method === 'PATCH') && body === undefined)
    return 'the document does not say what is sent';
  return undefined;
}

/** Headers that are said elsewhere. */
function isSaid(name: string): boolean {
  return ['authorization', 'if-match', 'if-none-match', 'accept', 'content-type'].includes(name.toLowerCase());
}
