/** Writes to resources that existed before the run: the fields that are written, and the fields that differ from the snapshot. */
import { createHash } from 'node:crypto';
import type { RequestTemplate, Value } from '../plan/model.ts';
import { mapOptional } from '../model/objects.ts';
import { isMap, type Json, type JsonMap, ownProperty, isSameJson } from '../model/json.ts';
import { parseJsonBody } from '../http/response-content.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { isSuccessStatus } from '../model/success.ts';
import { pathParameters } from '../model/path-template.ts';
import { isReadMethod } from '../model/exchange.ts';
import { endpointOfRecordValue, operationKey } from '../http/request-policy.ts';
import type { ReplacingWrite } from '../http/declared-operations.ts';
import type { CreatedResources, Snapshot } from './created-resources.ts';
import type { Destination } from '../http/model.ts';

/** Whether a request writes to an address that existed before the run: without parameters, or with those of an existing record. */
export function writesToExisting({ base, method, location, path, parameters }: RequestTemplate): boolean {
  return (
    base === 'service' &&
    !isReadMethod(method) &&
    location === undefined &&
    pathParameters(path).every((name) => {
      const value = parameters[name] ?? null;
      return typeof value !== 'object' || endpointOfRecordValue(value) !== undefined;
    })
  );
}

/**
 * Notes the fields that a request is about to write to a singleton, so that they are known as the run's own however the run ends. Returns a
 * function that notes the values in the response, since a service may store them differently.
 */
export function noteWrite(
  request: RequestTemplate,
  sent: Buffer | undefined,
  {
    operations,
    service: { service },
    spec,
    redactor,
  }: Pick<Destination, 'operations' | 'service' | 'spec' | 'redactor'>,
  createdResources: CreatedResources | undefined,
): (status: number, answer: Buffer) => void {
  const operation =
    createdResources && writesToExisting(request)
      ? operations.get(operationKey(request.base, request.method, request.path))
      : undefined;
  if (operation?.writesExisting?.restore === undefined) return () => undefined;
  const { endpoint, writesExisting } = operation;
  const written = writtenFields(writesExisting.body ?? null, mapOptional(sent, parseJsonBody));
  const members =
    writesExisting.isWhole === true ? writtenNames(writesExisting.restore?.body ?? null) : Object.keys(written);
  const note = (of: JsonMap): void => {
    const known = members.map((name) => [name, fieldOrNull(of, name)] as const);
    // Digests of masked values are not written: trying all values would reveal them.
    const open = known.filter(([name, value]) => redactor.isOpen({ [name]: value }));
    const digests = Object.fromEntries(open.map(([name, value]) => [name, [digestOf(value)]]));
    createdResources?.addWrite({ service, spec, endpoint, digests });
  };
  note(written);
  return (status, answer) => {
    const shown =
      writesExisting.shown === undefined || !isSuccessStatus(status)
        ? undefined
        : valueAtPointer(parseJsonBody(answer), writesExisting.shown);
    if (isMap(shown)) note(shown);
  };
}

/** Fields that differ from the snapshot (`all`), and those of them that the run did not write (`ofOthers`). */
export function changedFields(
  { restore, wrote = {} }: Snapshot,
  template: Value,
  now: Json,
): { readonly all: readonly string[]; readonly ofOthers: readonly string[] } {
  const before = writtenFields(template, restore.body);
  const current = writtenFields(template, now);
  const all = writtenNames(template).filter(
    (name) => !isSameJson(fieldOrNull(before, name), fieldOrNull(current, name)),
  );
  const isOwn = (name: string): boolean =>
    ownProperty(wrote, name)?.includes(digestOf(fieldOrNull(current, name))) === true;
  return { all, ofOthers: all.filter((name) => !isOwn(name)) };
}

/** The fields of a record that a replacing write does not send. */
export function lostFields(replaces: ReplacingWrite | undefined, answer: Json | undefined): readonly string[] {
  const record = replaces && valueAtPointer(answer, replaces.record);
  return isMap(record) ? Object.keys(record).filter((name) => replaces?.fields.includes(name) === false) : [];
}

/** The body that restores a record, without the fields that it does not have: a replacing write removes those. */
export function withoutAbsentFields(template: Value, answer: Json | undefined): Value {
  if (!isMap(template)) return template;
  const present = Object.entries(template).filter(
    ([, value]) => !isMap(value) || !('$kept' in value) || valueAtPointer(answer, pointerOf(value)) !== undefined,
  );
  return Object.fromEntries(
    present.map(([name, value]) => [
      name,
      isMap(value) && '$kept' in value ? value : withoutAbsentFields(value, answer),
    ]),
  );
}

const pointerOf = (kept: Readonly<Record<string, unknown>>): string => String(kept['$kept']).replace(/^[^#]*#/, '');

/** Absent fields count as null. */
function fieldOrNull(record: JsonMap, name: string): Json {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

const writtenNames = (template: Value): readonly string[] => Object.keys(writtenFields(template, template as Json));

/** The fields of a body at the places where the template has `$kept`: those that a run writes. */
function writtenFields(template: Value, body: Json | undefined): JsonMap {
  return Object.fromEntries(writtenEntries(template, body));
}

function writtenEntries(template: Value, body: Json | undefined): readonly (readonly [string, Json])[] {
  if (typeof template !== 'object' || typeof body !== 'object' || template === null || body === null) return [];
  return Object.entries(template as Readonly<Record<string, Value>>).flatMap(([name, value]) => {
    const found = Object.hasOwn(body, name) ? (body as JsonMap)[name] : undefined;
    if (!isMap(value) || !('$kept' in value)) return writtenEntries(value, found);
    return found === undefined ? [] : [[name, found] as const];
  });
}

/** Digest of a JSON value; the order of fields does not matter. */
export function digestOf(value: Json): string {
  const text = JSON.stringify(value, (_name, one: unknown) =>
    isMap(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
