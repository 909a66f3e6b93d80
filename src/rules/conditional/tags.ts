/** The entity tags of a record, as reads before and after a change show them. */
import type { CaseEvidence } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { answered, inapplicable, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';

/** RFC 9110 §8.8.3.2: by weak comparison two tags are the same where what stands in quotes is, whichever of them is weak. */
export function isSameTag(one: string, other: string): boolean {
  return one.replace(/^W\//, '') === other.replace(/^W\//, '');
}

interface States {
  readonly before: Exclude<ReturnType<typeof answered>, Judgement>;
  readonly after: Exclude<ReturnType<typeof answered>, Judgement>;
  /** Their tags, which are not the same. */
  readonly was: string;
  readonly is: string;
}

/** A record that is another than it was, and says so by its tag. */
export function statesOf(
  steps: { readonly before: string; readonly after: string },
  evidence: CaseEvidence,
): States | Judgement {
  const before = answered(evidence, steps.before);
  if (isJudgement(before)) return before;
  const after = answered(evidence, steps.after);
  if (isJudgement(after)) return after;
  const [was, is] = [header(before.response, 'etag'), header(after.response, 'etag')];
  if (was === undefined || is === undefined) return inapplicable('no entity tag is sent');
  if (before.response.body === after.response.body) return inapplicable('what is read has not changed');
  // That it should not be is judged by itself.
  if (isSameTag(was, is)) return inapplicable('its entity tag is the same');
  return { before, after, was, is };
}
