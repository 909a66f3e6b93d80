import { counted } from '../../record/counted.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';
import { isNoContent } from './without-content.ts';

export const noContent = passiveRule('http.no-content', (response, exchange) => {
  if (!isNoContent(response.status) && exchange.request.method !== 'HEAD') return inapplicable('content is allowed');
  return judged(
    response.bytes > 0 ? [finding(exchange, 'body', 'no content', `${counted(response.bytes, 'byte')}`)] : [],
  );
});
