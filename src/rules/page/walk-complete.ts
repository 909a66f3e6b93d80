import { counted } from '../../record/counted.ts';
import { defined } from '../../record/defined.ts';
import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { areInOrder } from '../in-order.ts';
import { finding, inconclusive, isJudgement } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { placeOfLost } from './place.ts';
import { filledUids } from './filled-uids.ts';
import { isCut, notToTheEnd } from '../cut.ts';
import { ofUnchanged, pageRule, pagesOfStep, type Page, type PageParams } from './page-rule.ts';

/** Whether it is one answer to a request that does not speak of pages. */
function isUnpaged(list: readonly Page[], { style }: PageParams): boolean {
  const [only] = list;
  if (only === undefined || list.length > 1) return false;
  const { headers, url } = only.exchange.request;
  const query = new URL(url, 'http://localhost').searchParams;
  const slots = [style.ask.page, style.ask.offset, style.ask.cursor, style.ask.size].flatMap((slot) => slot ?? []);
  return !slots.some(
    (slot) =>
      ('header' in slot && headers.some(([name]) => name.toLowerCase() === slot.header?.toLowerCase())) ||
      ('query' in slot && slot.query !== undefined && query.has(slot.query)) ||
      'body' in slot ||
      'path' in slot,
  );
}

/** What one walk brought of a list has to come in other pages too: all of it, or as much from its beginning as was asked for. */
function inParts(
  list: readonly Page[],
  step: string,
  params: PageParams,
  evidence: CaseEvidence,
): readonly Finding[] | Judgement {
  const whole = pagesOfStep({ ...params, step }, evidence);
  if (isJudgement(whole)) return whole;
  const compared = ofUnchanged(() => departuresOf(list, whole, params));
  return compared(whole, params, evidence);
}

function departuresOf(list: readonly Page[], whole: readonly Page[], { style }: PageParams): readonly Finding[] {
  const last = list.at(-1)?.exchange;
  if (last === undefined) return [];
  const came = list.flatMap(({ uids }) => uids.map(show));
  const isCutShort = isCut(list);
  const all = whole.reduce((sum, { uids }) => sum + uids.length, 0);
  // Of what has no order any of it may come first; what is in the wrong one is for another law to tell.
  const due = !isCutShort ? all : areInOrder(whole, style) ? Math.min(came.length, all) : 0;
  const expected = `the ${isCutShort ? 'first ' : ''}${counted(due, 'record')} of larger pages`;
  const twice = came.find((uid, index) => came.indexOf(uid) < index);
  if (twice !== undefined)
    return [finding(last, 'walk', `${expected}, once each`, `${twice} twice`, { kind: 'again' })];
  const seen = new Set(came);
  // A long walk has a million of them: nothing is made of those that came.
  let [left, lost, first] = [due, 0, ''];
  for (const { uids } of whole) {
    for (const uid of uids.slice(0, left)) {
      const shown = show(uid);
      if (seen.has(shown)) continue;
      if (lost === 0) first = shown;
      lost += 1;
    }
    left -= Math.min(left, uids.length);
    if (left === 0) break;
  }
  const missing = `${lost} lost, such as ${first}`;
  return lost === 0 ? [] : [finding(last, 'walk', expected, missing, { kind: 'unlisted' })];
}

export const walkComplete = pageRule(
  {
    id: 'page.walk-complete',
    title: 'A walk over all pages brings every record',
    fails: '{loses} {records} {walk}: {actual}',
    explain:
      'The records were made in this run, so what the walk must bring is known exactly; of a list that was there already a walk in large pages tells it. A loss is mostly at the boundary of two pages.',
    covers: ['I01'],
    quiet: true,
  },
  (list, params, evidence) => {
    if (params.walk !== undefined) return inParts(list, params.walk, params, evidence);
    if (isCut(list)) return notToTheEnd(list);
    const wanted = filledUids(params, evidence);
    if (!Array.isArray(wanted)) return wanted as Judgement;
    const seen = new Set(list.flatMap((p) => p.uids.map(show)));
    const lost = (wanted as readonly Json[]).map(show).filter((uid) => !seen.has(uid));
    const last = list[list.length - 1];
    if (last === undefined) return inconclusive('no page was fetched');
    const whole = isUnpaged(list, params);
    const where = whole ? 'list' : 'walk';
    const came = wanted.length - lost.length;
    const endsEarly = (wanted as readonly Json[]).slice(came).every((uid) => !seen.has(show(uid)));
    const endsWith = whole && endsEarly;
    const place = endsWith ? undefined : placeOfLost(wanted as readonly Json[], list, params.size);
    const missing = `${lost.length} lost, such as ${lost[0] ?? ''}`;
    const extra = params.shared === true ? 0 : seen.size - (wanted.length - lost.length);
    return [
      ...(lost.length === 0
        ? []
        : [
            finding(
              last.exchange,
              where,
              `all ${counted(wanted.length, 'record')}`,
              endsWith ? `${lost.length} lost, it ends after ${came} of ${counted(wanted.length, 'record')}` : missing,
              { kind: 'unlisted', ...defined({ place }) },
            ),
          ]),
      ...(extra <= 0
        ? []
        : [
            finding(
              last.exchange,
              where,
              `only the ${counted(wanted.length, 'record')} of the collection`,
              counted(extra, 'other'),
              { kind: 'stray' },
            ),
          ]),
    ];
  },
);
