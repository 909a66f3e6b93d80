/**
 * Results for Allure: one for each check, below service › version › endpoint › operation.
 *
 * - A nonconformity is `failed`, what was not judged `broken`, what does not apply `skipped`.
 * - A failure that a waiver excuses is `failed` and a known issue, with reason, owner and link: it stays seen, and no gate
 *   counts it. An excused check that passes is `failed`, because it blocks.
 * - What the decision rests on has the label `effect`: what the gate of `allurerc.mjs` counts. A reason that no red check
 *   shows is a result of its own, so that Allure admits what Plumbline admits, and nothing else.
 */
import { hash } from 'node:crypto';
import type { Exchange } from '../../model/exchange.ts';
import { extended } from '../../model/objects.ts';
import { checkDetails, checkMessage } from './texts.ts';
import { checkRef, SEVERITY, titleOf } from '../checks.ts';
import type { Reason, Report, ReportCheck, ReportWaiver } from '../model.ts';
import { exchangesOf, type ExchangeWords } from '../shown.ts';
import { decisionWords, standingOf } from '../standing.ts';
import { oneLine } from '../text.ts';

export interface AllureFile {
  readonly name: string;
  readonly text: string;
}

/** How a report is grouped, by labels that each result has. */
const GROUPS = ['service', 'version', 'endpoint', 'operation'] as const;
/** What the gate counts. */
const EFFECT = 'effect';

interface Context {
  readonly report: Report;
  readonly exchanges: ExchangeWords;
  readonly effects: ReadonlyMap<string, Reason['effect']>;
  readonly waivers: ReadonlyMap<string, ReportWaiver>;
}

/** Everything in `allure-results/`, one file after the other: there are as many as checks. */
export function* allureFiles(report: Report, exchanges: readonly Exchange[]): Iterable<AllureFile> {
  const waivers = new Map(report.waivers.flatMap((waiver) => waiver.excuses.map((ref) => [ref, waiver] as const)));
  const context = { report, exchanges: exchangesOf(exchanges), effects: effectsOf(report), waivers };
  for (const check of report.checks) yield resultFile(checkResult(context, check));
  const red = new Set(report.checks.filter(isRed).flatMap((check) => [check.id, checkRef(check)]));
  const alone = report.decision.reasons.filter(
    ({ effect, checks }) => counts(effect) && !checks.some((ref) => red.has(ref)),
  );
  for (const reason of alone) yield resultFile(reasonResult(report, reason));
  yield { name: 'environment.properties', text: environment(report) };
  yield {
    name: 'allurerc.mjs',
    text: configuration(report, report.checks.filter((check) => !isExcused(check)).length + alone.length),
  };
}

const isExcused = ({ disposition }: ReportCheck): boolean => disposition === 'expected-failure';

/** What a gate of Allure counts as a failure. */
function isRed(check: ReportCheck): boolean {
  return check.disposition !== 'conforming' && !isExcused(check);
}

const counts = (effect: Reason['effect']): boolean => effect === 'block' || effect === 'incomplete';

/** What each check does to the decision; one of several reasons counts. */
function effectsOf({ checks, decision }: Report): ReadonlyMap<string, Reason['effect']> {
  const named = new Map<string, Reason['effect']>();
  for (const { effect, checks: refs } of decision.reasons.toReversed())
    if (counts(effect)) for (const ref of refs) named.set(ref, effect);
  // An id alone stands for the check in every version.
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
  const { main, aside } = titleOf(check, report.rules);
  const [finding] = check.findings;
  const start = exchanges.startedAt(check) ?? Date.parse(report.run.startedAt);
  return extended(identity(ref), {
    name: oneLine(aside === undefined ? main : `${main}: ${aside}`, 300),
    status,
    ...(status === 'passed'
      ? {}
      : {
          statusDetails: {
            message: checkMessage(report, check),
            ...(status === 'skipped'
              ? {}
              : { trace: [...excuse(waiver), checkDetails(report, exchanges, check)].join('\n') }),
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
      // What Allure 2 groups by.
      epic: `${service} ${spec}`,
      feature: endpoint,
      story: operation,
      severity: SEVERITY[level],
      level,
      basis,
      rule: check.rule,
      ...(counts(effects.get(ref)) ? { [EFFECT]: effects.get(ref) } : {}),
    }),
    ...(waiver?.link === undefined
      ? {}
      : { links: [{ name: oneLine(waiver.owner, 60), url: oneLine(waiver.link, 500), type: 'issue' }] }),
  });
}

function excuse(waiver: ReportWaiver | undefined): readonly string[] {
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

/** The same from run to run, so that Allure has a history; and the same bytes for the same report. */
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

/** Allure shows its environment on the first page: what is said of each service there is what every other view says. */
function environment({ run, summaries, decision }: Report): string {
  const lines = [
    `target=${oneLine(run.target, 100)}`,
    `decision=${decisionWords({ exitCode: decision.exitCode, summaries }).text} (policy ${oneLine(decision.policy, 60)})`,
    ...summaries.map((summary) => `${summary.service}@${summary.spec}=${standingOf(summary).text}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A program, since a gate that counts some results and not others cannot be said as data. */
function configuration({ run }: Report, results: number): string {
  return `// For Allure 3, on Node 22 or later: npx allure generate FOLDER --config FOLDER/allurerc.mjs, and npx allure quality-gate FOLDER --config FOLDER/allurerc.mjs
export default {
  name: ${JSON.stringify(`Conformance of ${oneLine(run.target, 100)}`)},
  plugins: { awesome: { options: { groupBy: ${JSON.stringify(GROUPS)} } } },
  qualityGate: {
    rules: [
      // All of them are there (known issues count nowhere), and none of them stands against the decision.
      { id: 'whole', minTestsCount: ${results} },
      { id: 'decision', maxFailures: 0, filter: ({ labels }) => labels.some(({ name }) => name === '${EFFECT}') },
    ],
  },
};
`;
}
