import type { Json } from '../../record/json.ts';
import { show } from '../../record/json.ts';
import { finding, inconclusive } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { filledUids } from './filled-uids.ts';
import { pageRule } from './page-rule.ts';

export const walkComplete = pageRule(
  {
    id: 'page.walk-complete',
    title: 'A walk over all pages brings every record',
    fails: 'loses or adds records on a walk over all pages: {actual}',
    explain:
      'The records were made in this run, so what the walk must bring is known exactly. A loss is mostly at the boundary of two pages.',
    covers: ['I01'],
  },
  (list, params, evidence) => {
    const wanted = filledUids(params, evidence);
    if (!Array.isArray(wanted)) return wanted as Judgement;
    const seen = new Set(list.flatMap((p) => p.uids.map(show)));
    const lost = (wanted as readonly Json[]).map(show).filter((uid) => !seen.has(uid));
    const last = list[list.length - 1];
    if (last === undefined) return inconclusive('no page was fetched');
    const extra = params.shared === true ? 0 : seen.size - (wanted.length - lost.length);
    return [
      ...(lost.length === 0
        ? []
        : [
            finding(
              last.exchange,
              'walk',
              `all ${wanted.length} records`,
              `${lost.length} lost, such as ${lost[0] ?? ''}`,
            ),
          ]),
      ...(extra <= 0
        ? []
        : [finding(last.exchange, 'walk', `only the ${wanted.length} records of the collection`, `${extra} others`)]),
    ];
  },
);
