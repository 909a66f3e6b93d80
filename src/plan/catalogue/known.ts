/** Parameters of rules that a row need not write: names of its steps, and what the contract knows of where a record stands. */
import { pointerFrom } from '../../model/pointer.ts';
import type { Json } from '../../model/json.ts';
import type { RuleParameter } from '../../rules/rule-list.ts';
import type { OperationContext } from '../context.ts';
import { sentPointer } from '../sent-pointer.ts';
import type { ResolvedOperation, Step } from '../model.ts';
import {
  identifierPointer,
  isChosen,
  listPointers,
  shownPointer,
  showsIdentifier,
  uidPointer,
  wrappingOf,
} from '../templates.ts';
import type { BuiltCase } from './template.ts';

type Params = Readonly<Record<string, unknown>>;

interface Known {
  readonly words: string;
  /** Undefined where the contract has no such thing: then the check is not made. */
  readonly value: (context: OperationContext) => Json | undefined;
}

/** By the name of the parameter. */
export const KNOWN: Readonly<Record<string, Known>> = {
  sent: { words: 'where the record stands in a request', value: (context) => sentPointer(context, '') },
  shown: {
    words: 'where the record stands in the answer of a read',
    value: ({ scope, endpoint }) => shownPointer(scope, endpoint),
  },
  records: {
    words: 'where the records stand in the answer of a list',
    value: ({ scope, endpoint }) => listPointers(scope, endpoint).records,
  },
  record: {
    words: 'where the members stand in an entry of a list',
    value: ({ scope, endpoint }) => listPointers(scope, endpoint).record,
  },
  uid: {
    words: 'where the identifier stands in an entry of a list',
    value: ({ scope, endpoint, operation }) =>
      pointerFrom(listPointers(scope, endpoint).record, identifierPointer(scope, endpoint, operation)),
  },
  uidSent: { words: 'where the identifier stands in the answer of a create', value: madePointer },
  made: { words: 'likewise', value: madePointer },
  beside: {
    words: 'where members stand that are sent beside the record, from it',
    value: ({ resolved }) => besideOf(resolved),
  },
  member: {
    words: 'name of the correlation id in the envelope of the answer',
    value: ({ scope, resolved }) =>
      resolved.response === 'plain' ? undefined : scope.contracts.envelope?.correlation.member,
  },
  error: {
    words: 'the shape of the error where there is nothing',
    value: ({ scope }) => {
      const { families, refusals } = scope.contracts.errors;
      return families.find(({ name }) => name === refusals['not-found']?.family)?.schema;
    },
  },
  flag: {
    words: 'where the envelope of an answer says that it succeeded',
    value: ({ scope, operation }) => {
      const { envelope } = scope.contracts;
      return envelope === undefined ? wrappingOf(scope, operation)?.flag : `/${envelope.success}`;
    },
  },
};

/** Of members that are sent and shown. */
export function besideOf({ fields }: Pick<ResolvedOperation, 'fields'>): readonly string[] {
  return fields.flatMap((field) =>
    field.place === undefined || field.readOnly === true || field.writeOnly === true ? [] : [field.place],
  );
}

function madePointer({ scope, endpoint, operation }: OperationContext): string | undefined {
  const create = operation.kind === 'create' ? operation : scope.operation(endpoint, 'create');
  return create === undefined || (isChosen(endpoint, create) && !showsIdentifier(create))
    ? undefined
    : uidPointer(scope, endpoint, create);
}

/** The parameters that a rule takes, in its order; undefined where one has nothing to come from, or a step was left out. */
export function completed(
  context: OperationContext,
  parameters: readonly RuleParameter[],
  written: Params,
  { steps, left }: BuiltCase,
): Params | undefined {
  const made: Record<string, unknown> = {};
  const given = Object.assign(namesOf(steps, parameters), written);
  for (const { name, isRequired, isStep } of parameters) {
    if (isStep && left !== undefined && left.size > 0 && [given[name]].flat().some((step) => left.has(String(step))))
      return undefined;
    const value = name === 'success' ? successOf(context, given, steps) : (given[name] ?? KNOWN[name]?.value(context));
    if (value === undefined && isRequired) return undefined;
    if (isRequired || ((name in written || GIVEN.has(name)) && !isEmpty(value))) made[name] = value;
  }
  return made;
}

/** What a rule that may have it always gets. */
const GIVEN: ReadonlySet<string> = new Set(['beside']);

/** Steps that are called like a parameter; the one that a rule looks at is `probe` unless it is said. */
function namesOf(steps: readonly Step[], parameters: readonly RuleParameter[]): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const { name: parameter, isStep } of parameters) {
    if (!isStep) continue;
    const name = parameter === 'step' ? 'probe' : parameter;
    if (steps.some((step) => step.name === name)) named[parameter] = name;
  }
  return named;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Of the step that the row names, or that is judged; else of the operation. */
function successOf(context: OperationContext, { success, step }: Params, steps: readonly Step[]): unknown {
  if (typeof success === 'object') return success;
  return steps.find(({ name }) => name === (success ?? step))?.success ?? context.success;
}
