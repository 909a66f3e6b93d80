/** What an action makes: records of its own endpoint, or of another one of the service. Pure. */
import type { Problem } from '../errors.ts';
import { type EndpointContract, LATER, type Operation } from '../load/model.ts';
import { isMap, type Json, type JsonMap, ownMember } from '../model/json.ts';
import { partName } from '../model/pointer.ts';
import type { Scope } from './scope.ts';

/** The endpoint whose records an action makes; undefined where it makes none, or this version does not have the endpoint. */
export function madeEndpoint(scope: Scope, { kind, makes }: Operation): EndpointContract | undefined {
  return kind === 'action' && makes !== undefined
    ? scope.endpoints().find(({ endpoint }) => endpoint === makes.endpoint)
    : undefined;
}

/** @param answer the schema of a success; null where nothing is said of it */
export function makesProblems(scope: Scope, operation: Operation, answer: Json): readonly Problem[] {
  const { makes } = operation;
  if (makes === undefined) return [];
  const { endpoint, ids = '', at: { file, line, column } = operation.at } = makes;
  const told = (code: string, message: string, hint: string): readonly Problem[] => [
    { code, message, file, line, column, hint },
  ];
  if (madeEndpoint(scope, operation) === undefined)
    return told(
      'unknown-endpoint',
      `${operation.name} makes records of ${endpoint}, which ${scope.version} does not have`,
      'Give the operation `since` or `until`, or a change that removes `makes`.',
    );
  const lacking = ids === LATER ? undefined : lackingIn(answer, ids);
  return lacking === undefined
    ? []
    : told(
        'wrong-value',
        `a success of ${operation.name} has ${lacking} (${ids})`,
        'Say where it has the identifiers of what it makes, or in `schema` what stands in it.',
      );
}

/** What a schema says that stands there in place of an identifier, in words; undefined where it may be one, or nothing is said of it. */
function lackingIn(schema: Json, pointer: string): string | undefined {
  let here = schema;
  let place = '';
  for (const part of pointer.split('/').slice(1)) {
    const below = isMap(here) ? inside(here, part, place || 'its root') : null;
    if (typeof below === 'string') return below;
    here = below;
    place += `/${part}`;
  }
  const { type } = isMap(here) ? here : {};
  return type === undefined || isOf(type, ['string', 'number', 'integer'])
    ? undefined
    : `${typeNames(type)} where an identifier is to stand`;
}

/** The schema one part further, null where nothing is said of it; or in words why there is nothing. */
function inside(schema: JsonMap, part: string, place: string): JsonMap | string | null {
  const { type, items = null, properties, required, patternProperties, additionalProperties } = schema;
  const isList = type !== undefined && isOf(type, ['array']);
  if (part === '*') return type === undefined || isList ? mapOrNull(items) : `no list at ${place}`;
  if (isList) return /^\d+$/.test(part) ? mapOrNull(items) : `a list at ${place}, of which * is each item`;
  if (type !== undefined && !isOf(type, ['object'])) return `${typeNames(type)} at ${place}, and nothing in it`;
  const name = partName(part);
  const known = isMap(properties) ? ownMember(properties, name) : undefined;
  if (known !== undefined) return mapOrNull(known);
  const isNamed = Array.isArray(required) && (required as readonly Json[]).includes(name);
  // Whoever lists members and says nothing of others has named them all.
  const isOpen = !isMap(properties) || (additionalProperties ?? false) !== false || isElsewhere(schema);
  return isNamed || isOpen || patternProperties !== undefined ? null : `no member ${JSON.stringify(name)} at ${place}`;
}

/** What is one of several, or stands elsewhere, is not looked through. */
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
  return typesIn(type).join(' or ');
}

function typesIn(type: Json): readonly string[] {
  return (Array.isArray(type) ? (type as readonly Json[]) : [type]).map(String);
}
