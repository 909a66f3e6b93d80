/** `lint --fix`: removes bindings of a draft that match no check. Other lines of the file stay as they are. */
import { isNode, isSeq, parseDocument } from 'yaml';
import type { Problem } from '../errors.ts';
import { groupBy } from '../model/objects.ts';

/** Lines of the bindings that match no check, by file. */
export function deadBindings(warnings: readonly Problem[]): ReadonlyMap<string, ReadonlySet<number>> {
  const dead = warnings.filter(({ code }) => code === 'binding-unmatched');
  const byFile = groupBy(dead, ({ file = '' }) => file);
  return new Map([...byFile].map(([file, problems]) => [file, new Set(problems.map(({ line = 0 }) => line))]));
}

/** The text without the entries of `bindings` that begin on these lines. A list in brackets is not changed. */
export function withoutBindings(text: string, lines: ReadonlySet<number>): string {
  const list = parseDocument(text).get('bindings');
  if (!isSeq(list) || list.flow === true) return text;
  const ranges = list.items.flatMap((item) => (isNode(item) && item.range ? [item.range] : []));
  const dead = ranges.filter(([start]) => lines.has(text.slice(0, start).split('\n').length));
  let result = text;
  for (const [start, end] of dead.toReversed()) {
    const next = text.indexOf('\n', end - 1);
    result = result.slice(0, text.lastIndexOf('\n', start) + 1) + (next < 0 ? '' : result.slice(next + 1));
  }
  return dead.length === ranges.length ? result.replace(/^bindings:.*$/m, 'bindings: []') : result;
}
