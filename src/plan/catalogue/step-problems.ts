/** Problems in the steps of a row, and in checks that use them. */
import { isSetupStep } from '../../model/exchange.ts';
import type { RowOperation, RowCheck, RowExpect, RowVariantDefinition } from '../../load/model.ts';
import type { RuleBook } from './template.ts';
import { INFERRED_PARAMETERS } from './inferred-parameters.ts';

export interface StepProblem {
  readonly code: string;
  readonly message: string;
  /** Pointer in the row. */
  readonly at: string;
  /** An unknown name, and the known ones. */
  readonly unknown?: { readonly name: string; readonly names: readonly string[] };
}

/** Keywords that refer to an earlier step. Each step has at most one of the first four. */
const VERBS = ['on', 'read', 'list', 'delete'] as const;

type Verb = 'make' | (typeof VERBS)[number];
type Word = Exclude<keyof RowOperation, Verb>;

/** Keywords for requests only: a step on a record is sent and judged like its own operation. */
const OF_REQUESTS: readonly Word[] = ['via', 'passive', 'success', 'raw'];
const OF_MAKING: readonly Word[] = ['of', 'items'];

/** Keywords without effect, by kind of step. A step without a verb is a request. */
const UNHEEDED: Readonly<Record<Verb | 'request', readonly Word[]>> = {
  request: OF_MAKING,
  make: [...OF_REQUESTS, 'times'],
  on: [...OF_REQUESTS, ...OF_MAKING],
  read: [...OF_REQUESTS, ...OF_MAKING, 'times', 'set', 'remove'],
  list: [...OF_REQUESTS, ...OF_MAKING, 'times', 'set', 'remove'],
  delete: [...OF_REQUESTS, ...OF_MAKING, 'times', 'set', 'remove'],
};

/** Preconditions that always exist. */
const ALWAYS = ['control', 'record'];

export function stepProblems({ steps }: RowVariantDefinition, at: string): readonly StepProblem[] {
  const names = Object.keys(steps ?? {});
  return Object.entries(steps ?? {}).flatMap(([name, step], index) => {
    const here = `${at}/steps/${name}`;
    const verbs = (['make', ...VERBS] as const).filter((verb) => verb in step);
    const twice = verbs.length > 1 ? [wrong('wrong-value', `${name} has both ${verbs.join(' and ')}`, here)] : [];
    return [
      ...twice,
      ...(verbs.length > 1 ? [] : unheeded(step, verbs[0], here)),
      ...VERBS.flatMap((word) => named(step, word, names.slice(0, index), here)),
      ...named(step, 'together', names.slice(Math.max(0, index - 1), index), here),
    ];
  });
}

/** A keyword without effect is a mistake. */
function unheeded(step: RowOperation, verb: Verb | undefined, at: string): readonly StepProblem[] {
  const kind = verb === undefined ? 'a step with a complete request' : `a step with ${JSON.stringify(verb)}`;
  return UNHEEDED[verb ?? 'request']
    .filter((word) => word in step)
    .map((word) => wrong('wrong-value', `${JSON.stringify(word)} has no effect in ${kind}`, `${at}/${word}`));
}

function named(
  step: RowOperation,
  word: (typeof VERBS)[number] | 'together',
  earlier: readonly string[],
  at: string,
): readonly StepProblem[] {
  const name = step[word];
  return name === undefined || earlier.includes(name) ? [] : [noStep(name, earlier, `${at}/${word}`)];
}

/** Problems in `expect`, with regard to the steps. */
export function expectationProblems(
  rules: RuleBook,
  said: RowVariantDefinition,
  expect: RowExpect,
  at: string,
): readonly StepProblem[] {
  const names = Object.keys(said.steps ?? { probe: {} });
  if (expect === 'accepted') return [];
  if (Array.isArray(expect))
    return (expect as readonly RowCheck[]).flatMap((one, index) =>
      expectationProblems(rules, said, one, `${at}/${index}`),
    );
  const check = expect as RowCheck;
  const { step, given = {} } = check;
  const places = [
    ...(step === undefined ? [] : [[step, `${at}/step`] as const]),
    ...Object.keys(given).flatMap((name) =>
      ALWAYS.includes(name) || isSetupStep(name) ? [] : [[name, `${at}/given/${name}`] as const],
    ),
  ];
  return [
    ...places.flatMap(([name, place]) => (names.includes(name) ? [] : [noStep(name, names, place)])),
    ...(said.steps === undefined ? [] : missing(rules, check, names, at)),
  ];
}

/** Required parameters of the rule that neither the row nor the contract provides. */
function missing(
  rules: RuleBook,
  { rule, as, refused, step, with: written = {} }: RowCheck,
  names: readonly string[],
  at: string,
): readonly StepProblem[] {
  const judge = rule ?? as;
  const known = judge === undefined ? undefined : rules.find(judge);
  // The form of a rejection is in errors.yaml.
  if (known?.kind !== 'case' || refused !== undefined) return [];
  const looked = step === undefined && !names.includes('probe') ? [] : ['step'];
  const given = ['success', ...Object.keys(written), ...Object.keys(INFERRED_PARAMETERS), ...looked];
  return known.parameters
    .filter(({ name, isRequired, isStep }) => isRequired && !given.includes(name) && !(isStep && names.includes(name)))
    .map(({ name }) => wrong('rule-parameters', `${known.id} needs ${JSON.stringify(name)}`, at));
}

function noStep(name: string, names: readonly string[], at: string): StepProblem {
  return {
    ...wrong('unknown-step', `no earlier step has the name ${JSON.stringify(name)}`, at),
    unknown: { name, names },
  };
}

function wrong(code: string, message: string, at: string): StepProblem {
  return { code, message, at };
}
