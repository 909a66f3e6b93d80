import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** More than the server and one thing that it is made of, which is as much as the example of RFC 9110 §10.2.4 tells. */
const MOST_PRODUCTS = 2;

/** RFC 9110 §10.2.4: no needlessly fine-grained detail, and few products of others. A name with its version is the grammar itself. */
export const banner = passiveRule(
  {
    id: 'http.banner',
    title: 'The software is not described in detail',
    fails: 'describes its software in needless detail: {actual}',
    explain:
      'Server names the server, and not its operating system, its modules or its builds. With them an attacker knows which published faults to try.',
    covers: ['A22'],
  },
  (response, exchange) => {
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
  },
);
