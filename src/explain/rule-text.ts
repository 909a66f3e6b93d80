import { COMMAND, pluralize } from '../model/text.ts';
import { RESPONSE_ROWS, findRule, CASE_TEMPLATES } from '../rules/registry.ts';
import { pathFromHere } from '../project/package.ts';
import { templatePlace } from '../project/template-of-case.ts';
import { alignColumns, oneLine, wrapWords } from '../report/text.ts';
import type { Decision, Report, ReportCheck } from '../report/model.ts';
import { checkRef } from '../report/checks.ts';
import { describeFailure } from '../report/open-causes.ts';
import { decisionStatus, incompleteText, emphasize } from '../report/conformance-status.ts';

const WIDTH = 96;

/** Explanation of a rule; undefined if the rule is unknown. */
export function ruleText(id: string): string | undefined {
  const rule = findRule(id);
  if (rule === undefined) return undefined;
  const at = [...CASE_TEMPLATES, ...RESPONSE_ROWS].find((row) => row.id === id);
  const place = at === undefined ? undefined : templatePlace(at);
  const { title, explain, fails, source, requirement } = rule;
  const facts = [
    ['on failure', `the service ${fails}`],
    ['judges', rule.kind === 'case' ? 'its own test case' : 'every response, without extra requests'],
    ['source', source],
    ['proves', requirement === undefined ? undefined : `${requirement}, unless a contract binds another requirement`],
    ['defined in', place === undefined ? undefined : pathFromHere(place)],
    ['run only this rule', `${COMMAND} run --only "**/${id}{,/**}"`],
  ].flatMap(([name = '', value]) => (value === undefined ? [] : [[name, value]]));
  return `Rule ${id}: ${title}\n${wrapWords(explain, WIDTH, '  ')}\n\n${alignColumns(facts).join('\n')}\n`;
}

/** Output of `plumbline gate`: the decision, its reasons with their effects, and the most important checks. */

/** Limit of checks that are listed for a reason. */
const MAX_CHECKS = 5;

const EFFECT_WORDS = { block: 'blocks', incomplete: 'incomplete', show: 'shown' } as const;

export function decisionText(report: Report, decision: Decision, blocks: (check: ReportCheck) => boolean): string {
  const decided = { exitCode: decision.exitCode, summaries: report.summaries };
  const decisionWord = emphasize(decisionStatus(decided).text);
  const because = incompleteText(decided);
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
      ...(more > 0 ? [`              and ${pluralize(more, 'more check', 'more checks')}`] : []),
    ];
  });
  return `${[`${oneLine(report.run.target, 80)}, run ${oneLine(report.run.id, 80)}`, `Decision (policy ${oneLine(decision.policy, 60)}): ${decisionWord}, exit ${decision.exitCode}${because === undefined ? '' : `: ${because}`}`, ...lines].join('\n')}\n`;
}
