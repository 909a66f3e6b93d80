import { jsonBody } from '../../record/body.ts';
import { clip, finding, inapplicable, judged } from '../evidence.ts';
import { schemaFinding } from '../findings.ts';
import { schemaDepartures } from '../schema.ts';
import { isOwn } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';
import { isNoContent } from './without-content.ts';

export const bodySchema = passiveRule(
  'http.body-schema',
  (response, exchange, operation) => {
    if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
    const { reduced } = response;
    if (reduced === 'judged') return judged([]);
    if (reduced === 'unseen') return inapplicable('only the uids of this page were kept');
    const schema = operation.documented[response.status];
    if (schema === undefined) return inapplicable('the status is not documented');
    if (schema === null) {
      // How a removal went may be told with it (RFC 9110 §9.3.5).
      if (response.status === 200 && exchange.request.method === 'DELETE')
        return inapplicable('a 200 to DELETE may say how it went');
      const empty = operation.responseSchema === null && operation.success.includes(response.status);
      return judged(
        empty && response.bytes > 0
          ? [finding(exchange, 'body', 'no content', clip(response.body, 120), { kind: 'content' })]
          : [],
      );
    }
    if (response.bytes === 0)
      return judged(
        isNoContent(response.status)
          ? []
          : [finding(exchange, 'body', 'a JSON body', 'no content', { kind: 'no-content' })],
      );
    const chosen = operation.selects?.find((name) => new URL(exchange.request.url).searchParams.has(name));
    if (chosen !== undefined) return inapplicable(`${chosen} says what is shown`);
    const body = jsonBody(response);
    if (!body.ok) return inapplicable('judged as malformed JSON');
    return judged(
      schemaDepartures(schema, body.value).map((departure) => schemaFinding(exchange, '', body.value, departure)),
    );
  },
  ['documented', 'responseSchema', 'success'],
);
