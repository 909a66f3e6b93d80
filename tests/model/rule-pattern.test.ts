import { describe, expect, it, test } from 'vitest';
import { RULE_FAMILIES, matchesRulePattern } from '../../src/model/check-scope.ts';
import { RULE_RELATIONS } from '../../src/report/grouping/relations.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { GROUP_BY, LAYER_OF, MAY_BE_REJECTED, UNUSUAL_REQUESTS } from '../../src/report/grouping/signature.ts';

describe('a pattern of rules', () => {
  it('is an id or a whole family, never the beginning of a name', () => {
    expect(matchesRulePattern(['lifecycle.update-each'], 'lifecycle.update-each')).toBe(true);
    expect(matchesRulePattern(['lifecycle.*'], 'lifecycle.update-each')).toBe(true);
    expect(matchesRulePattern(['lifecycle.update-*'], 'lifecycle.update-each')).toBe(false);
    expect(matchesRulePattern(['life*'], 'lifecycle.update-each')).toBe(false);
  });

  it('knows the families that there are, and no others', () => {
    expect(new Set(EVERY_RULE.map(({ id }) => id.split('.')[0]))).toEqual(new Set(RULE_FAMILIES));
  });
});

const patterns = [
  ...LAYER_OF.flatMap(([rules]) => rules),
  ...GROUP_BY.flatMap(([rules]) => rules),
  ...UNUSUAL_REQUESTS,
  ...MAY_BE_REJECTED,
  ...RULE_RELATIONS.flatMap(({ by, implies, except = [], about = [] }) => [...by, ...implies, ...except, ...about]),
];

test.each([...new Set(patterns)])('%s, in the tables of grouping, matches a rule', (pattern) => {
  expect(EVERY_RULE.filter(({ id }) => matchesRulePattern([pattern], id))).not.toEqual([]);
});

test('what a rule awaits of its request is what its phrase says of it', () => {
  const said = (fails: string): string | undefined =>
    ({ accepts: 'refusal', refuses: 'acceptance' })[/^\{(accepts|refuses)\}/.exec(fails)?.[1] ?? ''];
  const wrong = EVERY_RULE.flatMap((rule) => {
    const awaits = rule.kind === 'case' ? rule.awaits : undefined;
    const told = said(rule.fails);
    return told === undefined || told === awaits ? [] : [`${rule.id}: ${told}, ${String(awaits)}`];
  });
  expect(wrong).toEqual([]);
});
