/** Which conditions of HTTP an operation keeps to, as far as its document shows it. Pure. */
import type { JsonMap } from '../record/json.ts';
import type { Doing } from './resources.ts';

/** Whether it keeps to conditions, or is not done without one (RFC 9110 §13, RFC 6585 §3). */
export function conditionOf({ kind, operation: { parameters, responses } }: Doing): JsonMap {
  if (!CONDITIONAL.has(kind)) return {};
  const isRead = kind === 'read';
  if (!isRead && responses['428'] !== undefined) return { conditional: 'required' };
  const name = isRead ? 'if-none-match' : 'if-match';
  const condition = parameters.find((one) => one.in === 'header' && one.name.toLowerCase() === name);
  if (!isRead && condition?.required === true) return { conditional: 'required' };
  const isSent = condition !== undefined;
  return isSent || (!isRead && responses['412'] !== undefined) ? { conditional: true } : {};
}

const CONDITIONAL: ReadonlySet<Doing['kind']> = new Set(['read', 'update', 'replace', 'delete']);
