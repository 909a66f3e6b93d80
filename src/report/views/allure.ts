/**
 * Allure results: one per check, grouped by service, version, endpoint and operation.
 * - A failure is `failed`, an unjudged check `broken`, an inapplicable one `skipped`.
 * - A waived failure is `failed` and a known issue with reason, owner and link: it stays visible, and no gate counts it. A waived check
 * that passes is `failed`, because it blocks.
 * - Checks that the decision depends on have the label `effect`, which the gate of `allurerc.mjs` counts. A reason without a red check has
 * its own result, so that Allure and Plumbline approve the same runs.
 */
import { hash } from 'node:crypto';
import type { Exchange } from '../../model/exchange.ts';
import { mergeObjects } from '../../model/objects.ts';
import { checkDetails, checkMessage } from './texts.ts';
import { checkRef, SEVERITY, checkTitle } from '../checks.ts';
import type { Reason, Report, ReportCheck, ReportWaiver } from '../model.ts';
import { exchangeFacts, type ExchangeFacts } from '../exchange-facts.ts';
import { releaseStatus, conformanceStatus } from '../conformance-status.ts';
import { oneLine } from '../text.ts';

export interface AllureFile {
  readonly name: string;
  readonly text: string;
}

/** Labels that Allure groups the results by. */
const GROUPS = ['service', 'version', 'endpoint', 'operation'] as const;
/** Label that the quality gate counts. */
const EFFECT = 'effect';

interface Context {
  readonly report: Report;
  readonly exchanges: ExchangeFacts;
  readonly effects: ReadonlyMap<string, Reason['effect']>;
  readonly waivers: ReadonlyMap<string, ReportWaiver>;
}

/** Yields the files of `allure-results/`, one per check. */
export function* allureFiles(report: Report, exchanges: readonly Exchange[]): Iterable<AllureFile> {
  const waivers = new Map(report.waivers.flatMap((waiver) => waiver.excuses.map((ref) => [ref, waiver] as const)));
  const context = { report, exchanges: exchangeFacts(exchanges), effects: effectsOf(report), waivers };
  for (const check of report.checks) yield resultFile(checkResult(context, check));
  const red = new Set(report.checks.filter(isCountedFailure).flatMap((check) => [check.id, checkRef(check)]));
  const unshownReasons = report.decision.reasons.filter(
    ({ effect, checks }) => isCounted(effect) && !checks.some((ref) => red.has(ref)),
  );
  for (const reason of unshownReasons) yield resultFile(reasonResult(report, reason));
  yield { name: 'environment.properties', text: environment(report) };
  yield {
    name: 'allurerc.mjs',
    text: configuration(report, report.checks.filter((check) => !isExcused(check)).length + unshownReasons.length),
  };
}

const isExcused = ({ disposition }: ReportCheck): boolean => disposition === 'expected-failure';

/** Whether a quality gate counts the check as a failure. */
function isCountedFailure(check: ReportCheck): boolean {
  return check.disposition !== 'conforming' && !isExcused(check);
}

const isCounted = (effect: Reason['effect']): boolean => effect === 'block' || effect === 'incomplete';

/** Effect of each check on the decision; the first of several reasons wins. */
function effectsOf({ checks, decision }: Report): ReadonlyMap<string, Reason['effect']> {
  const named = new Map<string, Reason['effect']>();
  for (const { effect, checks: refs } of decision.reasons.toReversed())
    if (isCounted(effect)) for (const ref of refs) named.set(ref, effect);
  // An ID without a version means the check in every version.
  return new Map(checks.map((check) => [checkRef(check), named.get(checkRef(check)) ?? named.get(check.id)] as const));
}

interface AllureResult {
  readonly uuid: string;
  readonly [member: string]: unknown;
}

function checkResult({ report, exchanges, effects, waivers }: Context, check: ReportCheck): AllureResult {
  const ref = checkRef(check);
  const { service, spec, endpoint, operation, level, basis } = check;
  const waiver = isExcused(check) ? waivers.get(ref) : undefined;
  const status = statusOf(check);
  const { main, aside } = checkTitle(check, report.rules);
  const [finding] = check.findings;
  const start = exchanges.startedAt(check) ?? Date.parse(report.run.startedAt);
  return mergeObjects(identity(ref), {
    name: oneLine(aside === undefined ? main : `${main}: ${aside}`, 300),
    status,
    ...(status === 'passed'
      ? {}
      : {
          statusDetails: {
            message: checkMessage(report, check),
            ...(status === 'skipped'
              ? {}
              : { trace: [...waiverLines(waiver), checkDetails(report, exchanges, check)].join('\n') }),
            ...(finding === undefined
              ? {}
              : { expected: oneLine(finding.expected, 500), actual: oneLine(finding.actual, 500) }),
            ...(waiver === undefined ? {} : { known: true }),
          },
        }),
    description: `\`${check.id}\`\n\nRequirement \`${check.requirement}\` (${level}, ${basis}), contract \`${check.contract}\``,
    stage: 'finished',
    start,
    stop: start + Math.round(exchanges.milliseconds(check)),
    titlePath: [service, spec, endpoint, operation],
    labels: labels({
      service,
      version: spec,
      endpoint,
      operation,
      // Allure 2 groups by these labels.
      epic: `${service} ${spec}`,
      feature: endpoint,
      story: operation,
      severity: SEVERITY[level],
      level,
      basis,
      rule: check.rule,
      ...(isCounted(effects.get(ref)) ? { [EFFECT]: effects.get(ref) } : {}),
    }),
    ...(waiver?.link === undefined
      ? {}
      : { links: [{ name: oneLine(waiver.owner, 60), url: oneLine(waiver.link, 500), type: 'issue' }] }),
  });
}

function waiverLines(waiver: ReportWaiver | undefined): readonly string[] {
  return waiver === undefined
    ? []
    : [`waiver: ${oneLine(waiver.reason, 500)}`, `owner: ${oneLine(waiver.owner)}, until ${waiver.expires}`, ''];
}

function statusOf({ disposition, verdict }: ReportCheck): 'passed' | 'failed' | 'broken' | 'skipped' {
  switch (disposition) {
    case 'nonconforming':
    case 'unexpected-pass':
    case 'expected-failure':
      return 'failed';
    case 'undetermined':
      return 'broken';
    case 'conforming':
      return verdict === 'inapplicable' ? 'skipped' : 'passed';
  }
}

function reasonResult({ run, decision }: Report, { code, text, effect }: Reason): AllureResult {
  return {
    ...identity(`decision ${code} ${text}`),
    name: oneLine(text, 300),
    status: effect === 'block' ? 'failed' : 'broken',
    statusDetails: { message: `${oneLine(text, 500)} (policy ${oneLine(decision.policy, 60)})` },
    stage: 'finished',
    start: Date.parse(run.startedAt),
    stop: Date.parse(run.finishedAt),
    titlePath: ['decision'],
    labels: labels({ service: 'decision', epic: 'decision', severity: SEVERITY.MUST, [EFFECT]: effect }),
  };
}

/** Stable identifiers, so that Allure has a history and equal reports have equal bytes. */
function identity(ref: string): { readonly uuid: string; readonly testCaseId: string; readonly fullName: string } {
  return { uuid: md5(ref), testCaseId: ref, fullName: ref };
}

const md5 = (text: string): string => hash('md5', text);

function labels(members: Readonly<Record<string, string | undefined>>): readonly object[] {
  return Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
}

function resultFile(result: AllureResult): AllureFile {
  return { name: `${result.uuid}-result.json`, text: JSON.stringify(result) };
}

/** Environment on the start page of Allure, with the conformance status in the words of all views. */
function environment(report: Report): string {
  const { run, summaries, decision } = report;
  const lines = [
    `target=${oneLine(run.target, 100)}`,
    `decision=${releaseStatus(report).text} (policy ${oneLine(decision.policy, 60)})`,
    ...summaries.map((summary) => `${summary.service}@${summary.spec}=${conformanceStatus(summary).text}`),
  ];
  return `${lines.join('\n')}\n`;
}

const GATE_COMMENT = 'All results are present, and none of them blocks the release. Known issues are not counted.';

/** The quality gate filters results, which requires a program instead of data. */
function configuration({ run }: Report, results: number): string {
  return `// For Allure 3, on Node 22 or later: npx allure generate FOLDER --config FOLDER/allurerc.mjs, and npx allure quality-gate FOLDER --config FOLDER/allurerc.mjs
export default {
  name: ${JSON.stringify(`Conformance of ${oneLine(run.target, 100)}`)},
  plugins: { awesome: { options: { groupBy: ${JSON.stringify(GROUPS)} } } },
  qualityGate: {
    rules: [
      // ${GATE_COMMENT}
      { id: 'whole', minTestsCount: ${results} },
      { id: 'decision', maxFailures: 0, filter: ({ labels }) => labels.some(({ name }) => name === '${EFFECT}') },
    ],
  },
};
`;
}
