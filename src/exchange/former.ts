/**
 * What there is one of, as it was before a run changed it: written down before anything is sent that changes it, so that it can be put back
 * however the run ends.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { RequestTemplate, Undo, Value } from '../plan/model.ts';
import { defined, maybe } from '../record/defined.ts';
import { isMap, sameJson, type Json, type JsonMap, ownMember } from '../record/json.ts';
import { jsonIn } from './json-in.ts';
import { at } from '../record/pointer.ts';
import { isSuccessful } from '../record/success.ts';
import { placeOf } from './guard.ts';
import { noteStayed, type DoneExchange, type FormerState, type Ledger } from './ledger.ts';
import type { Destination } from './sender.ts';
import { TransportFailure } from './transport.ts';

type Place = Pick<Destination, 'catalogue' | 'service' | 'spec' | 'baseUrl' | 'redactor'>;

/** @param body what puts it back; returns the key by which the ledger knows it, or undefined where there is no ledger */
export function noteFormer(
  { method, path }: Undo,
  body: Json,
  { catalogue, service: { service }, spec, baseUrl: address, redactor }: Place,
  ledger: Ledger | undefined,
): string | undefined {
  if (ledger === undefined) return undefined;
  const text = JSON.stringify(body);
  const key = `${service}@${spec} ${method} ${path} ${randomUUID()}`;
  const endpoint = catalogue.get(placeOf('service', method, path))?.endpoint ?? path;
  // Masked it could not be put back, and what is masked may not be written down.
  const written = redactor.body(text, redactor.personal(text)) === text ? body : undefined;
  ledger.changed({
    key,
    service,
    spec,
    endpoint,
    address,
    under: [],
    restore: { method, path, ...defined({ body: written }) },
  });
  return key;
}

/**
 * Notes what a request is about to write to what there is one of, so that it is known for the run's own however the run ends; returns what notes
 * how a success shows it, since a service may store it otherwise than it was sent.
 */
export function noteWrite(
  { base, method, path }: Pick<RequestTemplate, 'base' | 'method' | 'path'>,
  sent: Buffer | undefined,
  { catalogue, service: { service }, spec, redactor }: Omit<Place, 'baseUrl'>,
  ledger: Ledger | undefined,
): (status: number, answer: Buffer) => void {
  const operation = ledger && catalogue.get(placeOf(base, method, path));
  if (operation?.one === undefined) return () => undefined;
  const { endpoint, one } = operation;
  const written = keptIn(one.body ?? null, maybe(sent, jsonIn));
  const members = one.isWhole ? namesKept(one.kept.undo.body) : Object.keys(written);
  const note = (of: JsonMap): void => {
    const known = members.map((name) => [name, memberOf(of, name)] as const);
    // Of what may not be written down, a digest may not either: who tries all there are would find it.
    const open = known.filter(([name, value]) => {
      const text = JSON.stringify({ [name]: value });
      return redactor.body(text, redactor.personal(text)) === text;
    });
    const digests = Object.fromEntries(open.map(([name, value]) => [name, [digestOf(value)]]));
    ledger?.wrote({ service, spec, endpoint, digests });
  };
  note(written);
  return (status, answer) => {
    const shown = one.shown === undefined || !isSuccessful(status) ? undefined : at(jsonIn(answer), one.shown);
    if (isMap(shown)) note(shown);
  };
}

/** Members that are neither as they were nor as the run wrote them, of what is there now; undefined where all are as they were. */
export function changedByOthers(
  { restore, wrote = {} }: FormerState,
  template: Value,
  now: Json,
): readonly string[] | undefined {
  const before = keptIn(template, restore.body);
  const current = keptIn(template, now);
  const other = namesKept(template).filter((name) => !sameJson(memberOf(before, name), memberOf(current, name)));
  if (other.length === 0) return undefined;
  return other.filter((name) => ownMember(wrote, name)?.includes(digestOf(memberOf(current, name))) !== true);
}

/** What is not there is as null. */
function memberOf(record: JsonMap, name: string): Json {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}

const namesKept = (template: Value): readonly string[] => Object.keys(keptIn(template, template as Json));

/** The members of a body that stand where a template has `$kept`: what a run writes of it. */
function keptIn(template: Value, body: Json | undefined): JsonMap {
  return Object.fromEntries(keptEntries(template, body));
}

function keptEntries(template: Value, body: Json | undefined): readonly (readonly [string, Json])[] {
  if (typeof template !== 'object' || typeof body !== 'object' || template === null || body === null) return [];
  return Object.entries(template as Readonly<Record<string, Value>>).flatMap(([name, value]) => {
    const found = Object.hasOwn(body, name) ? (body as JsonMap)[name] : undefined;
    if (!isMap(value) || !('$kept' in value)) return keptEntries(value, found);
    return found === undefined ? [] : [[name, found] as const];
  });
}

/** Alike for values that are the same, in whatever order their members stand. */
export function digestOf(value: Json): string {
  const text = JSON.stringify(value, (_name, one: unknown) =>
    isMap(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

export function noteRestored(
  key: string,
  method: string,
  outcome: DoneExchange['outcome'],
  ledger: Ledger | undefined,
): void {
  if (ledger === undefined) return;
  if (outcome instanceof TransportFailure || !isSuccessful(outcome.status)) noteStayed(ledger, key, method, outcome);
  else ledger.removed(key, '');
}
