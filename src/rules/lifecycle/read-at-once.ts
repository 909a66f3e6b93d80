import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import { show, type Json } from '../../record/json.ts';
import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { differences, differencesBeside } from '../differences.ts';
import { answered, inconclusive, isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Two reads of a record, one after the other; several at once; and one by itself after them. */
  first: STEP,
  second: STEP,
  reads: STEP,
  after: STEP,
  /** Where the record stands in the answers. */
  shown: POINTER,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const first = answered(evidence, params.first);
  if (isJudgement(first)) return first;
  const second = answered(evidence, params.second);
  if (isJudgement(second)) return second;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  const reads = (evidence[params.reads] ?? []).filter(({ response }) => isSuccessful(response?.status ?? 0));
  if (reads.length === 0) return inconclusive('none of the reads at once was answered with success');
  const record = ({ response }: Exchange): Json | undefined => {
    const body = response === undefined ? undefined : jsonBody(response);
    return body?.ok === true ? at(body.value, params.shown) : undefined;
  };
  const wanted = record(first.exchange);
  // What tells the moment differs from read to read, or from those before to the one after.
  const known = [second, after].flatMap(({ exchange }) => differences(wanted, record(exchange)));
  return judged(
    reads.flatMap((read): readonly Finding[] => {
      const shown = record(read);
      return differencesBeside(known, wanted, shown)
        .slice(0, 1)
        .map((pointer) =>
          valueFinding(
            read,
            `body#${params.shown}${pointer}`,
            at(wanted ?? null, pointer),
            at(shown ?? null, pointer),
            show,
          ),
        );
    }),
  );
}

export const readAtOnce = caseRule(
  {
    id: 'lifecycle.read-at-once',
    title: 'Reads at once show the same',
    fails: 'shows a record otherwise when it is read several times at once: {where} is {actual} instead of {expected}',
    explain:
      'A record is read twice, one after the other, then several times at once, and once more. What is the same in those that were read alone is the same in all. A variable that two calls share, and an answer that is sent before all of it was fetched, show under load what no single read shows.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
