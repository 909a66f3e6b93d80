/** Parameters of an operation: path, headers, query and pagination. */
import { pathParameters } from '../model/path-template.ts';
import { omitUndefined } from '../model/objects.ts';
import { type JsonMap, ownProperty } from '../model/json.ts';
import type { EndpointContract, Field, Operation } from '../load/model.ts';
import type { PagingSlot } from '../model/paging/model.ts';
import { pageStyleOf, sizeSlot } from '../plan/catalogue/paging.ts';
import { isConditional, needsCondition } from '../plan/request-headers.ts';
import { parameterSchema } from '../plan/query.ts';
import { fieldSchema } from '../plan/response-schema.ts';
import type { Scope } from '../plan/scope.ts';
import type { JsonSchema } from './references.ts';

const UID: JsonSchema = { type: 'integer', minimum: 1 };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

export function exportedParameters(scope: Scope, endpoint: EndpointContract, operation: Operation): readonly JsonMap[] {
  const inPath = pathParameters(operation.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(scope, endpoint, name),
  }));
  const constantHeaders = Object.entries(endpoint.base === 'service' ? scope.contracts.headers : {})
    .filter(([name]) => !OUTSIDE.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, in: 'header', required: true, schema: { const: value } }));
  return [
    ...inPath,
    ...constantHeaders,
    ...conditionOf(operation),
    ...queryOf(operation),
    ...pageParameters(scope, operation),
  ];
}

/** Header parameters that OpenAPI does not allow, since it declares them elsewhere. */
const OUTSIDE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function schemaOf(scope: Scope, endpoint: EndpointContract, name: string): JsonSchema {
  const parent = ownProperty(endpoint.parents, name);
  const owner = parent === undefined ? endpoint : scope.endpoint(parent);
  const field: Field | undefined = scope.fields(owner.fields).find((one) => one.name === owner.uid);
  return field === undefined ? UID : fieldSchema(field);
}

/** Write operations use If-Match, read operations If-None-Match (RFC 9110 §13.1). */
function conditionOf(operation: Operation): readonly JsonMap[] {
  if (!isConditional(operation)) return [];
  const name = operation.method === 'GET' || operation.method === 'HEAD' ? 'If-None-Match' : 'If-Match';
  return [{ name, in: 'header', required: needsCondition(operation), schema: { type: 'string' } }];
}

function queryOf({ query = [] }: Operation): readonly JsonMap[] {
  return query.map((parameter) => {
    const schema = parameterSchema(parameter);
    return {
      name: parameter.name,
      in: 'query',
      required: parameter.required === true,
      schema: parameter.list === true ? { type: 'array', items: schema } : schema,
      ...(parameter.explode === false ? { explode: false } : {}),
    };
  });
}

/** Pagination parameters. Those in the body are part of its schema, and those in the path are declared already. */
function pageParameters(scope: Scope, operation: Operation): readonly JsonMap[] {
  const { style, orStyles = [] } = operation;
  const all = [style, ...orStyles].flatMap((one) =>
    styleParameters(scope, { pagination: operation.pagination, ...omitUndefined({ style: one }) }),
  );
  return all.filter(({ name, in: place }, index) => all.findIndex((o) => o.name === name && o.in === place) === index);
}

function styleParameters(scope: Scope, operation: Pick<Operation, 'style' | 'pagination'>): readonly JsonMap[] {
  const pages = pageStyleOf(scope, operation);
  if (pages === undefined || operation.pagination === 'none') return [];
  const { ask } = pages;
  const { maximum } = ask.size ?? {};
  const isEnforced = operation.pagination === 'enforced' && maximum !== undefined;
  const isRejected = isEnforced && ask.size?.over === 'refuse';
  const parameter = (slot: PagingSlot | undefined, description: string, schema: JsonSchema): readonly JsonMap[] => {
    if (slot === undefined || 'path' in slot || 'body' in slot) return [];
    const [place, name] = 'header' in slot ? ['header', slot.header] : ['query', slot.query];
    return [{ name, in: place, required: false, description, schema }];
  };
  return [
    ...parameter(ask.page, `Page number, starting at ${ask.first ?? 1}.`, ask.first === 0 ? COUNT : UID),
    ...parameter(ask.offset, 'Number of records before the page.', COUNT),
    ...parameter(ask.cursor, 'Token from the previous page.', { type: 'string' }),
    ...parameter(
      ask.size === undefined ? undefined : sizeSlot(ask.size),
      isEnforced ? `Number of records in a page, at most ${maximum}.` : 'Number of records in a page.',
      { ...(ask.size?.minimum === 0 ? COUNT : UID), ...(isRejected ? { maximum } : {}) },
    ),
  ];
}
