import { ALGORITHM_OF, DIGEST_NAMES } from '../../record/digests.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({ step: STEP, name: TEXT, algorithm: { enum: DIGEST_NAMES } });

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const { step, name, algorithm } = params;
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const said = header(found.response, name.toLowerCase());
  const right = found.response.digests?.[algorithm] ?? '';
  // RFC 9530: a member of a dictionary, among others maybe. Headers of a service's own have the digest alone, in base64 or hexadecimal,
  // or the latter behind the algorithm and a colon, as containers are named.
  const hexadecimal = Buffer.from(right, 'base64').toString('hex');
  const named = `${ALGORITHM_OF[algorithm]}:`;
  const isNamed = said?.toLowerCase().startsWith(named) === true;
  const isRight =
    said !== undefined &&
    (said.split(',').some((one) => one.trim() === `${algorithm}=:${right}:`) ||
      said === right ||
      (isNamed ? said.slice(named.length) : said).toLowerCase() === hexadecimal);
  const wanted = isNamed ? `${named}${hexadecimal}` : `${algorithm}=:${right}:`;
  return judged(isRight ? [] : [finding(found.exchange, `header ${name.toLowerCase()}`, wanted, said)]);
}

export const digest = caseRule(
  {
    id: 'header.digest',
    title: 'The digest in the head is that of the content',
    fails: 'says a digest that is not that of its content: {where} is {actual} instead of {expected}',
    explain:
      'A digest is there so that whoever gets the content can tell whether all of it came as it was sent (RFC 9530).',
    covers: [],
  },
  PARAMS,
  judge,
);
