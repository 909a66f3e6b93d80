import { show } from '../../record/json.ts';
import { finding, inconclusive, judged } from '../evidence.ts';
import { pageRule, type Page } from './page-rule.ts';

export const leads = pageRule(
  {
    id: 'page.leads',
    title: 'The pages that a page names are those that it calls so',
    fails: 'names as {key} a page that is another one: {actual}',
    explain:
      'A collection is walked to its end, and from the last page the link to the previous, the first or the last page is followed. It has to bring the records of that page. Nobody who only goes forward finds out.',
    covers: [],
  },
  (list, { to = 'previous' }) => {
    const [walked, onward] = [list.filter(isOfWalk), list.find((page) => !isOfWalk(page))];
    const last = walked.at(-1);
    if (last === undefined) return inconclusive('no page was fetched');
    if (walked.length < 2) return inconclusive('there is one page alone, and no other that it could name');
    if (onward === undefined)
      return judged([finding(last.exchange, `link to the ${to} page`, 'an address that can be followed', 'none')]);
    const meant = to === 'first' ? walked[0] : to === 'last' ? last : walked.at(-2);
    const [expected, actual] = [listed(meant), listed(onward)];
    return expected === actual
      ? []
      : [finding(onward.exchange, 'body records', `those of the ${to} page: ${expected}`, actual)];
  },
);

/** Pages of the walk are numbered in their ids. */
function isOfWalk({ exchange }: { readonly exchange: { readonly id: string } }): boolean {
  return !exchange.id.endsWith('.then');
}

function listed(page: Page | undefined): string {
  return (page?.uids ?? []).map(show).join(', ');
}
