/** Dependencies between rules: if both fail, only the one that the other depends on is reported. */
import type { CaseEvidence } from '../model/exchange.ts';
import { type Json, isSameJson } from '../model/json.ts';
import type { PageStyle } from '../model/paging/model.ts';
import { responsePlaceName } from '../model/paging/lists.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { jsonBody } from '../model/body.ts';
import type { Finding } from '../rules/model.ts';

type Params = Readonly<Record<string, unknown>>;

export interface RuleDependency {
  readonly rules: readonly string[];
  readonly presumes: readonly string[];
  /** Search in the same case, or in all cases of the group. */
  readonly within: 'case' | 'group';
  /** Which findings of the other rule matter; absent: all. */
  readonly counts?: (finding: Finding, params: Params, evidence: CaseEvidence) => boolean;
  readonly why: string;
}

/** The first match is the reported cause. */
export const RULE_DEPENDENCIES: readonly RuleDependency[] = [
  {
    rules: ['page.next', 'page.previous'],
    presumes: ['page.headers'],
    within: 'case',
    counts: about('current'),
    why: 'the expected next and previous pages depend on the page that the response names',
  },
  {
    rules: ['page.walk-complete', 'page.no-duplicates', 'page.order', 'page.total'],
    presumes: ['page.headers'],
    within: 'case',
    counts: (...seen) => about('current')(...seen) || about('next')(...seen),
    why: 'a traversal whose pages have wrong page numbers does not show which records the list has',
  },
  {
    rules: ['page.walk-complete', 'page.no-duplicates', 'page.order', 'page.total'],
    presumes: ['page.next'],
    within: 'case',
    why: 'a wrong link to the next page makes the traversal skip or repeat pages',
  },
  {
    rules: ['page.walk-complete', 'page.total'],
    presumes: ['page.no-duplicates'],
    within: 'case',
    why: 'a record that is listed twice is counted twice and displaces another',
  },
  {
    rules: ['page.size', 'page.total'],
    presumes: ['page.walk-complete'],
    within: 'case',
    why: 'records of an incomplete list cannot be counted',
  },
  {
    rules: ['page.total'],
    presumes: ['page.size'],
    within: 'case',
    why: 'the number of pages depends on the page size',
  },
  {
    rules: [
      'lifecycle.update-only-named',
      'lifecycle.update-clear',
      'lifecycle.clear-each',
      'lifecycle.cleared-stays',
      'lifecycle.concurrent-writes',
    ],
    presumes: ['lifecycle.update-each'],
    within: 'group',
    counts: (_finding, params, evidence) => isUnchanged(params, evidence),
    why: 'an update that stores nothing does not show how single fields are handled',
  },
];

/** Rules over read responses, with the parameters that name the read step. */
export const READ_BACK: readonly { readonly laws: readonly string[]; readonly steps: readonly string[] }[] = [
  { laws: ['input.*'], steps: ['read'] },
  { laws: ['body.*', 'store.equals'], steps: ['step', 'read'] },
];

/** Findings about a property of a page. */
function about(spot: 'current' | 'next'): NonNullable<RuleDependency['counts']> {
  return ({ where }, { style }) => {
    const place = (style as PageStyle | undefined)?.[spot];
    return place !== undefined && !('last' in place) && where === responsePlaceName(place);
  };
}

/** Whether an update did not change the record. */
function isUnchanged({ before, after, shown }: Params, evidence: CaseEvidence): boolean {
  const [was, is] = [before, after].map((step): Json | undefined => {
    const response = evidence[String(step)]?.[0]?.response;
    const body = response === undefined ? undefined : jsonBody(response);
    return body?.ok === true ? valueAtPointer(body.value, String(shown)) : undefined;
  });
  return was !== undefined && isSameJson(was, is);
}
