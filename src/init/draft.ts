/**
 * From an OpenAPI document to the first draft of a contract: endpoints with their fields and operations, how the service
 * refuses, and what could not be said. Pure.
 */
import { defined, maybe } from '../record/defined.ts';
import { isMap, type Json, type JsonMap } from '../record/json.ts';
import { escapeRegExp } from '../record/regexp.ts';
import type { ApiDocument, ApiOperation } from '../openapi/document.ts';
import { type JsonSchema } from '../openapi/json.ts';
import { pathParameters } from '../plan/templates.ts';
import { draftErrors, type DraftErrors } from './draft-errors.ts';
import { draftField } from './draft-field.ts';

export interface DraftEndpoint {
  /** Kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly uid?: string;
  /** Path parameter to endpoint. */
  readonly parents: Readonly<Record<string, string>>;
  /** As in `contracts/<service>/<endpoint>.yaml`. */
  readonly fields: Readonly<Record<string, JsonMap>>;
  readonly operations: Readonly<Record<string, JsonMap>>;
}

export interface Draft {
  readonly title: string;
  readonly version: string;
  readonly server: string | undefined;
  readonly secured: boolean;
  readonly endpoints: readonly DraftEndpoint[];
  readonly errors: DraftErrors;
  /** Operations of the document that no contract was made of, each with the reason. */
  readonly leftOut: readonly string[];
}

/** The operations of one collection and of its records. */
interface Resource {
  /** `/books`, where the records are at `/books/{id}`. */
  readonly path: string;
  readonly name: string;
  readonly operations: ApiOperation[];
}

const PARAMETER = /^\{([^}]+)\}$/;

export function draftOf(document: ApiDocument): Draft {
  const resources = resourcesOf(document.operations);
  const leftOut: string[] = [];
  const endpoints = resources.flatMap((resource) =>
    endpointOf(resource, resources, (operation, why) => leftOut.push(`${operation.method} ${operation.path}: ${why}`)),
  );
  return {
    title: document.title,
    version: document.version,
    server: document.servers.find((url) => /^https?:\/\//.test(url)),
    secured: endpoints.some((e) => Object.values(e.operations).some((o) => o['access'] !== 'public')),
    endpoints,
    errors: draftErrors(document.operations),
    leftOut,
  };
}

/** Paths that differ in nothing but a parameter at their end are one resource. */
function resourcesOf(operations: readonly ApiOperation[]): readonly Resource[] {
  const byPath = new Map<string, Resource>();
  const taken = new Set<string>();
  for (const operation of operations) {
    const path = collectionOf(operation.path);
    const known = byPath.get(path) ?? { path, name: freeName(path, taken), operations: [] };
    byPath.set(path, known);
    known.operations.push(operation);
  }
  return [...byPath.values()];
}

function collectionOf(path: string): string {
  const parts = path.split('/');
  return PARAMETER.test(parts.at(-1) ?? '') ? parts.slice(0, -1).join('/') || '/' : path;
}

/** The last word of the path; with those before it where that is taken. */
function freeName(path: string, taken: Set<string>): string {
  const words = path
    .split('/')
    .filter((part) => part !== '' && !PARAMETER.test(part))
    .map((part) => kebab(part));
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

/** `Book orders` and `bookOrders` to `book-orders`. */
export function kebab(text: string): string {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(words) ? words : `x-${words}`.replace(/-$/, '');
}

type LeaveOut = (operation: ApiOperation, why: string) => void;

function endpointOf(resource: Resource, all: readonly Resource[], leaveOut: LeaveOut): readonly DraftEndpoint[] {
  const kinds = new Map<string, ApiOperation>();
  for (const operation of resource.operations) {
    const kind = kindOf(operation, resource);
    if (kind === undefined) leaveOut(operation, reasonAgainst(operation));
    else if (kinds.has(kind)) leaveOut(operation, `this path has a ${kind} already`);
    else kinds.set(kind, operation);
  }
  const parents = parentsOf(resource, all);
  for (const [kind, operation] of kinds) {
    const why = whyNot(operation, parents, kinds);
    if (why === undefined) continue;
    leaveOut(operation, why);
    kinds.delete(kind);
  }
  if (kinds.size === 0) return [];
  const own = ownParameter(resource);
  const written = bodyOf(kinds.get('create')) ?? bodyOf(kinds.get('update'));
  const shown =
    answerOf(kinds.get('read')) ??
    itemOf(answerOf(kinds.get('list'))) ??
    answerOf(kinds.get('create')) ??
    answerOf(kinds.get('update'));
  const fields = fieldsOf(written, shown);
  const uid = own === undefined ? undefined : uidOf(own, fields);
  return [
    {
      name: resource.name,
      title: titleOf(resource.name),
      ...defined({ uid }),
      parents,
      fields: uid === undefined || uid in fields ? fields : { [uid]: { type: 'string', readOnly: true }, ...fields },
      operations: Object.fromEntries(
        [...kinds].map(([kind, operation]) => [kind, operationOf(kind, operation, own, uid)]),
      ),
    },
  ];
}

/** The parameter at the end of the records' path. */
function ownParameter(resource: Resource): string | undefined {
  const item = resource.operations.find((o) => o.path !== resource.path);
  return item === undefined ? undefined : PARAMETER.exec(item.path.split('/').at(-1) ?? '')?.[1];
}

function kindOf(
  operation: ApiOperation,
  resource: Resource,
): 'create' | 'read' | 'list' | 'update' | 'delete' | undefined {
  const isItem = operation.path !== resource.path;
  switch (operation.method) {
    case 'POST':
      return isItem ? undefined : 'create';
    case 'GET':
      return !isItem && answerOf(operation)?.['type'] === 'array' ? 'list' : 'read';
    case 'PATCH':
      return 'update';
    case 'DELETE':
      return 'delete';
    default:
      return undefined;
  }
}

function reasonAgainst({ method }: ApiOperation): string {
  if (method === 'PUT') return 'a contract has creates, reads, lists, partial updates and deletes, and no replacements';
  if (method === 'POST') return 'a POST to one record is an action, which a contract cannot say yet';
  return `a contract declares no ${method}`;
}

/** Other resources whose records a path goes through. */
function parentsOf(resource: Resource, all: readonly Resource[]): Readonly<Record<string, string>> {
  const parts = resource.path.split('/');
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const parameter = PARAMETER.exec(part)?.[1];
      const parent = parameter === undefined ? undefined : all.find((r) => r.path === parts.slice(0, index).join('/'));
      return parameter === undefined || parent === undefined || !isMade(parent, all)
        ? []
        : [[parameter, parent.name] as const];
    }),
  );
}

/** Whether a contract can make records of it, and of all that they hang on. */
function isMade(resource: Resource, all: readonly Resource[]): boolean {
  const create = resource.operations.find((operation) => kindOf(operation, resource) === 'create');
  return create !== undefined && whyNot(create, parentsOf(resource, all), new Map([['create', create]])) === undefined;
}

/** Why an operation of a known kind cannot be called from a contract all the same. */
function whyNot(
  operation: ApiOperation,
  parents: Readonly<Record<string, string>>,
  kinds: ReadonlyMap<string, ApiOperation>,
): string | undefined {
  const parameters = pathParameters(operation.path);
  const unknown = parameters.slice(0, -1).find((p) => parents[p] === undefined);
  if (unknown !== undefined) return `nothing in the document makes what {${unknown}} names`;
  const last = parameters.at(-1);
  if (last !== undefined && operation.path.endsWith(`{${last}}`) && !kinds.has('create'))
    return `nothing in the document makes the record that {${last}} names`;
  if (last !== undefined && !operation.path.endsWith(`{${last}}`) && parents[last] === undefined)
    return `nothing in the document makes what {${last}} names`;
  const needed = operation.parameters.find((p) => p.required && p.in !== 'path' && !isCarrier(p.name));
  if (needed !== undefined)
    return `it needs the ${needed.in} parameter ${needed.name}, which a contract cannot send yet`;
  if (operation.method === 'POST' && operation.requestBody === undefined)
    return 'a POST without a body is an action, which a contract cannot say yet';
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.length > 0 && !types.some(isJson)) return `its body is ${types.join(' or ')}, not JSON`;
  const body = bodyOf(operation);
  if (body !== undefined && !isMap(body['properties'])) return 'its body is no object with named members';
  return undefined;
}

function isCarrier(name: string): boolean {
  return name.toLowerCase() === 'authorization';
}

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type) || type === '*/*';
}

function jsonOf(content: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  return Object.entries(content).find(([type]) => isJson(type))?.[1];
}

function bodyOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  return operation?.requestBody === undefined ? undefined : jsonOf(operation.requestBody.content);
}

export function successesOf(operation: ApiOperation): readonly string[] {
  return Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
}

function answerOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  if (operation === undefined) return undefined;
  return successesOf(operation)
    .map((status) => jsonOf(operation.responses[status]?.content ?? {}))
    .find((schema) => schema !== undefined);
}

function itemOf(list: JsonSchema | undefined): JsonSchema | undefined {
  return list !== undefined && isMap(list['items']) ? list['items'] : undefined;
}

/** Members of requests and of answers together: which they are in says whether they are set by the client or by the service. */
function fieldsOf(written: JsonSchema | undefined, shown: JsonSchema | undefined): Readonly<Record<string, JsonMap>> {
  const [sent, told] = [propertiesOf(written), propertiesOf(shown)];
  const required = (schema: JsonSchema | undefined, name: string): boolean =>
    Array.isArray(schema?.['required']) && (schema['required'] as readonly Json[]).includes(name);
  return Object.fromEntries(
    [...new Set([...Object.keys(told), ...Object.keys(sent)])].map((name) => {
      const schema = sent[name] ?? told[name] ?? {};
      const isSent = sent[name] !== undefined && sent[name]['readOnly'] !== true;
      const isTold = told[name] !== undefined && told[name]['writeOnly'] !== true;
      return [
        name,
        {
          ...draftField(schema),
          ...(isSent && required(written, name) ? { required: true } : {}),
          ...(isSent || shown === undefined ? {} : { readOnly: true }),
          ...(isTold || written === undefined || shown === undefined ? {} : { writeOnly: true }),
        },
      ];
    }),
  );
}

function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isMap(properties)
    ? (Object.fromEntries(Object.entries(properties).filter(([, inner]) => isMap(inner))) as Record<string, JsonSchema>)
    : {};
}

/** The member that the path's parameter names: of the same name, or the usual one. */
function uidOf(parameter: string, fields: Readonly<Record<string, JsonMap>>): string {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const same = Object.keys(fields).find((name) => plain(name) === plain(parameter));
  return same ?? ['id', 'uuid', 'uid', 'key'].find((name) => name in fields) ?? parameter;
}

function operationOf(kind: string, operation: ApiOperation, own: string | undefined, uid: string | undefined): JsonMap {
  const statuses = successesOf(operation).map(Number);
  const answer = answerOf(operation);
  // A contract names the parameter as the member that it stands for.
  const path =
    own === undefined || uid === undefined
      ? operation.path
      : operation.path.replace(new RegExp(`\\{${escapeRegExp(own)}\\}$`), `{${uid}}`);
  return {
    method: operation.method,
    path,
    ...defined({ request: maybe(bodyOf(operation), () => 'plain') }),
    response: answer === undefined ? 'none' : kind === 'list' ? 'list' : 'plain',
    success: statuses.length > 0 ? statuses : [kind === 'create' ? 201 : kind === 'delete' ? 204 : 200],
    ...(operation.secured ? {} : { access: 'public' }),
  };
}

function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
