/**
 * What one run leaves for the next: the report that was admitted last, and a line for each run. A nightly is one command
 * then: it is compared with the last night that was in order, not with the last night.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import type { Report } from '../report/model.ts';
import { serializeReport } from '../report/serialize.ts';
import { checkedBaseline } from './baseline.ts';

export interface State {
  /** Absolute path of `admitted.json`, whether it is there or not. */
  readonly admitted: string;
  /** Where to look what was in order last; absent before the first run that was admitted. */
  readonly baseline?: string;
  readonly history: string;
}

export interface NarrowedRun {
  /** A name, or a file. */
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
  readonly shard?: string;
  readonly baseline?: string;
  readonly history?: string;
}

/** Each target, and each choice of services and versions of it, has a folder of its own below `folder`. */
export function stateIn(folder: string, asked: NarrowedRun): State {
  for (const option of ['only', 'shard', 'baseline', 'history'] as const) {
    if (asked[option] !== undefined)
      throw BadInput.of('bad-option', `--state and --${option} do not go together`, { hint: HINTS[option] });
  }
  if (folder.trim() === '') throw BadInput.of('bad-option', '--state names no folder');
  const place = path.resolve(folder, nameOf(asked));
  const admitted = path.join(place, 'admitted.json');
  return {
    admitted,
    ...(existsSync(admitted) ? { baseline: checkedBaseline(admitted) } : {}),
    history: path.join(place, 'history.ndjson'),
  };
}

const WHOLE = 'What is kept is of whole runs: a part says nothing about the rest.';
const OWN = 'It finds the last admitted report and the history itself.';
const HINTS = {
  only: WHOLE,
  shard: `${WHOLE} Merge the shards, and compare with --baseline.`,
  baseline: OWN,
  history: OWN,
};

function nameOf({ target, service = [], spec = [] }: NarrowedRun): string {
  const file = path.parse(target);
  const own = /^\.ya?ml$/.test(file.ext) ? (file.name === 'target' ? path.basename(file.dir) : file.name) : target;
  return [own, ...service, ...spec].map((part) => part.replaceAll(/[^\w.-]+/g, '-')).join('.') || 'target';
}

/** Whether the report was admitted as a whole: then it is kept. Anything else leaves the former one as it is. */
export function keepAdmitted(admitted: string, report: Report): boolean {
  const { exitCode, part } = report.decision;
  if (exitCode !== 0 || part !== undefined) return false;
  mkdirSync(path.dirname(admitted), { recursive: true });
  const fresh = `${admitted}.fresh`;
  writeFileSync(fresh, serializeReport(report));
  renameSync(fresh, admitted);
  return true;
}
