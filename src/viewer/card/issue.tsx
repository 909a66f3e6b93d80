import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { defined, maybe } from '../../record/defined.ts';
import type { Exchange } from '../../record/exchange.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import { issueText } from '../../report/issue-text.ts';
import type { ReportCheck } from '../../report/model.ts';
import { checkKey } from '../../report/page/data.ts';
import { titleOf } from '../../report/titles.ts';
import { readExchanges } from '../lib/blocks.ts';
import { usePage } from '../lib/context.ts';
import { plural } from '../lib/format.ts';
import { requirementKey, sourceOf } from '../lib/store.ts';
import { Command } from '../ui/command.tsx';

/** The check for the service's own people: everything that they need, and nothing of Plumbline. */
export function IssueCard({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, Exchange>>();
  useEffect(() => void readExchanges().then(setExchanges), []);
  const cause = store.causeOf.get(checkKey(check));
  const requirement = store.requirements.get(requirementKey({ ...check, id: check.requirement }));
  const exchange = exchanges?.get(exchangeKey({ ...check, id: check.findings[0]?.evidence ?? '' }));
  const text = issueText({
    check,
    title: cause?.title ?? titleOf(check, store.report.rules).main,
    ...(cause === undefined || cause.checks.length < 2
      ? {}
      : { reach: `${plural(cause.checks.length, 'check')} meet it` }),
    ...defined({
      requirement: maybe(requirement, (it) => ({ text: it.text, source: sourceOf(it) })),
      exchange,
    }),
  });
  return (
    <section>
      <h2>For the service’s team</h2>
      <details>
        <summary>As the text of an issue, which needs nothing of Plumbline</summary>
        <Command label="the text of an issue" text={text} />
      </details>
    </section>
  );
}
