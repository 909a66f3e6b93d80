import { isMap, show, type Json } from '../../record/json.ts';
import { finding } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { ofUnchanged, pageRule, type Page } from './page-rule.ts';

export const noDuplicates = pageRule(
  {
    id: 'page.no-duplicates',
    title: 'A walk brings no record twice',
    fails: 'brings a record twice on a walk over all pages',
    explain: 'A record on two pages is mostly a boundary counted twice, or an order that is not stable.',
    covers: ['I01', 'I06'],
    quiet: true,
  },
  ofUnchanged((list) => {
    if (rises(list)) return [];
    const seen = new Map<Json | undefined, number>();
    const findings: Finding[] = [];
    list.forEach((page, index) => {
      for (const uid of page.uids) {
        const known = isMap(uid) || Array.isArray(uid) ? show(uid) : uid;
        const before = seen.get(known);
        if (before !== undefined)
          findings.push(
            finding(page.exchange, 'walk', 'each record once', `${show(uid)} on pages ${before + 1} and ${index + 1}`, {
              kind: 'again',
            }),
          );
        else seen.set(known, index);
      }
    });
    return findings.slice(0, 5);
  }),
);

/** Whether each identifier is higher than the one before: then none comes twice, and nobody has to remember a million of them. */
function rises(list: readonly Page[]): boolean {
  let before: number | string | undefined;
  for (const { uids } of list)
    for (const uid of uids) {
      const isHigher =
        (typeof uid === 'number' && (before === undefined || (typeof before === 'number' && uid > before))) ||
        (typeof uid === 'string' && (before === undefined || (typeof before === 'string' && uid > before)));
      if (!isHigher) return false;
      before = uid;
    }
  return true;
}
