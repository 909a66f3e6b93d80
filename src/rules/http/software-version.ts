import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const NAMING: ReadonlySet<string> = new Set([
  'server',
  'x-powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'via',
]);

export const softwareVersion = passiveRule('http.software-version', (response, exchange) => {
  const sent = response.headers.filter(([name]) => NAMING.has(name));
  if (sent.length === 0) return inapplicable('the software is not named');
  // `Via` carries the protocol version by its grammar, so only a product with a version is meant there.
  const told = sent.filter(([name, value]) =>
    name === 'via' ? /\([^)]*\/\d/.test(value) : /\d+\.\d+|\/\d/.test(value),
  );
  return judged(told.map(([name, value]) => finding(exchange, `header ${name}`, 'no version', value)));
});
