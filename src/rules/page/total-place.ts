/** Where a total stands, as a parameter of rules. */
import type { Spot } from '../../record/paging/model.ts';
import { shownAt } from '../../record/paging/places.ts';
import { jsonBody } from '../../record/body.ts';
import type { CaseEvidence, Exchange, RecordedResponse } from '../../record/exchange.ts';
import { answered, isJudgement } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXT, type ParamsOf } from '../params.ts';

export const TOTAL = object({ counts: { enum: ['records', 'pages'] } }, { header: TEXT, body: POINTER, link: TEXT });

/** The same page, asked for twice. */
export const TWICE = { before: STEP, after: STEP, total: TOTAL };

interface Twice {
  readonly before: string;
  readonly after: string;
  readonly total: ParamsOf<typeof TOTAL>;
}

interface Totals {
  readonly was: string | undefined;
  readonly is: string | undefined;
  /** Where the second was said. */
  readonly after: Exchange;
}

/** What a list said of its total before and after something was done. */
export function totalsOf({ before, after, total }: Twice, evidence: CaseEvidence): Totals | Judgement {
  const first = answered(evidence, before);
  if (isJudgement(first)) return first;
  const second = answered(evidence, after);
  if (isJudgement(second)) return second;
  return { was: textAt(first.response, total), is: textAt(second.response, total), after: second.exchange };
}

export function spotOf({ header, body, link }: ParamsOf<typeof TOTAL>): Spot {
  if (header !== undefined) return { header };
  return body === undefined ? { link: link ?? '' } : { body };
}

export function textAt(response: RecordedResponse, total: ParamsOf<typeof TOTAL>): string | undefined {
  const body = jsonBody(response);
  return shownAt({ headers: response.headers, body: body.ok ? body.value : undefined }, spotOf(total)) ?? undefined;
}
