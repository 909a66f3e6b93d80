import { at } from '../../record/pointer.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEPS, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Requests for tokens, in their order. */
  steps: STEPS,
  /** The claim of the assertion that says which service the token is to be for. */
  claim: TEXT,
});

/** What a token is for is its `aud` alone where some of the tokens have in it what was asked for: elsewhere services may read it in another claim. */
function judge({ steps, claim }: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const tokens = [];
  for (const step of steps) {
    const found = answered(evidence, step);
    if (isJudgement(found)) return found;
    const { exchange, response } = found;
    const claims = at(exchange.request.decoded, '/claims');
    const asked = typeof claims === 'object' && claims !== null ? Object.entries(claims) : [];
    const wanted: unknown = asked.find(([name]) => name === claim)?.[1];
    const named = [at(response.decoded, '/claims/aud') ?? []].flat();
    if (typeof wanted !== 'string' || named.length === 0)
      return inapplicable('the token does not say what it is for, or cannot be read');
    tokens.push({ exchange, wanted, named });
  }
  const all = tokens.map(({ wanted }) => wanted);
  if (!tokens.some(({ named }) => named.some((one) => all.includes(String(one)))))
    return inapplicable('the aud of the tokens names none of the services that they were asked for');
  return judged(
    tokens
      .filter(
        ({ named, wanted }) =>
          !named.includes(wanted) || named.some((one) => one !== wanted && all.includes(String(one))),
      )
      .map(({ exchange, wanted, named }) => finding(exchange, 'claim aud', wanted, named.join(', '))),
  );
}

export const audienceAsked = caseRule(
  {
    id: 'token.audience-asked',
    title: 'A token is for the service that it was asked for',
    fails: 'grants tokens for another service than was asked for: {where} is {actual} instead of {expected}',
    explain:
      'One device asks for a token for one service, then for another, then for the first again. What is kept by the device alone, or by nothing, is for whichever service was asked for before: the one refuses it, and the other can call the first with it. So it can with a token that is for both.',
    source: 'RFC 7519 §4.1.3 defines aud; that it is what the assertion asks for, the contract says',
    covers: ['J20'],
    convention: true,
  },
  PARAMS,
  judge,
);
