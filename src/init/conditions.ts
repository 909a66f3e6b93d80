/** Conditional requests that an operation supports according to its document. */
import type { JsonMap } from '../model/json.ts';
import type { ApiOperation } from '../openapi/document.ts';
import type { Doing } from './resources.ts';

/** The `conditional` setting of a contract (RFC 9110 §13, RFC 6585 §3). */
export function conditionOf({ kind, operation: { parameters, responses } }: Doing): JsonMap {
  if (!CONDITIONAL.has(kind)) return {};
  const isRead = kind === 'read';
  if (!isRead && responses['428'] !== undefined) return { conditional: 'required' };
  const name = isRead ? 'if-none-match' : 'if-match';
  if (!isRead && needsMatch({ parameters })) return { conditional: 'required' };
  const isSent = parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name);
  return isSent || (!isRead && responses['412'] !== undefined) ? { conditional: true } : {};
}

/** Whether the document requires the header If-Match. */
export function needsMatch({ parameters }: Pick<ApiOperation, 'parameters'>): boolean {
  return parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'if-match' && one.required);
}

const CONDITIONAL: ReadonlySet<Doing['kind']> = new Set(['read', 'update', 'replace', 'delete']);
