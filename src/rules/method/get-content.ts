import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { differences, differencesBeside } from '../differences.ts';
import { answered, clip, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import { statusFinding, valueFinding } from '../findings.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** GETs without content before and after the one with content: what differs between them changes of itself. */
  plain: STEP,
  steady: STEP,
  probe: STEP,
});

/**
 * RFC 9110 §9.3.1: content of a GET cannot alter what the request means, and an origin server SHOULD NOT rely on private
 * agreements to receive it. It may refuse the request, or close the connection.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const plain = answered(evidence, params.plain);
  if (isJudgement(plain)) return plain;
  const steady = answered(evidence, params.steady);
  if (isJudgement(steady)) return steady;
  if (evidence[params.probe]?.[0]?.failure?.kind === 'reset') return judged([]);
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const { status } = probe.response;
  if (status >= 400 && status < 500) return judged([]);
  if (steady.response.status !== plain.response.status)
    return inconclusive(`two reads in a row were answered ${plain.response.status} and ${steady.response.status}`);
  if (status !== plain.response.status)
    return judged([
      statusFinding(probe.exchange, [plain.response.status], { expected: `${plain.response.status}, or a refusal` }),
    ]);
  const [wanted, again, shown] = [jsonBody(plain.response), jsonBody(steady.response), jsonBody(probe.response)];
  if (!wanted.ok || !again.ok) {
    const [text, other, changed] = [plain, steady, probe].map(({ response }) => response.body);
    if (text !== other) return inconclusive('two reads in a row are no JSON, and show different texts');
    return judged(changed === text ? [] : [finding(probe.exchange, 'body', clip(text ?? ''), clip(changed ?? ''))]);
  }
  if (!shown.ok) return judged([finding(probe.exchange, 'body', show(wanted.value), clip(probe.response.body))]);
  const departures = differencesBeside(differences(wanted.value, again.value), wanted.value, shown.value);
  return judged(
    departures.map((pointer) =>
      valueFinding(
        probe.exchange,
        pointer === '' ? 'body' : `body#${pointer}`,
        at(wanted.value, pointer),
        at(shown.value, pointer),
      ),
    ),
  );
}

export const getContent = caseRule(
  {
    id: 'method.get-content',
    title: 'The content of a GET changes nothing',
    fails: 'lets the content of a GET decide the answer: {actual} instead of {expected}',
    explain:
      'A GET with a JSON body is answered as the same GET without one, or refused. Caches and proxies do not look at such a body, so it must not decide what comes back.',
    requirement: 'http.get-content',
    covers: ['B11'],
  },
  PARAMS,
  judge,
);
