/** Whether a list shows a record as its own read does; a list may show less. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import type { ParamsOf } from '../params.ts';
import { LISTED_ENTRY, listedEntry } from './listed-entry.ts';
import { sameValue } from '../same-value.ts';

function judge(params: ParamsOf<typeof LISTED_ENTRY>, evidence: CaseEvidence): Judgement {
  const entry = listedEntry(params, evidence);
  if (isJudgement(entry)) return entry;
  const { read, listed, exchange, where } = entry;
  return judged(
    Object.entries(listed)
      .filter(([name, value]) => Object.hasOwn(read, name) && !sameValue(value, read[name]))
      .map(([name, value]) => valueFinding(exchange, `${where}/${name}`, read[name], value)),
  );
}

export const listedAsRead = caseRule(
  {
    id: 'lifecycle.listed-as-read',
    title: 'A list shows a changed record as its own read does',
    fails: 'lists a record otherwise than its own read shows it: {where} is {actual} instead of {expected}',
    explain:
      'A record is changed, read by its identifier, and looked for in its list. What both show is the same. A list from an index or a cache that does not learn of changes shows what the record was.',
    covers: ['E12'],
  },
  LISTED_ENTRY,
  judge,
);
