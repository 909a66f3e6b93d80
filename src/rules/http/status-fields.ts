import { finding, header, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** The field without which a client cannot act on a status. 401, 405 and 503 have rules of their own. */
const NEEDED: Readonly<Record<number, string>> = { 206: 'content-range', 407: 'proxy-authenticate', 416: 'content-range', 426: 'upgrade' };

export const statusFields = passiveRule(
  {
    id: 'http.status-fields',
    title: 'A status comes with the field that explains it',
    fails: 'sends a status without the field that explains it: {where} is missing',
    explain: 'A part says of which whole it is (206, 416: Content-Range), and a demand for another protocol names it (426: Upgrade).',
    covers: ['A14', 'A17'],
  },
  (response, exchange) => {
    const needed = NEEDED[response.status];
    if (needed === undefined) return inapplicable('the status needs no field');
    return judged(header(response, needed) === undefined ? [finding(exchange, `header ${needed}`, `present with ${response.status}`, 'absent')] : []);
  },
);
