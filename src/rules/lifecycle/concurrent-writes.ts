import { succeeded } from '../../record/success.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, beginning, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, SOME_TEXTS, STEP, SUCCESS, type ParamsOf } from '../params.ts';
import { sameStored } from '../same-value.ts';

const PARAMS = object({
  /** Updates of one record, sent at once, each with values of its own; and the read after them. */
  writes: STEP,
  read: STEP,
  /** Members that every update sets, and where the record stands in requests and in the read. */
  members: SOME_TEXTS,
  sent: POINTER,
  shown: POINTER,
  success: SUCCESS,
});

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const writes = evidence[params.writes] ?? [];
  const unanswered = writes.find((e) => e.response === undefined);
  if (writes.length === 0 || unanswered !== undefined)
    return inconclusive(unanswered?.failure?.message ?? `step "${params.writes}" was not sent`);
  const failed = writes.flatMap((exchange) => {
    const { response } = exchange;
    if (response === undefined || response.status < 500) return [];
    return [statusFinding(exchange, [], { expected: 'an answer below 500', actual: beginning(response) })];
  });
  if (failed.length > 0) return judged(failed);
  const won = writes.filter((e) => succeeded(e, params.success));
  if (won.length === 0)
    return judged(
      writes.slice(0, 1).map((e) =>
        statusFinding(e, [], {
          expected: 'at least one update that succeeds',
          actual: `none of ${writes.length}`,
        }),
      ),
    );
  const read = answered(evidence, params.read);
  if (isJudgement(read)) return read;
  const body = jsonBody(read.response);
  const shown = (name: string): ReturnType<typeof at> =>
    body.ok ? at(body.value, `${params.shown}/${name}`) : undefined;
  const isWhole = (write: Exchange): boolean =>
    params.members.every((name) => sameStored(at(sentJson(write), `${params.sent}/${name}`), shown(name)));
  if (won.some(isWhole)) return judged([]);
  const values = params.members.map((name) => `${name} ${show(shown(name))}`).join(', ');
  return judged([
    finding(read.exchange, `body#${params.shown}`, `the values of one of ${won.length} updates, whole`, values),
  ]);
}

export const concurrentWrites = caseRule(
  {
    id: 'lifecycle.concurrent-writes',
    title: 'Of several updates at once, one wins whole',
    fails: 'mixes or loses updates that come at once: {actual}',
    explain:
      'Several updates of one record are sent at the same time. Each is answered, and the record is then as one of them left it: not a mixture, and not as before. A mixture mostly comes from reading and writing member by member.',
    covers: ['E05'],
  },
  PARAMS,
  judge,
);
