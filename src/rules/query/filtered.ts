import { counted } from '../../record/counted.ts';
import { show, type Json } from '../../record/json.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inconclusive, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, POINTERS, STEP, TEXT, TEXTS, type ParamsOf } from '../params.ts';
import { entriesOf, madeBy, QUERIED, type ListEntry } from './entries.ts';
import { sameValue } from '../same-value.ts';

const PARAMS = object(
  {
    ...QUERIED,
    /** The step whose body has what was asked for, and steps that made records that must not come. */
    first: STEP,
    others: TEXTS,
    conditions: {
      type: 'array',
      minItems: 1,
      items: object({
        parameter: TEXT,
        /** Where the value stands in that body, and where it may stand in an entry. */
        sent: POINTER,
        shown: POINTERS,
        match: { enum: ['equals', 'contains'] },
      }),
    },
  },
  /** The step whose body has another value that was asked for as well. */
  { also: STEP },
);

type Params = ParamsOf<typeof PARAMS>;

function judge(params: Params, evidence: CaseEvidence): Judgement {
  const entries = entriesOf(params, evidence);
  if (!Array.isArray(entries)) return entries as Judgement;
  const wanted = madeBy(params.wanted, params.made, evidence);
  const unwanted = madeBy(params.others, params.made, evidence);
  if (!Array.isArray(wanted)) return wanted as Judgement;
  if (!Array.isArray(unwanted)) return unwanted as Judgement;
  const asked = [params.first, params.also ?? []].flat().map((step) => {
    const exchange = evidence[step]?.[0];
    return exchange === undefined ? undefined : sentJson(exchange);
  });
  const last = evidence[params.step]?.at(-1);
  if (asked.includes(undefined) || last === undefined) return inconclusive('what was asked for is not on record');
  const came = new Set((entries as readonly ListEntry[]).map(({ id }) => id));
  const lost = (wanted as readonly string[]).filter((id) => !came.has(id));
  const odd = (entries as readonly ListEntry[]).find(
    ({ id, value }) =>
      (unwanted as readonly string[]).includes(id) ||
      params.conditions.some((one) => !asked.some((record) => fits(one, value, record ?? null))),
  );
  const names = params.conditions.map(({ parameter }) => parameter).join(' and ');
  return judged([
    ...(odd === undefined
      ? []
      : [finding(odd.exchange, 'body records', `only records that ${names} ask for`, shownOf(params, odd.value))]),
    ...(lost.length === 0
      ? []
      : [
          finding(
            last,
            'body records',
            `all ${counted(wanted.length, 'record')} that ${names} ask for`,
            `${lost.length} missing`,
          ),
        ]),
  ]);
}

function fits({ sent, shown, match }: Params['conditions'][number], entry: Json, asked: Json): boolean {
  const value = at(asked, sent) ?? null;
  return shown.some((place) => {
    const found = at(entry, place);
    if (match === 'equals') return found !== undefined && sameValue(found, value);
    return typeof found === 'string' && found.toLowerCase().includes(String(value).toLowerCase());
  });
}

function shownOf({ conditions }: Params, entry: Json): string {
  return conditions
    .flatMap(({ shown }) => shown.map((place) => `${place.slice(1)} ${show(at(entry, place))}`))
    .join(', ');
}

export const filtered = caseRule(
  {
    id: 'query.filtered',
    title: 'A parameter that filters brings the records that it asks for, and no others',
    fails: 'does not filter by {key}: {actual} instead of {expected}',
    explain:
      'Five records with one value and others with another are made, and the list is asked for with that value, in pages of two where it is paged: all five come, and nothing else does. A link or cursor that forgets the filter is seen on the second page.',
    covers: [],
    quiet: true,
  },
  PARAMS,
  judge,
);
