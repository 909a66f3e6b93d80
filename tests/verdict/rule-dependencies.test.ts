/** What a law presumes: the tables name rules that there are, in no circle, and hold between the cases of a group too. */
import { describe, expect, test } from 'vitest';
import type { Group } from '../../src/plan/model.ts';
import type { Json } from '../../src/model/json.ts';
import { matchesRulePattern } from '../../src/model/check-scope.ts';
import { EVERY_RULE } from '../../src/rules/registry.ts';
import { judgeGroup } from '../../src/verdict/judge.ts';
import { RULE_DEPENDENCIES, READ_BACK } from '../../src/verdict/rule-dependencies.ts';
import { exchange } from '../rules/support.ts';

describe('the tables', () => {
  const rules = EVERY_RULE.map(({ id }) => id);

  test('name rules that there are', () => {
    for (const { rules: laws, presumes } of RULE_DEPENDENCIES)
      expect(rules).toEqual(expect.arrayContaining([...laws, ...presumes]));
    for (const { laws } of READ_BACK)
      for (const law of laws)
        expect(
          rules.filter((rule) => matchesRulePattern([law], rule)),
          law,
        ).not.toEqual([]);
  });

  test('no law presumes itself, at however many removes: what all wait for would be told by none', () => {
    const presumedBy = (law: string): readonly string[] =>
      RULE_DEPENDENCIES.filter(({ rules }) => rules.includes(law)).flatMap(({ presumes }) => presumes);
    for (const law of new Set(RULE_DEPENDENCIES.flatMap(({ rules }) => rules))) {
      const seen = new Set<string>();
      const open = [...presumedBy(law)];
      for (let next = open.pop(); next !== undefined; next = open.pop())
        if (!seen.has(next)) {
          seen.add(next);
          open.push(...presumedBy(next));
        }
      expect([...seen]).not.toContain(law);
    }
  });
});

describe('updates of which nothing arrives', () => {
  const places = { before: 'before', update: 'update', after: 'after', shown: '', sent: '' };
  const caseOf = (rule: string): unknown => ({
    id: `library/books/read/${rule}`,
    title: rule,
    steps: [],
    checks: [{ id: rule, spec: '1', rule, title: rule, params: places, given: [] }],
  });
  const group = {
    id: 'g',
    setup: [],
    cases: [caseOf('lifecycle.update-only-named'), caseOf('lifecycle.update-each')],
    passive: [],
  } as unknown as Group;

  function verdicts(after: {
    readonly one: Json;
    readonly each: Json;
  }): readonly (readonly [string, string | undefined])[] {
    const was = { name: 'Ada', age: 36 };
    const sent = (rule: string, update: Json, is: Json): ReturnType<typeof exchange>[] =>
      [
        exchange({ step: 'before', body: was }),
        exchange({ step: 'update', method: 'PATCH', sent: update }),
        exchange({ step: 'after', body: is }),
      ].map((one) => ({ ...one, id: `library/books/read/${rule}#${one.step}` }));
    const results = judgeGroup(
      group,
      [
        ...sent('lifecycle.update-only-named', { name: 'Eve' }, after.one),
        ...sent('lifecycle.update-each', { name: 'Eve', age: 40 }, after.each),
      ],
      { operations: {}, forbiddenTexts: {}, passive: {} },
    );
    return results.map(({ verdict, blockedBy }) => [verdict, blockedBy?.join()] as const);
  }

  test('are one failure, and what single members became is not judged', () => {
    const was = { name: 'Ada', age: 36 };
    expect(verdicts({ one: was, each: was })).toEqual([
      ['inconclusive', 'lifecycle.update-each'],
      ['fail', undefined],
    ]);
  });

  test('are another thing than a member that is forgotten', () => {
    expect(verdicts({ one: { name: 'Ada', age: 36 }, each: { name: 'Ada', age: 40 } })).toEqual([
      ['fail', undefined],
      ['fail', undefined],
    ]);
  });
});
