import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const mediaHint = passiveRule('http.media-hint', (response, exchange) => {
  if (response.status !== 415) return inapplicable('no 415');
  const coded = exchange.request.headers.some(
    ([name, value]) => name === 'content-encoding' && value.trim().toLowerCase() !== 'identity',
  );
  if (coded) return inapplicable('the request had a content coding');
  const value = header(response, 'accept-encoding');
  return judged(
    value === undefined
      ? []
      : [finding(exchange, 'header accept-encoding', 'absent, since the request had no coding', value)],
  );
});
