/** Parameters of rules that planning infers: names of steps, and pointers to records according to the contract. */
import { resolvePointer } from '../../model/pointer.ts';
import type { Json } from '../../model/json.ts';
import type { RuleParameter } from '../../rules/rule-list.ts';
import type { OperationContext } from '../context.ts';
import {
  identifierPointer,
  hasClientChosenId,
  listPointers,
  sentPointer,
  readRecordPointer,
  showsIdentifier,
  uidPointer,
  wrappingOf,
} from '../request-templates.ts';
import type { ResolvedOperation, Step } from '../model.ts';
import type { BuiltCase } from './template.ts';

type Params = Readonly<Record<string, unknown>>;

/** Values by parameter name. A check whose parameter has no value is not planned. */
export const INFERRED_PARAMETERS: Readonly<Record<string, (context: OperationContext) => Json | undefined>> = {
  sent: (context) => sentPointer(context, ''),
  shown: ({ scope, endpoint }) => readRecordPointer(scope, endpoint),
  records: ({ scope, endpoint }) => listPointers(scope, endpoint).records,
  record: ({ scope, endpoint }) => listPointers(scope, endpoint).record,
  uid: ({ scope, endpoint, operation }) =>
    resolvePointer(listPointers(scope, endpoint).record, identifierPointer(scope, endpoint, operation)),
  uidSent: madePointer,
  made: madePointer,
  beside: ({ resolved }) => fieldsOutsideRecord(resolved),
  member: ({ scope, resolved }) =>
    resolved.response === 'plain' ? undefined : scope.contracts.envelope?.correlation.member,
  error: ({ scope }) => {
    const { families, refusals } = scope.contracts.errors;
    return families.find(({ name }) => name === refusals['not-found']?.family)?.schema;
  },
  flag: ({ scope, operation }) => {
    const { envelope } = scope.contracts;
    return envelope === undefined ? wrappingOf(scope, operation)?.flag : `/${envelope.success}`;
  },
};

/** Pointers to fields that are sent and returned outside of the record. */
export function fieldsOutsideRecord({ fields }: Pick<ResolvedOperation, 'fields'>): readonly string[] {
  return fields.flatMap((field) =>
    field.place === undefined || field.readOnly === true || field.writeOnly === true ? [] : [field.place],
  );
}

function madePointer({ scope, endpoint, operation }: OperationContext): string | undefined {
  const create = operation.kind === 'create' ? operation : scope.operation(endpoint, 'create');
  return create === undefined || (hasClientChosenId(endpoint, create) && !showsIdentifier(create))
    ? undefined
    : uidPointer(scope, endpoint, create);
}

/** Parameters in the order of the rule. Undefined if a required one has no value, or its step was left out. */
export function completeParameters(
  context: OperationContext,
  parameters: readonly RuleParameter[],
  written: Params,
  { steps, missingSteps }: BuiltCase,
): Params | undefined {
  const made: Record<string, unknown> = {};
  const given = Object.assign(namesOf(steps, parameters), written);
  for (const { name, isRequired, isStep } of parameters) {
    if (
      isStep &&
      missingSteps !== undefined &&
      missingSteps.size > 0 &&
      [given[name]].flat().some((step) => missingSteps.has(String(step)))
    )
      return undefined;
    const value =
      name === 'success' ? successOf(context, given, steps) : (given[name] ?? INFERRED_PARAMETERS[name]?.(context));
    if (value === undefined && isRequired) return undefined;
    if (isRequired || ((name in written || GIVEN.has(name)) && !isEmpty(value))) made[name] = value;
  }
  return made;
}

/** Optional parameters that are always set. */
const GIVEN: ReadonlySet<string> = new Set(['beside']);

/** Steps with the name of a parameter. `step` defaults to `probe`. */
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

/** Success of the step that the row names or the rule judges, otherwise of the operation. */
function successOf(context: OperationContext, { success, step }: Params, steps: readonly Step[]): unknown {
  if (typeof success === 'object') return success;
  return steps.find(({ name }) => name === (success ?? step))?.success ?? context.success;
}
