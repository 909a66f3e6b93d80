/** The warnings that stand beside a success, and how a case names them. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { object, POINTER, STEP, TEXT, TEXTS, type ParamsOf } from '../params.ts';

export const WARNING_PARAMS = object(
  {
    step: STEP,
    /** Pointer to the messages of the answer, resolved by the plan from the envelope. */
    messages: POINTER,
  },
  {
    /** Words that a warning mentions, and beginnings of codes. */
    mentions: TEXTS,
    codes: TEXTS,
    /** Of those entries alone that say so of themselves. */
    severity: TEXT,
  },
);

export type WarningParams = ParamsOf<typeof WARNING_PARAMS>;

/** The entries of an answer that are meant. */
export function warnings(body: Json | undefined, { messages, severity }: WarningParams): readonly Json[] {
  const list = at(body, messages);
  if (!Array.isArray(list)) return [];
  return (list as readonly Json[]).filter((one) => severity === undefined || at(one, '/severity') === severity);
}
