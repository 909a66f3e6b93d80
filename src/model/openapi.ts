import { upgrade } from '@scalar/openapi-upgrader';
import type { Json, JsonMap } from './json.ts';

/** Published definitions, whatever edition they are written in, as the one that everything here reads. */

/** Whether it says that it is Swagger, as OpenAPI was called up to 2.0. */
export function isSwagger(document: JsonMap): boolean {
  return document['swagger'] !== undefined;
}

/** Swagger 2.0 as OpenAPI 3; undefined where it cannot be read. What is no Swagger stays as it is. */
export function asOpenApi3(document: JsonMap): JsonMap | undefined {
  if (!isSwagger(document)) return document;
  if (document['swagger'] !== '2.0') return undefined;
  try {
    // The converter works on what it is given, and takes it for well-formed.
    return upgrade(structuredClone(document) as Record<string, unknown>, '3.1') as Readonly<Record<string, Json>>;
  } catch {
    return undefined;
  }
}
