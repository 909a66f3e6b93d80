/** How tests judge with one rule by its id, and read what it found. */
import type { Exchange } from '../../src/model/exchange.ts';
import type { ResolvedOperation } from '../../src/plan/model.ts';
import { findRule, PASSIVE_RULES_WITH_TEXTS } from '../../src/rules/registry.ts';
import type { PassiveRuleId } from '../../src/rules/ids.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { exchange, operation, type probe, type Sketch } from './support.ts';

export function passive(id: PassiveRuleId, given: Sketch | Exchange, of: ResolvedOperation = operation()): Judgement {
  const rule = PASSIVE_RULES_WITH_TEXTS.find((r) => r.id === id);
  if (rule === undefined) throw new Error(id);
  return rule.judge('request' in given ? given : exchange(given), of, []);
}

export function caseRule(id: string, params: object, given: ReturnType<typeof probe>): Judgement {
  const rule = findRule(id);
  if (rule?.kind !== 'case') throw new Error(id);
  return rule.judge(params as never, given);
}

export const PASS: Judgement = { kind: 'judged', findings: [] };
export const where = (judgement: Judgement): readonly string[] | string =>
  judgement.kind === 'judged' ? judgement.findings.map((f) => f.where) : judgement.kind;
export const actual = (judgement: Judgement): readonly string[] =>
  judgement.kind === 'judged' ? judgement.findings.map((f) => f.actual) : [];
