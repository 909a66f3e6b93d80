/** Values of rows, converted to values of a plan. */
import type { Json } from '../../model/json.ts';
import type { OperationContext } from '../context.ts';
import type { Value } from '../model.ts';
import { computeOnce } from '../open-question-uses.ts';
import { type EachItems, fillTemplate, isMaker, innermostProperty, type Maker, type TemplateValue } from './items.ts';
import { MAKERS } from './makers/index.ts';

/** Directives in rows: those of the plan, and those that planning replaces. */
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

/** Names for `plus` and `minus` of `{ $now: seconds }`: durations from token.yaml. */
export const DURATION_NAMES = ['skew', 'lifetime'] as const;

export function resolveTemplateValue(context: OperationContext, written: TemplateValue, chosen: EachItems): Value {
  return isAsWritten(written) ? written : made(context, fillTemplate(written, chosen), chosen);
}

/** Whether a value is the same everywhere: it has no `{name}`, and no directive that planning replaces. */
function isAsWritten(written: TemplateValue): written is Json {
  if (typeof written === 'string') return !written.includes('{');
  return typeof written !== 'object' || written === null || isConstant(written);
}

const isConstant = computeOnce(
  (written: object): boolean =>
    !isMaker(written) &&
    Object.entries(written).every(
      ([name, member]: [string, TemplateValue]) =>
        name !== '$make' && name !== '$now' && !name.includes('{') && isAsWritten(member),
    ),
);

function made(context: OperationContext, value: TemplateValue, chosen: EachItems): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (isMaker(value)) return make(context, value, chosen);
  if (Array.isArray(value)) return (value as readonly TemplateValue[]).map((item) => made(context, item, chosen));
  const object = value as Readonly<Record<string, TemplateValue>>;
  if (typeof object['$make'] === 'string') return make(context, makerNamed(object['$make']), chosen);
  if (typeof object['$now'] === 'number' && Object.keys(object).length > 1) {
    const moved = spans(context, object['plus']) - spans(context, object['minus']);
    return { $now: object['$now'] + moved };
  }
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, made(context, member, chosen)]));
}

/** Whether every maker of a template has a value here. */
export function canMakeValues(context: OperationContext, written: object, chosen: EachItems): boolean {
  return makersIn(written).every((maker) => maybe(context, maker, chosen) !== undefined);
}

const makersIn = computeOnce((written: object): readonly Maker[] => {
  if (isMaker(written)) return [written];
  const { $make } = written as Readonly<Record<string, Json>>;
  const own = typeof $make === 'string' ? [makerNamed($make)] : [];
  const nested = Object.values(written).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? makersIn(value) : [],
  );
  return [...own, ...nested];
});

function makerNamed(name: string): Maker {
  const maker = MAKERS[name];
  if (maker === undefined) throw new Error(`no value maker ${name}`);
  return maker;
}

function make(context: OperationContext, maker: Maker, chosen: EachItems): Value {
  const value = maybe(context, maker, chosen);
  if (value === undefined) throw new Error('a value maker has no value for this field');
  return value;
}

function maybe(context: OperationContext, maker: Maker, chosen: EachItems): Value | undefined {
  if (maker.of === undefined) return maker.make(context);
  if (maker.of === 'claim') {
    const claim = innermostProperty(chosen, 'claim');
    if (claim !== undefined) return maker.make(claim, context);
  } else {
    const field = maker.entry === undefined ? innermostProperty(chosen, 'field') : chosen.get(maker.entry)?.field;
    if (field !== undefined) return maker.make(field, context);
  }
  throw new Error(`a value maker needs a ${maker.of}`);
}

function spans({ scope }: OperationContext, names: TemplateValue | undefined): number {
  const { token } = scope.contracts;
  const list = names === undefined ? [] : Array.isArray(names) ? (names as readonly TemplateValue[]) : [names];
  const seconds: Readonly<Record<string, number>> =
    token === undefined ? {} : { skew: token.skew, lifetime: token.maximumLifetime };
  return list.reduce((sum: number, name) => sum + (seconds[String(name)] ?? 0), 0);
}
