/** Whether an exchange was answered with a success, whatever stands in the answer. */
import type { Exchange } from '../../record/exchange.ts';
import { isSuccessful } from '../../record/success.ts';

export function isServed({ response }: Exchange): boolean {
  return response !== undefined && isSuccessful(response.status);
}
