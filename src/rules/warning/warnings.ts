/** The warnings that stand beside a success, and how a case names them. */
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';

export interface WarningParams {
  readonly step: string;
  /** Pointer to the messages of the answer, resolved by the plan from the envelope. */
  readonly messages: string;
  /** Words that a warning mentions, and beginnings of codes. */
  readonly mentions?: readonly string[];
  readonly codes?: readonly string[];
}

export const WARNING_PARAMS = {
  type: 'object',
  required: ['step', 'messages'],
  properties: {
    step: { type: 'string' },
    messages: { type: 'string' },
    mentions: { type: 'array', items: { type: 'string' } },
    codes: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
} as const;

export function warnings(body: Json | undefined, pointer: string): readonly Json[] {
  const list = at(body, pointer);
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
