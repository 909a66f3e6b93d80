import { show } from '../../record/json.ts';
import { ONWARD } from '../../record/paging/model.ts';
import { spotName } from '../../record/paging/places.ts';
import { isAddress } from '../../record/paging/styles.ts';
import { finding, inconclusive } from '../evidence.ts';
import type { Finding } from '../model.ts';
import { isCut, notToTheEnd } from '../cut.ts';
import { pageRule, type Page } from './page-rule.ts';
import { told } from './shown.ts';

export const leads = pageRule(
  {
    id: 'page.leads',
    title: 'The pages that a page names are those that it calls so',
    fails: 'has a link to another page that leads elsewhere: {actual}',
    explain:
      'A collection is walked to its end, and from the last page the links to the previous, the first and the last page are followed. Each has to bring the records of that page. Nobody who only goes forward finds out.',
    covers: [],
    quiet: true,
  },
  (list, { style }) => {
    if (isCut(list)) return notToTheEnd(list);
    const walked = list.filter(({ exchange }) => exchange.onward === undefined);
    const last = walked.at(-1);
    if (last === undefined) return inconclusive('no page was fetched');
    if (walked.length < 2) return inconclusive('there is one page alone, and no other that it could name');
    const meant = { previous: walked.at(-2), first: walked[0], last };
    return ONWARD.flatMap((name): readonly Finding[] => {
      const spot = style[name];
      if (spot === undefined || !isAddress(style, spot)) return [];
      const there = list.find(({ exchange }) => exchange.onward === name);
      if (there === undefined)
        return [finding(last.exchange, spotName(spot), `the address of the ${name} page`, told(last, spot))];
      const [expected, actual] = [listed(meant[name]), listed(there)];
      return expected === actual
        ? []
        : [finding(there.exchange, 'body records', `those of the ${name} page: ${expected}`, actual)];
    });
  },
);

function listed(page: Page | undefined): string {
  return (page?.uids ?? []).map(show).join(', ');
}
