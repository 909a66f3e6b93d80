/**
 * SARIF 2.1.0 for code-scanning pages: one result per failure group, at the contract line of its first check, with the other locations
 * attached. Waived failures are suppressed results, so that pages show them as
 * dismissed instead of fixed. Unjudged checks are notifications of the run, since a result would blame the service.
 */
import { compareText, pluralize, encodePercent } from '../../model/text.ts';
import { omitUndefined, mapOptional } from '../../model/objects.ts';
import type { Exchange } from '../../model/exchange.ts';
import { failureGroupsOf, describeFinding, openCauses, extentText, type ViewOptions } from '../open-causes.ts';
import { explainCheckCommand } from '../curl.ts';
import { checkRef, contractLocation } from '../checks.ts';
import type { Report, ReportCause, ReportCheck, ReportWaiver, RunInfo } from '../model.ts';
import { exchangeFacts, type ExchangeFacts } from '../exchange-facts.ts';
import { releaseStatus, runStatus } from '../conformance-status.ts';
import { isBinding } from '../tally.ts';
import { oneLine, printable } from '../text.ts';

export interface SarifOptions extends ViewOptions {
  /** Exchanges for curl commands. */
  readonly exchanges?: readonly Exchange[];
}

/** Limit of additional locations per result; the report has all of them. */
const MAX_PLACES = 50;
const MAX_NOTIFICATIONS = 20;

interface Alert {
  readonly cause: ReportCause;
  readonly checks: readonly ReportCheck[];
  readonly example: ReportCheck;
  readonly waiver?: ReportWaiver;
}

export function sarif(report: Report, options: SarifOptions = {}): string {
  const blocks = options.blocks ?? isBinding;
  const alerts = alertsOf(report, blocks);
  const ids = [...new Set(alerts.map(({ example }) => example.rule))].sort(compareText);
  const index = new Map(ids.map((id, position) => [id, position]));
  const exchanges = exchangeFacts(options.exchanges ?? []);
  const { decision, run } = report;
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Plumbline',
            semanticVersion: run.plumbline,
            rules: ids.map((id) => rule(id, report)),
          },
        },
        automationDetails: { id: `plumbline/${printable(run.target)}/` },
        invocations: [
          {
            executionSuccessful: !decision.reasons.some(({ code }) => code === 'preflight'),
            startTimeUtc: run.startedAt,
            endTimeUtc: run.finishedAt,
            ...notifications(report, options),
          },
        ],
        results: alerts.map((alert) =>
          result(alert, run, index.get(alert.example.rule) ?? 0, blocks(alert.example), exchanges),
        ),
        columnKind: 'utf16CodeUnits',
        properties: {
          decision: releaseStatus(report).text,
          exitCode: decision.exitCode,
          standing: runStatus(report).text,
        },
      },
    ],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** A partly waived failure group has two results, one of them suppressed. */
function alertsOf(report: Report, blocks: (check: ReportCheck) => boolean): readonly Alert[] {
  const byRef = new Map(report.checks.map((check) => [checkRef(check), check]));
  const waiverOf = new Map(report.waivers.flatMap((waiver) => waiver.excuses.map((ref) => [ref, waiver] as const)));
  return failureGroupsOf(report).flatMap((cause): readonly Alert[] => {
    const failing = cause.checks.flatMap((ref) => byRef.get(ref) ?? []).filter((check) => check.verdict === 'fail');
    const open = failing.filter((check) => check.disposition === 'nonconforming');
    const excused = failing.filter((check) => check.disposition !== 'nonconforming');
    return [[...open.filter(blocks), ...open.filter((check) => !blocks(check))], excused].flatMap(
      (checks): readonly Alert[] => {
        const [example] = checks;
        if (example === undefined) return [];
        const waiver = waiverOf.get(checkRef(example));
        return [{ cause, checks, example, ...omitUndefined({ waiver }) }];
      },
    );
  });
}

function notifications(report: Report, options: SarifOptions) {
  const open = openCauses(report, options).filter(({ kind }) => kind === 'undetermined');
  if (open.length === 0) return {};
  return {
    toolExecutionNotifications: open.slice(0, MAX_NOTIFICATIONS).map((cause) => ({
      level: 'warning',
      message: {
        text: `Not judged: ${oneLine(cause.title, 300)} (${pluralize(cause.checks.length, 'check')}; ${cause.next.command})`,
      },
    })),
  };
}

function rule(id: string, report: Report) {
  const known = report.rules[id];
  const title = printable(known?.title ?? id);
  return {
    id,
    name: id,
    shortDescription: { text: title },
    fullDescription: { text: printable(known?.explain ?? title) },
    help: { text: printable(known?.explain ?? title) },
  };
}

function result(
  { cause, checks, example, waiver }: Alert,
  run: RunInfo,
  ruleIndex: number,
  blocks: boolean,
  exchanges: ExchangeFacts,
) {
  const found = example.findings.slice(0, 5).map((finding) => describeFinding(finding, 300));
  const more = example.findings.length - found.length;
  const curl = exchanges.curl(example);
  const id = waiver === undefined ? cause.id : `${cause.id}/excused`;
  const furtherChecks = checks.slice(1, MAX_PLACES + 1);
  return {
    ruleId: example.rule,
    ruleIndex,
    level: blocks ? 'error' : 'warning',
    message: {
      text: [
        `${oneLine(cause.title)} (${extentText({ checks, holdsUp: cause.holdsUp?.length ?? 0 })})`,
        `${example.id} in ${example.service} ${example.spec}: ${example.requirement}, ${example.level} ${example.basis}`,
        ...found,
        ...(more > 0 ? [`and ${pluralize(more, 'more finding')}`] : []),
        explainCheckCommand(run, example),
      ].join('\n'),
    },
    locations: [place(example)],
    ...(furtherChecks.length === 0
      ? {}
      : {
          relatedLocations: furtherChecks.map((check, index) => ({
            id: index + 1,
            ...place(check),
            message: { text: checkRef(check) },
          })),
        }),
    occurrenceCount: checks.length,
    // Fingerprint of the failure group, independent of contract lines. Code-scanning pages use only the first name; without it all groups
    // at one line would be one alert.
    partialFingerprints: { primaryLocationLineHash: id, 'cause/v1': id },
    ...omitUndefined({
      suppressions: mapOptional(waiver, (it) => [
        {
          kind: 'external',
          status: 'accepted',
          justification: `${oneLine(it.reason)} (${oneLine(it.owner)}, until ${it.expires})`,
        },
      ]),
      properties: mapOptional(curl, (it) => ({ curl: it })),
    }),
  };
}

function place(check: ReportCheck) {
  const { file, line } = contractLocation(check);
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...omitUndefined({ region: mapOptional(line, (at) => ({ startLine: at })) }),
    },
    logicalLocations: [{ fullyQualifiedName: checkRef(check), kind: 'member' }],
  };
}

function uriOf(file: string): string {
  return file.split('/').map(encodePercent).join('/');
}
