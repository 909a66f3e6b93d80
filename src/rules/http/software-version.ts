import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const NAMING = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-generator', 'via'] as const;

/** RFC 9110 §10.2.4 has name and version as the field's own grammar: that the version is kept back is a house's choice. */
export const softwareVersion = passiveRule(
  {
    id: 'http.software-version',
    title: 'No version of the software is told',
    fails: 'names the version of its software: {where} is {actual}',
    explain:
      'Server, X-Powered-By and their like name no version. With a version an attacker knows which published faults to try.',
    covers: ['A22'],
    convention: true,
  },
  (response, exchange) => {
    const sent = response.headers.filter(([name]) => NAMING.some((known) => known === name));
    if (sent.length === 0) return inapplicable('the software is not named');
    // `Via` carries the protocol version by its grammar, so only a product with a version is meant there.
    const told = sent.filter(([name, value]) =>
      name === 'via' ? /\([^)]*\/\d/.test(value) : /\d+\.\d+|\/\d/.test(value),
    );
    return judged(told.map(([name, value]) => finding(exchange, `header ${name}`, 'no version', value)));
  },
);
