import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { isUriReference } from './grammar.ts';
import { passiveRule } from './passive-rule.ts';
import { problemOf } from './problem.ts';

const TEXTS = ['title', 'detail'] as const;
const ADDRESSES = ['type', 'instance'] as const;

export const problemMembers = passiveRule('http.problem-members', (response, exchange) => {
  const problem = problemOf(response);
  if (typeof problem !== 'object' || problem === null || Array.isArray(problem))
    return inapplicable('no problem details');
  const wrong = (name: string, expected: string, fits: (value: unknown) => boolean): readonly Finding[] => {
    const value = at(problem, `/${name}`);
    return value === undefined || fits(value) ? [] : [finding(exchange, `body#/${name}`, expected, show(value))];
  };
  return judged([
    ...ADDRESSES.flatMap((name) =>
      wrong(name, 'a URI reference', (value) => typeof value === 'string' && isUriReference(value)),
    ),
    ...TEXTS.flatMap((name) => wrong(name, 'a text', (value) => typeof value === 'string')),
    ...wrong('status', 'a number', (value) => typeof value === 'number'),
  ]);
});
