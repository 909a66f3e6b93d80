import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** More than the server and one thing that it is made of, which is as much as the example of RFC 9110 §10.2.4 tells. */
const MOST_PRODUCTS = 2;

export const banner = passiveRule('http.banner', (response, exchange) => {
  const value = header(response, 'server');
  if (value === undefined) return inapplicable('the software is not named');
  const products = value
    .replace(/\([^)]*\)/g, ' ')
    .split(/\s+/)
    .filter((product) => product !== '');
  const detailed = /\([^)]*\w/.test(value) || products.length > MOST_PRODUCTS;
  return judged(
    detailed ? [finding(exchange, 'header server', `at most ${MOST_PRODUCTS} products, and no comment`, value)] : [],
  );
});
