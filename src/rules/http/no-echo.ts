import { counted } from '../../record/counted.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Shorter bodies can stand in an error by chance, or as the value that it rightly names. */
const SHORTEST = 40;

export const noEcho = passiveRule('http.no-echo', (response, exchange) => {
  const sent = exchange.request.body ?? '';
  if (response.status < 400 || sent.length < SHORTEST || response.bytes === 0)
    return inapplicable('no error to a request with content');
  const asText = JSON.stringify(sent).slice(1, -1);
  const echoed = [sent, asText].some((text) => response.body.includes(text));
  return judged(
    echoed
      ? [finding(exchange, 'body', 'no copy of the request', `all ${counted(sent.length, 'character')} of it`)]
      : [],
  );
});
