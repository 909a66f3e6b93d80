/** Judges recorded evidence again, without a network: the same evidence gives the same report, byte for byte. */
import { pluralize } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import { BadInput } from '../errors.ts';
import type { Exchange } from '../model/exchange.ts';
import { decide } from '../gate/decide.ts';
import type { Project, Target } from '../load/model.ts';
import type { Group, Plan } from '../plan/model.ts';
import { planHash, type PlanResult, checkCounts } from '../plan/plan.ts';
import { makePlan, projectOf } from '../project/make-plan.ts';
import { buildReport, plannedChecks } from '../report/build.ts';
import type { Report } from '../report/model.ts';
import { parseReport, serializeReport } from '../report/serialize.ts';
import { judgeGroup } from '../verdict/judge.ts';
import type { CheckResult } from '../verdict/model.ts';
import { type Evidence, type EvidenceRun, readEvidence } from '../run/evidence.ts';
import { readText, reportFile } from '../project/files.ts';
import { judgeContext } from '../run/execute.ts';
import { wholeTarget } from '../project/planning.ts';
import { type BuiltReport, openPointsOf, planOfEndpoints, requirementsOf, ruleTexts } from '../run/session-report.ts';
import { selectionOf } from '../project/session.ts';
import { asStoppedReport, unsentResults } from '../run/stopped-services.ts';
import { unsentGroup } from '../run/group-record.ts';
import path from 'node:path';

export interface RejudgedReport extends BuiltReport {
  readonly recorded: Report;
  readonly evidence: Evidence;
  /** The report is equal to the recorded one, byte for byte. */
  readonly same: boolean;
}

/**
 * Judges the evidence of a run in `dir`. Times, run id and environment are the recorded ones. Throws `BadInput` if the
 * evidence is missing or damaged, or if the contracts of `root` no longer result in the recorded plan.
 */
export function rejudge(dir: string, root: string): RejudgedReport {
  const file = reportFile(dir);
  const text = readText(file);
  const recorded = parseReport(text, file);
  const evidence = readEvidence(dir);
  const { run, baseline } = evidence;
  const project = projectOf(root);
  const planned = planAgain(project, run, recorded, file);
  const { plan } = planned;
  const groups = groupsOf(plan, run, dir);
  const isSelection = run.part !== undefined && recorded.run.selection?.shard === undefined;
  const reported = isSelection ? planOfEndpoints(plan, groups) : plan;
  const exchanges = inOrder(groups, evidence, recorded, dir);
  const judging = judgeContext({ plan, project });
  const unrecorded = new Set(run.unrecorded);
  const results = groups.flatMap((group): readonly CheckResult[] => {
    const own = evidence.exchanges.get(group.id);
    if (own === undefined && run.unsent !== undefined && !unrecorded.has(group.id))
      return unsentResults(group, run.unsent);
    if (!unrecorded.has(group.id)) return judgeGroup(group, own ?? [], judging);
    return run.overtime === undefined ? [] : unsentGroup(group, run.overtime);
  });
  const covered = planned.scopes.filter((scope) =>
    recorded.summaries.some((s) => s.service === scope.service && s.spec === scope.version),
  );
  const built = buildReport({
    checks: plannedChecks({ ...plan, groups }),
    results,
    versions: covered.map((s) => ({ service: s.service, spec: s.version })),
    sizes: checkCounts(planned.outline),
    requirements: requirementsOf(covered, reported),
    openPoints: openPointsOf(covered, reported),
    waivers: recorded.waivers,
    rules: ruleTexts(),
    run: recorded.run,
    exchanges,
    decide: (undecided) => decide(undecided, run.policy, baseline),
    proof: recorded.proof,
  });
  const report = run.unsent === undefined ? built : asStoppedReport(built, run.unsent);
  return {
    report,
    recorded,
    evidence,
    exchanges,
    same: serializeReport(report) === text,
    ...omitUndefined({ baseline }),
  };
}

function planAgain(project: Project, run: EvidenceRun, recorded: Report, file: string): PlanResult {
  const whole = wholeTarget(project, run.answers, run.answersIn);
  const services = whole.services.flatMap((service) => {
    const specs = run.services[service.service];
    return specs === undefined ? [] : [{ ...service, addresses: specs.map((spec) => ({ spec, baseUrl: '' })) }];
  });
  const target: Target = { ...whole, target: recorded.run.target, services };
  const { services: chosen, specs, only } = run.selection;
  const planned = makePlan(project, target, selectionOf(omitUndefined({ services: chosen, specs, only })));
  const now = planHash(planned.plan);
  if (now !== recorded.run.planHash) {
    throw BadInput.of(
      'evidence-plan',
      `the evidence belongs to plan ${recorded.run.planHash.slice(0, 12)}, but the current contracts result in plan ${now.slice(0, 12)}`,
      {
        file,
        hint: 'Contracts, specs or Plumbline have changed since the run. Check out the versions of the run, or run again.',
      },
    );
  }
  return planned;
}

/** The groups of the run: all of the plan, or the recorded part. */
function groupsOf(plan: Plan, run: EvidenceRun, dir: string): readonly Group[] {
  if (run.part === undefined) return plan.groups;
  return run.part.map(({ index, group }) => {
    const planned = plan.groups[index];
    if (planned?.id !== group)
      throw BadInput.of('evidence-part', `the plan has no group ${group} at index ${index}`, {
        file: path.join(dir, 'evidence', 'run.json'),
        hint: 'The file was edited. Use the unchanged folder of the run.',
      });
    return planned;
  });
}

/** Every exchange in plan order, or `BadInput` if some are missing or belong to no group of the run. */
function inOrder(groups: readonly Group[], evidence: Evidence, recorded: Report, dir: string): readonly Exchange[] {
  const file = path.join(dir, 'evidence');
  const planned = new Set(groups.map((group) => group.id));
  const stranger = [...evidence.exchanges.keys()].find((id) => !planned.has(id));
  if (stranger !== undefined)
    throw BadInput.of('evidence-foreign', `evidence found for the group ${stranger}, which was not run`, {
      file,
      hint: 'The folder mixes the evidence of two runs. Use the unchanged folder of the run.',
    });
  const exchanges = groups.flatMap((group) => evidence.exchanges.get(group.id) ?? []);
  if (exchanges.length !== recorded.run.exchanges) {
    throw BadInput.of(
      'evidence-incomplete',
      `the run recorded ${pluralize(recorded.run.exchanges, 'exchange')}, but the folder contains ${exchanges.length}`,
      {
        file,
        hint: 'Files are missing or truncated. Use the unchanged folder of the run.',
      },
    );
  }
  return exchanges;
}
