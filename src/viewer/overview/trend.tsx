import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Verdict } from '../../report/model.ts';
import { usePage } from '../lib/context.ts';
import { count, day, moment } from '../lib/format.ts';
import { earlierRuns } from '../lib/store.ts';
import type { Store } from '../lib/store.ts';
import { Mark } from '../ui/mark.tsx';
import type { Plot, Point } from './plot.ts';
import { Head } from '../ui/head.tsx';

/** How many checks failed, run by run. Drawn for the eye, and as a table for everybody. */
export function Trend(): JSX.Element {
  const { store } = usePage();
  const points = useMemo(() => pointsOf(store), [store]);
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(true);
  useEffect(() => {
    const element = box.current;
    let plot: Plot | undefined;
    let gone = false;
    if (element !== null) {
      // Loaded late, and a chart that cannot be drawn is only a chart: the table says it all.
      import('./plot.ts')
        .then(({ makePlot }) => {
          if (!gone) plot = makePlot(element, points);
        })
        .catch(() => setDrawn(false));
    }
    return () => {
      gone = true;
      plot?.remove();
    };
  }, [points]);
  const first = points[0];
  const last = points[points.length - 1];
  return (
    <figure class="trend">
      <figcaption>
        <span class="trend-key">
          <i class="trend-fail" /> fail
        </span>
        <span class="trend-key">
          <i class="trend-open" /> could not be judged
        </span>
        {first !== undefined && (
          <span class="dim">
            {points.length} runs since {day(first.startedAt)}
          </span>
        )}
      </figcaption>
      <div
        ref={box}
        class={drawn ? 'trend-plot' : 'trend-plot trend-none'}
        role="img"
        aria-label={`Failing checks over ${points.length} runs, from ${first?.fail ?? 0} to ${last?.fail ?? 0}. The table below has every number.`}
      />
      <details open={!drawn}>
        <summary>The numbers</summary>
        <div class="scroll" tabIndex={0} role="region" aria-label="Trend as a table">
          <table class="table">
            <Head columns={['Run', 'Decision', { number: 'Fail' }, { number: 'Not judged' }]} />
            <tbody>
              {[...points].reverse().map((point) => (
                <tr key={point.id}>
                  <th scope="row">{moment(point.startedAt)}</th>
                  <td>
                    <span class="mark-word">
                      <Mark kind={point.decision === 'admit' ? 'pass' : 'fail'} /> {point.decision}
                    </span>
                  </td>
                  <td class="number">{count(point.fail)}</td>
                  <td class="number">{count(point.open)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

function pointsOf(store: Store): Point[] {
  const point = (
    id: string,
    startedAt: string,
    decision: string,
    verdicts: Readonly<Record<Verdict, number>>,
  ): Point => ({
    id,
    startedAt,
    decision,
    fail: verdicts.fail,
    open: verdicts.inconclusive + verdicts.untested,
  });
  const { run, decision, summaries } = store.report;
  const now = { fail: 0, inconclusive: 0, untested: 0, pass: 0, inapplicable: 0 };
  for (const { counts } of summaries)
    for (const verdict of Object.keys(now) as Verdict[]) now[verdict] += counts.verdicts[verdict];
  return [
    ...earlierRuns(store).map((one) => point(one.id, one.startedAt, one.decision, one.verdicts)),
    point(run.id, run.startedAt, decision.decision, now),
  ];
}
