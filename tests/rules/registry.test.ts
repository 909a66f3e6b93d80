/** Every rule, both ways: it passes on what is right and fails on what is one fault away, at the place of the fault. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { CaseEvidence, Exchange } from '../../src/model/exchange.ts';
import { PASSIVE_RULES } from '../../src/rules/all.ts';
import {
  CASE_RULES_WITH_ROWS,
  findRule,
  PASSIVE_RULES_WITH_TEXTS,
  ruleById,
  EVERY_RULE,
} from '../../src/rules/registry.ts';
import type { CaseRule, Judgement } from '../../src/rules/model.ts';
import { templateRules } from '../../src/rules/row-rules.ts';
import { splitPhrase, PLACEHOLDERS, placeholdersOf } from '../../src/report/phrase.ts';
import { caseExampleOf, caseExamples, passiveExamples, rowExamples } from './examples/index.ts';
import { exchange } from './support.ts';

const ajv = new Ajv2020({ strict: true, strictRequired: false });

function judge(rule: CaseRule, params: object, evidence: CaseEvidence): Judgement {
  return rule.judge(params as never, evidence);
}

function findingsOf(judgement: Judgement): readonly string[] {
  return judgement.kind === 'judged' ? judgement.findings.map((f) => f.where) : [judgement.kind];
}

/** The same evidence with no answer in any of its exchanges. */
function unanswered(evidence: CaseEvidence): CaseEvidence {
  return Object.fromEntries(Object.entries(evidence).map(([step, list]) => [step, list.map(withoutAnswer)]));
}

function withoutAnswer(given: Exchange): Exchange {
  const { response: _response, ...rest } = given;
  return { ...rest, failure: { kind: 'timeout', message: 'did not answer in time' } };
}

test('every rule with a judge of its own has an example, and every example a rule', () => {
  const rows = new Set(templateRules.map(({ id }) => id));
  expect(Object.keys(caseExamples).sort()).toEqual(
    CASE_RULES_WITH_ROWS.flatMap((r) => (rows.has(r.id) ? [] : [r.id])).sort(),
  );
  expect(Object.keys(rowExamples).filter((id) => !rows.has(id))).toEqual([]);
  expect(PASSIVE_RULES_WITH_TEXTS.map((r) => r.id)).toEqual(PASSIVE_RULES.map((r) => r.id));
  expect(Object.keys(passiveExamples).sort()).toEqual(PASSIVE_RULES_WITH_TEXTS.map((r) => r.id).sort());
});

test('a row may be judged as a rule is, under its own name and words', () => {
  const [raw, host] = [findRule('raw.refused'), findRule('raw.host')];
  expect(host).toMatchObject({
    title: 'A request without exactly one valid Host is rejected',
    requirement: 'http.host',
    judge: raw?.judge,
  });
  expect(findRule('raw.chunked')?.requirementFor).toEqual({ 'chunk-size': 'http.chunk-size' });
  const [method, head] = [findRule('method.offered'), findRule('method.options-offered')];
  expect(head).toMatchObject({ convention: true, requirement: 'http.options-offered', judge: method?.judge });
});

test('the requirement that a case rule names is one that every service has', () => {
  const { requirements } = parse(
    readFileSync(new URL('../../specs/http/requirements.yaml', import.meta.url), 'utf8'),
  ) as {
    readonly requirements: Readonly<Record<string, unknown>>;
  };
  const named = CASE_RULES_WITH_ROWS.flatMap((rule) =>
    [rule.requirement ?? [], Object.values(rule.requirementFor ?? {})].flat(),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((id) => !(id in requirements))).toEqual([]);
});

describe('what every rule says of itself', () => {
  test('ids are unique, kebab-case, and found again', () => {
    expect(new Set(EVERY_RULE.map((r) => r.id)).size).toBe(EVERY_RULE.length);
    for (const rule of EVERY_RULE) {
      expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(findRule(rule.id)).toBe(rule);
    }
    expect(findRule('no.such-rule')).toBeUndefined();
    expect(() => ruleById('no.such-rule' as never)).toThrow('no rule no.such-rule');
  });

  test.each(EVERY_RULE.map((rule) => [rule.id, rule.fails] as const))(
    '%s has a phrase for what the service does where it fails',
    (id, fails) => {
      const { main, tail } = splitPhrase(fails);
      // The rest of a sentence: "it …". The title says what is asked, and under a cross it would read as the opposite.
      expect(main).toMatch(/^(?:(?:\{(?:accepts|refuses|fails|loses)\}|[a-z]+) |\{leaves\}$)/);
      expect(`${main} ${tail ?? ''}`).not.toMatch(/[.!?]( |$)/);
      expect(fails.toLowerCase()).not.toBe(ruleById(id as never).title.toLowerCase());
      expect(placeholdersOf(fails).filter((name) => !(PLACEHOLDERS as readonly string[]).includes(name))).toEqual([]);
      // A status and what was found are said last, so that they can be left out.
      expect(placeholdersOf(main).filter((name) => ['status', 'expected', 'actual'].includes(name))).toEqual([]);
      expect(
        placeholdersOf(tail ?? '').filter((name) => ['accepts', 'refuses', 'fails', 'field', 'key'].includes(name)),
      ).toEqual([]);
    },
  );

  test.each(EVERY_RULE.map((rule) => [rule.id, rule] as const))('%s explains itself in sentences', (_id, rule) => {
    expect(rule.title.trim()).not.toBe('');
    expect(rule.explain).toMatch(/[.!?)]$/);
    expect(rule.explain.length).toBeGreaterThan(20);
    expect(rule.explain).not.toBe(rule.title);
  });

  test('a passive rule names its requirement', () => {
    for (const rule of PASSIVE_RULES_WITH_TEXTS) expect(rule.requirement).not.toBe('');
  });
});

describe.each(CASE_RULES_WITH_ROWS.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  const example = caseExampleOf(rule);
  const validate = ajv.compile(rule.params);

  test('takes the parameters of the example, and no others', () => {
    expect(validate(example.params), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...example.params, plumbline: 1 })).toBe(false);
    expect(validate({})).toBe(false);
  });

  test('passes on what is right', () => {
    expect(judge(rule, example.params, example.pass)).toEqual({ kind: 'judged', findings: [] });
  });

  test('fails on what is wrong, at the place of the fault', () => {
    const judgement = judge(rule, example.params, example.fail);
    expect(findingsOf(judgement)).toEqual(example.where);
    const ids = new Set(
      Object.values(example.fail)
        .flat()
        .map((e) => e.id),
    );
    for (const finding of judgement.kind === 'judged' ? judgement.findings : []) {
      expect(ids).toContain(finding.evidence);
      expect(finding.expected).not.toBe('');
      expect(finding.actual).not.toBe(finding.expected);
    }
  });

  test('cannot judge what was not answered, or not sent', () => {
    const silent = judge(rule, example.params, unanswered(example.pass));
    expect(silent.kind).toBe('inconclusive');
    expect(silent.kind === 'inconclusive' && silent.cause).toContain('did not answer in time');
    expect(judge(rule, example.params, {}).kind).toBe('inconclusive');
  });

  test('says the same of the same evidence, and changes nothing in it', () => {
    const before = JSON.stringify(example);
    expect(judge(rule, example.params, example.fail)).toEqual(
      judge(rule, example.params, structuredClone(example.fail)),
    );
    expect(JSON.stringify(example)).toBe(before);
  });
});

describe.each(PASSIVE_RULES_WITH_TEXTS.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const example = passiveExamples[id];
  const never = example.never ?? [];
  const judgeOne = (exchange: Exchange): Judgement => {
    const { beside = [], operation } = example;
    const [made] = beside;
    if (made !== undefined && rule.judgeMade !== undefined) return rule.judgeMade([{ made, call: exchange }]);
    return beside.length === 0 || rule.judgeAll === undefined
      ? rule.judge(exchange, operation, never)
      : rule.judgeAll([...beside, exchange], operation);
  };

  test('passes on what is right', () => {
    expect(judgeOne(example.pass)).toEqual({ kind: 'judged', findings: [] });
  });

  test('fails on what is wrong, at the place of the fault', () => {
    const judgement = judgeOne(example.fail);
    expect(findingsOf(judgement)).toEqual(example.where);
    for (const finding of judgement.kind === 'judged' ? judgement.findings : []) {
      expect(finding.evidence).toBe(example.fail.id);
      expect(finding.actual).not.toBe(finding.expected);
    }
  });

  test('cannot judge what was not answered', () => {
    const judgement = rule.judge(exchange({ failure: 'refused' }), example.operation, never);
    expect(judgement).toEqual({ kind: 'inconclusive', cause: 'no answer: refused' });
  });
});
