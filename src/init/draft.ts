/**
 * Drafts a contract from an OpenAPI document: endpoints with fields and operations, pagination, errors, authentication, and a list of
 * omissions.
 */
import { printable } from '../report/printable.ts';
import type { Draft, DraftEndpoint, DraftPoint, Omission } from './draft-model.ts';
import { fillPath } from '../model/path-template.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { findLongToken } from '../load/secrets.ts';
import type { Json, JsonMap } from '../model/json.ts';
import { limitSchemaSize } from '../openapi/schema-size.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/references.ts';
import { serverTemplateOf } from './address.ts';
import {
  responseSchemaOf,
  constantsAround,
  requestBodyOf,
  jsonMediaType,
  nonJsonMediaType,
  locateRecord,
  successStatuses,
  DEFAULT_JSON_TYPE,
  mostFrequentJsonType,
} from './operation-bodies.ts';
import { isUnrestricted } from '../openapi/schema-form.ts';
import {
  draftFields,
  createdIdPointer,
  knownFieldNames,
  listedIdField,
  recordSchemaOf,
  containsRecord,
  idFieldOf,
  markIdField,
} from './record.ts';
import { draftErrors } from './draft-errors.ts';
import { conditionalSetting, requiredResponseHeaders, requiredRequestHeaders } from './headers.ts';
import { kebabCase, titleFromName } from './names.ts';
import { type NoteOmission, listInResponse, methodAndPath, type PaginationStyles, paginationStyles } from './paging.ts';
import { clientChosenName, draftParameter, draftQuery } from './queries.ts';
import { inferReferences, withReferences } from './references.ts';
import {
  type ResourceAction,
  parentResources,
  type Resource,
  groupResources,
  unresolvedParameters,
} from './resources.ts';
import { switchedOffRows, uncheckedStatements } from './unchecked.ts';
import { isAssumedSecured, type SecurityDraft, draftSecurity } from './security-schemes.ts';
import { stripSchema, allowsUnknownProperties, propertiesOf, schemaType } from './schemas.ts';

interface DraftContext {
  readonly description: string | undefined;
  readonly mediaType: string;
  readonly all: readonly Resource[];
  readonly ways: SecurityDraft;
  readonly styles: PaginationStyles['saidBy'];
  readonly tell: NoteOmission;
  readonly open: (point: DraftPoint) => string;
}

/** Limit of fields in one schema. Every field is sent in several requests, so larger schemas lose their largest nested objects. */
const MAX_FIELDS = 2000;

/**
 * Drafts the contract of a document.
 * @param service prefix of the IDs of open questions
 * @param bearer environment variable that contains an access token
 */
export function draftContract(document: ApiDocument, service = 'service', bearer = 'SERVICE_TOKEN'): Draft {
  const leftOut = omissions();
  const unsaid = omissions();
  const points = new Map<string, DraftPoint>();
  const openQuestion = (point: DraftPoint): string => {
    const id = `${service}.${point.id}`;
    if (!points.has(id)) points.set(id, { ...point, id });
    return id;
  };
  const bounded = limitSchemaSize(withoutSlashes(document.operations), MAX_FIELDS).map(({ operation, isCut }) => {
    if (isCut) unsaid.add(operation, `nested objects: the record would have more than ${MAX_FIELDS} fields`);
    return operation;
  });
  const operations = bounded.map((operation) => {
    if (!isAssumedSecured(operation, document.schemes)) return operation;
    unsaid.add(operation, 'authentication: it may return 401, so it is called with the declared credentials');
    return { ...operation, secured: true };
  });
  const all = groupResources(operations, leftOut.add).filter(({ actions }) => actions.length > 0);
  const lists = all.flatMap(({ actions }) =>
    actions.flatMap(({ kind, operation }) => (kind === 'list' ? [operation] : [])),
  );
  const used = all.flatMap(({ actions }) => actions.map(({ operation }) => operation));
  const server = document.servers.find((url) => /^https?:\/\/[^{}]+$/.test(url));
  const template = server === undefined ? serverTemplateOf(document) : undefined;
  const ways = draftSecurity(used, { schemes: document.schemes, certificate: document.certificate, bearer, server });
  const { pagination, saidBy: styleOf } = paginationStyles(lists, unsaid.add);
  const mediaType = mostFrequentJsonType(used);
  const context: DraftContext = {
    description: document.description,
    mediaType,
    all,
    ways,
    styles: styleOf,
    tell: unsaid.add,
    open: openQuestion,
  };
  const bare = all.map((resource) => endpointOf(resource, context));
  const references = inferReferences(all, bare);
  const endpoints = bare.map((endpoint) => withReferences(endpoint, references));
  return {
    title: printable(document.title).trim(),
    version: document.version,
    server,
    ...omitUndefined({ template }),
    below: document.servers.find((url) => /^\/[^{}]+$/.test(url)) ?? '',
    ways,
    endpoints: ways.security['type'] === 'oauth2' ? [...endpoints, SIGN_IN] : endpoints,
    ...omitUndefined({ pagination }),
    ...(mediaType === DEFAULT_JSON_TYPE ? {} : { mediaType }),
    openAnswers: used.some((operation) => allowsUnknownProperties(responseSchemaOf(operation))),
    closedBodies: used.every((one) => (requestBodyOf(one)?.schema ?? CLOSED)['additionalProperties'] === false),
    notTried: switchedOffRows(all, endpoints),
    ...requiredRequestHeaders(used, ways.security),
    points: [...points.values()],
    records: existingRecords(all, endpoints),
    errors: draftErrors(used, mediaType),
    leftOut: leftOut.list(),
    unsaid: [
      ...unsaid.list(),
      ...document.unread.map((address) => ({
        why: `schemas at ${address}: the address is not read`,
        operations: [],
      })),
      ...[...ways.leftOut, ...references.doubtful].map((why) => ({ why, operations: [] })),
    ],
  };
}

/** Operations without the slash at the end of their paths: `/items/` and `/items/{id}` are one resource. */
function withoutSlashes(operations: readonly ApiOperation[]): readonly ApiOperation[] {
  const known = new Set(operations.map(methodAndPath));
  return operations.map((operation) => {
    const path = operation.path.replace(/(.)\/$/, '$1');
    const isTaken = path === operation.path || known.has(methodAndPath({ ...operation, path }));
    return isTaken ? operation : { ...operation, path, writtenPath: operation.path };
  });
}

const CLOSED: JsonSchema = { additionalProperties: false };

export function omissionText({ why, operations }: Omission): string {
  const [first, ...more] = operations;
  return first === undefined ? why : `${first}${more.length === 0 ? '' : ` and ${more.length} more`}: ${why}`;
}

/** Collects omissions, grouped by reason. */
function omissions(): { readonly add: NoteOmission; readonly list: () => readonly Omission[] } {
  const byReason = new Map<string, string[]>();
  return {
    add: ({ method, path }, why) => void byReason.set(why, [...(byReason.get(why) ?? []), `${method} ${path}`]),
    list: () => [...byReason].map(([why, operations]) => ({ why, operations })),
  };
}

const SIGN_IN: DraftEndpoint = {
  name: 'sign-in',
  title: 'Access tokens',
  base: 'identity-provider',
  parents: {},
  fields: {
    access_token: { type: 'string', readOnly: true, sensitive: true },
    token_type: { type: 'string', readOnly: true },
    expires_in: { type: 'integer', readOnly: true },
  },
  operations: { token: { method: 'POST', path: '', response: 'plain', success: [200] } },
  inferred: [],
  unchecked: [],
};

function endpointOf(resource: Resource, context: DraftContext): DraftEndpoint {
  const { name, own: idParameter, actions } = resource;
  const [body] = ['create', 'replace', 'update', 'action'].flatMap((kind) => {
    const schema = requestBodyOf(actions.find((one) => one.kind === kind)?.operation)?.schema;
    return schema === undefined ? [] : [{ schema, isPartial: kind === 'update' }];
  });
  const sent = body?.schema;
  const shown = recordSchemaOf(resource);
  const fields = draftFields(sent, shown, body?.isPartial === true);
  const uid = idParameter === undefined ? listedIdField(fields, resource) : idFieldOf(idParameter, fields, resource);
  const parents = parentResources(resource.path, context.all);
  // Path parameters of parents are renamed if they have the name of the ID field of the record.
  const renamed = new Map(
    Object.entries(parents).map(([parameter, parent]) => [
      parameter,
      parameter === uid && parameter !== idParameter ? `${parent.name.replaceAll('-', '_')}_${parameter}` : parameter,
    ]),
  );
  return {
    name,
    title: titleFromName(name),
    base: 'service',
    ...omitUndefined({ uid }),
    parents: Object.fromEntries(
      Object.entries(parents).map(([parameter, parent]) => [renamed.get(parameter) ?? parameter, parent.name]),
    ),
    fields: uid === undefined ? fields : markIdField(fields, uid, chosenBy(actions)),
    operations: Object.fromEntries(
      actions.map((doing) => [doing.name, operationOf(doing, resource, context, { uid, renamed, fields })]),
    ),
    inferred: [],
    unchecked: uncheckedStatements(fields, {
      members: { ...propertiesOf(shown), ...propertiesOf(sent) },
      operations: actions.map(({ operation }) => operation),
      updates: actions.flatMap(({ kind, operation }) => (kind === 'update' ? [operation] : [])),
      words: [context.description, sent?.['description'], shown?.['description']],
    }),
  };
}

/** Limits of a name that the client chooses, if a PUT creates the records. */
function chosenBy(actions: readonly ResourceAction[]): JsonMap | undefined {
  const create = actions.find(({ kind, operation }) => kind === 'create' && operation.method === 'PUT');
  return mapOptional(create, ({ operation }) => clientChosenName(operation));
}

interface RecordDraft {
  readonly uid: string | undefined;
  readonly renamed: ReadonlyMap<string, string>;
  readonly fields: Readonly<Record<string, JsonMap>>;
}

function operationOf(
  doing: ResourceAction,
  resource: Resource,
  context: DraftContext,
  { uid, renamed, fields }: RecordDraft,
): JsonMap {
  const { operation, kind, name } = doing;
  const statuses = successStatuses(operation).map(Number);
  const answer = responseSchemaOf(operation);
  const sent = requestBodyOf(operation);
  const isItem = operation.path !== resource.path;
  const isPut = operation.method === 'PUT';
  const list = kind === 'list' ? listInResponse(operation) : undefined;
  const record =
    kind === 'list'
      ? undefined
      : locateRecord(answer, resource.name, RETURNS_RECORD.has(kind) ? knownFieldNames(resource) : NO_FIELDS);
  const media = nonJsonMediaType(operation);
  const jsonType = jsonMediaType(operation) ?? context.mediaType;
  // A GET with status 200 returns a body even if the document does not describe it.
  const isUndescribed =
    media === undefined &&
    (answer === undefined ? operation.method === 'GET' && (statuses[0] ?? 200) === 200 : isUnrestricted(answer));
  if (isUndescribed) context.tell(operation, 'its response: the document does not describe it');
  const { query, leftOut } = draftQuery(operation, fields, kind === 'list');
  for (const why of leftOut) context.tell(operation, why);
  const parameters = Object.fromEntries(
    unresolvedParameters(operation, resource, context.all).map((one) => [
      one,
      parameterOf(one, operation, context.open),
    ]),
  );
  const isPlain = list !== undefined && ['string', 'integer', 'number'].includes(String(schemaType(list.schema)));
  const shown = list ?? record;
  const isUnknownShape = !isPlain && (shown === undefined || !containsRecord(shown.schema, fields, sent !== undefined));
  const idPointer =
    isUnknownShape && kind === 'create' && uid !== undefined ? createdIdPointer(answer, uid, resource.own) : undefined;
  const headers = requiredResponseHeaders(operation.responses);
  const wrapping = {
    ...omitUndefined({ sent: sent?.pointer, around: constantsAround(sent, kind, uid) }),
    ...(list === undefined || list.pointer === '' ? {} : { records: list.pointer, ...emptyOf(list.pointer) }),
    ...omitUndefined({ entry: list?.entry }),
    ...(isPlain ? { identifier: '' } : omitUndefined({ identifier: idPointer })),
    ...(record === undefined || record.pointer === '' || !RETURNS_RECORD.has(kind) ? {} : { record: record.pointer }),
  };
  return {
    ...(name === kind ? {} : { kind }),
    method: operation.method,
    // Path parameters of a contract have the name of the ID field.
    path: fillPath(operation.writtenPath ?? operation.path, (one) =>
      isItem && one === resource.own && uid !== undefined ? `{${uid}}` : `{${renamed.get(one) ?? one}}`,
    ),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...omitUndefined({ request: sent?.form, requestMedia: sent?.media }),
    ...(sent !== undefined && operation.requestBody?.required === false ? { bodyOptional: true } : {}),
    ...(media === undefined
      ? {
          response: answer === undefined && !isUndescribed ? 'none' : kind === 'list' ? 'list' : 'plain',
          ...(jsonType === context.mediaType ? {} : { media: jsonType }),
        }
      : { response: 'content', media }),
    ...(isUndescribed ? { schema: {} } : {}),
    ...(isUnknownShape && answer !== undefined && media === undefined ? { schema: stripSchema(answer) } : {}),
    ...(kind === 'create' && isPut ? { taken: 'replace' } : {}),
    ...(kind === 'replace' && clientChosenName(operation) !== undefined ? { upsert: 'make' } : {}),
    success: statuses.length > 0 ? statuses : [kind === 'create' ? 201 : kind === 'delete' ? 204 : 200],
    ...context.ways.wayOf(operation),
    ...context.styles.get(methodAndPath(operation)),
    ...(Object.keys(wrapping).length === 0 ? {} : { wrapping }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...conditionalSetting(doing),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** HAL omits a link relation that embeds no records. */
function emptyOf(records: string): JsonMap {
  return records.startsWith('/_embedded/') ? { empty: 'absent' } : {};
}

/** Operation kinds that return the record. */
const RETURNS_RECORD: ReadonlySet<ResourceAction['kind']> = new Set(['create', 'read', 'update', 'replace']);

/** A path parameter that identifies no record of the document: its documented example, or an open question. */
function parameterOf(name: string, operation: ApiOperation, openQuestion: DraftContext['open']): JsonMap {
  const parameter: ApiParameter = operation.parameters.find((one) => one.in === 'path' && one.name === name) ?? {
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  };
  const draft = draftParameter(parameter) ?? { type: 'string' };
  if (draft['example'] !== undefined || draft['values'] !== undefined) return draft;
  const isNumber = draft['type'] === 'integer' || draft['type'] === 'decimal';
  // Paths with the same prefix share the open question.
  const before = operation.path.slice(0, operation.path.indexOf(`{${name}}`));
  const openPoint = openQuestion({
    id: `${kebabCase(before.replaceAll(/\{[^}]*\}/g, ''))}.${kebabCase(name)}`,
    question: `Which ${name} exists, for ${before}{${name}}?`,
    default: draft['type'] === 'date' ? '2026-01-01' : isNumber ? 1 : 'example',
    reason: 'The document has no example.',
  });
  return { ...draft, example: { openPoint } };
}

/** An ID that looks like a secret cannot be written to a target file. */
function isUsableId(example: Json | undefined): example is string | number {
  return typeof example === 'number' || (typeof example === 'string' && findLongToken(example) === undefined);
}

/** Resources whose records no operation creates, with the ID that the document shows. */
function existingRecords(
  all: readonly Resource[],
  endpoints: readonly DraftEndpoint[],
): Readonly<Record<string, JsonMap>> {
  return Object.fromEntries(
    all.flatMap((resource, index) => {
      const endpoint = endpoints[index];
      if (
        resource.own === undefined ||
        endpoint?.uid === undefined ||
        resource.actions.some(({ kind }) => kind === 'create')
      )
        return [];
      const item = resource.actions.find(({ operation }) => operation.path !== resource.path)?.operation;
      const shown = item?.parameters.find((one) => one.in === 'path' && one.name === resource.own);
      const example = mapOptional(shown, (one) => one.example ?? one.schema['example'] ?? one.schema['default']);
      return [[resource.name, isUsableId(example) ? { [endpoint.uid]: example } : {}] as const];
    }),
  );
}
