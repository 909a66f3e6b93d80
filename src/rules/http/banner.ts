import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

const BANNERS = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-runtime', 'x-generator', 'via'] as const;

/** A name is no detail; a version number is, and so is the software that a framework adds of its own accord. */
export const banner = passiveRule(
  {
    id: 'http.banner',
    title: 'The software is not described in detail',
    fails: 'names the version of its software: {where} is {actual}',
    explain: 'Server, X-Powered-By and their like name no version. With a version an attacker knows which published faults to try.',
    covers: ['A22'],
  },
  (response, exchange) => {
    const sent = response.headers.filter(([name]) => BANNERS.some((known) => known === name));
    if (sent.length === 0) return inapplicable('the software is not named');
    // `Via` carries the protocol version by its grammar, so only a product with a version is meant there.
    const detailed = sent.filter(([name, value]) => (name === 'via' ? /\([^)]*\/\d/.test(value) : /\d+\.\d+|\/\d/.test(value)));
    return judged(detailed.map(([name, value]) => finding(exchange, `header ${name}`, 'no version', value)));
  },
);
