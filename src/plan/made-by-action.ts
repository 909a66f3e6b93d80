/** What an action makes: records of its own endpoint, or of another one of the service. Pure. */
import type { Problem } from '../errors.ts';
import { LATER, type EndpointContract, type Operation } from '../load/model.ts';
import { isMap, ownMember, type Json } from '../record/json.ts';
import { partName } from '../record/pointer.ts';
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

/** What a schema says that there is not at a pointer, in words; undefined where it is there, or nothing is said of it. */
function lackingIn(schema: Json, pointer: string): string | undefined {
  let here = schema;
  for (const part of pointer.split('/').slice(1)) {
    const name = partName(part);
    // What is one of several, or stands elsewhere, is not looked through.
    if (!isMap(here) || ['$ref', 'anyOf', 'oneOf', 'allOf'].some((word) => Object.hasOwn(here as object, word)))
      return undefined;
    const { type, items = null, properties, required, patternProperties, additionalProperties } = here;
    if (part === '*') {
      if (type !== undefined && !hasType(type, ['array'])) return `no list at ${before(pointer, part)}`;
      here = items;
      continue;
    }
    if (type !== undefined && !hasType(type, ['object', 'array'])) return `nothing below a value`;
    const known = isMap(properties) ? ownMember(properties, name) : undefined;
    const isOpen =
      !isMap(properties) ||
      patternProperties !== undefined ||
      ![undefined, false].includes(additionalProperties as never);
    const isNamed = Array.isArray(required) && (required as readonly Json[]).includes(name);
    if (known === undefined && !isNamed && !isOpen && !hasType(type ?? 'object', ['array']))
      return `no member ${JSON.stringify(name)}`;
    here = known ?? null;
  }
  const type = isMap(here) ? here['type'] : undefined;
  return type === undefined || hasType(type, ['string', 'number', 'integer'])
    ? undefined
    : `${String(type)} where the identifier is to stand`;
}

const before = (pointer: string, part: string): string => pointer.slice(0, pointer.indexOf(`/${part}`)) || 'its root';

function hasType(type: Json, wanted: readonly string[]): boolean {
  return (Array.isArray(type) ? (type as readonly Json[]) : [type]).some((one) => wanted.includes(String(one)));
}
