/** `--state`: the last approved report and the history of a target, with which the next run is compared. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { omitUndefined } from '../model/objects.ts';
import type { Report } from '../report/model.ts';
import { parseReport, serializeReport } from '../report/serialize.ts';
import { readText, withWriteErrors } from '../project/files.ts';
import { checkWritable, writeAtomically } from '../project/output.ts';
import { printToStderr } from '../project/terminal.ts';
import { placeOfTarget, type RunSettings } from '../project/settings.ts';
import { createHash } from 'node:crypto';
import { BadInput } from '../errors.ts';
import { TARGETS } from '../load/load-target.ts';

export interface State {
  /** Absolute path of `admitted.json`, which may not exist yet. */
  readonly admitted: string;
  /** The approved report; absent before the first approved run. */
  readonly baseline?: string;
  readonly history: string;
}

export interface NarrowedRun {
  /** A name or a file. */
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
  readonly only?: string;
  readonly shard?: string;
  readonly baseline?: string;
  readonly history?: string;
}

const ADMITTED = 'admitted.json';
const HISTORY = 'history.ndjson';

/** Rejects options that contradict `--state`. */
export function checkState(folder: string, asked: NarrowedRun): void {
  for (const option of ['only', 'shard', 'baseline', 'history'] as const) {
    if (asked[option] !== undefined)
      throw BadInput.of('bad-option', `--state cannot be combined with --${option}`, { hint: HINTS[option] });
  }
  if (folder.trim() === '') throw BadInput.of('bad-option', '--state has no value');
}

/** Returns the state of a target. Each target, with each selection of services and versions, has its own folder. */
export function stateIn(folder: string, asked: NarrowedRun, own: StateTarget): State {
  const place = path.resolve(folder, folderName(folder, asked, own));
  const admitted = path.join(place, ADMITTED);
  const baseline = existsSync(admitted) ? admitted : undefined;
  if (baseline !== undefined) checkOwn(baseline, asked, own);
  return { admitted, history: path.join(place, HISTORY), ...omitUndefined({ baseline }) };
}

const WHOLE = '--state keeps only complete runs.';
const OWN = '--state contains the last admitted report and the history. Remove one of the options.';
const HINTS = {
  only: WHOLE,
  shard: `${WHOLE} Merge the shards, then compare with --baseline.`,
  baseline: OWN,
  history: OWN,
};

/** Comparing with another target or selection would report checks as lost or new. */
function checkOwn(admitted: string, asked: NarrowedRun, own: StateTarget): void {
  const { run } = reportIn(admitted);
  if (isOf(run, asked, own)) return;
  const { service, spec } = run.selection ?? {};
  const words = (target: string, services?: string, specs?: readonly string[]): string =>
    [
      target,
      services === undefined ? [] : `--service ${services}`,
      specs === undefined ? [] : `--spec ${specs.join(',')}`,
    ]
      .flat()
      .join(' ');
  throw BadInput.of(
    'other-baseline',
    `this is a report of ${words(run.target, service, spec)}, but the run tests ${words(own.name, asked.service?.join(','), asked.spec)}`,
    { file: admitted, hint: 'Use another --state folder, or delete this one to start again.' },
  );
}

function isOf({ target, selection }: Report['run'], asked: NarrowedRun, own: StateTarget): boolean {
  return (
    target === own.name &&
    selection?.service === asked.service?.join(',') &&
    selection?.spec?.join(',') === asked.spec?.join(',')
  );
}

/** A report that was cut off must not block later runs. */
function reportIn(file: string): Report {
  try {
    return parseReport(readText(file), file);
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    const hint = 'Delete this file. Runs are then not compared until the next admitted run replaces it.';
    throw new BadInput(error.problems.map((problem) => ({ ...problem, file, hint })));
  }
}

const OTHER_STATE = 'Choose another folder with --state.';

/** Throws `BadInput` if the state cannot be written; leaves no file. */
export function checkKeeping({ admitted, history }: Pick<RunSettings, 'admitted' | 'history'>): void {
  const hint = admitted === undefined ? 'Choose another file with --history.' : OTHER_STATE;
  if (history !== undefined) checkWritable(history, 'added-to', hint);
  if (admitted !== undefined) checkWritable(admitted, 'replaced', hint);
}

/**
 * Keeps a report that was approved as a whole. A report of another policy that lost checks does not replace the old one: a laxer policy
 * must not lower the baseline.
 */
export function storeApprovedReport(admitted: string, report: Report): boolean {
  const { exitCode, part, policy, reasons } = report.decision;
  if (exitCode !== 0 || part !== undefined) return false;
  const hasLost = reasons.some(({ code }) => code === 'ratchet' || code === 'ratchet-unjudged');
  if (hasLost && existsSync(admitted) && reportIn(admitted).decision.policy !== policy) {
    printToStderr('state: the last admitted report is kept: this run has fewer checks and another policy\n');
    return false;
  }
  const hint = 'The report is complete. The last admitted report is unchanged.';
  withWriteErrors(path.dirname(admitted), () => mkdirSync(path.dirname(admitted), { recursive: true }), hint);
  writeAtomically(admitted, serializeReport(report), hint);
  return true;
}

export interface StateTarget {
  /** From `placeOfTarget`: a name below `root`, or an absolute path. */
  readonly place: string;
  readonly root: string;
  /** Name in the target file. */
  readonly name: string;
}

interface Asked {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
}

/**
 * Folder name of a target: its name, with the selected services and versions. Other files may have the same name, so the name of a file
 * contains a hash of its place relative to `folder`.
 */
function folderName(folder: string, { service = [], spec = [] }: Asked, { place, root }: StateTarget): string {
  const file = fileOf(place, root);
  const own = nameInTargets(file, root) ?? `${fileName(file)}-${placeHash(path.resolve(folder), file)}`;
  return joinNames([own, ...service, ...spec]);
}

function joinNames(parts: readonly string[]): string {
  const name = parts.map((part) => part.replaceAll(/[^\w.-]+/g, '-')).join('.');
  // `.` and `..` would be other folders.
  return /^\.*$/.test(name) ? 'target' : name;
}

function fileOf(place: string, root: string): string {
  return path.isAbsolute(place) ? place : path.join(path.resolve(root), TARGETS, place, 'target.yaml');
}

function fileName(file: string): string {
  const { name, dir } = path.parse(file);
  return name === 'target' ? path.basename(dir) : name;
}

/** Name of a target file below `targets/`; names with a dot are excluded, since a dot separates the selection. */
function nameInTargets(file: string, root: string): string | undefined {
  const name = path.basename(path.dirname(file));
  if (!/^[\w-]+$/.test(name)) return undefined;
  try {
    return fileOf(placeOfTarget(name, root), root) === file ? name : undefined;
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** The relative path, so that the project may be moved. */
function placeHash(folder: string, file: string): string {
  const seen = path.relative(folder, file).split(path.sep).join('/');
  return createHash('sha256').update(seen).digest('hex').slice(0, 8);
}
