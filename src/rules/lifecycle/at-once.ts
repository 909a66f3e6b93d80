/** Two writes that were sent at the same time: which were taken, whether they met, and what a read shows of each. */
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence, Exchange } from '../../record/exchange.ts';
import { type Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { succeeded, type Success } from '../../record/success.ts';
import { answered, inapplicable, isJudgement, judged, unsettled } from '../evidence.ts';
import { valueFinding } from '../findings.ts';
import type { Finding, Judgement } from '../model.ts';
import { STEP, SUCCESS } from '../params.ts';
import { sameStored } from '../same-value.ts';

export const TWO_WRITES = { one: STEP, other: STEP, success: SUCCESS } as const;

interface TwoWrites {
  readonly one: string;
  readonly other: string;
  readonly success: Success;
}

/** Those of the two that were taken. A service may refuse either (409, 412, 423, 429, 503): it keeps them apart. */
export function taken({ one, other, success }: TwoWrites, evidence: CaseEvidence): readonly Exchange[] | Judgement {
  const first = answered(evidence, one);
  if (isJudgement(first)) return first;
  const second = answered(evidence, other);
  if (isJudgement(second)) return second;
  return [first.exchange, second.exchange].filter((exchange) => succeeded(exchange, success));
}

export const ONE_ALONE = inapplicable('one of the two was not taken, so that nothing has to show of it');

/** Members that a read shows otherwise than a write sent them. */
export function shownOtherwise(
  write: Exchange,
  read: { readonly exchange: Exchange; readonly value: Json | undefined },
  { sent, shown, skip = [] }: { readonly sent: string; readonly shown: string; readonly skip?: readonly string[] },
): readonly Finding[] {
  const members = Object.entries((at(sentJson(write), sent) ?? {}) as Readonly<Record<string, Json>>);
  return members.flatMap(([name, wanted]) => {
    const value = at(read.value, `/${name}`);
    return skip.includes(name) || sameStored(wanted, value)
      ? []
      : [valueFinding(read.exchange, `body#${shown}/${name}`, wanted, value)];
  });
}

const APART = 'the two did not meet: the target bears one request at a time, or takes them far apart';

/** What is departed from is so whenever the two came; that it is kept to was only seen where they met. */
export function seenTogether(
  { one, other }: TwoWrites,
  evidence: CaseEvidence,
  findings: readonly Finding[],
): Judgement {
  const [first, second] = [evidence[one]?.[0], evidence[other]?.[0]];
  if (findings.length > 0) return judged(findings);
  // Of a target that bears one request at a time nothing else is to be seen, however often they are sent.
  if (first?.together !== true || second?.together !== true) return inapplicable(APART);
  return isOver(first, second) || isOver(second, first) ? unsettled(APART) : judged([]);
}

/** Whether one had been answered when the other was sent: where the target says how many requests a second it bears, they go one by one. */
function isOver(one: Exchange, other: Exchange): boolean {
  return other.at > one.at + one.durationMs;
}
