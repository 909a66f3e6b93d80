/** Client-chosen names of records that a PUT creates. */
import { pathParameters } from '../model/path-template.ts';
import type { JsonMap } from '../model/json.ts';
import { patternFault } from '../load/pattern-faults.ts';
import { newName } from '../plan/values.ts';
import type { ApiOperation } from '../openapi/document.ts';
import { listOf } from '../openapi/references.ts';
import { successesOf, typeOf } from './answers.ts';
import { draftField } from './draft-field.ts';

/** Limits of the name in the path. Undefined if the PUT creates no record, or if no unique name can be generated. */
export function chosenName(operation: ApiOperation): JsonMap | undefined {
  const { method, path, parameters } = operation;
  const own = parameters.find((one) => one.in === 'path' && one.name === pathParameters(path).at(-1));
  if (method !== 'PUT' || !path.endsWith(`{${own?.name ?? ''}}`) || !successesOf(operation).includes('201'))
    return undefined;
  const { schema = {} } = own ?? {};
  const { pattern: said } = schema;
  if (typeOf(schema) !== 'string' || listOf(schema['enum']).length > 0) return undefined;
  if (said !== undefined && (typeof said !== 'string' || patternFault(said) !== undefined)) return undefined;
  const { type, example: _example, ...drafted } = draftField(schema);
  const limits: JsonMap = said === undefined ? drafted : { ...drafted, pattern: said };
  return type === 'string' && newName(limits) !== undefined ? limits : undefined;
}
