import type { JSX } from 'preact';
import type { ReportCheck } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { daysLeft } from '../lib/format.ts';
import { WAIVER_STATE } from '../lib/todo.ts';
import { SafeLink } from '../ui/safe-link.tsx';

/** Who excused this check, why, and until when. */
export function WaiverCard({ check }: { readonly check: ReportCheck }): JSX.Element | null {
  const { store } = usePage();
  const waiver = store.waiverFor(check);
  if (waiver === undefined) return null;
  return (
    <section class="side-box">
      <h2>Waiver</h2>
      <p>{waiver.reason}</p>
      <dl class="pairs">
        <div>
          <dt>Owner</dt>
          <dd>{waiver.owner}</dd>
        </div>
        <div>
          <dt>Expires</dt>
          <dd>
            {waiver.expires}, {daysLeft(waiver.daysLeft)}
          </dd>
        </div>
        <div>
          <dt>State</dt>
          <dd>
            {WAIVER_STATE[waiver.state].text}. {WAIVER_STATE[waiver.state].todo}
          </dd>
        </div>
        {waiver.link !== undefined && (
          <div>
            <dt>Link</dt>
            <dd>
              <SafeLink to={waiver.link} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
