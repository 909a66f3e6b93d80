/** Resolves the directives of a plan (`Value`) to the values that are sent. */
import { swapCase } from '../model/text.ts';
import { valuesAt } from '../model/pointer.ts';
import type { Json } from '../model/json.ts';
import type { Value } from '../plan/model.ts';
import type { KnownRecord } from '../load/model.ts';
import { notSentFailure } from './transport.ts';
import { hash } from 'node:crypto';
import { omitUndefined } from '../model/objects.ts';
import { isSetupStep, stepName } from '../model/exchange.ts';
import type { Destination, StepResult } from './model.ts';

/** The values that directives resolve to. */
export interface Resolution {
  /** Seed of unique values: the run ID, and after a space the exchange ID. */
  readonly seed: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA name of the time zone of the target. */
  readonly zone: string;
  /** A counter of the run, for unique values of a small range. */
  readonly next: () => number;
  /** Result of an earlier step; for an empty name, of the request itself. */
  readonly resultOf?: (step: string) => Partial<StepResult> | undefined;
  readonly setting?: (name: string) => string | undefined;
  /** Existing records that the target names, by endpoint. */
  readonly records?: Readonly<Record<string, KnownRecord>>;
  /** The step whose record the request would change, if its response named another client's record. Such a record may only be read. */
  readonly another?: string;
}

/** The earlier step did not return the value that a directive refers to. */
export class UnresolvedReference extends Error {
  override readonly name = 'Unresolved';
  readonly step: string;
  /** Description of the missing value. */
  readonly brought: string;

  constructor(step: string, pointer: string, brought = `no value at ${pointer || 'the root'}`) {
    super(`step "${step}" returned ${brought}`);
    this.step = step;
    this.brought = brought;
  }
}

export function resolveValue(value: Value, resolution: Resolution): Json {
  let counter = 0;
  const draw = (): UniqueSource => ({ seed: `${resolution.seed} ${(counter += 1)}`, next: resolution.next });
  const walk = (here: Value, index: number): Json => {
    if (Array.isArray(here)) return (here as readonly Value[]).map((item) => walk(item, index));
    if (typeof here !== 'object' || here === null) return here;
    const entries = Object.entries(here as Readonly<Record<string, Value>>);
    const [only] = entries;
    if (entries.length === 1 && only !== undefined && only[0].startsWith('$'))
      return directive(only[0], only[1], index);
    return Object.fromEntries(entries.map(([name, member]) => [name, walk(member, index)]));
  };
  const directive = (name: string, argument: Value, index: number): Json => {
    switch (name) {
      case '$unique':
        return typeof argument === 'string' ? fillPattern(draw(), argument) : uniqueText(draw(), Number(argument));
      case '$digits':
        return uniqueDigits(draw(), Number(argument));
      case '$integer':
        return uniqueInteger(draw(), argument as unknown as IntegerBounds);
      case '$today':
        return calendarDate(resolution.now, resolution.zone, Number(argument));
      case '$now':
        return Math.floor(resolution.now / 1000) + Number(argument);
      case '$setting':
        return resolution.setting?.(String(argument)) ?? '';
      case '$joined':
        return (argument as readonly Value[]).map((part) => String(walk(part, index))).join('');
      case '$sum':
        return (argument as readonly Value[]).reduce((sum: number, part) => sum + Number(walk(part, index)), 0);
      case '$letters':
        return swapCase(String(walk(argument, index)));
      case '$slash':
        return String(walk(argument, index)).replace(/\/?$/, (end) => (end === '' ? '/' : ''));
      case '$ref':
        return lookUp(String(argument), resolution, 'answer');
      case '$path':
        return pathValue(String(argument), resolution);
      case '$cookie':
        return cookieHeader(String(argument), resolution);
      case '$uuid':
        return uniqueUuid(draw());
      case '$header':
        return headerValue(String(argument), resolution, 'head');
      case '$record':
        return recordField(String(argument), resolution.records);
      case '$kept':
        return valueOfStep(String(argument), resolution, 'answer') ?? null;
      case '$sent':
        return /#[\w-]+$/.test(String(argument))
          ? headerValue(String(argument), resolution, 'sentHead')
          : lookUp(String(argument), resolution, 'sent');
      case '$dateUnique':
        return plusDays(String(argument), resolution.next() % 3000);
      case '$dateSeries':
        return plusDays(String(argument), index);
      case '$repeat': {
        const { times, item } = argument as { readonly times: number; readonly item: Value };
        return Array.from({ length: times }, (_none, i) => walk(item, i));
      }
      default:
        throw new Error(`unknown directive ${name}`);
    }
  };
  return walk(value, 0);
}

function lookUp(reference: string, resolution: Resolution, of: 'answer' | 'sent'): Json {
  const value = valueOfStep(reference, resolution, of);
  if (value === undefined) throw new UnresolvedReference(...splitOnce(reference, '#'));
  return value;
}

function valueOfStep(reference: string, { resultOf }: Resolution, of: 'answer' | 'sent'): Json | undefined {
  const [step, pointer] = splitOnce(reference, '#');
  return valuesAt(resultOf?.(step)?.[of], pointer)[0];
}

/** Cookie of an earlier response as a request header (RFC 6265 §4.2). */
function cookieHeader(reference: string, resolution: Resolution): string {
  const [step, name] = splitOnce(reference, '#');
  const value = resolution.resultOf?.(step)?.cookies?.[name];
  if (value === undefined) throw new UnresolvedReference(step, '', `no cookie ${name}`);
  return `${name}=${value}`;
}

/** Path parameter of an earlier step. */
function pathValue(reference: string, resolution: Resolution): Json {
  const [step, name] = splitOnce(reference, '#');
  const value = resolution.resultOf?.(step)?.path?.[name];
  if (value === undefined) throw new UnresolvedReference(step, '', `no path parameter {${name}}`);
  return value;
}

/** Header of an earlier step. */
function headerValue(reference: string, { resultOf }: Resolution, of: 'head' | 'sentHead'): string {
  const [step, name] = splitOnce(reference, '#');
  const value = resultOf?.(step)?.[of]?.[name.toLowerCase()];
  if (value === undefined) throw new UnresolvedReference(step, '', `no header ${name}`);
  return value;
}

/** Field of an existing record that the target names. */
function recordField(reference: string, records: Resolution['records'] = {}): Json {
  const [endpoint, pointer] = splitOnce(reference, '#');
  const record = records[endpoint];
  const value = valuesAt(record?.members, pointer)[0];
  if (value === undefined)
    throw notSentFailure(
      'no-record',
      record === undefined
        ? `nothing makes a record of ${endpoint}, and the target names none under \`records\``
        : `the record of ${endpoint} that the target names has nothing at ${pointer}`,
    );
  return value;
}

/** Steps that a value refers to, at any depth. */
export function referencedSteps(value: Value): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as Readonly<Record<string, Value>>;
  return typeof $ref === 'string' ? [splitOnce($ref, '#')[0]] : Object.values(value).flatMap(referencedSteps);
}

/** Resolution for requests outside of cases, without references to other steps. */
export function plainResolution(
  { zone, service: { records } }: Pick<Destination, 'zone' | 'service'>,
  { runId, clock, next }: { readonly runId: string; readonly clock: () => number; readonly next: () => number },
): Resolution {
  return { seed: runId, now: clock(), zone, next, ...omitUndefined({ records }) };
}

export function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** `YYYY-MM-DD`: the calendar date in a time zone, some days from now. */
export function calendarDate(now: number, zone: string, days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(now);
  return plusDays(today, days);
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Source of unique values: a seed that begins with the run ID, and a counter of the run. */
export interface UniqueSource {
  readonly seed: string;
  readonly next: () => number;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const DIGITS = '1234567890';
const ALPHABET_OF: Readonly<Record<string, string>> = { '*': LETTERS, '#': DIGITS };

export function uniqueText(draw: UniqueSource, length: number): string {
  return fillPattern(draw, '*'.repeat(length));
}

export function uniqueDigits(draw: UniqueSource, length: number): string {
  return fillPattern(draw, '#'.repeat(length));
}

/** Replaces each asterisk by a character and each number sign by a digit. */
export function fillPattern(draw: UniqueSource, form: string): string {
  const signs = form.match(/[*#]/g) ?? [];
  const many = signs.reduce((product, sign) => product * (ALPHABET_OF[sign]?.length ?? 1), 1);
  if (many > SMALL_RANGE) {
    const [letters, digits] = [LETTERS, DIGITS].map((alphabet) => hashedText(draw.seed, form.length, alphabet));
    return form.replaceAll(/[*#]/g, (sign, at: number) => (sign === '*' ? letters : digits)?.[at] ?? '');
  }
  let rest = nextIndex(draw, many);
  return form.replaceAll(/[*#]/g, (sign) => {
    const alphabet = ALPHABET_OF[sign] ?? LETTERS;
    const character = alphabet[rest % alphabet.length] ?? '';
    rest = Math.floor(rest / alphabet.length);
    return character;
  });
}

/** RFC 9562 §5.4: version 4. */
export function uniqueUuid({ seed }: UniqueSource): string {
  const digits = hashedText(seed, 32, '0123456789abcdef');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** Inclusive, safe integers. */
export interface IntegerBounds {
  readonly from: number;
  readonly to: number;
}

export function uniqueInteger(draw: UniqueSource, { from, to }: IntegerBounds): number {
  return from + nextIndex(draw, to - from + 1);
}

/** Ranges up to this size use the counter, since random values would soon repeat. */
const SMALL_RANGE = 10_000_000;

/** Index of the next value. In a small range each value comes once before any repeats, and each run begins elsewhere. */
function nextIndex({ seed, next }: UniqueSource, many: number): number {
  const areFew = many <= SMALL_RANGE;
  const [run = ''] = seed.split(' ');
  const anywhere = hash('sha256', areFew ? run : seed, 'buffer').readUIntBE(0, 6);
  return (areFew ? anywhere + next() : anywhere) % many;
}

function hashedText(seed: string, length: number, alphabet: string): string {
  let text = '';
  for (let block = 0; text.length < length; block += 1) {
    const digest = hash('sha256', `${seed} ${block}`, 'buffer');
    for (const byte of digest) text += alphabet[byte % alphabet.length] ?? '';
  }
  return text.slice(0, length);
}

export interface StepMemory {
  readonly results: Map<string, StepResult>;
  readonly failed: Set<string>;
}

/** Removes the response of a step without a usable ID, so that no later step refers to it. */
export function withoutUnusableResponse(live: StepResult): StepResult {
  const { sent, path, outcome, unfit } = live;
  return unfit === undefined ? live : { answer: undefined, sent, unfit, ...omitUndefined({ path, outcome }) };
}

export function resultOfStep(name: string, memory: StepMemory, setup: StepMemory | undefined): StepResult | undefined {
  if (isSetupStep(name)) return (setup ?? memory).results.get(stepName(name));
  return memory.results.get(name);
}

/** A copy for steps whose results later steps must not see. */
export function isolatedMemory(memory: StepMemory): StepMemory {
  return { ...memory, results: new Map(memory.results), failed: new Set() };
}
