import { jsonBody } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const location = passiveRule('http.location', (response, exchange) => {
  if (response.status !== 201 || exchange.request.method !== 'POST') return inapplicable('no 201 to POST');
  const body = jsonBody(response);
  if (body.ok && Array.isArray(body.value) && body.value.length !== 1) return inapplicable('several records');
  return judged(
    header(response, 'location') === undefined
      ? [finding(exchange, 'header location', 'the address of the new record', undefined)]
      : [],
  );
});
