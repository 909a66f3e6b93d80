import { shapeFault, strictnessFault, validationFault } from '../faults/ids.ts';
import type { Switches } from '../faults/switches.ts';
import { GatewayError, type GatewayErrorEntry } from '../http/gateway-error.ts';
import { below } from '../http/pointer.ts';
import { checksOf } from '../model/checks.ts';
import type { CheckName, Field } from '../model/field.ts';
import { isObject, jsonTypeMisfit } from '../model/json-type.ts';
import { strictnessOf } from '../model/strictness.ts';
import { channelFields, maxChannels, partnerFields, type Channel } from './partner.ts';

const service = 'partner-onboarding';

/** What a POST or PATCH gives. `null` clears an optional member; what is not there is not given. */
export interface PartnerBody {
  readonly values: ReadonlyMap<string, string | null>;
  readonly channels: readonly Channel[] | undefined;
  /** Only under the fault that lets a client set the id. */
  readonly id: string | undefined;
  /** Throws the 422 with every value fault. Shape comes first, then the id in the path, then this. */
  judge(): void;
  readonly isSound: boolean;
}

interface Judged {
  readonly shape: GatewayErrorEntry[];
  readonly value: GatewayErrorEntry[];
}

const checks = new Map([...partnerFields, ...channelFields].map((field) => [field, checksOf(field)]));
const strictness = new Map([...partnerFields, ...channelFields].map((field) => [field, strictnessOf(field)]));

export function readBody(sent: unknown, purpose: 'create' | 'update', switches: Switches): PartnerBody {
  const body = takenBody(sent, switches);
  const judged: Judged = { shape: [], value: [] };
  const values = new Map<string, string | null>();
  let channels: Channel[] | undefined;
  let id: string | undefined;
  if (isObject(body)) {
    for (const [name, given] of Object.entries(body)) {
      const value = unpacked(given, switches);
      const field = partnerFields.find((known) => known.name === name);
      if (field) values.set(name, judgeField(purpose, 'partners', field, value, below('', name), judged, switches));
      else if (name === 'channels') channels = readChannels(value, judged, switches);
      else if (name === 'id' && typeof value === 'string' && switches.on('partner-onboarding.partners.id-settable'))
        id = value;
      else refuseUnknown(below('', name), judged, switches);
    }
    refuseByFault(body, purpose, judged, switches);
    if (purpose === 'create')
      requireAll(purpose, 'partners', partnerFields, (name) => values.has(name), '', judged, switches);
  } else {
    judged.shape.push({ code: 'wrong_type', detail: 'The body must be one object.', source: { pointer: '' } });
  }
  throwAll(400, judged.shape);
  const status = switches.on('partner-onboarding.partners.refusal-400') ? 400 : 422;
  return {
    values,
    channels,
    id,
    judge: () => {
      throwAll(status, judged.value);
    },
    isSound: judged.value.length === 0,
  };
}

/** Under a fault, whatever was sent is made to fit, or makes the service fail. */
function takenBody(sent: unknown, switches: Switches): unknown {
  if (isObject(sent) || switches.active.size === 0) return sent;
  if (switches.on(shapeFault(service, 'top-level-500')))
    throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
  if (!switches.on(shapeFault(service, 'top-level-coerced'))) return sent;
  const item: unknown = Array.isArray(sent) ? sent[0] : sent;
  return isObject(item) ? item : {};
}

/** Under a fault, an array that holds one text is that text. */
function unpacked(value: unknown, switches: Switches): unknown {
  const isList = Array.isArray(value) && value.length === 1 && typeof value[0] === 'string';
  return isList && switches.on(shapeFault(service, 'array-unpacked')) ? (value[0] as string) : value;
}

/** Bodies that are right and refused all the same. */
function refuseByFault(
  body: Readonly<Record<string, unknown>>,
  purpose: 'create' | 'update',
  judged: Judged,
  switches: Switches,
): void {
  const refuseIt = (detail: string): void => {
    judged.value.push({ code: 'refused', detail, source: { pointer: '' } });
  };
  const isBare = Object.keys(body).length === 0;
  if (purpose === 'update' && isBare && switches.on('partner-onboarding.partners.empty-patch-refused'))
    refuseIt('There is nothing to change.');
  const hasChannels = Array.isArray(body['channels']) && body['channels'].length > 0;
  if (purpose === 'create' && !hasChannels && switches.on('partner-onboarding.channels.required'))
    refuseIt('A partner needs a channel.');
}

function throwAll(status: number, entries: readonly GatewayErrorEntry[]): void {
  const [first, ...rest] = entries;
  if (first) throw new GatewayError(status, [first, ...rest]);
}

function judgeField(
  purpose: 'create' | 'update',
  family: string,
  field: Field,
  value: unknown,
  pointer: string,
  judged: Judged,
  switches: Switches,
): string | null {
  const refuseValue = (check: CheckName, detail: string): void => {
    if (switches.on(validationFault(service, family, field.name, check))) return;
    judged.value.push({ code: check, detail: `${field.name} ${detail}.`, source: { pointer } });
  };
  if (value === null) {
    if (field.required) refuseValue('required', 'is required');
    else refuseRight(purpose, family, field, undefined, pointer, judged, switches);
    return null;
  }
  const misfit = jsonTypeMisfit(field, value);
  if (misfit) {
    if (!switches.on(shapeFault(service, 'wrong-type-accepted'))) {
      judged.shape.push({
        code: 'wrong_type',
        detail: `${field.name} must be of the type ${misfit.expected}.`,
        source: { pointer },
      });
    }
    return value as string;
  }
  const given = value as string;
  for (const check of checks.get(field) ?? []) if (!check.passes(given)) refuseValue(check.name, check.text);
  refuseRight(purpose, family, field, given, pointer, judged, switches);
  return given;
}

/** Under a fault, a value is refused although it is right, or an optional one although it is not given. */
function refuseRight(
  purpose: 'create' | 'update',
  family: string,
  field: Field,
  given: string | undefined,
  pointer: string,
  judged: Judged,
  switches: Switches,
): void {
  if (switches.active.size === 0) return;
  for (const { name, text, refuses, ofPatch } of strictness.get(field) ?? []) {
    if (!switches.on(strictnessFault(service, family, field.name, name))) continue;
    if (!refuses(given) && !(purpose === 'update' && ofPatch?.(given ?? null))) continue;
    judged.value.push({ code: name, detail: `${field.name} ${text}.`, source: { pointer } });
  }
}

function requireAll(
  purpose: 'create' | 'update',
  family: string,
  fields: readonly Field[],
  isGiven: (name: string) => boolean,
  pointer: string,
  judged: Judged,
  switches: Switches,
): void {
  for (const field of fields) {
    const { name, required } = field;
    if (!isGiven(name)) refuseRight(purpose, family, field, undefined, below(pointer, name), judged, switches);
    if (!required || isGiven(name) || switches.on(validationFault(service, family, name, 'required'))) continue;
    judged.value.push({ code: 'required', detail: `${name} is required.`, source: { pointer: below(pointer, name) } });
  }
}

function readChannels(value: unknown, judged: Judged, switches: Switches): Channel[] {
  // null clears an optional member, and no channels is what an empty list says.
  if (value === null) return [];
  if (!Array.isArray(value)) {
    judged.shape.push({
      code: 'wrong_type',
      detail: 'channels must be of the type array.',
      source: { pointer: '/channels' },
    });
    return [];
  }
  if (value.length === maxChannels && switches.on('partner-onboarding.channels.twenty-refused')) {
    judged.value.push({ code: 'size', detail: 'channels must have fewer entries.', source: { pointer: '/channels' } });
  }
  if (value.length > maxChannels && !switches.on(validationFault(service, 'partners', 'channels', 'size'))) {
    const detail = `channels must have at most ${String(maxChannels)} entries.`;
    judged.value.push({ code: 'size', detail, source: { pointer: '/channels' } });
  }
  return value.flatMap((entry: unknown, index): readonly Channel[] => {
    const pointer = below('/channels', index);
    if (isObject(entry)) return [readChannel(entry, pointer, judged, switches)];
    judged.shape.push({ code: 'wrong_type', detail: 'A channel must be an object.', source: { pointer } });
    return [];
  });
}

function readChannel(
  entry: Readonly<Record<string, unknown>>,
  pointer: string,
  judged: Judged,
  switches: Switches,
): Channel {
  const channel: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry)) {
    const place = below(pointer, name);
    const field = channelFields.find((known) => known.name === name);
    if (!field) {
      refuseUnknown(place, judged, switches);
      continue;
    }
    const given = judgeField('create', 'channels', field, value, place, judged, switches);
    if (given !== null) channel[name] = given;
  }
  requireAll('create', 'channels', channelFields, (name) => Object.hasOwn(entry, name), pointer, judged, switches);
  return channel;
}

function refuseUnknown(pointer: string, judged: Judged, switches: Switches): void {
  if (switches.on(shapeFault(service, 'unknown-member-accepted'))) return;
  judged.shape.push({ code: 'unknown_member', detail: 'The resource has no such member.', source: { pointer } });
}
