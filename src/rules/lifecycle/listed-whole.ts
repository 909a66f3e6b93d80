/** Whether a list shows all of a record that its own read does. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { isJudgement, judged } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import type { ParamsOf } from '../params.ts';
import { LISTED_ENTRY, listedEntry } from './listed-entry.ts';

function judge(params: ParamsOf<typeof LISTED_ENTRY>, evidence: CaseEvidence): Judgement {
  const entry = listedEntry(params, evidence);
  if (isJudgement(entry)) return entry;
  const { read, listed, exchange, where } = entry;
  return judged(
    Object.entries(read)
      .filter(([name]) => !Object.hasOwn(listed, name))
      .map(([name, value]) => valueFinding(exchange, `${where}/${name}`, value, undefined)),
  );
}

export const listedWhole = caseRule(
  {
    id: 'lifecycle.listed-whole',
    title: 'A list shows all of a record that its own read does',
    fails: 'leaves out of a list what the read of the record shows: {where}, which is {expected}',
    explain:
      'A record with every member is read by its identifier and looked for in its list. A member that only the read has is mostly one that came later and was added in one place. Many services list less than they read, so this is asked only where the contract says that a list shows whole records.',
    convention: true,
    covers: ['E12'],
  },
  LISTED_ENTRY,
  judge,
);
