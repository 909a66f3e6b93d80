import { show } from '../../record/json.ts';
import { finding } from '../evidence.ts';
import { pageRule } from './page-rule.ts';

export const order = pageRule(
  {
    id: 'page.order',
    title: 'The order of records is total and stable',
    fails: 'brings records out of order on a walk: {actual}',
    explain: 'Records come in ascending order of their uid over the whole walk.',
    covers: ['I06'],
  },
  (list) => {
    let before = -Infinity;
    for (const page of list) {
      for (const uid of page.uids) {
        if (typeof uid !== 'number' || uid <= before)
          return [finding(page.exchange, 'walk', 'ascending uids', `${show(uid)} after ${before}`)];
        before = uid;
      }
    }
    return [];
  },
);
