/**
 * Markdown text of an issue about a failing check, for readers without Plumbline: the failure, its source, how to reproduce it, and the
 * response. Text of the service is only in code spans and blocks.
 */
import { pluralize } from '../model/text.ts';
import type { Exchange } from '../model/exchange.ts';
import { curlCommand } from './curl.ts';
import type { Finding, ReportCheck } from './model.ts';
import { locationText } from './phrase.ts';
import { printable } from './printable.ts';
import { markdownCode, markdownText } from './views/escape.ts';

export interface IssueParts {
  readonly check: ReportCheck;
  readonly title: string;
  /** Number and location of the checks with the same failure. */
  readonly reach?: string;
  readonly requirement?: { readonly text: string; readonly source: string };
  /** Requests that lead to the failure, in order. The last one is judged. */
  readonly requests?: readonly Exchange[];
}

const MAX_FINDINGS = 5;
const MAX_REQUESTS = 12;
const MAX_BODY = 2_000;

export function issueText({ check, title, reach, requirement, requests = [] }: IssueParts): string {
  const findings = [...new Set(check.findings.map(findingLine))];
  const more = findings.length - MAX_FINDINGS;
  return [
    `# ${markdownText(title, 300)}`,
    '',
    markdownText(
      `${check.service} ${check.spec}, ${check.endpoint}/${check.operation}${reach === undefined ? '' : ` (${reach})`}`,
      1_000,
    ),
    '',
    '## Requirement',
    '',
    ...(requirement === undefined
      ? []
      : [markdownText(requirement.text, 2_000), '', `Source: ${markdownText(requirement.source, 300)}`]),
    `Level: ${check.level} (${check.basis})`,
    `Test case: ${markdownText(check.title, 300)}`,
    '',
    '## Actual behavior',
    '',
    ...findings.slice(0, MAX_FINDINGS),
    ...(more > 0 ? [`- and ${pluralize(more, 'more finding')}`] : []),
    ...stepLines(requests),
    '',
  ].join('\n');
}

/** A curl command for each request, and the response to the last one. */
function stepLines(requests: readonly Exchange[]): readonly string[] {
  const shown = requests.slice(-MAX_REQUESTS);
  const omitted = requests.length - shown.length;
  const judged = shown.at(-1);
  if (judged === undefined) return [];
  const { response } = judged;
  return [
    '',
    '## Steps to reproduce',
    '',
    ...(omitted === 0 ? [] : [`${pluralize(omitted, 'earlier request')} omitted.`, '']),
    ...shown.flatMap((one, index) => [
      ...(shown.length === 1 ? [] : [`Request ${index + 1} of ${shown.length}, response: ${outcomeText(one)}`, '']),
      ...fenced(curlCommand(one.request)),
      '',
    ]),
    `Set the variables first: they replace secrets.${shown.length === 1 ? '' : ' Replace recorded IDs with the IDs that your requests return.'}`,
    '',
    ...(response === undefined
      ? [`No response: ${markdownCode(judged.failure?.message ?? 'unknown', 300)}`]
      : [
          `${shown.length === 1 ? 'Response' : 'Response to the last request'} at ${new Date(judged.at).toISOString()}:`,
          '',
          ...fenced(
            [
              String(response.status),
              ...response.headers.map(([name, value]) => `${name}: ${value}`),
              ...(response.body === '' ? [] : ['', clipped(response.body)]),
            ].join('\n'),
          ),
        ]),
  ];
}

function outcomeText({ response, failure }: Exchange): string {
  return String(response?.status ?? failure?.kind ?? 'none');
}

function findingLine({ where, expected, actual }: Finding): string {
  return `- ${markdownCode(locationText(where), 200)}: expected ${markdownCode(expected, 300)}, received ${markdownCode(actual, 300)}`;
}

/** A code block whose fence is longer than any in its text. */
function fenced(text: string): readonly string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text.split('\n').map(printable).join('\n'), fence];
}

function clipped(body: string): string {
  return body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}… (${pluralize(body.length, 'character')})` : body;
}
