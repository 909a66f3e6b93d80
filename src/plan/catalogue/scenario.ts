/** Scenarios: cases of several steps, written in TypeScript. They are planned like the rows of the catalogues. */
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import type { OperationCondition, PageStep, RowOrdering } from '../../load/model.ts';
import { rowJudgeIds } from '../../load/row-judges.ts';
import type { CaseRuleId, RuleParams } from '../../rules/ids.ts';
import type {
  ScenarioAct,
  CaseBuilder,
  Template,
  TemplateChange,
  TemplateCheck,
  TemplateEach,
  TemplateExpect,
  TemplateVariant,
} from './template.ts';
import type { TemplateValue } from './items.ts';

type Values = Readonly<Record<string, TemplateValue>>;
/** Target and timing of a step, by the names of earlier steps. */
type Place<Names extends string> = {
  readonly [Name in 'below' | 'location' | 'ahead' | 'together']?: Names;
};
type Sent<Names extends string> = TemplateChange &
  Place<Names> &
  Pick<ScenarioAct, 'via' | 'passive' | 'success' | 'raw'>;
type Created<Names extends string> = Pick<TemplateChange, 'set' | 'remove' | 'token' | 'headers' | 'correlation'> &
  Place<Names> &
  Pick<ScenarioAct, 'of' | 'nth' | 'undo'>;

/** The steps of a scenario in order. Each can name those before it. */
export class Steps<Names extends string = never> {
  readonly acts: Readonly<Record<string, ScenarioAct>>;

  constructor(acts: Readonly<Record<string, ScenarioAct>> = {}) {
    this.acts = acts;
  }

  /** Creates a record with its required fields. */
  least<Name extends string>(name: Name, more: Created<Names> = {}): Steps<Names | Name> {
    return this.#and(name, { make: 'least', ...more });
  }

  /** Creates a record with every field. */
  full<Name extends string>(name: Name, more: Created<Names> = {}): Steps<Names | Name> {
    return this.#and(name, { make: 'full', ...more });
  }

  /** Creates the record that those of the operation belong to. */
  parent<Name extends string>(name: Name): Steps<Names | Name> {
    return this.#and(name, { make: 'parent' });
  }

  /** Creates one record of each kind that those of the operation refer to. */
  referredTo<Name extends string>(name: Name): Steps<Names | Name> {
    return this.#and(name, { make: 'referred-to' });
  }

  /** Creates several records in one request: the fields that are set in each. */
  batch<Name extends string>(
    name: Name,
    items: readonly NonNullable<TemplateChange['set']>[],
    make: 'least' | 'full' = 'least',
  ): Steps<Names | Name> {
    return this.#and(name, { make, items });
  }

  /** Sends the operation itself to the record of a step. */
  send<Name extends string>(name: Name, on: Names, more: Sent<Names> = {}): Steps<Names | Name> {
    return this.#and(name, { on, ...more });
  }

  /** Sends the valid request of the operation, with a change. */
  request<Name extends string>(name: Name, more: Sent<Names> = {}): Steps<Names | Name> {
    return this.#and(name, more);
  }

  /** Reads the record of a step. */
  read<Name extends string>(
    name: Name,
    read: Names,
    more: TemplateChange & Place<Names> & Pick<ScenarioAct, 'item'> = {},
  ): Steps<Names | Name> {
    return this.#and(name, { read, ...more });
  }

  /** Fetches the list that the record of a step belongs to. */
  list<Name extends string>(name: Name, list: Names, more: TemplateChange & Place<Names> = {}): Steps<Names | Name> {
    return this.#and(name, { list, ...more });
  }

  /** Deletes the record of a step. */
  delete<Name extends string>(
    name: Name,
    record: Names,
    more: TemplateChange & Place<Names> = {},
  ): Steps<Names | Name> {
    return this.#and(name, { delete: record, ...more });
  }

  /** Deletes the parts of the record of a step. */
  empty<Name extends string>(name: Name, empty: Names): Steps<Names | Name> {
    return this.#and(name, { empty });
  }

  /** Updates the record of a step, of any endpoint. */
  update<Name extends string>(name: Name, change: Names, set: Values): Steps<Names | Name> {
    return this.#and(name, { change, set });
  }

  #and<Name extends string>(name: Name, act: ScenarioAct): Steps<Names | Name> {
    return new Steps<Names | Name>({ ...this.acts, [name]: act });
  }
}

/** Begins the steps of a scenario. */
export const steps: Steps = new Steps();

type Basis<Names extends string> = Names | 'control' | 'record' | `setup.${string}`;
/** Preconditions of a check: steps that must succeed, or at least have a response. */
type GivenSteps<Names extends string> =
  | readonly Basis<Names>[]
  | { readonly [Name in Basis<Names>]?: 'success' | 'answered' };

/** The rule with its parameters, under its own id or under the id of the scenario. */
type Judged =
  | { readonly [Id in CaseRuleId]: (By<'rule', Id> | By<'as', Id>) & Parameters<Id> }[CaseRuleId]
  | { readonly rule?: undefined; readonly as?: undefined; readonly with?: undefined };
type By<Word extends 'rule' | 'as', Id> = { readonly [Name in Word]: Id } & {
  readonly [Name in Exclude<'rule' | 'as', Word>]?: undefined;
};
interface Parameters<Id extends CaseRuleId> {
  readonly with?: { readonly [Name in keyof RuleParams[Id]]?: TemplateValue };
}

type Expected<Names extends string> = Omit<TemplateCheck, 'given' | 'step' | 'rule' | 'as' | 'with'> &
  Judged & { readonly step?: Names | 'probe'; readonly given?: GivenSteps<Names> };
type Expectation<Names extends string> = 'accepted' | Expected<Names> | readonly Expected<Names>[];

interface ScenarioTry<Names extends string> extends Omit<TemplateVariant, 'steps' | 'expect' | 'each' | 'collection'> {
  readonly each?: TemplateEach;
  readonly steps?: Steps<Names>;
  readonly collection?: Readonly<Record<string, PageStep<TemplateValue>>>;
  readonly build?: CaseBuilder;
  readonly expect?: Expectation<NoInfer<Names>>;
}

type ScenarioText = Partial<
  Pick<Template, 'title' | 'fails' | 'why' | 'source' | 'convention' | 'aspect' | 'group' | 'after'>
>;

export interface ScenarioDefinition<Names extends string> extends ScenarioTry<Names>, ScenarioText {
  readonly tries?: Readonly<Record<string, ScenarioTry<Names>>>;
}

/** Properties that all scenarios of a family share. */
interface Family {
  readonly aspect?: string;
  readonly applies?: OperationCondition;
  readonly groups?: Readonly<Record<string, RowOrdering>>;
}

/** Returns the constructor of the scenarios that belong to one catalogue. */
export function scenariosOf(catalogue: string, { aspect: usual = catalogue, applies: all, groups = {} }: Family) {
  return <Names extends string>(id: string, words: ScenarioDefinition<Names>): Template => {
    const { tries, applies, aspect = usual, group = aspect, ...one } = words;
    const own = tryOf(one);
    const named = Object.entries(tries ?? {}).map(([name, it]) => [name, tryOf(it)] as const);
    const template = { ...own, ...omitUndefined({ tries: mapOptional(tries, () => Object.fromEntries(named)) }) };
    return {
      ...template,
      id,
      catalogue,
      aspect,
      group,
      turns: groups[group] ?? {},
      needs: [all, applies].filter((it) => it !== undefined),
      expect: own.expect ?? 'accepted',
      judges: rowJudgeIds(template),
      places: {},
    };
  };
}

function tryOf({
  steps: written,
  expect,
  ...words
}: ScenarioTry<string> & ScenarioText): TemplateVariant & ScenarioText {
  return {
    ...words,
    ...omitUndefined({ steps: written?.acts, expect: mapOptional(expect, expectOf) }),
  };
}

function expectOf(expect: Expectation<string>): TemplateExpect {
  if (expect === 'accepted') return expect;
  return Array.isArray(expect)
    ? (expect as readonly Expected<string>[]).map(checkOf)
    : checkOf(expect as Expected<string>);
}

function checkOf({ given, ...check }: Expected<string>): TemplateCheck {
  const named = Array.isArray(given)
    ? Object.fromEntries((given as readonly string[]).map((name) => [name, 'success']))
    : given;
  return { ...check, ...omitUndefined({ given: named }) } as unknown as TemplateCheck;
}
