import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { patternOf } from '../../record/pattern.ts';
import { isOwn } from './own-operation.ts';
import { passiveRule } from './passive-rule.ts';

export const headersDeclared = passiveRule(
  'http.headers-declared',
  (response, exchange, operation) => {
    if (!isOwn(exchange, operation)) return inapplicable('a probe with another method');
    if (!operation.success.includes(response.status)) return inapplicable('no success');
    return judged(
      Object.entries(operation.headers ?? {}).flatMap(([name, { value, pattern, optional }]) => {
        const actual = header(response, name.toLowerCase());
        const wrong = (expected: string) => [finding(exchange, `header ${name}`, expected, actual)];
        if (actual === undefined) return optional === true ? [] : wrong(value ?? pattern ?? 'present');
        if (value !== undefined && actual !== value) return wrong(value);
        return pattern === undefined || patternOf(pattern).test(actual) ? [] : wrong(`a text like ${pattern}`);
      }),
    );
  },
  ['success'],
);
