/** Whether an operation meets the conditions of rows. */
import type { OperationCondition } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { reuseValue, computeOnce, collectUses, type ValueWithUses } from '../open-question-uses.ts';
import { CAPABILITIES } from './capabilities.ts';
import { SCENARIO_CAPABILITIES } from './scenario-capabilities.ts';

/** The conditions of a row on an operation. Equal conditions are the same object. */
export interface RowCondition {
  readonly index: number;
  readonly parts: readonly {
    readonly is: (context: OperationContext, value: string) => boolean;
    /** Values of which one is enough. */
    readonly wanted: readonly string[];
  }[];
}

/** The result with the answers it used. Computed once, because hundreds of rows have the same few dozen conditions. */
export function conditionResult(context: OperationContext, { index, parts }: RowCondition): ValueWithUses<boolean> {
  return (context.answers[index] ??= collectUses(() =>
    parts.every(({ is, wanted }) => wanted.some((value) => is(context, value))),
  ));
}

export function appliesTo(context: OperationContext, needs: OperationCondition): boolean {
  return reuseValue(conditionResult(context, rowConditionOf(needs)));
}

export const rowConditionOf = computeOnce((needs: OperationCondition): RowCondition => {
  const text = JSON.stringify(needs);
  const known = byText.get(text) ?? {
    index: byText.size,
    parts: Object.entries(needs).map(([name, wanted]) => ({
      is: ALL_CAPABILITIES[name]?.is ?? ((): boolean => false),
      wanted: [wanted].flat().map(String),
    })),
  };
  byText.set(text, known);
  return known;
});

const ALL_CAPABILITIES = { ...SCENARIO_CAPABILITIES, ...CAPABILITIES };

const byText = new Map<string, RowCondition>();
