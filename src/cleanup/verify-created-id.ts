/**
 * Verifies that the ID in the response to a create names the created record. Otherwise the run would change and delete another client's
 * record. The first record of each endpoint is read before the run changes it, and so is every record whose create response shows other
 * values than the run sent. It is not read earlier, since the first read belongs to the case. Records of an action are verified the same way,
 * by the values that the run sent or by the values of the copied record.
 */
import { isReadMethod } from '../model/exchange.ts';
import { omitUndefined } from '../model/objects.ts';
import { isMap, type Json, ownProperty } from '../model/json.ts';
import { isSuccessStatus } from '../model/success.ts';
import type { Step, Value } from '../plan/model.ts';
import type { Slots } from '../http/rate-limit.ts';
import { isRecordId, operationKey } from '../http/request-policy.ts';
import { kindKey, kindKeys, newIds, operationOnRecord, parametersOfCreated } from './created-resources.ts';
import type { CreatedByAction, DeclaredCreation, DeclaredOperation, RecordRead } from '../http/declared-operations.ts';
import { referencedSteps, type Resolution } from '../http/resolve-values.ts';
import type { Destination, StepResult } from '../http/model.ts';
import {
  type CleanupContext,
  type FirstRecord,
  readRequestOf,
  type RecordOwner,
  sendCleanup,
} from './cleanup-context.ts';
import {
  digestsOf,
  isSameRecord,
  type FieldPointers,
  normalizeValue,
  type SentValues,
  comparableValue,
} from './record-identity.ts';

/** Directives whose values are unique to one record of this run. */
const UNIQUE_DIRECTIVES: readonly string[] = ['$unique', '$digits', '$uuid', '$integer', '$dateUnique'];
/** Shorter values may be part of another value by chance. */
const SHORTEST_PART = 6;

/**
 * Returns a function that verifies, once, whether the response of a step names another client's record. After that no record of the
 * endpoint (or of the action) is changed or deleted. Undefined if the contract declares no read of the created record. `earlier`: results
 * of other steps.
 */
export function createIdVerification(
  step: Step,
  result: StepResult,
  to: Destination,
  resolution: () => Resolution,
  context: CleanupContext,
  earlier: EarlierResults = NOTHING_EARLIER,
): StepResult['isForeign'] {
  const { base, method, path } = step.request;
  const operation = isReadMethod(method) ? undefined : to.operations.get(operationKey(base, method, path));
  const { shown, by } = operation?.makes ?? {};
  const { firstRecords, existing } = context;
  if (firstRecords === undefined || operation?.makes === undefined || !isCreated(result)) return undefined;
  const { makes } = operation;
  const { endpoint, parents } = by ?? operation;
  const through = by?.through;
  const kind = {
    service: to.service.service,
    spec: to.spec,
    endpoint,
    address: to.baseUrl,
    ...omitUndefined({ through }),
  };
  const key = kindKey(kind);
  const ids = newIds(makes, result.answer, result.path ?? {});
  if (ids.some((id) => existing?.has(kind, id) === true)) return () => Promise.resolve(true);
  if (shown === undefined) return undefined;
  const own = sentFieldsOf(step, result.sent, shown);
  const copied = valuesOfSource(step, by, shown, earlier);
  const ownerShownBy = (shows: Json | undefined, places: FieldPointers): RecordOwner => {
    const recordOwner = ownerByValues(shows, own, places);
    return recordOwner === 'unknown' ? ownerOfCopy(shows, copied, places, by) : recordOwner;
  };
  const isOdd = ownerShownBy(result.answer, shown.answered ?? {}) === 'another';
  const comparison = [own.drawn, own.fixed].find((members) => members.size > 0) ?? copied;
  context.createdResources?.addSentFields(kind, ids, digestsOf(comparison, to.redactor));
  if (isOdd) context.createdResources?.markMismatched(kind, ids);
  let answer: Promise<boolean> | undefined;
  const ask = async (slots: Slots): Promise<boolean> => {
    const first = firstRecords.get(key);
    if (own.drawn.size + own.fixed.size + copied.size === 0) {
      context.createdResources?.markVerified(kind, ids);
      return false;
    }
    const read = (): Promise<RecordOwner> =>
      ownerOfAll(step, result, { makes, endpoint, parents, shown, ownerShownBy }, to, resolution(), {
        ...context,
        slots,
      });
    // A list that hides new records may hide existing ones too, so their IDs are not known.
    const isListed = existing === undefined || (await existing.showsNew(step.request, to, kind, ids));
    const recordOwner =
      (isOdd || !isListed ? undefined : await knownOwner(first, slots)) ??
      (await ownerOfFirst(key, read, firstRecords));
    if (recordOwner !== 'another') {
      context.createdResources?.markVerified(kind, recordOwner === 'own' && !isOdd ? undefined : ids);
      return false;
    }
    firstRecords.set(key, { whose: recordOwner, found: Promise.resolve(recordOwner) });
    context.createdResources?.distrustIds(kind);
    return true;
  };
  return async (slots) => {
    for (const wider of kindKeys(kind))
      if ((await knownOwner(firstRecords.get(wider), slots)) === 'another') return true;
    // The first caller may wait for the slot that this caller holds.
    return slots.isHeld === true ? ask(slots) : (answer ??= ask(slots));
  };
}

/** After an update of a record that the run created: notes the fields that it sent, by which `--clean` knows the record later. */
export function noteUpdate(
  step: Step,
  result: StepResult,
  to: Destination,
  { createdResources }: Pick<CleanupContext, 'createdResources'>,
): void {
  const { base, method, path } = step.request;
  const operation =
    createdResources === undefined || isReadMethod(method)
      ? undefined
      : to.operations.get(operationKey(base, method, path));
  if (operation?.changes === undefined || typeof result.outcome !== 'number') return;
  const { endpoint, parents } = operation;
  const shown = [...to.operations.values()].find((one) => one.endpoint === endpoint && one.makes?.shown !== undefined)
    ?.makes?.shown;
  const ids = Object.entries(result.path ?? {}).flatMap(([name, id]) =>
    !Object.hasOwn(parents, name) && isRecordId(id) ? [id] : [],
  );
  if (shown === undefined || ids.length === 0) return;
  const { drawn, fixed } = sentFieldsOf(step, result.sent, shown);
  const kind = { service: to.service.service, spec: to.spec, endpoint, address: to.baseUrl };
  createdResources?.addSentFields(kind, ids, digestsOf(new Map([...fixed, ...drawn]), to.redactor));
}

/** Owner of the first record; undefined if it is not known yet and the caller holds slots that the read needs. */
async function knownOwner(first: FirstRecord | undefined, slots: Slots): Promise<RecordOwner | undefined> {
  if (first === undefined) return undefined;
  return first.whose ?? (slots.isHeld === true ? undefined : first.found);
}

/** Reads once for all records that are created meanwhile; repeats it with the next record while the owner is unknown. */
async function ownerOfFirst(
  key: string,
  read: () => Promise<RecordOwner>,
  firstRecords: Map<string, FirstRecord>,
): Promise<RecordOwner> {
  const found = read();
  const isFirst = !firstRecords.has(key);
  if (isFirst) firstRecords.set(key, { found });
  const recordOwner = await found;
  if (!isFirst) return recordOwner;
  if (recordOwner === 'unknown') firstRecords.delete(key);
  else firstRecords.set(key, { whose: recordOwner, found });
  return recordOwner;
}

function isCreated({ outcome, answer }: StepResult): boolean {
  return typeof outcome === 'number' && isSuccessStatus(outcome) && answer !== undefined;
}

/** How created records are read and compared. */
interface RecordComparison extends Pick<DeclaredOperation, 'endpoint' | 'parents'> {
  readonly makes: DeclaredCreation;
  readonly shown: RecordRead;
  readonly ownerShownBy: (shows: Json | undefined, places: FieldPointers) => RecordOwner;
}

async function ownerOfAll(
  step: Step,
  result: StepResult,
  { makes, ...comparison }: RecordComparison,
  to: Destination,
  resolution: Resolution,
  context: CleanupContext,
): Promise<RecordOwner> {
  const sent = result.path ?? {};
  const ids = newIds(makes, result.answer, sent);
  const place = parametersOfCreated(makes, sent);
  const each = (makes.by === undefined ? ids.slice(0, 1) : ids).map((id) => {
    const { method, path } = comparison.shown;
    return operationOnRecord({ method, path }, comparison, place, id)?.parameters;
  });
  const found: RecordOwner[] = [];
  for (const parameters of each)
    found.push(
      parameters === undefined ? 'unknown' : await ownerOfRecord(step, parameters, comparison, to, resolution, context),
    );
  if (found.includes('another')) return 'another';
  return found.length === 0 || found.includes('unknown') ? 'unknown' : 'own';
}

async function ownerOfRecord(
  step: Step,
  parameters: Step['request']['parameters'],
  { endpoint, shown, ownerShownBy }: Omit<RecordComparison, 'makes'>,
  to: Destination,
  resolution: Resolution,
  context: CleanupContext,
): Promise<RecordOwner> {
  // The party that created the record reads it.
  const auth = step.request.auth.kind === 'other' ? step.request.auth : shown.auth;
  const outcome = await context.slots.through(
    () => sendCleanup(readRequestOf(shown, parameters, auth), to, context, { endpoint, resolution }),
    context.rank,
  );
  if (!('status' in outcome) || !isSuccessStatus(outcome.status)) return 'unknown';
  return ownerShownBy(outcome.answer, shown.members);
}

/** Responses of the steps of a case and its setup. */
export interface EarlierResults {
  readonly of: (name: string) => StepResult | undefined;
  readonly all: () => readonly StepResult[];
}

const NOTHING_EARLIER: EarlierResults = { of: () => undefined, all: () => [] };

interface SentFields {
  /** Fields with values that are unique to the record. */
  readonly drawn: SentValues;
  /** All other fields. */
  readonly fixed: SentValues;
}

const NOTHING_SENT: SentFields = { drawn: new Map(), fixed: new Map() };

function sentFieldsOf({ request: { body } }: Step, sent: Json | undefined, { members }: RecordRead): SentFields {
  const [drawn, fixed] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const look = (planned: Value, there: Json | undefined): void => {
    if (Array.isArray(planned)) {
      for (const [index, one] of (planned as readonly Value[]).entries())
        look(one, Array.isArray(there) ? (there[index] as Json | undefined) : undefined);
      return;
    }
    if (!isMap(planned) || !isMap(there)) return;
    for (const [name, one] of Object.entries(planned)) {
      const value = ownProperty(there, name);
      const found = isUniqueValue(one) ? drawn : fixed;
      if (Object.hasOwn(members, name) && (typeof value === 'string' || typeof value === 'number'))
        found.set(name, [...(found.get(name) ?? []), normalizeValue(value)]);
      else look(one, value);
    }
  };
  if (body?.kind === 'json') look(body.value, sent);
  return { drawn, fixed };
}

function isUniqueValue(value: Value): boolean {
  if (!isMap(value)) return false;
  const [name = '', ...more] = Object.keys(value);
  return more.length === 0 && UNIQUE_DIRECTIVES.includes(name);
}

/** Compares the unique fields if the record shows any; other fields may be equal by chance. */
function ownerByValues(answer: Json | undefined, { drawn, fixed }: SentFields, places: FieldPointers): RecordOwner {
  for (const members of [drawn, fixed]) {
    const isSame = isSameRecord(comparedFields(answer, members, places).map(([, isAlike]) => isAlike));
    if (isSame !== undefined) return isSame ? 'own' : 'another';
  }
  return 'unknown';
}

/** A copy shows the values of its source, except in unique fields. */
function ownerOfCopy(
  answer: Json | undefined,
  copied: SentValues,
  places: FieldPointers,
  by: CreatedByAction | undefined,
): RecordOwner {
  const seen = comparedFields(answer, copied, places);
  if (seen.some(([, isAlike]) => isAlike)) return 'own';
  return seen.some(([name]) => Object.hasOwn(by?.source?.alike ?? {}, name)) ? 'another' : 'unknown';
}

/** For each field that the record shows, whether it has the value that the run sent. */
function comparedFields(
  answer: Json | undefined,
  members: SentValues,
  places: FieldPointers,
): readonly (readonly [string, boolean])[] {
  return [...members].flatMap(([name, values]) => {
    const value = comparableValue(answer, ownProperty(places, name));
    return value === undefined ? [] : [[name, values.some((one) => isSame(one, value))] as const];
  });
}

/** Values that the run sent for the copied record, by create and updates; for a copy of a copy also those of the first record. */
function valuesOfSource(
  step: Step,
  by: CreatedByAction | undefined,
  shown: RecordRead,
  earlier: EarlierResults,
): SentValues {
  const all = new Map<string, readonly string[]>();
  if (by?.source === undefined) return all;
  const { parameter } = by.source;
  let [name] = referencedSteps(step.request.parameters[parameter] ?? null);
  while (name !== undefined) {
    const original = name;
    const origin = earlier.of(original);
    const changes = earlier
      .all()
      .filter((result) => referencedSteps(result.by?.request.parameters ?? null).includes(original));
    for (const result of [...(origin === undefined ? [] : [origin]), ...changes]) {
      const { drawn, fixed } = result.by === undefined ? NOTHING_SENT : sentFieldsOf(result.by, result.sent, shown);
      for (const [member, values] of [...drawn, ...fixed]) all.set(member, [...(all.get(member) ?? []), ...values]);
    }
    [name] = referencedSteps(origin?.by?.request.parameters[parameter] ?? null);
  }
  return all;
}

/** A service may change case, drop separators, shorten the value or add a prefix. */
function isSame(sent: string, shown: string): boolean {
  const [short, long] = sent.length < shown.length ? [sent, shown] : [shown, sent];
  return sent === shown || (short.length >= SHORTEST_PART && long.includes(short));
}
