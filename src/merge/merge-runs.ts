import path from 'node:path';
import { compareText, encodePercent } from '../model/text.ts';
import { ARTIFACTS, checkOutput, withLockedFolder, writeAtomically } from '../project/output.ts';
import { omitUndefined } from '../model/objects.ts';
import { existsSync, mkdirSync } from 'node:fs';
import { BadInput } from '../errors.ts';
import type { Exchange } from '../model/exchange.ts';
import { decide } from '../gate/decide.ts';
import type { Policy } from '../gate/policy.ts';
import { type IndexRun, renderIndexHtml } from '../report/page/html.ts';
import { mergeShards, runOverview, type RunOverview, separateShards, type ReportFile } from '../report/merge.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import type { Report } from '../report/model.ts';
import { canonicalJson, parseReport } from '../report/serialize.ts';
import { viewerTemplate, writeReport } from '../run/artifacts.ts';
import { type Evidence, type EvidenceRun, readEvidence, readWholeReport } from '../run/evidence.ts';
import { readText, reportFile } from '../project/files.ts';
import { asStoppedReport } from '../run/stopped-services.ts';

/** Folder names for the joined shards of an overview. The names of targets may come from any source. */

/** Files of an overview, and of a report in the same folder. */
const TAKEN: readonly string[] = ['overview.json', ...ARTIFACTS];
/** Every file system allows names of this length. */
const MAX_LENGTH = 100;

/** A folder name for each target. No name leads out of the folder, and all differ in more than case. */
export function folderNames(targets: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(TAKEN.map((name) => name.toLowerCase()));
  const names = new Map<string, string>();
  // A target whose name is a folder name unchanged gets it first.
  const first = (target: string): number => (folderName(target) === target ? 0 : 1);
  for (const target of [...new Set(targets)].toSorted((a, b) => first(a) - first(b) || compareText(a, b))) {
    const own = folderName(target);
    let name = own;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) name = `${own}-${count}`;
    taken.add(name.toLowerCase());
    names.set(target, name);
  }
  return names;
}

/** A name with a dot at either end is another folder (`..`), hidden, or on some systems equal to the one without it. */
function folderName(target: string): string {
  const name = target
    .slice(0, MAX_LENGTH)
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^\.+|\.+$/g, '-');
  return name === '' ? 'target' : name;
}

/** Result of a merge: shards become one run, several targets an overview. */

export type MergedRuns =
  | { readonly kind: 'run'; readonly report: Report; readonly policy: Policy }
  | { readonly kind: 'overview'; readonly overview: RunOverview };

interface Run extends ReportFile {
  readonly dir: string;
}

/** One complete run of one target. */
interface Joined {
  readonly run: Run;
  /** Absent for an unsharded run, which stays in its folder. */
  readonly made?: {
    readonly evidence: EvidenceRun;
    readonly exchanges: readonly Exchange[];
    readonly baseline?: Report;
  };
}

export interface MergeOptions {
  readonly out: string;
  /** Replaces the policy of the shards. */
  readonly policy?: Policy;
  /** Formats for joined shards; the page of an overview is always written. */
  readonly formats?: ChosenFormats;
}

/**
 * Reads every folder, and writes to `out` only if all of them belong together. Throws `BadInput` otherwise. The shards
 * of one target become one report with all its views. For more than one target, `index.html` and `overview.json` cover
 * all of them, and shards are joined in a folder of `out` for each target.
 */
export async function mergeRuns(dirs: readonly string[], options: MergeOptions): Promise<MergedRuns> {
  const out = path.resolve(options.out);
  const runs = dirs.map((dir): Run => {
    const file = reportFile(dir);
    return { dir: path.dirname(file), file, report: parseReport(readText(file), file) };
  });
  checkKept(runs, out, '--out');
  checkDistinct(runs);
  const { whole, shards } = separateShards(runs);
  const isOverview = whole.length + shards.length > 1;
  const folders = isOverview ? foldersIn(out, shards, runs) : new Map<string, string>();
  const joined = [...whole.map((run): Joined => ({ run })), ...shards.map((those) => join(those, options))];
  const [only] = joined;
  if (joined.length === 1 && only?.made !== undefined) {
    await writeJoined(out, only, options);
    return { kind: 'run', report: only.run.report, policy: options.policy ?? only.made.evidence.policy };
  }
  return { kind: 'overview', overview: await writeOverview(out, joined, folders, options) };
}

/** The folder of each target with joined shards. Like `out`, it must be new or written by Plumbline, and not an input. */
function foldersIn(
  out: string,
  shards: readonly (readonly Run[])[],
  runs: readonly Run[],
): ReadonlyMap<string, string> {
  const targets = shards.flatMap(([first]) => first?.report.run.target ?? []);
  const folders = new Map([...folderNames(targets)].map(([target, name]) => [target, path.join(out, name)]));
  for (const folder of folders.values()) {
    checkKept(runs, folder, `${folder}, the output folder of merged shards,`);
    checkOutput(folder);
  }
  return folders;
}

function checkKept(runs: readonly Run[], folder: string, words: string): void {
  if (runs.some(({ dir }) => path.resolve(dir) === folder))
    throw BadInput.of('bad-option', `${words} is one of the folders to merge`, {
      hint: 'Choose another folder: recorded runs are not overwritten.',
    });
}

/** The same run given twice would count twice. */
function checkDistinct(runs: readonly Run[]): void {
  const seen = new Map<string, Run>();
  for (const run of runs) {
    const { id, target, selection } = run.report.run;
    const key = JSON.stringify([id, target, selection?.shard ?? '']);
    const right = seen.get(key);
    if (right !== undefined)
      throw BadInput.of('merge-twice', `this is the same run as ${right.file}`, {
        file: run.file,
        hint: 'List each run once.',
      });
    seen.set(key, run);
  }
}

function join(shards: readonly Run[], options: MergeOptions): Joined {
  const read = shards.map((shard) => ({
    ...shard,
    report: readWholeReport(shard.dir, shard.report),
    evidence: readEvidence(shard.dir),
  }));
  const first = read[0];
  if (first === undefined) throw new Error('a target without shards');
  const right = read.find(
    ({ evidence }) => canonicalJson(evidence.run.policy) !== canonicalJson(first.evidence.run.policy),
  );
  if (right !== undefined && options.policy === undefined)
    throw BadInput.of('shard-foreign', `its policy differs from the policy of ${first.file}`, {
      file: right.file,
      hint: 'Give the policy for the merged report with --policy.',
    });
  const policy = options.policy ?? first.evidence.run.policy;
  const { baseline } = first.evidence;
  const sent = read.flatMap(({ evidence }) => [...evidence.exchanges.values()].flat());
  const merged = mergeShards(read, (undecided) => decide(undecided, policy, baseline), sent);
  const { evidence, exchanges } = joinEvidence(read, merged, policy);
  const report = evidence.unsent === undefined ? merged : asStoppedReport(merged, evidence.unsent);
  return {
    run: { dir: first.dir, file: shards.map(({ file }) => file).join(', '), report },
    made: { evidence, exchanges, ...omitUndefined({ baseline }) },
  };
}

interface ReadShard extends Run {
  readonly evidence: Evidence;
}

/** The exchanges of all shards in plan order, and their joint plan. */
function joinEvidence(
  shards: readonly ReadShard[],
  report: Report,
  policy: Policy,
): { readonly evidence: EvidenceRun; readonly exchanges: readonly Exchange[] } {
  const part = shards.flatMap(({ evidence }) => evidence.run.part ?? []).toSorted((a, b) => a.index - b.index);
  const byGroup = new Map(shards.flatMap(({ evidence }) => [...evidence.exchanges]));
  const order = new Map(part.map(({ group }, index) => [group, index]));
  // An unsharded run has its versions in report order, and its groups as recorded.
  const versions = report.summaries.map(({ service, spec }) => `${service}@${spec}/`);
  const rank = (group: string): number =>
    order.get(group) ?? part.length + versions.findIndex((prefix) => group.startsWith(prefix));
  const exchanges = [...byGroup].toSorted(([a], [b]) => rank(a) - rank(b)).flatMap(([, list]) => list);
  const unrecorded = shards.flatMap(({ evidence }) => evidence.run.unrecorded ?? []);
  const unsent = Object.assign({}, ...shards.map(({ evidence }) => evidence.run.unsent ?? {})) as Record<
    string,
    string
  >;
  const { part: _part, unrecorded: _unrecorded, unsent: _unsent, ...common } = shards[0]?.evidence.run ?? never();
  return {
    evidence: {
      ...common,
      policy,
      ...(part.length === 0 ? {} : { part }),
      ...(unrecorded.length === 0 ? {} : { unrecorded }),
      ...(Object.keys(unsent).length === 0 ? {} : { unsent }),
    },
    exchanges,
  };
}

function never(): never {
  throw new Error('a merge of no shards');
}

async function writeJoined(out: string, { run, made }: Joined, { formats }: MergeOptions): Promise<void> {
  if (made === undefined) return;
  const { evidence, exchanges, baseline } = made;
  await writeReport(
    out,
    { report: run.report, exchanges, ...omitUndefined({ baseline }) },
    evidence,
    omitUndefined({ formats }),
  );
}

async function writeOverview(
  out: string,
  joined: readonly Joined[],
  folders: ReadonlyMap<string, string>,
  options: MergeOptions,
): Promise<RunOverview> {
  mkdirSync(out, { recursive: true });
  const placed: Joined[] = [];
  for (const item of joined) {
    const dir = item.made === undefined ? undefined : folders.get(item.run.report.run.target);
    if (dir !== undefined) await withLockedFolder(dir, () => writeJoined(dir, item, options));
    placed.push(dir === undefined ? item : { run: { ...item.run, dir, file: reportFile(dir) } });
  }
  const seen = runOverview(
    placed.map(({ run: { file, report } }) => ({ file: path.relative(out, file).split(path.sep).join('/'), report })),
  );
  // The overview includes runs without a page of their own.
  const pages = new Map(
    placed.flatMap(({ run }) => {
      const page = path.join(run.dir, 'index.html');
      return existsSync(page) ? [[run.report, hrefTo(out, page)] as const] : [];
    }),
  );
  const runs = placed.map(({ run: { report } }): IndexRun => {
    const { id, target, startedAt, finishedAt } = report.run;
    return {
      id,
      target,
      startedAt,
      finishedAt,
      decision: report.decision.decision,
      exitCode: report.decision.exitCode,
      summaries: report.summaries,
      ...omitUndefined({ href: pages.get(report) }),
    };
  });
  writeAtomically(path.join(out, 'overview.json'), `${JSON.stringify(seen, undefined, 1)}\n`);
  writeAtomically(path.join(out, 'index.html'), renderIndexHtml(viewerTemplate(), { runs }));
  return seen;
}

function hrefTo(folder: string, file: string): string {
  return path.relative(folder, file).split(path.sep).map(encodePercent).join('/');
}
