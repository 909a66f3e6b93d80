import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { succeeded } from '../../record/success.ts';
import { finding, inapplicable, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, SUCCESS, type ParamsOf } from '../params.ts';
import { record } from './record.ts';

const PARAMS = object(
  /** Two creates, one after the other, and where the identifier stands in the answers. */
  { create: STEP, other: STEP, made: POINTER },
  /** The read of the second, and where it shows the identifier, where the address of each names a record that it is below. */
  { read: STEP, shown: POINTER, success: SUCCESS },
);

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const first = record(evidence, params.create, params.made);
  if (isJudgement(first)) return first;
  const second = record(evidence, params.other, params.made);
  if (isJudgement(second)) return second;
  if (first.value === undefined || second.value === undefined) return inapplicable('the answers show no identifier');
  if (show(first.value) !== show(second.value)) return judged([]);
  const actual = `${show(second.value)} again`;
  const again = finding(second.exchange, `body#${params.made}`, 'an identifier of its own', actual, { kind: 'value' });
  // RFC 9110 §3.1: a resource is identified by its whole URI.
  const { read: step, shown = '', success } = params;
  const isOfOne = first.exchange.request.url === second.exchange.request.url;
  if (step === undefined || success === undefined || isOfOne) return judged([again]);
  const read = record(evidence, step, shown);
  if (isJudgement(read)) return read;
  const status = read.exchange.response?.status ?? 0;
  if (status >= 500) return inconclusive(`whether there is a second was not seen: its read was answered ${status}`);
  const isThere =
    succeeded(read.exchange, success) && (read.value === undefined || show(read.value) === show(second.value));
  return judged(isThere ? [] : [again]);
}

export const madeApart = caseRule(
  {
    id: 'lifecycle.made-apart',
    title: 'Every create makes a record of its own',
    fails: 'answers a second create with the record that the first one made: {where} is {actual}',
    explain:
      'The same record is made twice, and each answer has another identifier; one that is below another record may have the same there, and is then read by its own address. A guard against requests that are sent twice, or a cache before a POST, gives two callers one record, and the changes of one are seen by the other.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
