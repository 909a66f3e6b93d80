import { jsonBody } from '../../record/body.ts';
import { clip, finding, inapplicable, judged, PASS } from '../evidence.ts';
import { schemaFinding } from '../findings.ts';
import { schemaDepartures } from '../schema.ts';
import { isUnspoken } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';

export const errorShape = passiveRule(
  'http.error-shape',
  (response, exchange, operation) => {
    if (response.status < 400) return inapplicable('not an error');
    if (exchange.request.method === 'HEAD') return inapplicable('HEAD has no content');
    if (isUnspoken(exchange, operation)) return inapplicable('a refusal that the contract does not speak of');
    const schema = operation.documented[response.status];
    if (response.bytes === 0)
      return judged([finding(exchange, 'body', 'an error that explains itself', 'no content', { kind: 'no-content' })]);
    const body = jsonBody(response);
    if (!body.ok) return judged([finding(exchange, 'body', 'a JSON error', clip(response.body, 120))]);
    if (schema === undefined || schema === null) return PASS;
    return judged(
      schemaDepartures(schema, body.value).map((departure) => schemaFinding(exchange, '', body.value, departure)),
    );
  },
  ['documented'],
);
