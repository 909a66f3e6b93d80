/** Path parameters and the headers of requests. Pure. */
import type { JsonMap } from '../record/json.ts';
import type { EndpointContract, Field, Operation } from '../load/model.ts';
import { fieldSchema } from '../plan/response-schema.ts';
import type { Scope } from '../plan/scope.ts';
import { pathParameters } from '../plan/templates.ts';
import type { Schema } from './json.ts';

const UID: Schema = { type: 'integer', minimum: 1 };

export function parametersOf(scope: Scope, endpoint: EndpointContract, operation: Operation): readonly JsonMap[] {
  const inPath = pathParameters(operation.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schemaOf(scope, endpoint, name),
  }));
  const always = Object.entries(endpoint.base === 'service' ? scope.contracts.headers : {})
    .filter(([name]) => !OUTSIDE.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, in: 'header', required: true, schema: { const: value } }));
  return [...inPath, ...always, ...pageHeaders(scope, operation)];
}

/** OpenAPI takes no parameters of these names: they are said elsewhere. */
const OUTSIDE: ReadonlySet<string> = new Set(['accept', 'content-type', 'authorization']);

function schemaOf(scope: Scope, endpoint: EndpointContract, name: string): Schema {
  const parent = endpoint.parents[name];
  const owner = parent === undefined ? endpoint : scope.endpoint(parent);
  const field: Field | undefined = scope.fields(owner.fields).find((one) => one.name === owner.uid);
  return field === undefined ? UID : fieldSchema(field);
}

function pageHeaders(scope: Scope, operation: Operation): readonly JsonMap[] {
  const pages = scope.contracts.pagination;
  if (pages === undefined || operation.pagination === 'none') return [];
  const isEnforced = operation.pagination === 'enforced';
  const refused = isEnforced && pages.overCap === 'refuse';
  const header = (name: string, description: string, schema: Schema): JsonMap => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  return [
    header(pages.request.page, 'Which page, from 1.', UID),
    header(
      pages.request.size,
      isEnforced ? `Records in a page, never more than ${pages.cap}.` : 'Records in a page.',
      refused ? { ...UID, maximum: pages.cap } : UID,
    ),
  ];
}
