/** Nothing that a service may do is red of basis `standard`. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { PASSIVE_RULES_WITH_TEXTS, ruleById } from '../../src/rules/registry.ts';
import type { RuleId } from '../../src/rules/ids.ts';
import { operation } from '../rules/support.ts';
import { corpus } from './index.ts';
import { asked, type Legal } from './legal.ts';

const { requirements } = parse(
  readFileSync(new URL('../../specs/http/requirements.yaml', import.meta.url), 'utf8'),
) as {
  readonly requirements: Readonly<Record<string, { readonly basis: string }>>;
};

/** Whether the requirement that a rule names for itself is one that a standard demands. */
function isDemanded(requirement: string | undefined): boolean {
  return requirement !== undefined && requirements[requirement]?.basis === 'standard';
}

const rules = PASSIVE_RULES_WITH_TEXTS.filter((rule) => isDemanded(rule.requirement));

function findingsOf(rule: string, judgement: Judgement): readonly string[] {
  return judgement.kind === 'judged'
    ? judgement.findings.map(
        ({ where, expected, actual }) => `${rule}: ${where}: expected ${expected}, received ${actual}`,
      )
    : [];
}

/** What of basis `standard` calls it wrong. */
function red(legal: Legal): readonly string[] {
  const of = operation({ request: 'plain', carrier: 'authorization', ...legal.operation });
  const exchanges: readonly Exchange[] =
    'answers' in legal ? legal.answers.map(asked) : Object.values(legal.evidence).flat();
  const passive = rules.flatMap((rule) =>
    rule.judgeAll === undefined
      ? exchanges.flatMap((one) => findingsOf(rule.id, rule.judge(one, of, [])))
      : findingsOf(rule.id, rule.judgeAll(exchanges, of)),
  );
  if ('answers' in legal) return passive;
  const rule = ruleById(legal.rule as RuleId);
  const own =
    rule.kind === 'case' && (rule.requirement === undefined || isDemanded(rule.requirement))
      ? findingsOf(rule.id, rule.judge(legal.params as never, legal.evidence))
      : [];
  return [...own, ...passive];
}

describe('what a service may do', () => {
  test.each(corpus.map((legal) => [`${legal.requirement}: ${legal.what} (${legal.who})`, legal] as const))(
    '%s',
    (_name, legal) => {
      expect(requirements[legal.requirement], legal.requirement).toBeDefined();
      expect(legal.why).toMatch(/§|keyword|no RFC|no standard/i);
      expect(red(legal)).toEqual([]);
    },
  );
});

test('every row has an entry', () => {
  const shown = new Set(corpus.map((legal) => legal.requirement));
  const rows = Object.keys(requirements);
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((id) => !shown.has(id))).toEqual([]);
});

test('a breach is red, so that an entry can fail', () => {
  const breach = {
    requirement: 'http.date',
    what: '',
    who: '',
    why: '',
    answers: [{ headers: { date: null } }],
  } as const;
  expect(red(breach)).toEqual(['http.date: header date: expected an IMF-fixdate, received absent']);
});
