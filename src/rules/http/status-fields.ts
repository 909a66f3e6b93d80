import { essenceOf } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

export const statusFields = passiveRule('http.status-fields', (response, exchange) => {
  if (response.status === 426)
    return judged(
      header(response, 'upgrade') === undefined
        ? [finding(exchange, 'header upgrade', 'present with 426', undefined)]
        : [],
    );
  if (response.status !== 206) return inapplicable('the status needs no field');
  const range = header(response, 'content-range');
  if (essenceOf(response) === 'multipart/byteranges')
    return judged(
      range === undefined ? [] : [finding(exchange, 'header content-range', 'absent beside several parts', range)],
    );
  return judged(range === undefined ? [finding(exchange, 'header content-range', 'present with 206', undefined)] : []);
});
