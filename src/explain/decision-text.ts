/** What `plumbline gate` prints: the decision first, then every reason with its effect, and the checks that weigh most. Pure. */
import type { Decision, Report, ReportCheck } from '../report/model.ts';
import { checkRef } from '../report/checks.ts';
import { describeFailure } from '../report/open-causes.ts';
import { decisionWords, incompleteWords, loud } from '../report/standing.ts';
import { counted } from '../record/counted.ts';
import { oneLine } from '../report/words.ts';

/** Checks named below a reason; the report has all of them. */
const MAX_CHECKS = 5;

const EFFECT_WORDS = { block: 'blocks', incomplete: 'incomplete', show: 'shown' } as const;

export function decisionText(report: Report, decision: Decision, blocks: (check: ReportCheck) => boolean): string {
  const decided = { exitCode: decision.exitCode, summaries: report.summaries };
  const said = loud(decisionWords(decided).text);
  const because = incompleteWords(decided);
  const checks = new Map(report.checks.map((check) => [checkRef(check), check]));
  const lines = decision.reasons.flatMap((reason) => {
    const named =
      reason.effect === 'show'
        ? []
        : reason.checks.map((ref) => checks.get(ref)).filter((check) => check !== undefined);
    const first = named.filter((check) => check.verdict !== 'fail' || blocks(check));
    const more = first.length - MAX_CHECKS;
    return [
      `  ${(EFFECT_WORDS[reason.effect ?? 'show'] ?? '').padEnd(10)}  ${oneLine(reason.text, 300)}`,
      ...first
        .slice(0, MAX_CHECKS)
        .map(
          (check) =>
            `              ${check.id} in ${check.spec}: ${check.verdict === 'fail' ? describeFailure(check, 100) : oneLine(check.cause ?? check.verdict, 160)}`,
        ),
      ...(more > 0 ? [`              and ${counted(more, 'more check', 'more checks')}`] : []),
    ];
  });
  return `${[`${oneLine(report.run.target, 80)}, run ${oneLine(report.run.id, 80)}`, `Decision (policy ${oneLine(decision.policy, 60)}): ${said}, exit ${decision.exitCode}${because === undefined ? '' : `: ${because}`}`, ...lines].join('\n')}\n`;
}
