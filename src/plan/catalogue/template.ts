/** Case templates: rows of the catalogues, and scenarios, whose steps and values are TypeScript. */
import type {
  ResponseRow,
  Row,
  RowOperation,
  RowChange,
  RowCheck,
  RowEach,
  RowExpect,
  RowVariantDefinition,
} from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import type { Fixtures } from '../fixtures.ts';
import type { Precondition, Step } from '../model.ts';
import type { AnswerUse } from '../open-question-uses.ts';
import type { EachItems, Selector, TemplateValue } from './items.ts';
import type { RuleList } from '../../rules/rule-list.ts';

type Map<T> = Readonly<Record<string, T>>;

/** Source of the values of `each`: a selector, in YAML by its name. */
export type EachSource = string | Selector;

export type TemplateChange = RowChange<TemplateValue>;
export type TemplateCheck = RowCheck<TemplateValue>;
export type TemplateExpect = RowExpect<TemplateValue>;
export type TemplateEach = RowEach<EachSource>;

/** A step of a scenario can do more than one of a YAML row. */
export interface ScenarioAct extends Omit<RowOperation<TemplateValue>, 'make'> {
  /** `parent` creates the record that those of the operation belong to, `referred-to` one of each kind that they refer to. */
  readonly make?: 'least' | 'full' | 'parent' | 'referred-to';
  /** Created as the nth record below one parent, from 0: fields that must differ between records do. */
  readonly nth?: number;
  /** Deletes the parts of the record of that step. */
  readonly empty?: string;
  /** Updates the record of that step, of any endpoint, with the fields of `set` and no others. */
  readonly change?: string;
  /** Position of the record, where one request created several. */
  readonly item?: number;
  /** The record of that step is the parent in the path. */
  readonly below?: string;
  /** Sent to the Location in the response of that step. */
  readonly location?: string;
  /** The cleanup leaves this record to the deletion of its parent. */
  readonly undo?: false;
  /** Sent before that earlier step. */
  readonly ahead?: string;
}

export interface TemplateVariant extends Omit<RowVariantDefinition<TemplateValue, EachSource>, 'steps'> {
  readonly steps?: Map<ScenarioAct>;
  /** Builds the steps of one or several cases, where they depend on the contract. */
  readonly build?: CaseBuilder;
}

export interface Template
  extends TemplateVariant, Omit<Row<TemplateValue, EachSource>, keyof TemplateVariant | 'tries'> {
  readonly expect: TemplateExpect;
  readonly tries?: Map<TemplateVariant>;
  /** Source file of a scenario. */
  readonly file?: string;
  /** The row that the cases of a scenario follow in the plan. Default: the scenario before it. */
  readonly after?: string;
}

/** Undefined where the operation has nothing to build the case with. */
export type CaseBuilder = (
  context: OperationContext,
  fixtures: Fixtures,
  chosen: EachItems,
  variant: TemplateVariant,
) => BuiltCase | readonly BuiltCase[] | undefined;

export interface BuiltCase {
  /** End of the case's name and its title, where one template has several cases. */
  readonly key?: string;
  readonly when?: string;
  readonly steps: readonly Step[];
  /** Names of steps that the service has no operation for. */
  readonly missingSteps?: ReadonlySet<string>;
  /** Computed parameters: each rule gets those that it takes. Parameters of the template replace them. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Answers to open questions that the success of an earlier step does not confirm. */
  readonly uses?: readonly AnswerUse[];
  /** Steps that its checks rest on, where the template names none. */
  readonly given?: readonly Precondition[] | ((params: Readonly<Record<string, unknown>>) => readonly Precondition[]);
  /** The differences between checks, where several steps are judged by one rule. */
  readonly checks?: readonly BuiltCheck[];
}

export interface BuiltCheck {
  readonly key: string;
  readonly way: string;
  readonly asks: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly given: readonly Precondition[];
}

export interface RuleBook extends RuleList {
  /** Rows of the common catalogues. */
  readonly rows: readonly Row[];
  readonly scenarios: readonly Template[];
  /** Rows and scenarios in the order in which their cases are planned. */
  readonly templates: readonly Template[];
  readonly answers: readonly ResponseRow[];
}
