import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { succeeded } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, isJudgement, judged } from '../evidence.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, POINTER, STEP, STEPS, SUCCESS, TEXTS, type ParamsOf } from '../params.ts';
import { record } from './record.ts';
import { sameValue } from '../same-value.ts';

const PARAMS = object({
  batch: STEP,
  /** Reads of the records that the good items made, and at which places of the batch those are. */
  reads: STEPS,
  places: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1 },
  /** Pointers to the record in the request, of its first item, and in the answer of the read. */
  sent: POINTER,
  shown: POINTER,
  /** Members that are not read as they were sent. */
  skip: TEXTS,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const batch = evidence[params.batch]?.[0];
  const sent = batch === undefined ? undefined : sentJson(batch);
  const within = params.sent.replace(/^\/\d+/, '');
  const items = params.places.map((place) => (sent === undefined ? undefined : at(sent, `/${place}${within}`)));
  const departures: Finding[] = [];
  for (const [index, step] of params.reads.entries()) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    if (!succeeded(found.exchange, params.success)) {
      departures.push(statusFinding(found.exchange, [], { expected: 'the record', actual: beginning(found.response) }));
      continue;
    }
    const read = record(evidence, step, params.shown);
    if (isJudgement(read)) return read;
    for (const [name, wanted, shown] of ofOthers(items[index], items.toSpliced(index, 1), read.value))
      if (!params.skip.includes(name))
        departures.push(valueFinding(read.exchange, `body#${params.shown}/${name}`, wanted, shown));
  }
  return judged(departures);
}

/** Members that show what another item was sent with. That they show what nobody sent is for others to judge. */
function ofOthers(
  own: Json | undefined,
  others: readonly (Json | undefined)[],
  shown: Json | undefined,
): readonly (readonly [string, Json, Json])[] {
  if (typeof own !== 'object' || own === null || shown === undefined) return [];
  return Object.entries(own as Readonly<Record<string, Json>>).flatMap(([name, wanted]) => {
    const value = at(shown, `/${name}`);
    const isOther =
      value !== undefined &&
      !sameValue(value, wanted) &&
      others.some((other) => other !== undefined && sameValue(at(other, `/${name}`), value));
    return isOther ? [[name, wanted, value] as const] : [];
  });
}

export const batchReadable = caseRule(
  {
    id: 'lifecycle.batch-readable',
    title: 'What a batch stored beside a faulty item can be read',
    fails:
      'does not keep under its identifier what a batch said that it stored: {where} is {actual} instead of {expected}',
    explain:
      'A batch holds one faulty item between two good ones, whose answers say that they were stored. Both are then read, each by the identifier in its own answer. Where one is missing, the whole batch was rolled back after it had been confirmed; where one is read and the other is shown, the identifiers stand in the wrong places.',
    covers: ['E07', 'E12'],
  },
  PARAMS,
  judge,
);
