/**
 * SARIF 2.1.0 for code-scanning pages. A result stands at the line of the contract that asks for what failed; waived
 * failures are there and suppressed, so that a page shows them as dismissed instead of fixed.
 */
import { describeFinding } from './failures.ts';
import type { ViewOptions } from './failures.ts';
import { checkRef, compareText } from './checks.ts';
import type { Report, ReportCheck, ReportWaiver } from './model.ts';
import { contractPlace } from './place.ts';
import { binds } from './tally.ts';
import { printable } from './printable.ts';
import { oneLine } from './words.ts';

export function sarif(report: Report, options: ViewOptions = {}): string {
  const blocks = options.blocks ?? binds;
  const failing = report.checks.filter((check) => check.verdict === 'fail');
  const ids = [...new Set(failing.map((check) => check.rule))].sort(compareText);
  const index = new Map(ids.map((id, position) => [id, position]));
  const waiverOf = new Map(report.waivers.flatMap((waiver) => waiver.excuses.map((ref) => [ref, waiver] as const)));
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Plumbline',
            semanticVersion: report.run.plumbline,
            rules: ids.map((id) => rule(id, report)),
          },
        },
        automationDetails: { id: `plumbline/${printable(report.run.target)}/` },
        invocations: [{ executionSuccessful: true, startTimeUtc: report.run.startedAt, endTimeUtc: report.run.finishedAt }],
        results: failing.map((check) => result(check, index.get(check.rule) ?? 0, blocks(check), waiverOf.get(checkRef(check)))),
        columnKind: 'utf16CodeUnits',
      },
    ],
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

function rule(id: string, report: Report) {
  const known = report.rules[id];
  const title = printable(known?.title ?? id);
  return { id, name: id, shortDescription: { text: title }, fullDescription: { text: printable(known?.explain ?? title) }, help: { text: printable(known?.explain ?? title) } };
}

function result(check: ReportCheck, ruleIndex: number, blocks: boolean, waiver: ReportWaiver | undefined) {
  const { file, line } = contractPlace(check);
  const found = check.findings.slice(0, 5).map((finding) => describeFinding(finding, 300));
  const more = check.findings.length - found.length;
  return {
    ruleId: check.rule,
    ruleIndex,
    level: blocks ? 'error' : 'warning',
    message: {
      text: [
        `${oneLine(check.title)} (${check.service} ${check.spec}, ${check.requirement}, ${check.level} ${check.basis})`,
        ...found,
        ...(more > 0 ? [`and ${more} more`] : []),
      ].join('\n'),
    },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, ...(line === undefined ? {} : { region: { startLine: line } }) },
        logicalLocations: [{ fullyQualifiedName: checkRef(check), kind: 'member' }],
      },
    ],
    // The same check in the same version is the same alert, wherever its line in the contract has moved to. Code-scanning
    // pages look at the first name only, and would make one alert of all checks of a line if it were left to them.
    partialFingerprints: { primaryLocationLineHash: checkRef(check), 'check/v1': checkRef(check) },
    ...(waiver === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: `${oneLine(waiver.reason)} (${oneLine(waiver.owner)}, until ${waiver.expires})` }] }),
  };
}

function uriOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
