/** What is read of a failing check when its text for the service's people is written. */
import { defined, maybe } from '../../record/defined.ts';
import type { Exchange } from '../../record/exchange.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import { issueText } from '../../report/issue-text.ts';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { titleOf } from '../../report/titles.ts';
import { plural } from './format.ts';
import { requirementKey, sourceOf } from './store.ts';
import type { Store } from './store.ts';

/** How many operations are named; the number of all stands before them. */
const PLACES = 12;

/** The check's cause as the text of an issue. Without exchanges, which are read later, what was sent and came is left out. */
export function issueOf(
  store: Store,
  check: ReportCheck,
  exchanges: ReadonlyMap<string, Exchange> | undefined,
): string {
  const cause = store.causeOf.get(checkKey(check));
  const requirement = store.requirements.get(requirementKey({ ...check, id: check.requirement }));
  const all = (cause?.checks ?? []).flatMap((index) => store.report.checks[index] ?? []);
  return issueText({
    check,
    title: cause?.title ?? titleOf(check, store.report.rules).main,
    ...defined({
      reach: all.length < 2 ? undefined : reachOf(all),
      requirement: maybe(requirement, (it) => ({ text: it.text, source: sourceOf(it) })),
      exchange: exchanges?.get(exchangeKey({ ...check, id: check.findings[0]?.evidence ?? '' })),
    }),
  });
}

function reachOf(checks: readonly ReportCheck[]): string {
  const places = [...new Set(checks.map(({ endpoint, operation }) => `${endpoint}/${operation}`))];
  const shown = places.slice(0, PLACES);
  const more = places.length - shown.length;
  return `${plural(checks.length, 'check')} meet it, on ${plural(places.length, 'operation')}${
    places.length === 1 ? '' : `: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  }`;
}
