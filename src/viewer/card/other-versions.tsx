import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { checkHref } from '../lib/route.ts';
import { markOf } from '../lib/words.ts';
import { MarkWord } from '../ui/mark.tsx';

/** The same check in the other versions of the service. */
export function OtherVersions({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const { store } = usePage();
  const specs = store.services.find((one) => one.service === check.service)?.specs ?? [];
  if (specs.length < 2) return null;
  const all = store.byId.get(check.id) ?? [];
  return (
    <section class="side-box">
      <h2>In each version</h2>
      <dl class="pairs">
        {specs.map((spec) => {
          const other = all.find((one) => one.spec === spec);
          return (
            <div key={spec}>
              <dt>{other === undefined || spec === check.spec ? spec : <a href={checkHref(other)}>{spec}</a>}</dt>
              <dd>
                {other === undefined ? <span class="dim">not planned</span> : <MarkWord kind={markOf(other)} />}
                {spec === check.spec && <span class="dim"> (this one)</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
