import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { unaskedWords } from '../../report/views/comparison-text.ts';
import type { BaselineSummary } from '../../report/page/data.ts';
import { usePage } from '../lib/context.ts';
import { capital, count, moment, plural, run } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { earlierRuns, flippingChecks } from '../lib/store.ts';
import type { TodoItem } from '../lib/todo.ts';
import { CauseLine } from '../ui/item.tsx';
import { CheckLink } from '../ui/check-link.tsx';
import { Trend } from './trend.tsx';

const MOST = 5;

/** What broke, and since when: beside the baseline, and over the runs before it. */
export function Changes({ items }: { readonly items: readonly TodoItem[] }): JSX.Element {
  const { store } = usePage();
  const { baseline } = store.data;
  const flips = useMemo(() => flippingChecks(store), [store]);
  const fresh = items.flatMap((item) => (item.kind === 'cause' && item.appeared > 0 ? [item] : []));
  const history = earlierRuns(store).length > 0;
  return (
    <section class="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">
        {baseline === undefined ? 'What broke' : `What broke since the run of ${run(baseline.run.startedAt)}`}
      </h2>
      <div class={history ? 'changes-top' : ''}>
        <div>
          {baseline === undefined ? (
            <p class="dim">No baseline was given: there is nothing to compare this run with.</p>
          ) : (
            <Figures baseline={baseline} />
          )}
          {flips.length > 0 && (
            <details class="flips">
              <summary>
                {plural(flips.length, 'check')} {flips.length === 1 ? 'flips' : 'flip'} from night to night
              </summary>
              <ul class="plain-list">
                {flips.slice(0, 50).map(({ key, flips: times }) => (
                  <li key={key}>
                    <CheckLink checkKey={key} /> <span class="dim">{count(times)} changes</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
        {history && <Trend />}
      </div>
      {fresh.length > 0 && (
        <ul class="items">
          {fresh.slice(0, MOST).map((item) => (
            <CauseLine key={item.cause.id} item={item} />
          ))}
        </ul>
      )}
      {fresh.length > MOST && (
        <p class="more">
          <a href={href('todo', { change: 'appeared' })}>All {fresh.length} new causes</a>
        </p>
      )}
    </section>
  );
}

function Figures({ baseline }: { readonly baseline: BaselineSummary }): JSX.Element {
  const { run, appeared, fixed, stopped, added, unasked } = baseline;
  return (
    <>
      <p class="dim">
        Compared with {moment(run.startedAt)}
        {run.decision !== undefined && (
          <>
            , decision <b>{run.decision}</b>
          </>
        )}
        .
      </p>
      {baseline.otherTarget === true && (
        <p class="note">
          That was a run of another target{run.target !== undefined && `, ${run.target}`}: every difference may come
          from that.
        </p>
      )}
      {unasked !== undefined && <p class="note">{capital(unaskedWords(unasked.of, unasked.count))}.</p>}
      <ul class="figures">
        <Figure value={appeared.length} text="new failing" tone="worse" to={href('checks', { change: 'appeared' })} />
        <Figure value={fixed.length} text="fixed" tone="better" to={href('checks', { change: 'fixed' })} />
        <Figure value={stopped.length} text="not judged now" tone="worse" to={href('changes')} />
        {added !== undefined && (
          <Figure value={added.length} text="added" tone="plain" to={href('checks', { change: 'added' })} />
        )}
      </ul>
    </>
  );
}

function Figure({
  value,
  text,
  tone,
  to,
}: {
  readonly value: number;
  readonly text: string;
  readonly tone: string;
  readonly to: string;
}): JSX.Element {
  return (
    <li class={value === 0 ? 'figure' : `figure ${tone}`}>
      {value === 0 ? (
        <span>
          <b>0</b> {text}
        </span>
      ) : (
        <a href={to} data-item>
          <b>{count(value)}</b> {text}
        </a>
      )}
    </li>
  );
}
