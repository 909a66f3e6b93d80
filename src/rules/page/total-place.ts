/** Where a total stands, as a parameter of rules. */
import type { Spot } from '../../record/paging/model.ts';
import { shownAt } from '../../record/paging/places.ts';
import { jsonBody } from '../../record/body.ts';
import type { RecordedResponse } from '../../record/exchange.ts';
import { object, POINTER, TEXT, type ParamsOf } from '../params.ts';

export const TOTAL = object({ counts: { enum: ['records', 'pages'] } }, { header: TEXT, body: POINTER, link: TEXT });

export function spotOf({ header, body, link }: ParamsOf<typeof TOTAL>): Spot {
  if (header !== undefined) return { header };
  return body === undefined ? { link: link ?? '' } : { body };
}

export function textAt(response: RecordedResponse, total: ParamsOf<typeof TOTAL>): string | undefined {
  const body = jsonBody(response);
  return shownAt({ headers: response.headers, body: body.ok ? body.value : undefined }, spotOf(total)) ?? undefined;
}
