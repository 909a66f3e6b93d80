import { upgrade } from '@scalar/openapi-upgrader';
import type { Json, JsonMap } from './json.ts';

/** Converts published definitions of any OpenAPI edition to OpenAPI 3. */

export function isSwagger(document: JsonMap): boolean {
  return document['swagger'] !== undefined;
}

/** Converts Swagger 2.0 to OpenAPI 3; undefined if that fails. Other documents are returned unchanged. */
export function toOpenApi3(document: JsonMap): JsonMap | undefined {
  if (!isSwagger(document)) return document;
  if (document['swagger'] !== '2.0') return undefined;
  try {
    // The converter changes its input, and throws on invalid documents.
    return upgrade(structuredClone(document) as Record<string, unknown>, '3.1') as Readonly<Record<string, Json>>;
  } catch {
    return undefined;
  }
}
