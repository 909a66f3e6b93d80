/** Whether an operation meets the conditions of rows. */
import type { Applies } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { again, observed, type ObservedValue } from '../open-question-uses.ts';
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
export function answerTo(context: OperationContext, question: Question): ObservedValue<boolean> {
  return (context.answers[question.index] ??= found(context, question));
}

function found(context: OperationContext, question: Question): ObservedValue<boolean> {
  return observed(() => holds(context, question));
}

function holds(context: OperationContext, { parts }: Question): boolean {
  for (const part of parts) if (!isAny(context, part)) return false;
  return true;
}

function isAny(context: OperationContext, { is, wanted }: Question['parts'][number]): boolean {
  for (const value of wanted) if (is(context, value)) return true;
  return false;
}

export function applies(context: OperationContext, needs: Applies): boolean {
  return again(answerTo(context, questionOf(needs)));
}

export function questionOf(needs: Applies): Question {
  let known = asking.get(needs);
  if (known === undefined) {
    const text = JSON.stringify(needs);
    known = byText.get(text) ?? {
      index: byText.size,
      parts: Object.entries(needs).map(([name, wanted]) => ({
        is: ALL_CAPABILITIES[name]?.is ?? ((): boolean => false),
        wanted: [wanted].flat().map(String),
      })),
    };
    byText.set(text, known);
    asking.set(needs, known);
  }
  return known;
}

const ALL_CAPABILITIES = { ...SCENARIO_CAPABILITIES, ...CAPABILITIES };

const asking = new WeakMap<Applies, Question>();
const byText = new Map<string, Question>();
