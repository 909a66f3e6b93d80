/** The chart itself: uPlot, in the colours of the page, drawn again when they change. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { count } from '../lib/format.ts';
import { axisLabels } from './axis.ts';

export interface Point {
  readonly id: string;
  readonly startedAt: string;
  readonly decision: string;
  readonly fail: number;
  readonly open: number;
}

export interface Plot {
  readonly remove: () => void;
}

const HEIGHT = 150;

export function makePlot(element: HTMLElement, points: readonly Point[]): Plot {
  let plot = draw(element, points);
  const redraw = (): void => {
    plot.destroy();
    plot = draw(element, points);
  };
  const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resize.observe(element);
  const media = [matchMedia('(prefers-color-scheme: dark)'), matchMedia('print')];
  for (const list of media) list.addEventListener('change', redraw);
  addEventListener('plumbline:theme', redraw);
  return {
    remove: () => {
      resize.disconnect();
      for (const list of media) list.removeEventListener('change', redraw);
      removeEventListener('plumbline:theme', redraw);
      plot.destroy();
    },
  };
}

function draw(element: HTMLElement, points: readonly Point[]): uPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => {
    // A custom property keeps its light-dark() unresolved; a real property does not.
    element.style.color = `var(${name})`;
    const resolved = style.color;
    element.style.color = '';
    return resolved;
  };
  const [fail, open, text, line] = [colour('--fail'), colour('--warn'), colour('--dim'), colour('--line')];
  const axis: uPlot.Axis = {
    stroke: text,
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  return new uPlot(
    {
      width: Math.max(200, element.clientWidth),
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 12, 0, 0],
      scales: { y: { range: (_plot, _min, max) => [0, Math.max(4, max * 1.1)] } },
      axes: [
        {
          ...axis,
          grid: { show: false },
          space: 90,
          values: (_plot, splits) => axisLabels(splits.map((seconds) => new Date(seconds * 1000).toISOString())),
        },
        {
          ...axis,
          size: 44,
          space: 36,
          values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? count(value) : '')),
        },
      ],
      series: [
        {},
        { stroke: fail, width: 2, points: { show: true, size: 6, fill: fail } },
        { stroke: open, width: 2, dash: [5, 4], points: { show: true, size: 5, fill: open } },
      ],
    },
    [
      points.map((point) => Date.parse(point.startedAt) / 1000),
      points.map((point) => point.fail),
      points.map((point) => point.open),
    ],
    element,
  );
}
