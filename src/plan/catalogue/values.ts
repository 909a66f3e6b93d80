/** Values as rows write them, as the values of a plan. */
import type { Json } from '../../record/json.ts';
import type { OperationContext } from '../context.ts';
import type { Value } from '../model.ts';
import { fill, lastWith, type EachItems } from './items.ts';
import { MAKERS } from './makers/index.ts';

/** Directives of a value in a row: those of the plan, and those that planning replaces. */
export const DIRECTIVES = [
  '$make',
  '$raw',
  '$now',
  '$setting',
  '$today',
  '$unique',
  '$digits',
  '$dateUnique',
  '$repeat',
  '$ref',
  '$sent',
  '$header',
  '$uid',
  '$joined',
];

/** What `plus` and `minus` of `{ $now: seconds }` may name: seconds that token.yaml gives. */
export const SPANS = ['skew', 'lifetime'] as const;

export function valueOf(context: OperationContext, written: Json, chosen: EachItems): Value {
  return isAsWritten(written) ? written : made(context, fill(written, chosen), chosen);
}

/** Whether it says the same wherever it is used: without a name in braces, and without a directive that planning replaces. */
function isAsWritten(written: Json): boolean {
  if (typeof written === 'string') return !written.includes('{');
  if (typeof written !== 'object' || written === null) return true;
  let known = asWritten.get(written);
  if (known === undefined) {
    known = Object.entries(written).every(
      ([name, member]: [string, Json]) =>
        name !== '$make' && name !== '$now' && !name.includes('{') && isAsWritten(member),
    );
    asWritten.set(written, known);
  }
  return known;
}

/** A row is written once, and used for every field of every operation. */
const asWritten = new WeakMap<object, boolean>();

function made(context: OperationContext, value: Json, chosen: EachItems): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => made(context, item, chosen));
  const object = value as Readonly<Record<string, Json>>;
  if (typeof object['$make'] === 'string') return make(context, object['$make'], chosenOf(chosen, object['of']));
  if (typeof object['$now'] === 'number' && Object.keys(object).length > 1) {
    const moved = spans(context, object['plus']) - spans(context, object['minus']);
    return { $now: object['$now'] + moved };
  }
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, made(context, member, chosen)]));
}

/** Whether every `{ $make: name }` of what is written has a value here. */
export function canBeMade(context: OperationContext, written: object, chosen: EachItems): boolean {
  let makes = makesByText.get(written);
  if (makes === undefined) {
    makes = makesIn(written);
    makesByText.set(written, makes);
  }
  return makes.every(({ maker, of }) => maybe(context, maker, chosenOf(chosen, of)) !== undefined);
}

interface Make {
  readonly maker: string;
  readonly of: Json | undefined;
}

/** A row is written once, and asked about for every field of every operation. */
const makesByText = new WeakMap<object, readonly Make[]>();

function makesIn(written: unknown): readonly Make[] {
  if (typeof written !== 'object' || written === null) return [];
  const { $make, of } = written as Readonly<Record<string, Json>>;
  const own = typeof $make === 'string' ? [{ maker: $make, of }] : [];
  return [...own, ...Object.values(written).flatMap(makesIn)];
}

/** The entry of `each` that is named, or all of them. */
function chosenOf(chosen: EachItems, name: Json | undefined): EachItems {
  return name === undefined ? chosen : new Map([...chosen].filter(([entry]) => entry === name));
}

function make(context: OperationContext, name: string, chosen: EachItems): Value {
  const value = maybe(context, name, chosen);
  if (value === undefined) throw new Error(`the value maker ${name} has no value for this field`);
  return value;
}

function maybe(context: OperationContext, name: string, chosen: EachItems): Value | undefined {
  const maker = MAKERS[name];
  if (maker === undefined) throw new Error(`no value maker ${name}`);
  if (maker.of === undefined) return maker.make(context);
  if (maker.of === 'claim') {
    const claim = lastWith(chosen, 'claim');
    if (claim !== undefined) return maker.make(claim, context);
  } else {
    const field = lastWith(chosen, 'field');
    if (field !== undefined) return maker.make(field, context);
  }
  throw new Error(`the value maker ${name} needs a ${maker.of}`);
}

function spans({ scope }: OperationContext, names: Json | undefined): number {
  const { token } = scope.contracts;
  const list = names === undefined ? [] : Array.isArray(names) ? (names as readonly Json[]) : [names];
  const seconds: Readonly<Record<string, number>> =
    token === undefined ? {} : { skew: token.skew, lifetime: token.maximumLifetime };
  return list.reduce((sum: number, name) => sum + (seconds[String(name)] ?? 0), 0);
}
