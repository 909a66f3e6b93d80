/** Whether an operation meets the conditions of rows. */
import type { Applies } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { again, computeOnce, observed, type ObservedValue } from '../open-question-uses.ts';
import { CAPABILITIES } from './capabilities.ts';
import { SCENARIO_CAPABILITIES } from './scenario-capabilities.ts';

/** The conditions of a row on an operation. Equal conditions are the same object. */
export interface Question {
  readonly index: number;
  readonly parts: readonly {
    readonly is: (context: OperationContext, value: string) => boolean;
    /** Values of which one is enough. */
    readonly wanted: readonly string[];
  }[];
}

/** The result with the answers it used. Computed once, because hundreds of rows have the same few dozen conditions. */
export function answerTo(context: OperationContext, { index, parts }: Question): ObservedValue<boolean> {
  return (context.answers[index] ??= observed(() =>
    parts.every(({ is, wanted }) => wanted.some((value) => is(context, value))),
  ));
}

export function applies(context: OperationContext, needs: Applies): boolean {
  return again(answerTo(context, questionOf(needs)));
}

export const questionOf = computeOnce((needs: Applies): Question => {
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

const byText = new Map<string, Question>();
