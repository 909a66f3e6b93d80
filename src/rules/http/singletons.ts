import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Fields whose definition has no list, so that two lines of them cannot be read as one. */
const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'location',
  'retry-after',
  'server',
  'strict-transport-security',
]);

export const singletons = passiveRule('http.singletons', (response, exchange) => {
  const sent = response.headers.filter(([name]) => SINGLE.has(name));
  if (sent.length === 0) return inapplicable('no field of one value');
  const names = [...new Set(sent.map(([name]) => name))];
  const values = (name: string): readonly string[] => sent.flatMap(([known, value]) => (known === name ? [value] : []));
  return judged(
    names
      .filter((name) => values(name).length > 1)
      .map((name) => finding(exchange, `header ${name}`, 'one line', values(name).join(' and '))),
  );
});
