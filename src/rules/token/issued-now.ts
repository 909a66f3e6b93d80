import { number } from '../../record/counted.ts';
import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { STEP_PARAMS, type StepParams } from '../step-params.ts';

/** Whole seconds, and two machines whose clocks are kept. */
const MARGIN_S = 10;

function seconds(count: number): string {
  return `${number(Math.round(count))} s`;
}

/** Of the clock that the answer tells alone, so that ours does not matter. */
function judge(params: StepParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  const date = Date.parse(header(response, 'date') ?? '') / 1000;
  if (Number.isNaN(date)) return inapplicable('the answer does not say when it was made');
  const ahead = (claim: string): number | undefined => {
    const time = at(response.decoded, `/claims/${claim}`);
    return typeof time === 'number' ? time - date : undefined;
  };
  const [starts, end] = [['iat', 'nbf'].map((claim) => ({ claim, by: ahead(claim) })), ahead('exp')];
  if (end === undefined && starts.every(({ by }) => by === undefined))
    return inapplicable('the token does not say when it is valid, or cannot be read');
  const late = starts.flatMap(({ claim, by = 0 }) =>
    by > MARGIN_S
      ? [finding(exchange, `claim ${claim}`, 'no later than the Date of the answer', `${seconds(by)} after it`)]
      : [],
  );
  const past =
    end !== undefined && end <= 0
      ? [finding(exchange, 'claim exp', 'later than the Date of the answer', `${seconds(-end)} before it`)]
      : [];
  return judged([...late, ...past]);
}

export const issuedNow = caseRule(
  {
    id: 'token.issued-now',
    title: 'A token is valid from the moment at which it is granted',
    fails: 'grants tokens that are not valid when they are granted: {where} is {actual}',
    explain:
      'The iat, nbf and exp of a token that is a JWT are held against the Date of the answer that brought it. Where the clock of what signs is fast, every service that compares them refuses the token until its own clock is there; where it is slow, or in another zone, the token has ended before anybody used it.',
    requirement: 'http.issued-now',
    source:
      'RFC 7519 §4.1.5 has a token refused before its nbf and §4.1.4 after its exp, with some leeway where a service likes; §4.1.6 defines iat',
    covers: ['J04'],
  },
  STEP_PARAMS,
  judge,
);
