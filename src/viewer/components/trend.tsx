/** Line chart of failed and unjudged checks, run by run. */
import type { JSX } from 'preact';
import { count, plural, shortMoment } from '../data/format.ts';
import type { TrendPoint } from '../data/history.ts';
import { href } from '../data/route.ts';

/** Size of the drawing. CSS stretches it to the width of the page. */
const WIDTH = 600;
const HEIGHT = 120;
/** A chart of a few failures would make a single one look like a disaster. */
const LOWEST_SCALE = 4;

export function Trend({ points }: { readonly points: readonly TrendPoint[] }): JSX.Element | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = Math.max(LOWEST_SCALE, ...points.map(({ fail, notJudged }) => Math.max(fail, notJudged)));
  const start = Date.parse(first.startedAt);
  const span = Math.max(1, Date.parse(last.startedAt) - start);
  const line = (value: (point: TrendPoint) => number): string =>
    points
      .map((point) => {
        const x = ((Date.parse(point.startedAt) - start) / span) * WIDTH;
        const y = HEIGHT - (value(point) / highest) * HEIGHT;
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      })
      .join(' ');
  return (
    <figure class="trend">
      <figcaption>
        <span class="trend-key trend-fail">fail</span>
        <span class="trend-key trend-open">not judged</span>
        <a href={href('run/history')}>{plural(points.length, 'run')}</a>
      </figcaption>
      <div class="trend-plot">
        <span class="trend-scale">{count(highest)}</span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Failed checks in ${points.length} runs: ${first.fail} in the first run, ${last.fail} in the last run.`}
        >
          <path class="trend-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          <polyline class="trend-open" points={line(({ notJudged }) => notJudged)} />
          <polyline class="trend-fail" points={line(({ fail }) => fail)} />
        </svg>
        <span class="trend-times">
          <span>{shortMoment(first.startedAt)}</span>
          <span>{shortMoment(last.startedAt)}</span>
        </span>
      </div>
    </figure>
  );
}
