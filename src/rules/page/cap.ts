import { caseRule } from '../case-rule.ts';
import { finding, judged } from '../evidence.ts';
import { pageRule } from './page-rule.ts';

const ofPages = pageRule(
  {
    id: 'page.cap',
    title: 'No page has more records than the cap',
    fails: 'serves more records on a page than the cap: {actual} instead of {expected}',
    explain: 'The specification limits the records of one call.',
    // Where a header is called otherwise, paging is not asked for, and no more may come.
    whatever: ['/pagination'],
    covers: ['I03'],
  },
  (list, params) =>
    list
      .filter((page) => page.uids.length > (params.cap ?? params.size))
      .map((page) =>
        finding(page.exchange, 'body records', `at most ${params.cap ?? params.size}`, String(page.uids.length)),
      ),
);

/** Who is refused a page was brought no record: whether a size above the cap may be refused is asked elsewhere. */
export const cap = caseRule(ofPages, ofPages.params, (params, evidence) => {
  const answers = evidence[params.step] ?? [];
  const isRefusal = (status: number | undefined): boolean => status !== undefined && status >= 400 && status <= 499;
  return answers.length > 0 && answers.every(({ response }) => isRefusal(response?.status))
    ? judged([])
    : ofPages.judge(params, evidence);
});
