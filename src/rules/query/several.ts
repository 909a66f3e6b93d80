import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inconclusive, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { entriesOf, type ListEntry } from './entries.ts';

const PARAMS = object({
  /** The steps that asked for each of two values, and for both. */
  one: STEP,
  other: STEP,
  both: STEP,
  /** Pointer to the array of records in an answer. */
  records: POINTER,
});

type Params = ParamsOf<typeof PARAMS>;

function judge({ one, other, both, records }: Params, evidence: CaseEvidence): Judgement {
  const lists = [one, other, both].map((step) => entriesOf({ step, records, uid: '' }, evidence));
  const broken = lists.find((list) => !Array.isArray(list));
  if (broken !== undefined) return broken as Judgement;
  // The identifier of a record is all of it: what is the same record reads the same.
  const [first = [], second = [], all = []] = lists.map((list) => (list as readonly ListEntry[]).map(({ id }) => id));
  const wanted = new Set([...first, ...second]);
  const came = new Set(all);
  const lost = [...wanted].filter((id) => !came.has(id)).length;
  const odd = [...came].filter((id) => !wanted.has(id)).length;
  const last = evidence[both]?.at(-1);
  if (last === undefined) return inconclusive('what was asked for is not on record');
  const expected = `the ${wanted.size} records that the two values bring one by one`;
  return judged([
    ...(lost === 0 ? [] : [finding(last, 'body records', expected, `${lost} missing`)]),
    ...(odd === 0 ? [] : [finding(last, 'body records', expected, `${odd} others`)]),
  ]);
}

export const several = caseRule(
  {
    id: 'query.several',
    title: 'Several values of a parameter bring what each of them brings, and nothing else',
    fails: 'does not take several values of {key}: {actual} instead of {expected}',
    explain:
      'The list is asked for with each of two values, and then with both. A service that reads the first alone, or takes both for one text, brings less or nothing.',
    covers: [],
    quiet: true,
  },
  PARAMS,
  judge,
);
