import type { Json } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, flag: POINTER });

/** The items that were sent are alike but for what has to differ, so that their answers have the same members; values are not compared. */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const [first, ...others] = body.ok && Array.isArray(body.value) ? (body.value as readonly Json[]) : [];
  if (first === undefined || others.length === 0) return inapplicable('no answer to several items');
  if ([first, ...others].some((item) => at(item, params.flag) === false))
    return inapplicable('not every item was accepted, which is judged where one is sent alone');
  const wanted = pointersOf(first);
  return judged(
    others.flatMap((item, index) => {
      const shown = pointersOf(item);
      const lacking = outermost([...wanted].filter((pointer) => !shown.has(pointer)));
      const beyond = outermost([...shown].filter((pointer) => !wanted.has(pointer)));
      const place = (pointer: string): string => `body#/${index + 1}${pointer}`;
      return [
        ...lacking.map((pointer) => finding(found.exchange, place(pointer), 'as in the first item', undefined)),
        ...beyond.map((pointer) => finding(found.exchange, place(pointer), 'absent, as in the first item', 'there')),
      ];
    }),
  );
}

function pointersOf(value: Json, pointer = ''): ReadonlySet<string> {
  const below: readonly (readonly [string, Json])[] =
    typeof value === 'object' && value !== null ? (Object.entries(value) as readonly (readonly [string, Json])[]) : [];
  return new Set([
    pointer,
    ...below.flatMap(([name, one]) => [
      ...pointersOf(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  ]);
}

/** Without those that stand inside another of them. */
function outermost(pointers: readonly string[]): readonly string[] {
  return pointers.filter((pointer) => !pointers.some((other) => pointer.startsWith(`${other}/`)));
}

export const batchAlike = caseRule(
  {
    id: 'lifecycle.batch-alike',
    title: 'Every item of a batch is answered as the first is',
    fails: 'answers the later items of a batch otherwise than the first: {where} is {actual}',
    explain:
      'Items that are alike, with every member, are sent in one request. What stands in the answer to the first of them, such as its warnings, stands in that of each.',
    covers: [],
  },
  PARAMS,
  judge,
);
