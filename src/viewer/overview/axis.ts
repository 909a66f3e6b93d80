/** What stands below the trend. */
import { run } from '../lib/format.ts';

/** Days; where one would stand twice, its times, to the second where a minute would stand twice. */
export function axisLabels(times: readonly string[]): string[] {
  const minutes = times.map(run);
  const days = minutes.map((word) => word.slice(0, word.lastIndexOf(' ')));
  if (new Set(days).size === days.length) return days;
  const words = new Set(minutes).size === minutes.length ? minutes : times.map(toTheSecond);
  return words.map((word, index) =>
    index > 0 && days[index] === days[index - 1] ? word.slice(word.lastIndexOf(' ') + 1) : word,
  );
}

function toTheSecond(iso: string): string {
  const seconds = /:(\d\d)(?:\.\d+)?Z$/.exec(iso)?.[1];
  return seconds === undefined ? run(iso) : `${run(iso)}:${seconds}`;
}
