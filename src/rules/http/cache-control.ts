import { isSuccessful } from '../../record/success.ts';
import { listField } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const cacheControl = passiveRule('http.cache-control', (response, exchange) => {
  if (!isSuccessful(response.status) || ['OPTIONS', 'TRACE'].includes(exchange.request.method))
    return inapplicable('no data');
  const value = listField(response, 'cache-control');
  return judged(
    /\b(no-store|private)\b/i.test(value ?? '')
      ? []
      : [finding(exchange, 'header cache-control', 'no-store or private', value)],
  );
});
