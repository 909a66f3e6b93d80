import type { CaseEvidence } from '../../record/exchange.ts';
import { meantJson } from '../../record/body.ts';
import { sameJson, show } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { succeeded } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inapplicable, isJudgement } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';
import { ONE_ALONE, seenTogether, shownOtherwise, taken, TWO_WRITES } from './at-once.ts';
import { record } from './record.ts';

const PARAMS = object({
  /** Creates at the same time, and the read of what each has made. */
  ...TWO_WRITES,
  'one-read': STEP,
  'other-read': STEP,
  /** Where the identifier stands in the answers of the creates, and the record in requests and reads. */
  made: POINTER,
  sent: POINTER,
  shown: POINTER,
  /** Members that are not read as they were sent. */
  skip: TEXTS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const writes = taken(params, evidence);
  if (isJudgement(writes)) return writes;
  const [one, other] = writes;
  if (one === undefined || other === undefined) return ONE_ALONE;
  const ids = writes.map(({ response }) => (response === undefined ? undefined : at(meantJson(response), params.made)));
  if (ids.includes(undefined)) return inapplicable('the answers show no identifier');
  if (sameJson(ids[0], ids[1]) && haveOneAddress(params, evidence)) {
    const again = finding(other, `body#${params.made}`, 'an identifier of its own', `${show(ids[1])} again`, {
      kind: 'value',
    });
    return seenTogether(params, evidence, [again]);
  }
  const departures: Finding[] = [];
  for (const [write, step] of [
    [one, params['one-read']],
    [other, params['other-read']],
  ] as const) {
    const read = record(evidence, step, params.shown);
    if (isJudgement(read)) return read;
    if (!succeeded(read.exchange, params.success)) {
      departures.push(statusFinding(read.exchange, [], { expected: 'the record that was made' }));
      continue;
    }
    departures.push(...shownOtherwise(write, read, params));
  }
  return seenTogether(params, evidence, departures);
}

/** RFC 9110 §3.1: the whole URI identifies, so that records below two others may have one identifier. */
function haveOneAddress(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): boolean {
  const [one, other] = [params['one-read'], params['other-read']].map((step) => evidence[step]?.[0]?.request.url);
  return one === other;
}

export const createsAtOnce = caseRule(
  {
    id: 'lifecycle.creates-at-once',
    title: 'Two records that are made at once are both there',
    fails: 'loses or mixes records that are made at once: {where} is {actual} instead of {expected}',
    explain:
      'Two records are created at the same time and both read. Each has an address of its own and shows there what was sent for it. Identifiers that are counted up from the last record, a variable that two calls share, and a list that is read, added to and written back, give two callers one record, or one of them none.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
