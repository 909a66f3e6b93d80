import { BYTE_ORDER_MARK, jsonFault } from '../../record/json.ts';
import { isJson, jsonBody } from '../../record/body.ts';
import { clip, finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const json = passiveRule('http.json', (response, exchange) => {
  if (response.bytes === 0) return inapplicable('no content');
  if (!isJson(response)) return inapplicable('the content is not declared as JSON');
  // RFC 9110 §15.3.7: a part of the content, which is not JSON by itself.
  if (response.status === 206) return inapplicable('a part of the content');
  const { reduced } = response;
  if (reduced === 'judged') return judged([]);
  if (reduced === 'unseen') return inapplicable('only the uids of this page were kept');
  // What is too deep to be kept is JSON all the same.
  const fault = jsonBody(response).ok ? undefined : jsonFault(response.body);
  return judged([
    ...(response.utf8 === false
      ? [finding(exchange, 'body', 'UTF-8', 'bytes that are not UTF-8', { kind: 'not-utf-8' })]
      : []),
    ...(response.body.startsWith(BYTE_ORDER_MARK)
      ? [
          finding(exchange, 'body', 'no byte order mark', 'a byte order mark at the beginning', {
            kind: 'byte-order-mark',
          }),
        ]
      : []),
    ...(fault === undefined
      ? []
      : [finding(exchange, 'body', 'one JSON text', `${fault}: ${clip(response.body, 120)}`, { kind: 'not-json' })]),
  ]);
});
