/**
 * Merges the reports of shards into the report of one run, and the runs of many targets into an overview. Shards of different runs are
 * rejected.
 */
import { compareText } from '../model/text.ts';
import { omitUndefined, groupBy, mapOptional } from '../model/objects.ts';
import type { Exchange } from '../model/exchange.ts';
import { BadInput, type Problem } from '../errors.ts';
import type { CheckResult } from '../verdict/model.ts';
import { mergeResults } from '../verdict/roll-up.ts';
import { applyWaivers } from '../verdict/waivers.ts';
import {
  assembleReport,
  checkOrder,
  reportWaiver,
  waiverEntry,
  type RequirementInput,
  type UndecidedReport,
  versionKey,
} from './build.ts';
import { checkRef } from './checks.ts';
import type { Decision, DecisionWord, Report, ReportCheck, RunInfo, Summary } from './model.ts';
import { canonicalJson } from './serialize.ts';

export interface ReportFile {
  /** File name for messages. */
  readonly file: string;
  readonly report: Report;
}

interface Shard extends ReportFile {
  readonly index: number;
  readonly of: number;
}

/** Merges shards in any order. Each has the checks of its groups; a check of several groups may be in several shards. */
export function mergeShards(
  files: readonly ReportFile[],
  decide: (report: UndecidedReport) => Decision,
  exchanges: readonly Exchange[] = [],
): Report {
  const shards = validShards(files);
  const first = shards[0];
  if (first === undefined)
    throw BadInput.of('shards-none', 'no report was given', {
      hint: 'Pass the output folders of the shards.',
    });
  const { report } = first;
  const versions = report.summaries.map(({ service, spec }) => ({ service, spec }));
  const checks = mergeChecks(shards).sort(checkOrder(versions));
  const run = mergeRuns(shards);
  const disposed = applyWaivers(report.waivers.map(waiverEntry), checks, {
    startedAt: run.startedAt,
    narrowed: run.selection !== undefined,
  });
  return assembleReport({
    checks: checks.map((check) => ({
      ...check,
      disposition: disposed.dispositions.get(checkRef(check)) ?? check.disposition,
    })),
    versions,
    sizes: new Map(
      shards.flatMap((shard) =>
        shard.report.summaries.flatMap(({ service, spec, part }) =>
          part === undefined ? [] : [[versionKey({ service, spec }), part.of] as const],
        ),
      ),
    ),
    requirements: report.requirements.map(
      ({ verdict: _verdict, checks: _checks, ...input }): RequirementInput => input,
    ),
    // Each shard counts the checks of an open question over the whole plan.
    openPoints: report.openPoints,
    waivers: disposed.waivers.map(reportWaiver),
    rules: Object.assign({}, ...shards.map((shard) => shard.report.rules)) as Report['rules'],
    run,
    decide,
    exchanges,
    proof: report.proof,
  });
}

/** Shards by number. Throws `BadInput` with all reasons why they are not the shards of one run. */
function validShards(files: readonly ReportFile[]): readonly Shard[] {
  const problems: Problem[] = [];
  const shards = files.flatMap(({ file, report }): readonly Shard[] => {
    const [, index, of] = /^(\d+)\/(\d+)$/.exec(report.run.selection?.shard ?? '') ?? [];
    if (index !== undefined && of !== undefined) return [{ file, report, index: Number(index), of: Number(of) }];
    problems.push({ code: 'shard-whole', message: 'the report is of a complete run, not of a shard', file });
    return [];
  });
  const first = shards[0];
  if (first === undefined || problems.length > 0)
    throw new BadInput(problems.length > 0 ? problems : [{ code: 'shards-none', message: 'no report was given' }]);

  for (const shard of shards) {
    const different = differences(first, shard);
    if (different !== undefined)
      problems.push({
        code: 'shard-foreign',
        message: `the report does not belong to the run of ${first.file}: ${different}`,
        file: shard.file,
        hint: 'Pass only the shards of one run.',
      });
  }
  const taken = new Map<number, string>();
  for (const shard of shards) {
    const other = taken.get(shard.index);
    if (other !== undefined)
      problems.push({
        code: 'shard-double',
        message: `shard ${shard.index}/${shard.of} is also in ${other}`,
        file: shard.file,
      });
    else taken.set(shard.index, shard.file);
    if (shard.index < 1 || shard.index > shard.of)
      problems.push({
        code: 'shard-number',
        message: `shard number ${shard.index} is out of range: the run has ${shard.of}`,
        file: shard.file,
      });
  }
  if (problems.length > 0) throw new BadInput(problems);
  const missing = Array.from({ length: first.of }, (_, index) => index + 1).filter((index) => !taken.has(index));
  if (missing.length > 0) {
    const list = missing.length > 20 ? `${missing.slice(0, 20).join(', ')} and others` : missing.join(', ');
    throw BadInput.of('shard-missing', `shard ${list} of ${first.of} is missing`, {
      hint: 'Run the missing shards, then merge again.',
    });
  }
  return shards.toSorted((a, b) => a.index - b.index);
}

function differences(first: Shard, shard: Shard): string | undefined {
  const a = first.report;
  const b = shard.report;
  if (a.run.target !== b.run.target) return `its target is ${b.run.target}, not ${a.run.target}`;
  if (a.run.plumbline !== b.run.plumbline)
    return `it was written by Plumbline ${b.run.plumbline}, not ${a.run.plumbline}`;
  if (a.run.planHash !== b.run.planHash)
    return `its plan is ${b.run.planHash.slice(0, 12)}, not ${a.run.planHash.slice(0, 12)}`;
  if (first.of !== shard.of) return `its run has ${shard.of} shards, not ${first.of}`;
  const inputs = (report: Report): string =>
    canonicalJson([
      withoutShard(report.run.selection),
      report.summaries.map(({ service, spec }) => [service, spec]),
      report.requirements.map(({ id, service, spec }) => [id, service, spec]),
      report.waivers.map(waiverEntry),
    ]);
  return inputs(a) === inputs(b) ? undefined : 'its waivers, requirements or selection are different';
}

function mergeChecks(shards: readonly Shard[]): ReportCheck[] {
  const parts = groupBy(
    shards.flatMap((shard) => shard.report.checks),
    checkRef,
  );
  return [...parts.values()].flatMap((checks): readonly ReportCheck[] => {
    const first = checks[0];
    if (first === undefined) return [];
    // Findings of a failing check may have the order of the failure groups of its shard.
    if (checks.length === 1 && first.verdict !== 'fail') return [first];
    const { verdict, findings, evidence, tries, cause, unsettled, blockedBy } = mergeResults(checks.map(toResult));
    const { tries: _tries, cause: _cause, unsettled: _unsettled, blockedBy: _blockedBy, ...rest } = first;
    return [
      {
        ...rest,
        verdict,
        findings,
        evidence,
        ...omitUndefined({ tries, cause, unsettled, blockedBy }),
      },
    ];
  });
}

function toResult(check: ReportCheck): CheckResult {
  const { id, spec, verdict, findings, evidence, tries, cause, unsettled, blockedBy } = check;
  return {
    check: id,
    spec,
    verdict,
    findings,
    evidence,
    ...omitUndefined({ tries, cause, unsettled, blockedBy }),
  };
}

function mergeRuns(shards: readonly Shard[]): RunInfo {
  const runs = shards.map((shard) => shard.report.run);
  const {
    selection,
    leftovers: _leftovers,
    leftBefore: _before,
    stopped: _stopped,
    asked,
    ...first
  } = runs[0] ?? noReports();
  const rest = withoutShard(selection);
  return {
    ...first,
    startedAt: earliestTime(runs.map((run) => run.startedAt)),
    finishedAt: earliestTime(
      runs.map((run) => run.finishedAt),
      -1,
    ),
    exchanges: runs.reduce((sum, run) => sum + run.exchanges, 0),
    ...leftoversOf(runs),
    ...stoppedOf(runs),
    // Each shard has its own output folder.
    ...omitUndefined({ asked: mapOptional(asked, ({ out: _out, ...others }) => others), selection: rest }),
  };
}

function stoppedOf(runs: readonly RunInfo[]): Pick<RunInfo, 'stopped'> {
  const stopped = [...new Set(runs.flatMap((run) => run.stopped ?? []))];
  return stopped.length === 0 ? {} : { stopped };
}

/** Orphaned records of all shards, grouped by kind. */
function leftoversOf(runs: readonly RunInfo[]): Pick<RunInfo, 'leftovers'> {
  const kinds = groupBy(
    runs.flatMap((run) => run.leftovers ?? []),
    ({ count: _count, ids: _ids, ...kind }) => JSON.stringify(kind),
  );
  const leftovers = [...kinds.values()].flatMap((kind) => {
    const [first] = kind;
    return first === undefined
      ? []
      : [
          {
            ...first,
            count: kind.reduce((sum, one) => sum + one.count, 0),
            ids: kind.flatMap(({ ids }) => ids).slice(0, 20),
          },
        ];
  });
  return leftovers.length === 0 ? {} : { leftovers };
}

function withoutShard(selection: RunInfo['selection']): RunInfo['selection'] {
  if (selection === undefined) return undefined;
  const { shard: _shard, ...rest } = selection;
  return Object.keys(rest).length === 0 ? undefined : rest;
}

/** The earliest time; the latest with `sign` -1. */
function earliestTime(times: readonly string[], sign = 1): string {
  return times.toSorted((a, b) => sign * (Date.parse(a) - Date.parse(b)))[0] ?? noReports();
}

function noReports(): never {
  throw new Error('no reports to merge');
}

export interface OverviewRun {
  readonly id: string;
  readonly target: string;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly decision: DecisionWord;
  readonly exitCode: 0 | 1 | 3;
  /** The strongest reason. */
  readonly reason?: string;
  readonly summaries: readonly Summary[];
  readonly file: string;
}

export interface RunOverview {
  readonly schema: 'plumbline.overview/1';
  readonly decision: DecisionWord;
  /** The worst exit code, in the order 1, 3, 0; 3 without any run. */
  readonly exitCode: 0 | 1 | 3;
  readonly runs: readonly OverviewRun[];
}

/** Overview of runs: blocked ones first, then by target and time. */
export function runOverview(files: readonly ReportFile[]): RunOverview {
  const weight = { 1: 0, 3: 1, 0: 2 } as const;
  const runs = files
    .map(({ file, report }): OverviewRun => {
      const { decision, exitCode, reasons } = report.decision;
      const { id, target, startedAt, finishedAt } = report.run;
      const reason = exitCode === 0 ? undefined : reasons[0]?.text;
      return {
        id,
        target,
        startedAt,
        finishedAt,
        decision,
        exitCode,
        ...omitUndefined({ reason }),
        summaries: report.summaries,
        file,
      };
    })
    .sort(
      (a, b) =>
        weight[a.exitCode] - weight[b.exitCode] ||
        compareText(a.target, b.target) ||
        Date.parse(b.startedAt) - Date.parse(a.startedAt) ||
        compareText(a.file, b.file),
    );
  const exitCode = runs[0]?.exitCode ?? 3;
  return { schema: 'plumbline.overview/1', decision: exitCode === 0 ? 'admit' : 'block', exitCode, runs };
}

/** Runs of several targets, each whole or split into shards. */
export interface SeparatedRuns<File extends ReportFile> {
  readonly whole: readonly File[];
  /** Shards of each target. */
  readonly shards: readonly (readonly File[])[];
}

/** Separates whole runs from shards. A target must not have both. */
export function separateShards<File extends ReportFile>(files: readonly File[]): SeparatedRuns<File> {
  if (files.length === 0)
    throw BadInput.of('shards-none', 'no report was given', { hint: 'Pass the output folders of the runs.' });
  const isWhole = ({ report }: File): boolean => report.run.selection?.shard === undefined;
  const whole = files.filter(isWhole);
  const byTarget = groupBy(
    files.filter((file) => !isWhole(file)),
    ({ report }) => report.run.target,
  );
  for (const target of byTarget.keys()) {
    const both = whole.find(({ report }) => report.run.target === target);
    if (both !== undefined)
      throw BadInput.of(
        'shard-whole',
        `the report is of a complete run of ${target}, and other reports are shards of the same target`,
        { file: both.file, hint: 'Pass either the complete run or the shards.' },
      );
  }
  return { whole, shards: [...byTarget.values()] };
}
