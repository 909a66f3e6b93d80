import { counted } from '../../record/counted.ts';
import { at } from '../../record/pointer.ts';
import { meantJson } from '../../record/body.ts';
import { spotName } from '../../record/paging/places.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, COUNT, POINTER, STEP, type ParamsOf } from '../params.ts';
import { spotOf, textAt, TOTAL } from './total-place.ts';

const PARAMS = object(
  {
    /** First pages of one collection, each at its own page size; the first of them has the size 1. */
    steps: { type: 'array', minItems: 2, items: object({ step: STEP, size: { type: 'integer', minimum: 1 } }) },
    total: TOTAL,
  },
  {
    /** The list without paging, and where its records stand; it shows at most `most`. */
    plain: object({ step: STEP, records: POINTER, most: COUNT }),
  },
);

/** With one record a page the number of pages is the number of records, which every other size must agree with. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  let records: number | undefined;
  const departures: Finding[] = [];
  for (const { step, size } of params.steps) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    const text = textAt(found.response, params.total);
    const total = /^\d+$/.test(text ?? '') ? Number(text) : undefined;
    if (size === 1) records = total;
    if (records === undefined)
      return total === undefined
        ? judged([finding(found.exchange, spotName(spotOf(params.total)), 'a number', text)])
        : inconclusive('the number of records is not known');
    if (size === 1) departures.push(...uncounted(params, evidence, records, found.exchange));
    const wanted = params.total.counts === 'records' ? records : Math.ceil(records / size);
    if (total !== wanted)
      departures.push(
        finding(
          found.exchange,
          spotName(spotOf(params.total)),
          `${wanted}: ${counted(records, 'record')}, ${size} a page`,
          text,
        ),
      );
  }
  return judged(departures);
}

/** Without paging the records can be counted, unless there are more of them than are shown. */
function uncounted(
  { plain, total }: ParamsOf<typeof PARAMS>,
  evidence: CaseEvidence,
  records: number,
  exchange: Exchange,
): readonly Finding[] {
  if (plain === undefined) return [];
  const found = answered(evidence, plain.step);
  const list = isJudgement(found) ? undefined : at(meantJson(found.response), plain.records);
  if (!Array.isArray(list) || list.length >= plain.most || list.length === records) return [];
  return [finding(exchange, spotName(spotOf(total)), `${list.length}, the number of records`, String(records))];
}

export const totalScaled = caseRule(
  {
    id: 'page.total-scaled',
    title: 'Every page size speaks of the same collection',
    fails: 'counts another collection at another page size: {actual} instead of {expected}',
    explain:
      'The same collection is asked for at several page sizes. The totals are those of one number of records, divided and rounded up.',
    covers: ['I02'],
    quiet: true,
  },
  PARAMS,
  judge,
);
