import { counted } from '../../record/counted.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { isBefore } from '../in-order.ts';
import { finding, inconclusive, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { FLAG, object, POINTER, type ParamsOf } from '../params.ts';
import { entriesOf, madeBy, QUERIED, type ListEntry } from './entries.ts';

const PARAMS = object({
  ...QUERIED,
  /** What the records are ordered by, below an entry. */
  by: POINTER,
  descending: FLAG,
});

/** Among our own records alone: how a service orders texts of others is for it to know. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const entries = entriesOf(params, evidence);
  if (!Array.isArray(entries)) return entries as Judgement;
  const made = madeBy(params.wanted, params.made, evidence);
  if (!Array.isArray(made)) return made as Judgement;
  const own = (entries as readonly ListEntry[]).filter(({ id }) => (made as readonly string[]).includes(id));
  const [first] = own;
  const last = evidence[params.step]?.at(-1);
  if (last === undefined) return inconclusive('the list was not fetched');
  if (first === undefined || own.length < made.length)
    return judged([finding(last, 'body records', `all ${counted(made.length, 'record')}`, `${own.length} of them`)]);
  const values = own.map(({ value }) => at(value, params.by));
  const wanted = [...values].sort((a, b) => (isBefore(a, b) ? -1 : 1) * (params.descending ? -1 : 1));
  const [expected, actual] = [wanted.map(show).join(', '), values.map(show).join(', ')];
  return judged(expected === actual ? [] : [finding(first.exchange, 'body records', expected, actual)]);
}

export const sorted = caseRule(
  {
    id: 'query.sorted',
    title: 'A parameter that sorts brings the records in its order',
    fails: 'does not sort by {key}: {actual} instead of {expected}',
    explain:
      'Records are made in no order, and the list is asked for in one: they come in that order over all pages, and none is missing.',
    covers: [],
    quiet: true,
  },
  PARAMS,
  judge,
);
