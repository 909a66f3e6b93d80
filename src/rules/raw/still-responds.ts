/** Whether the service responds to a valid request after a group of malformed, aborted or huge ones. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { isUnanswered } from '../../record/away.ts';
import { caseRule } from '../case-rule.ts';
import { clip, inconclusive, judged, PASS } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP });

/** Only a service that stopped twice, the second time while nothing else was sent, is known to stop because of these requests. */
function judge({ step }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const read = evidence[step]?.[0];
  if (read === undefined) return inconclusive(`step "${step}" was not sent`);
  if (!isUnanswered(read)) return PASS;
  const { after, failure, response } = read;
  const why = failure?.message ?? `status ${response?.status}`;
  if (after === undefined) return inconclusive(why);
  if (after.twice !== true) return inconclusive(`stopped responding after ${after.request}: ${why}`);
  return judged([
    {
      where: 'exchange',
      expected: 'a response to the next valid request',
      actual: clip(`stopped responding twice after ${after.request}`),
      evidence: after.exchange,
    },
  ]);
}

export const stillResponds = caseRule(
  {
    id: 'raw.still-responds',
    title: 'The service responds after malformed, aborted and huge requests',
    fails: 'stops responding after a malformed, aborted or huge request: {actual}',
    explain:
      'One client can stop the service for all others. After a group that sends malformed, aborted or huge requests, Plumbline sends one valid read. If nothing responds and the service comes back, the group is sent once more while nothing else is sent; the check fails if the service stops again.',
    source: 'No RFC says that a server must keep running; RFC 9112 §2.2 has it respond to malformed messages with 400',
    requirement: 'http.still-responds',
    covers: [],
    judgesThrottling: true,
  },
  PARAMS,
  judge,
);
