import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { at } from '../../record/pointer.ts';
import { caseRule } from '../case-rule.ts';
import type { Judgement } from '../model.ts';
import { ANYTHING, object, POINTER, STEP, type ParamsOf } from '../params.ts';
import { schemaDepartures } from '../schema.ts';
import { withList } from './with-list.ts';

const PARAMS = object({ step: STEP, pointer: POINTER, schema: ANYTHING });

function judge({ step, pointer, schema }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  return withList(evidence, step, pointer, (entries, told) =>
    entries.flatMap((entry, index) =>
      schemaDepartures(schema as Json, entry).map(({ pointer: inner, expected, ...comparable }) =>
        told(`/${index}${inner}`, expected, show(at(entry, inner)), comparable),
      ),
    ),
  );
}

export const each = caseRule(
  {
    id: 'body.each',
    title: 'Every entry of a list of the answer is as it must be',
    fails: 'answers with a wrong {where}: {actual} instead of {expected}',
    explain: 'The contract says by a JSON Schema what every entry of this list must be.',
    covers: [],
  },
  PARAMS,
  judge,
);
