import { jsonBody } from '../../record/body.ts';
import { header } from '../../record/headers.ts';
import { isMap, show, type Json } from '../../record/json.ts';
import type { CaseEvidence, RecordedResponse } from '../../record/exchange.ts';
import { judgeAccepted } from '../outcome/accepted.ts';
import { caseRule } from '../case-rule.ts';
import { answered, clip, finding, inapplicable, isJudgement, judged, PASS } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { object, STEP, SUCCESS, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** The path as it is written, and with an encoded letter. */
  plain: STEP,
  step: STEP,
  success: SUCCESS,
});

/** Whoever sends its clients to the one spelling knows that it is the same resource. */
function judge({ plain, ...params }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const wanted = answered(evidence, plain);
  if (isJudgement(wanted)) return wanted;
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (response.status >= 300 && response.status <= 399 && header(response, 'location') !== undefined)
    return inapplicable(`it is led to another spelling of its address (${response.status})`);
  const accepted = judgeAccepted(params, evidence);
  if (accepted.kind !== 'judged' || accepted.findings.length > 0) return accepted;
  const kind = otherContent(wanted.response, response);
  if (kind === undefined) return PASS;
  const body = jsonBody(wanted.response);
  const expected = body.ok ? show(body.value) : clip(wanted.response.body);
  return judged([finding(exchange, 'body', expected, response.body.trim() || 'nothing', { kind })]);
}

/** What of the content shows that it is not that of the resource: others may write to it meanwhile. */
function otherContent(wanted: RecordedResponse, shown: RecordedResponse): Finding['kind'] {
  if (wanted.body.trim() === '') return undefined;
  if (shown.body.trim() === '') return 'no-content';
  const [due, came] = [jsonBody(wanted), jsonBody(shown)];
  if (!due.ok) return undefined;
  if (!came.ok) return 'not-json';
  return isAlike(due.value, came.value) ? undefined : 'value';
}

/** Both are lists, or objects with a member in common. */
function isAlike(due: Json, came: Json): boolean {
  if (!isMap(due)) return Array.isArray(due) === Array.isArray(came) && typeof due === typeof came;
  const names = Object.keys(due);
  return isMap(came) && (names.length === 0 || names.some((name) => Object.hasOwn(came, name)));
}

/** RFC 9110 §4.2.3: distinct resources SHOULD NOT have addresses that are equivalent after normalization (RFC 3986 §6.2.2.2). */
export const encoded = caseRule(
  {
    id: 'path.encoded',
    title: 'An encoded letter is the same letter',
    fails: '{refuses} a path with an encoded letter: {status}',
    awaits: 'acceptance',
    explain:
      'A letter of the path is percent-encoded, which by RFC 3986 is the same path, and shows the same. A gateway that compares before it decodes, or a service that does, knows two paths where there is one: it refuses the second, or answers it with nothing, or with a page for whoever is lost.',
    requirement: 'http.target-equivalence',
    covers: ['B09'],
  },
  PARAMS,
  judge,
);
