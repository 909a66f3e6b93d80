/** Records that an action creates, of its own or another endpoint. */
import { joinWithOr } from '../model/text.ts';
import type { Problem } from '../errors.ts';
import { type EndpointContract, CREATED_LATER, type Operation } from '../load/model.ts';
import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { decodePointerPart } from '../model/pointer.ts';
import { problemAt } from './plan-problems.ts';
import type { Scope } from './scope.ts';

/** Undefined if the action creates no records, or this version does not have the endpoint. */
export function endpointCreatedByAction(scope: Scope, { kind, makes }: Operation): EndpointContract | undefined {
  return kind === 'action' && makes !== undefined
    ? scope.endpoints().find(({ endpoint }) => endpoint === makes.endpoint)
    : undefined;
}

/**
 * @param answer schema of a success; null if unknown
 */
export function actionCreateProblems(scope: Scope, operation: Operation, answer: Json): readonly Problem[] {
  const { makes } = operation;
  if (makes === undefined) return [];
  const { endpoint, ids = '', at = operation.at } = makes;
  if (endpointCreatedByAction(scope, operation) === undefined)
    return [
      problemAt(
        at,
        'unknown-endpoint',
        `${operation.name} creates records of ${endpoint}, which version ${scope.version} does not have`,
        'Give the operation `since` or `until`, or a change that removes `makes`.',
      ),
    ];
  const lacking = ids === CREATED_LATER ? undefined : lackingIn(answer, ids);
  return lacking === undefined
    ? []
    : [
        problemAt(
          at,
          'wrong-value',
          `the success response of ${operation.name} has ${lacking} (${ids})`,
          'Correct the pointer to the IDs of the created records, or add the IDs to `schema`.',
        ),
      ];
}

/** Type in the schema at the pointer, if it cannot be an ID; undefined otherwise. */
function lackingIn(schema: Json, pointer: string): string | undefined {
  let here = schema;
  let place = '';
  for (const part of pointer.split('/').slice(1)) {
    const below = isMap(here) ? inside(here, part, place || 'the root') : null;
    if (typeof below === 'string') return below;
    here = below;
    place += `/${part}`;
  }
  const { type } = isMap(here) ? here : {};
  return type === undefined || isOf(type, ['string', 'number', 'integer'])
    ? undefined
    : `${typeNames(type)} instead of an ID`;
}

/** The subschema of one pointer part, null if unknown, or the reason why it does not exist. */
function inside(schema: JsonMap, part: string, place: string): JsonMap | string | null {
  const { type, items = null, properties, required, patternProperties, additionalProperties } = schema;
  const isList = type !== undefined && isOf(type, ['array']);
  if (part === '*') return type === undefined || isList ? mapOrNull(items) : `no list at ${place}`;
  if (isList) return /^\d+$/.test(part) ? mapOrNull(items) : `a list at ${place}: use * for each item`;
  if (type !== undefined && !isOf(type, ['object'])) return `${typeNames(type)} at ${place}, which has no fields`;
  const name = decodePointerPart(part);
  const known = isMap(properties) ? ownProperty(properties, name) : undefined;
  if (known !== undefined) return mapOrNull(known);
  const isNamed = Array.isArray(required) && (required as readonly Json[]).includes(name);
  // Without `additionalProperties`, listed properties are the only ones.
  const isOpen = !isMap(properties) || (additionalProperties ?? false) !== false || isElsewhere(schema);
  return isNamed || isOpen || patternProperties !== undefined ? null : `no field ${JSON.stringify(name)} at ${place}`;
}

/** Alternatives and references are not inspected. */
function isElsewhere(schema: JsonMap): boolean {
  return ['$ref', 'anyOf', 'oneOf', 'allOf', 'if'].some((word) => Object.hasOwn(schema, word));
}

function mapOrNull(schema: Json): JsonMap | null {
  return isMap(schema) && !isElsewhere(schema) ? schema : null;
}

function isOf(type: Json, wanted: readonly string[]): boolean {
  return typesIn(type).some((one) => wanted.includes(one));
}

function typeNames(type: Json): string {
  return joinWithOr(typesIn(type));
}

function typesIn(type: Json): readonly string[] {
  return (Array.isArray(type) ? (type as readonly Json[]) : [type]).map(String);
}
