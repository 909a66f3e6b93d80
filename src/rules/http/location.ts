import { jsonBody } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** RFC 9110 §9.3.3: for POST. Elsewhere a 201 without Location names the target of the request (§15.3.2). */
export const location = passiveRule(
  {
    id: 'http.location',
    title: 'A 201 names what was made',
    fails: 'answers 201 without Location',
    explain: 'A 201 to a POST that made one record carries Location. To PUT, what was made is where the request went.',
    covers: ['A15'],
    appliesTo: ({ method }) => method === 'POST',
  },
  (response, exchange) => {
    if (response.status !== 201 || exchange.request.method !== 'POST') return inapplicable('no 201 to POST');
    const body = jsonBody(response);
    if (body.ok && Array.isArray(body.value) && body.value.length !== 1) return inapplicable('several records');
    return judged(
      header(response, 'location') === undefined
        ? [finding(exchange, 'header location', 'the address of the new record', 'absent')]
        : [],
    );
  },
);
