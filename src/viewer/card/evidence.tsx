import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Exchange } from '../../record/exchange.ts';
import type { ReportCheck } from '../../report/model.ts';
import { citedBy } from '../../report/page/cited.ts';
import { exchangeKey } from '../../report/exchange-key.ts';
import { readExchanges } from '../lib/blocks.ts';
import { ExchangeView } from './exchange.tsx';

/** The exchanges a check rests on; the first one with a finding is open. */
export function Evidence({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const [exchanges, setExchanges] = useState<ReadonlyMap<string, Exchange>>();
  useEffect(() => void readExchanges().then(setExchanges), []);
  const cited = citedBy(check);
  if (cited.length === 0) return null;
  const found = cited.flatMap((id) => exchanges?.get(exchangeKey({ ...check, id })) ?? []);
  const rest = new Set([...check.findings.map((finding) => finding.evidence), ...check.evidence]).size - found.length;
  return (
    <section class="evidence" aria-busy={exchanges === undefined}>
      <h2>{found.length > 1 ? 'The exchanges' : 'The exchange'}</h2>
      {found.map((exchange, index) => (
        <ExchangeView
          key={exchange.id}
          exchange={exchange}
          open={index === 0}
          findings={check.findings.filter((finding) => finding.evidence === exchange.id)}
        />
      ))}
      {exchanges !== undefined && rest > 0 && (
        <p class="dim">
          {found.length === 0 ? 'Recorded' : `${rest} more`} in{' '}
          <code>
            evidence/{check.service}@{check.spec}.ndjson.gz
          </code>
          {found.length === 0 && (
            <>
              , as{' '}
              {cited.slice(0, 3).map((id, index) => (
                <>
                  {index > 0 && ', '}
                  <code class="id">{id}</code>
                </>
              ))}
            </>
          )}
          .
        </p>
      )}
    </section>
  );
}
