/** Parameters of rules that a row need not write: names of its steps, and what the contract knows of where a record stands. */
import type { Json } from '../../record/json.ts';
import type { CaseRule } from '../../rules/model.ts';
import { STEP, STEPS } from '../../rules/params.ts';
import type { OperationContext } from '../context.ts';
import { sentPointer } from '../generators/sent-pointer.ts';
import type { Life } from '../life.ts';
import { listPointers, shownPointer, uidPointer } from '../templates.ts';

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
    value: ({ scope, endpoint }) => `${listPointers(scope, endpoint).record}/${endpoint.uid ?? ''}`,
  },
  uidSent: { words: 'where the identifier stands in the answer of a create', value: madePointer },
  made: { words: 'likewise', value: madePointer },
  member: {
    words: 'name of the correlation id in the envelope of the answer',
    value: ({ scope, resolved }) =>
      resolved.response === 'plain' ? undefined : scope.contracts.envelope?.correlation.member,
  },
  flag: {
    words: 'where the envelope of an answer says that it succeeded',
    value: ({ scope }) => {
      const { envelope } = scope.contracts;
      return envelope === undefined ? undefined : `/${envelope.success}`;
    },
  },
};

function madePointer({ scope, endpoint, operation }: OperationContext): string | undefined {
  const create = operation.kind === 'create' ? operation : scope.operation(endpoint, 'create');
  return create === undefined ? undefined : uidPointer(scope, endpoint, create);
}

/** The parameters that a rule takes, in its order; undefined where one has nothing to come from, or a step was left out. */
export function completed(
  context: OperationContext,
  { params: schema }: CaseRule,
  written: Params,
  life: Life,
): Params | undefined {
  const { properties, required } = schema as { readonly properties: Params; readonly required: readonly string[] };
  const made: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(properties)) {
    const value = written[name] ?? (isStep(type) ? life.steps.find((s) => s.name === name)?.name : undefined);
    if (isStep(type) && [value].flat().some((step) => life.left.has(String(step)))) return undefined;
    made[name] = name === 'success' ? successOf(context, written, life) : (value ?? KNOWN[name]?.value(context));
    if (made[name] === undefined && required.includes(name)) return undefined;
    if (!required.includes(name) && isNothing(written, name, made[name])) delete made[name];
  }
  return made;
}

/** Whether a parameter is the name of a step, or several. */
export function isStep(type: unknown): boolean {
  return type === STEP || type === STEPS;
}

/** What need not be said is said where it is written, and is something. */
function isNothing(written: Params, name: string, value: unknown): boolean {
  return !(name in written) || (Array.isArray(value) && value.length === 0);
}

/** Of the step that the row names, or that is judged; else of the operation. */
function successOf(context: OperationContext, { success, step }: Params, life: Life): unknown {
  return life.steps.find(({ name }) => name === (success ?? step))?.success ?? context.success;
}
