import { show, type Json } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, POINTER, POINTERS, STEP, TEXT, type ParamsOf } from '../params.ts';
import { entriesOf, type ListEntry } from './entries.ts';

const PARAMS = object(
  {
    step: STEP,
    /** Pointer to the array of records in an answer. */
    records: POINTER,
    /** Name of the parameter, whose value stands in the address, and where it may stand in an entry. */
    parameter: TEXT,
    shown: POINTERS,
    match: { enum: ['equals', 'contains'] },
  },
  /** Nobody knows of a record that has the value. */
  { mayBeNone: FLAG },
);

type Params = ParamsOf<typeof PARAMS>;

function judge(params: Params, evidence: CaseEvidence): Judgement {
  const entries = entriesOf({ ...params, uid: '' }, evidence);
  if (!Array.isArray(entries)) return entries as Judgement;
  const first = answered(evidence, params.step);
  if (isJudgement(first)) return first;
  const asked = new URL(first.exchange.request.url, 'http://service').searchParams.get(params.parameter);
  if (asked === null) return inconclusive('what was asked for is not on record');
  const wanted = `records whose ${params.parameter} is ${asked}`;
  if (entries.length === 0 && params.mayBeNone !== true)
    return judged([finding(first.exchange, 'body records', wanted, 'none')]);
  const odd = (entries as readonly ListEntry[]).find(({ value }) => !fits(params, value, asked));
  return judged(
    odd === undefined ? [] : [finding(odd.exchange, 'body records', `only ${wanted}`, shownOf(params, odd.value))],
  );
}

function fits({ shown, match }: Params, entry: Json, asked: string): boolean {
  return shown.some((place) => {
    const found = at(entry, place);
    if (found === undefined || found === null) return false;
    const text = typeof found === 'string' ? found : JSON.stringify(found);
    return match === 'equals' ? text === asked : text.toLowerCase().includes(asked.toLowerCase());
  });
}

function shownOf({ shown }: Params, entry: Json): string {
  return shown.map((place) => `${place.slice(1)} ${show(at(entry, place))}`).join(', ');
}

export const narrowed = caseRule(
  {
    id: 'query.narrowed',
    title: 'A parameter that filters brings records that are there, and none that it does not ask for',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    explain:
      'Nobody can add to this list, so it is asked for with what the record has that the target names: something comes, and everything that comes has that value.',
    covers: [],
    quiet: true,
  },
  PARAMS,
  judge,
);
