/**
 * Drafts a contract from an OpenAPI document: endpoints with fields and operations, pagination, errors, authentication, and a list of
 * omissions.
 */
import { printable } from '../report/printable.ts';
import type { Draft, DraftEndpoint, DraftPoint, Omission } from './draft-model.ts';
import { filledPath } from '../model/path-template.ts';
import { defined, maybe } from '../model/objects.ts';
import type { JsonMap } from '../model/json.ts';
import { boundedOperations } from '../openapi/schema-size.ts';
import type { ApiDocument, ApiOperation, ApiParameter } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/references.ts';
import { templateOf } from './address.ts';
import {
  answerOf,
  aroundOf,
  bodyOf,
  jsonTypeOf,
  mediaOf,
  recordOf,
  successesOf,
  USUAL_JSON,
  usualJsonType,
} from './operation-bodies.ts';
import { isSilent } from '../openapi/schema-form.ts';
import { fieldsOf, identifierIn, likeOf, listedUid, shownOf, showsRecord, uidOf, withIdentifier } from './record.ts';
import { draftErrors } from './draft-errors.ts';
import { conditionOf, demandedHeaders, headersOf } from './headers.ts';
import { kebab, titleOf } from './names.ts';
import { type LeaveOut, listShownBy, saidByKey, type Styles, stylesOf } from './paging.ts';
import { chosenName, draftParameter, queryOf } from './queries.ts';
import { referencesIn, withReferences } from './references.ts';
import { type Doing, parentsOf, type Resource, resourcesOf, unexplained } from './resources.ts';
import { notTriedWith, uncheckedIn } from './unchecked.ts';
import { isTakenAsSecured, type WaysIn, waysIn } from './security-schemes.ts';
import { bareSchema, isOpen, propertiesOf, typeOf } from './schemas.ts';

interface DraftContext {
  readonly description: string | undefined;
  readonly mediaType: string;
  readonly all: readonly Resource[];
  readonly ways: WaysIn;
  readonly styles: Styles['saidBy'];
  readonly tell: LeaveOut;
  readonly open: (point: DraftPoint) => string;
}

/** Limit of fields in one schema. Every field is sent in several requests, so larger schemas lose their largest nested objects. */
const MOST_FIELDS = 2000;

/**
 * Drafts the contract of a document.
 * @param service prefix of the IDs of open questions
 * @param bearer environment variable that contains an access token
 */
export function draftOf(document: ApiDocument, service = 'service', bearer = 'SERVICE_TOKEN'): Draft {
  const leftOut = omissions();
  const unsaid = omissions();
  const points = new Map<string, DraftPoint>();
  const openQuestion = (point: DraftPoint): string => {
    const id = `${service}.${point.id}`;
    if (!points.has(id)) points.set(id, { ...point, id });
    return id;
  };
  const bounded = boundedOperations(document.operations, MOST_FIELDS).map(({ operation, isCut }) => {
    if (isCut) unsaid.add(operation, `objects inside its records: it would have more than ${MOST_FIELDS} fields`);
    return operation;
  });
  const operations = bounded.map((operation) => {
    if (!isTakenAsSecured(operation, document.schemes)) return operation;
    unsaid.add(operation, 'who may ask: since it may answer 401, it is called with what the document declares');
    return { ...operation, secured: true };
  });
  const all = resourcesOf(operations, leftOut.add).filter(({ doings }) => doings.length > 0);
  const lists = all.flatMap(({ doings }) =>
    doings.flatMap(({ kind, operation }) => (kind === 'list' ? [operation] : [])),
  );
  const used = all.flatMap(({ doings }) => doings.map(({ operation }) => operation));
  const server = document.servers.find((url) => /^https?:\/\/[^{}]+$/.test(url));
  const template = server === undefined ? templateOf(document) : undefined;
  const ways = waysIn(used, { schemes: document.schemes, certificate: document.certificate, bearer, server });
  const { pagination, saidBy: styleOf } = stylesOf(lists, unsaid.add);
  const mediaType = usualJsonType(used);
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
  const references = referencesIn(all, bare);
  const endpoints = bare.map((endpoint) => withReferences(endpoint, references));
  return {
    title: printable(document.title),
    version: document.version,
    server,
    ...defined({ template }),
    below: document.servers.find((url) => /^\/[^{}]+$/.test(url)) ?? '',
    ways,
    endpoints: ways.security['type'] === 'oauth2' ? [...endpoints, SIGN_IN] : endpoints,
    ...defined({ pagination }),
    ...(mediaType === USUAL_JSON ? {} : { mediaType }),
    openAnswers: used.some((operation) => isOpen(answerOf(operation))),
    closedBodies: used.every((one) => (bodyOf(one)?.schema ?? CLOSED)['additionalProperties'] === false),
    notTried: notTriedWith(all, endpoints),
    ...headersOf(used, ways.security),
    points: [...points.values()],
    records: existingRecords(all, endpoints),
    errors: draftErrors(used, mediaType),
    leftOut: leftOut.list(),
    unsaid: [...unsaid.list(), ...[...ways.leftOut, ...references.doubtful].map((why) => ({ why, operations: [] }))],
  };
}

const CLOSED: JsonSchema = { additionalProperties: false };

export function omissionText({ why, operations }: Omission): string {
  const [first, ...more] = operations;
  return first === undefined ? why : `${first}${more.length === 0 ? '' : ` and ${more.length} more`}: ${why}`;
}

/** Collects omissions, grouped by reason. */
function omissions(): { readonly add: LeaveOut; readonly list: () => readonly Omission[] } {
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
  const { name, own: idParameter, doings } = resource;
  const [body] = ['create', 'replace', 'update', 'action'].flatMap((kind) => {
    const schema = bodyOf(doings.find((one) => one.kind === kind)?.operation)?.schema;
    return schema === undefined ? [] : [{ schema, isPartial: kind === 'update' }];
  });
  const sent = body?.schema;
  const shown = shownOf(resource);
  const fields = fieldsOf(sent, shown, body?.isPartial === true);
  const uid = idParameter === undefined ? listedUid(fields, resource) : uidOf(idParameter, fields, resource);
  const parents = parentsOf(resource.path, context.all);
  // Path parameters of parents are renamed if they have the name of the ID field of the record.
  const renamed = new Map(
    Object.entries(parents).map(([parameter, parent]) => [
      parameter,
      parameter === uid && parameter !== idParameter ? `${parent.name.replaceAll('-', '_')}_${parameter}` : parameter,
    ]),
  );
  return {
    name,
    title: titleOf(name),
    base: 'service',
    ...defined({ uid }),
    parents: Object.fromEntries(
      Object.entries(parents).map(([parameter, parent]) => [renamed.get(parameter) ?? parameter, parent.name]),
    ),
    fields: uid === undefined ? fields : withIdentifier(fields, uid, chosenBy(doings)),
    operations: Object.fromEntries(
      doings.map((doing) => [doing.name, operationOf(doing, resource, context, { uid, renamed, fields })]),
    ),
    inferred: [],
    unchecked: uncheckedIn(fields, {
      members: { ...propertiesOf(shown), ...propertiesOf(sent) },
      operations: doings.map(({ operation }) => operation),
      updates: doings.flatMap(({ kind, operation }) => (kind === 'update' ? [operation] : [])),
      words: [context.description, sent?.['description'], shown?.['description']],
    }),
  };
}

/** Limits of a name that the client chooses, if a PUT creates the records. */
function chosenBy(doings: readonly Doing[]): JsonMap | undefined {
  const create = doings.find(({ kind, operation }) => kind === 'create' && operation.method === 'PUT');
  return maybe(create, ({ operation }) => chosenName(operation));
}

interface RecordDraft {
  readonly uid: string | undefined;
  readonly renamed: ReadonlyMap<string, string>;
  readonly fields: Readonly<Record<string, JsonMap>>;
}

function operationOf(
  doing: Doing,
  resource: Resource,
  context: DraftContext,
  { uid, renamed, fields }: RecordDraft,
): JsonMap {
  const { operation, kind, name } = doing;
  const statuses = successesOf(operation).map(Number);
  const answer = answerOf(operation);
  const sent = bodyOf(operation);
  const isItem = operation.path !== resource.path;
  const isPut = operation.method === 'PUT';
  const list = kind === 'list' ? listShownBy(operation) : undefined;
  const record =
    kind === 'list'
      ? undefined
      : recordOf(answer, resource.name, RETURNS_RECORD.has(kind) ? likeOf(resource) : NO_FIELDS);
  const media = mediaOf(operation);
  const jsonType = jsonTypeOf(operation) ?? context.mediaType;
  // A GET with status 200 returns a body even if the document does not describe it.
  const isUndescribed =
    media === undefined &&
    (answer === undefined ? operation.method === 'GET' && (statuses[0] ?? 200) === 200 : isSilent(answer));
  if (isUndescribed) context.tell(operation, 'what it answers: the document shows nothing of it');
  const { query, leftOut } = queryOf(operation, fields, kind === 'list');
  for (const why of leftOut) context.tell(operation, why);
  const parameters = Object.fromEntries(
    unexplained(operation, resource, context.all).map((one) => [one, parameterOf(one, operation, context.open)]),
  );
  const isPlain = list !== undefined && ['string', 'integer', 'number'].includes(String(typeOf(list.schema)));
  const shown = list ?? record;
  const isUnknownShape = !isPlain && (shown === undefined || !showsRecord(shown.schema, fields, sent !== undefined));
  const idPointer =
    isUnknownShape && kind === 'create' && uid !== undefined ? identifierIn(answer, uid, resource.own) : undefined;
  const headers = demandedHeaders(operation.responses);
  const wrapping = {
    ...defined({ sent: sent?.pointer, around: aroundOf(sent, kind, uid) }),
    ...(list === undefined || list.pointer === '' ? {} : { records: list.pointer, ...emptyOf(list.pointer) }),
    ...defined({ entry: list?.entry }),
    ...(isPlain ? { identifier: '' } : defined({ identifier: idPointer })),
    ...(record === undefined || record.pointer === '' || !RETURNS_RECORD.has(kind) ? {} : { record: record.pointer }),
  };
  return {
    ...(name === kind ? {} : { kind }),
    method: operation.method,
    // Path parameters of a contract have the name of the ID field.
    path: filledPath(operation.path, (one) =>
      isItem && one === resource.own && uid !== undefined ? `{${uid}}` : `{${renamed.get(one) ?? one}}`,
    ),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...defined({ request: sent?.form, requestMedia: sent?.media }),
    ...(sent !== undefined && operation.requestBody?.required === false ? { bodyOptional: true } : {}),
    ...(media === undefined
      ? {
          response: answer === undefined && !isUndescribed ? 'none' : kind === 'list' ? 'list' : 'plain',
          ...(jsonType === context.mediaType ? {} : { media: jsonType }),
        }
      : { response: 'content', media }),
    ...(isUndescribed ? { schema: {} } : {}),
    ...(isUnknownShape && answer !== undefined && media === undefined ? { schema: bareSchema(answer) } : {}),
    ...(kind === 'create' && isPut ? { taken: 'replace' } : {}),
    ...(kind === 'replace' && chosenName(operation) !== undefined ? { upsert: 'make' } : {}),
    success: statuses.length > 0 ? statuses : [kind === 'create' ? 201 : kind === 'delete' ? 204 : 200],
    ...context.ways.wayOf(operation),
    ...context.styles.get(saidByKey(operation)),
    ...(Object.keys(wrapping).length === 0 ? {} : { wrapping }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...conditionOf(doing),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/** HAL omits a link relation that embeds no records. */
function emptyOf(records: string): JsonMap {
  return records.startsWith('/_embedded/') ? { empty: 'absent' } : {};
}

/** Operation kinds that return the record. */
const RETURNS_RECORD: ReadonlySet<Doing['kind']> = new Set(['create', 'read', 'update', 'replace']);

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
    id: `${kebab(before.replaceAll(/\{[^}]*\}/g, ''))}.${kebab(name)}`,
    question: `Which ${name} is there to ask for, in ${before}{${name}}?`,
    default: draft['type'] === 'date' ? '2026-01-01' : isNumber ? 1 : 'example',
    reason: 'The document shows none.',
  });
  return { ...draft, example: { openPoint } };
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
        resource.doings.some(({ kind }) => kind === 'create')
      )
        return [];
      const item = resource.doings.find(({ operation }) => operation.path !== resource.path)?.operation;
      const shown = item?.parameters.find((one) => one.in === 'path' && one.name === resource.own);
      const example = maybe(shown, (one) => one.example ?? one.schema['example'] ?? one.schema['default']);
      return [
        [
          resource.name,
          typeof example === 'string' || typeof example === 'number' ? { [endpoint.uid]: example } : {},
        ] as const,
      ];
    }),
  );
}
