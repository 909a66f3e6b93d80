/** Prints proposals for open questions as commented YAML of a target. Pure. */
import { mediaTypeOf } from '../model/body.ts';
import { headerTokens } from '../model/headers.ts';
import type { Json } from '../model/json.ts';
import type { Exchange } from '../model/exchange.ts';
import { groupBy } from '../model/objects.ts';
import { pluralize } from '../model/text.ts';
import type { ProbeResult } from './probe.ts';

type SeenVersion = ProbeResult['versions'][number];

/** Maximum lines of evidence per proposal. */
const MAX_EVIDENCE = 4;

/** Every line is a comment. Without `# ` at its start, a proposal is YAML, and all other text is still a comment. */
export function probeYaml({ target, versions }: ProbeResult): string {
  const proposals = versions.reduce((sum, one) => sum + one.proposals.length, 0);
  const reads = versions.reduce((sum, one) => sum + one.exchanges.length, 0);
  const byVersion = groupBy(versions, ({ scope }) => scope.version);
  return [
    `## ${target.target}: ${pluralize(proposals, 'proposal')} from ${pluralize(reads, 'read')}. Review each one.`,
    '## To accept a proposal, copy "answersIn:", the line of its version and its own line to the target file, without the "# " at their start.',
    '# answersIn:',
    ...[...byVersion].flatMap(([version, own]) => [`#   "${version}":`, ...own.flatMap(proposalLines)]),
    ...versions.flatMap(seenLines),
    '',
  ].join('\n');
}

function proposalLines({ scope, proposals, signIn }: SeenVersion): readonly string[] {
  return [
    `#     # ${scope.service}${proposals.length === 0 ? ': no proposals' : ''}`,
    ...(signIn === undefined ? [] : [`#     # no token: ${signIn}`]),
    ...proposals.flatMap(({ point, answer, evidence }) => [
      ...limitedEvidence(evidence).map((line) => `#     # ${line}`),
      `#     # ${comparisonText(scope.answer(point), answer)}${scope.isAnswered(point) ? ' (answer of the target)' : ' (assumption)'}`,
      ...(answer === undefined
        ? [`#     # ${point}: correct value unknown`]
        : [`#     ${point}: ${JSON.stringify(answer)}`]),
    ]),
  ];
}

function limitedEvidence(evidence: readonly string[]): readonly string[] {
  const more = evidence.length - MAX_EVIDENCE;
  return more <= 0 ? evidence : [...evidence.slice(0, MAX_EVIDENCE), `and ${more} more`];
}

function comparisonText(known: Json, seen: Json | undefined): string {
  const text = JSON.stringify(known);
  if (seen === undefined) return `contradicts ${text}`;
  return JSON.stringify(seen) === text ? `confirms ${text}` : `differs from ${text}`;
}

/** Responses of each operation, for the reader. */
function seenLines({ scope, exchanges }: SeenVersion): readonly string[] {
  if (exchanges.length === 0) return [];
  const byOperation = groupBy(exchanges, ({ operation = '' }) => operation);
  return [
    '##',
    `## Responses of ${scope.service} ${scope.version}:`,
    ...[...byOperation].map(([operation, all]) => `##   ${operation}: ${all.map(answerOf).join('; ')}`),
  ];
}

function answerOf({ step, request, response, failure }: Exchange): string {
  const what = `${request.method} ${step}`;
  if (response === undefined) return `${what}: no response (${failure?.kind ?? 'unknown'})`;
  const allowed = request.method === 'OPTIONS' ? headerTokens(response, 'allow').join(', ') : '';
  const details = [mediaTypeOf(response), allowed === '' ? '' : `Allow: ${allowed}`].filter((text) => text !== '');
  return `${what}: ${[response.status, ...details].join(' ')}`;
}
