import { at } from '../../record/pointer.ts';
import { jsonBody, meantJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, inapplicable, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Two records, and an answer about each of them, in this order: what is mixed up between two shows. */
  created: STEP,
  read: STEP,
  'other-created': STEP,
  'other-read': STEP,
  /** Where the identifier stands in the answer to the create, and in the answer about the record. */
  made: POINTER,
  shown: POINTER,
});

/** An answer that shows no identifier is judged by its shape. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const findings: Finding[] = [];
  let compared = 0;
  for (const [created, read] of [
    [params.created, params.read],
    [params['other-created'], params['other-read']],
  ] as const) {
    const made = answered(evidence, created);
    if (isJudgement(made)) return made;
    const found = answered(evidence, read);
    if (isJudgement(found)) return found;
    const record = jsonBody(found.response);
    const wanted = at(meantJson(made.response), params.made);
    const shown = record.ok ? at(record.value, params.shown) : undefined;
    if (wanted === undefined || shown === undefined) continue;
    compared += 1;
    // As a number or as its text: which of them is a matter of shape.
    if (identifierOf(wanted) !== identifierOf(shown))
      findings.push(valueFinding(found.exchange, `body#${params.shown}`, wanted, shown));
  }
  return compared === 0 ? inapplicable('the answers show no identifier') : judged(findings);
}

function identifierOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const sameRecord = caseRule(
  {
    id: 'lifecycle.same-record',
    title: 'An answer is about the record that was asked for',
    fails: 'shows another record than the one that was asked for: {where} is {actual} instead of {expected}',
    explain:
      'Two records are made, and each is read, or changed, by the identifier that its create gave. The answer shows that identifier and no other. A cache whose key is too short, and a variable that two calls share, show one caller the record of another.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
