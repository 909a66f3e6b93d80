import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { differences, differencesBeside } from '../differences.ts';
import { answered, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Two reads in a row, which show what changes of itself; and one more after a HEAD. */
  before: STEP,
  steady: STEP,
  after: STEP,
  /** Where the record stands in an answer, and its members that the contract declares. */
  shown: POINTER,
  members: TEXTS,
});

/**
 * RFC 9110 §9.2.1 defines safe methods as those by which a client asks for no change. It has no keyword for that, and lets a
 * service do things of its own at a read, so that only what is declared of the record is compared.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const before = answered(evidence, params.before);
  if (isJudgement(before)) return before;
  const steady = answered(evidence, params.steady);
  if (isJudgement(steady)) return steady;
  const after = answered(evidence, params.after);
  if (isJudgement(after)) return after;
  if (steady.response.status !== before.response.status)
    return inconclusive(`two reads in a row were answered ${before.response.status} and ${steady.response.status}`);
  if (after.response.status !== before.response.status)
    return judged([statusFinding(after.exchange, [before.response.status])]);
  const record = (found: typeof before): Json => {
    const body = jsonBody(found.response);
    const value = body.ok ? at(body.value, params.shown) : undefined;
    return Object.fromEntries(params.members.map((name) => [name, at(value, `/${name}`) ?? null]));
  };
  const [first, last] = [record(before), record(after)];
  const departures = differencesBeside(differences(first, record(steady)), first, last);
  return judged(
    departures.map((pointer) =>
      valueFinding(after.exchange, `body#${params.shown}${pointer}`, at(first, pointer), at(last, pointer)),
    ),
  );
}

export const safe = caseRule(
  {
    id: 'method.safe',
    title: 'Reading changes nothing',
    fails: 'changes a record that was only read',
    explain:
      'A record is read twice, asked about with HEAD, and read again: its members are the same, but for those that changed between the first two reads. Crawlers, monitors and browsers send GET and HEAD whenever they like.',
    requirement: 'http.safe-methods',
    covers: ['B07'],
  },
  PARAMS,
  judge,
);
