import { essenceOf } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/**
 * RFC 9110 §15.3.7.1: a 206 with one part carries Content-Range; §15.3.7.2: one with several carries none; §15.5.22: a
 * 426 carries Upgrade. 401, 405 have rules of their own; 407 is a proxy's; a 416 should say the length, and need not.
 */
export const statusFields = passiveRule(
  {
    id: 'http.status-fields',
    title: 'A status comes with the field that explains it',
    fails: 'sends a status without the field that explains it: {where} is missing',
    explain:
      'A part says of which whole it is (206: Content-Range, or for several parts each part its own), and a demand for another protocol names it (426: Upgrade).',
    covers: ['A14', 'A17'],
  },
  (response, exchange) => {
    if (response.status === 426)
      return judged(
        header(response, 'upgrade') === undefined
          ? [finding(exchange, 'header upgrade', 'present with 426', 'absent')]
          : [],
      );
    if (response.status !== 206) return inapplicable('the status needs no field');
    const range = header(response, 'content-range');
    if (essenceOf(response) === 'multipart/byteranges')
      return judged(
        range === undefined ? [] : [finding(exchange, 'header content-range', 'absent beside several parts', range)],
      );
    return judged(range === undefined ? [finding(exchange, 'header content-range', 'present with 206', 'absent')] : []);
  },
);
