/** Whether an error about one of several records points to that one, where it points to any. */
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { letThrough } from '../../record/success.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { COUNT, object, type ParamsOf } from '../params.ts';
import { REFUSED_PARAMS } from '../outcome/refused.ts';

const { step, kind, statuses, success, ...more } = REFUSED_PARAMS.properties;
const PARAMS = object(
  {
    step,
    kind,
    statuses,
    success,
    /** Which of the records is the faulty one, from 0. */
    place: COUNT,
  },
  more,
);

/** A pointer into a list of records: the index, and what comes after it. */
const INDEXED = /^\/(0|[1-9][0-9]*)(?=\/|$)/;

/** One record of a request is faulty, so that every error is about it. RFC 6901 §4: an index counts from zero. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const { family, item = '', place } = params;
  if (letThrough(exchange, params.success))
    return inapplicable('nothing was refused, so that no error points anywhere');
  if (family?.entries === undefined || family.source === undefined)
    return inapplicable('the contract does not say where an error says what it is about');
  const body = jsonBody(response);
  const listed = body.ok ? at(body.value, `${item}${family.entries}`) : undefined;
  const pointers = pointersOf(Array.isArray(listed) ? (listed as readonly Json[]) : [], family.source);
  if (pointers.length === 0) return inapplicable('no error points to one of the records');
  const wrong = pointers.filter((pointer) => INDEXED.exec(pointer)?.[1] !== String(place));
  return judged(
    wrong.map((pointer) =>
      finding(exchange, `body#${item}${family.entries ?? ''}`, pointer.replace(INDEXED, `/${String(place)}`), pointer),
    ),
  );
}

function pointersOf(entries: readonly Json[], source: string): readonly string[] {
  const all = entries.map((entry) => at(entry, source));
  return [...new Set(all.filter((one): one is string => typeof one === 'string' && INDEXED.test(one)))];
}

export const batchPointed = caseRule(
  {
    id: 'input.batch-pointed',
    title: 'An error points to the record that it is about',
    fails: 'points with an error to another record than the one that is wrong: {actual} instead of {expected}',
    explain:
      'One of several records in a request is faulty, and its error has a pointer. Clients follow it to the record that they have to mend; one that counts from one, or always names the first, leads them to what nothing is wrong with.',
    covers: ['F14'],
  },
  PARAMS,
  judge,
);
