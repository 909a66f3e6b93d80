/** Named schemas: the records of each family as they are read and written, and the error bodies. */
import { isMap, type Json } from '../model/json.ts';
import type { EndpointContract, Operation } from '../load/model.ts';
import { recordSchema, successSchema } from '../plan/response-schema.ts';
import type { Scope } from '../plan/scope.ts';
import type { JsonSchema } from './references.ts';
import { writtenRecord } from './request-schema.ts';

export type NamedSchemas = ReadonlyMap<string, JsonSchema>;

export function collectNamedSchemas(scope: Scope, endpoints: readonly EndpointContract[]): NamedSchemas {
  const named = new Map<string, JsonSchema>();
  for (const endpoint of endpoints) {
    const name = pascal(endpoint.singular ?? endpoint.endpoint);
    const fields = scope.fields(endpoint.fields);
    if (fields.length > 0) named.set(name, recordSchema(fields, scope.contracts.openAnswers));
    const [create, update] = [scope.operation(endpoint, 'create'), scope.operation(endpoint, 'update')];
    if (create !== undefined) named.set(`New${name}`, writtenRecord(scope, endpoint, create));
    const stored = create === undefined ? undefined : storedSchema(scope, endpoint, create);
    if (stored !== undefined) named.set(`${name}Stored`, stored);
    if (update !== undefined) named.set(`${name}Change`, writtenRecord(scope, endpoint, update));
  }
  for (const { name, schema } of scope.contracts.errors.families)
    if (isMap(schema)) named.set(`${pascal(name)}Error`, schema);
  return named;
}

/** Envelope of a response about one stored record. */
function storedSchema(scope: Scope, endpoint: EndpointContract, create: Operation): JsonSchema | undefined {
  const success = successSchema(scope, endpoint, create);
  switch (create.response) {
    case 'item':
      return success ?? undefined;
    case 'items':
      return isMap(success?.['items']) ? success['items'] : undefined;
    default:
      return undefined;
  }
}

/** Replaces named schemas by references. `own` is the name of the schema itself, which stays inline. */
export function replaceNamedSchemas<T extends Json>(value: T, components: NamedSchemas, own?: string): T {
  const names = new Map<string, string>();
  // Two families with equal records share the first name.
  for (const [name, schema] of components)
    if (!names.has(JSON.stringify(schema))) names.set(JSON.stringify(schema), name);
  const visit = (node: Json, isWhole: boolean): Json => {
    if (Array.isArray(node)) return (node as readonly Json[]).map((one) => visit(one, false));
    if (!isMap(node)) return node;
    const name = isWhole || node['type'] !== 'object' ? undefined : names.get(JSON.stringify(node));
    if (name !== undefined && name !== own) return { $ref: `#/components/schemas/${name}` };
    return Object.fromEntries(Object.entries(node).map(([member, inner]) => [member, visit(inner, false)]));
  };
  return visit(value, own !== undefined) as T;
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
