/** One operation of an OpenAPI document in the words of a contract. Pure. */
import { defined, maybe } from '../record/defined.ts';
import type { JsonMap } from '../record/json.ts';
import { pointerPart } from '../record/pointer.ts';
import { escapeRegExp } from '../record/regexp.ts';
import type { ApiOperation, ApiParameter } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json.ts';
import { pathParameters } from '../plan/templates.ts';
import { answerOf, bodyOf, formOf, identifierIn, recordIn, successesOf } from './draft-body.ts';
import { pagingOf, typesOf, type DraftPaging, type ListShape } from './draft-list.ts';
import { draftParameter } from './draft-query.ts';
import type { Resource } from './draft-resources.ts';
import type { DraftSecurity } from './draft-security.ts';

/** What each resource is drafted with. */
export interface Drafting {
  readonly all: readonly Resource[];
  readonly security: DraftSecurity;
  /** Takes what is seen of paging. */
  readonly pagings: Paged[];
  readonly leaveOut: (operation: ApiOperation, why: string) => void;
  readonly note: (place: string, what: string) => void;
}

export interface Paged {
  readonly path: string;
  readonly paging: DraftPaging;
}

interface InResource {
  readonly resource: Resource;
  readonly parents: Readonly<Record<string, string>>;
  readonly own: string | undefined;
  readonly uid: string | undefined;
  readonly shape: ListShape | undefined;
  readonly drafting: Drafting;
}

export function operationOf(kind: string, operation: ApiOperation, context: InResource): JsonMap {
  const { own, uid, drafting } = context;
  const statuses = successesOf(operation).map(Number);
  const answer = answerOf(operation);
  const paging =
    kind === 'list' && answer !== undefined
      ? pagingOf(
          operation,
          answer,
          maybe(uid, (it) => `/${pointerPart(it)}`),
        )
      : undefined;
  // A contract names the parameter as the member that it stands for.
  const path =
    own === undefined || uid === undefined
      ? operation.path
      : operation.path.replace(new RegExp(`\\{${escapeRegExp(own)}\\}$`), `{${uid}}`);
  if (paging !== undefined) drafting.pagings.push({ path, paging });
  if (kind === 'create' && uid !== undefined && Object.keys(answer?.['properties'] ?? {}).length === 0)
    drafting.note(
      `${operation.method} ${operation.path}`,
      'its answer does not show what identifies the record, so that what it makes is not found again',
    );
  const way = drafting.security.wayOf(operation);
  return {
    ...(kind === 'action' ? { kind } : {}),
    method: operation.method,
    path,
    ...slotsOf(operation, context),
    ...defined({ request: bodyOf(operation) === undefined ? undefined : formOf(operation) }),
    response: answer === undefined ? 'none' : kind === 'list' ? 'list' : 'plain',
    ...(kind === 'action' && answer !== undefined ? { schema: { type: typesOf(answer)[0] ?? 'object' } } : {}),
    success: statuses.length > 0 ? statuses : [kind === 'create' ? 201 : kind === 'delete' ? 204 : 200],
    ...wrappingOf(kind, answer, context),
    ...queryOf(operation, paging, drafting),
    ...(paging === undefined ? {} : { pagination: paging.always ? 'enforced' : 'optional' }),
    ...conditionOf(kind, operation),
    ...defined({ security: way }),
    ...(operation.secured ? {} : { access: 'public' }),
  };
}

/** What of a path names no record that this document knows. */
function slotsOf(operation: ApiOperation, { resource, parents, own, drafting }: InResource): JsonMap {
  const slots = pathParameters(operation.path).filter((name) => parents[name] === undefined && name !== own);
  if (slots.length === 0) return {};
  return {
    parameters: Object.fromEntries(
      slots.map((name) => {
        const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name);
        const {
          list: _list,
          default: _default,
          ...slot
        } = (parameter === undefined ? undefined : draftParameter(parameter)) ?? { type: 'string' };
        if (slot['example'] !== undefined || slot['values'] !== undefined) return [name, slot];
        drafting.note(resource.name, `give {${name}} of its paths an \`example\` that is there`);
        return [name, slot];
      }),
    ),
  };
}

function wrappingOf(kind: string, answer: JsonSchema | undefined, { shape, uid }: InResource): JsonMap {
  if (answer === undefined) return {};
  if (kind === 'list')
    return shape === undefined || shape.records === '' ? {} : { wrapping: { records: shape.records } };
  const { place, record = answer } = recordIn(answer);
  const identifier = kind === 'create' && uid !== undefined ? identifierIn(record, uid) : undefined;
  const wrapping = defined({
    record: kind === 'action' ? undefined : place,
    identifier: maybe(identifier, (it) => `/${pointerPart(it)}`),
  });
  return Object.keys(wrapping).length === 0 ? {} : { wrapping };
}

function queryOf(operation: ApiOperation, paging: DraftPaging | undefined, drafting: Drafting): JsonMap {
  const all = operation.parameters.filter(
    ({ in: place, name }) => place === 'query' && paging?.taken.includes(name) !== true,
  );
  const said = all.flatMap((parameter: ApiParameter) => {
    const drafted = draftParameter(parameter);
    if (drafted === undefined)
      drafting.note(
        `${operation.method} ${operation.path}`,
        `its query parameter ${parameter.name} is no plain value, and is not sent`,
      );
    return drafted === undefined ? [] : [[parameter.name, drafted] as const];
  });
  return said.length === 0 ? {} : { query: Object.fromEntries(said) };
}

/** RFC 9110 §13, RFC 6585 §3. */
function conditionOf(kind: string, { parameters, responses }: ApiOperation): JsonMap {
  if (!['read', 'update', 'replace', 'delete'].includes(kind)) return {};
  if (responses['428'] !== undefined && kind !== 'read') return { conditional: 'required' };
  const name = kind === 'read' ? 'if-none-match' : 'if-match';
  const isSent = parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name);
  return isSent || (responses['412'] !== undefined && kind !== 'read') ? { conditional: true } : {};
}
