import { finding, header, inapplicable, jsonBody, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const location = passiveRule(
  {
    id: 'http.location',
    title: 'A 201 names what was made',
    fails: 'answers 201 without Location',
    explain: 'A 201 to a request for one record carries Location.',
    covers: ['A15'],
  },
  (response, exchange) => {
    if (response.status !== 201) return inapplicable('no 201');
    const body = jsonBody(response);
    if (body.ok && Array.isArray(body.value) && body.value.length !== 1) return inapplicable('several records');
    return judged(header(response, 'location') === undefined ? [finding(exchange, 'header location', 'the address of the new record', 'absent')] : []);
  },
);
