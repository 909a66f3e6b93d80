/** Line chart of failed and unjudged checks, run by run. */
import { count, plural, shortMoment } from '../data/format.ts';
import type { TrendPoint } from '../data/history.ts';
import { href } from '../data/route.ts';

/** Size of the drawing. CSS stretches it to the width of the page. */
const WIDTH = 600;
const HEIGHT = 120;
/** With a smaller scale, a single failure would fill the chart. */
const MIN_SCALE = 4;

export function Trend({ points }: { readonly points: readonly TrendPoint[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = Math.max(MIN_SCALE, ...points.flatMap(({ fail, notJudged }) => [fail, notJudged]));
  const [start, end] = [Date.parse(first.startedAt), Date.parse(last.startedAt)];
  const line = (field: 'fail' | 'notJudged'): string =>
    points
      .map((point) => {
        const x = ((Date.parse(point.startedAt) - start) / Math.max(1, end - start)) * WIDTH;
        return `${x.toFixed(1)},${(HEIGHT - (point[field] / highest) * HEIGHT).toFixed(1)}`;
      })
      .join(' ');
  return (
    <figure class="trend">
      <figcaption class="facts">
        <span class="trend-fail">— failed</span>
        <span class="trend-open">- - not judged</span>
        <a href={href('run/history')}>{plural(points.length, 'run')}</a>
        <span class="dim">0 to {count(highest)} checks</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Failed checks in ${points.length} runs: ${first.fail} in the first run, ${last.fail} in the last run`}
      >
        <polyline class="trend-open" points={line('notJudged')} />
        <polyline class="trend-fail" points={line('fail')} />
      </svg>
      <p class="trend-times">
        <span>{shortMoment(first.startedAt)}</span> <span>{shortMoment(last.startedAt)}</span>
      </p>
    </figure>
  );
}
