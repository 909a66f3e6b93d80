/** Steps that are sent elsewhere, and what they make removed there. Pure. */
import { defined } from '../record/defined.ts';
import { extended } from '../record/extended.ts';
import type { RequestTemplate, Step, Value } from './model.ts';

export type Values = Readonly<Record<string, Value>>;

/** In the path of what hangs on no record. */
export const NOWHERE: Values = {};

/** The step with another request, and another way to remove what it makes. */
export function undoneLater(request: RequestTemplate, { undo: _undo, ...step }: Step, undo: Step['undo']): Step {
  return extended(step, { request, ...defined({ undo }) });
}

/** A request with another parent in its path, and what it makes removed there. */
export function movedBelow(whole: Step, place: Values): Step {
  if (place === NOWHERE) return whole;
  const { undo, ...step } = whole;
  const moved = { ...step, request: { ...step.request, parameters: { ...step.request.parameters, ...place } } };
  if (undo === undefined) return moved;
  const known = Object.entries(place).filter(([name]) => Object.hasOwn(undo.parameters, name));
  return extended(moved, { undo: { ...undo, parameters: { ...undo.parameters, ...Object.fromEntries(known) } } });
}
