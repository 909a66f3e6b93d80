import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { issueOf } from '../lib/issue.ts';
import { useExchanges } from '../lib/use-exchanges.ts';
import { Command } from '../ui/command.tsx';

/** The check for the service's own people: everything that they need, and nothing of Plumbline. */
export function IssueCard({ check }: { readonly check: ReportCheck }): JSX.Element {
  const { store } = usePage();
  const exchanges = useExchanges();
  return (
    <section>
      <h2>For the service’s team</h2>
      <details>
        <summary>As the text of an issue, which needs nothing of Plumbline</summary>
        <Command label="the text of an issue" text={issueOf(store, check, exchanges)} />
      </details>
    </section>
  );
}
