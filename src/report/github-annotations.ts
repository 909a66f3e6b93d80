/**
 * Workflow commands that GitHub turns into annotations at the lines of the contracts. A step shows ten of a kind, so
 * there is one per rule and not one per check, and the last one says what is left.
 */
import { describeFailure, failuresByRule } from './failures.ts';
import type { ViewOptions } from './failures.ts';
import type { Report } from './model.ts';
import { contractPlace } from './place.ts';
import { count, oneLine } from './words.ts';

const MAX_OF_A_KIND = 10;

export function githubAnnotations(report: Report, options: ViewOptions = {}): string {
  const groups = failuresByRule(report, options);
  const lines = (['error', 'warning'] as const).flatMap((kind) => {
    const mine = groups.filter((group) => group.blocks === (kind === 'error'));
    const shown = mine.length > MAX_OF_A_KIND ? mine.slice(0, MAX_OF_A_KIND - 1) : mine;
    const rest = mine.slice(shown.length);
    return [
      ...shown.flatMap((group) => {
        const check = group.checks[0];
        if (check === undefined) return [];
        const message = [
          `${check.id} in ${check.spec}`,
          describeFailure(check),
          ...(group.checks.length > 1 ? [`and ${count(group.checks.length - 1, 'more check')} of this rule`] : []),
        ];
        return [command(kind, { title: `${group.rule}: ${oneLine(group.title, 100)}`, ...contractPlace(check) }, message.join('\n'))];
      }),
      ...(rest.length === 0
        ? []
        : [
            command(
              kind,
              { title: 'And more' },
              `${count(
                rest.reduce((sum, group) => sum + group.checks.length, 0),
                'failing check',
              )} of ${count(rest.length, 'other rule')}`,
            ),
          ]),
    ];
  });
  const { exitCode, reasons, policy } = report.decision;
  const said = exitCode === 0 ? 'admit' : exitCode === 1 ? 'block' : 'block, incomplete';
  const because = reasons.slice(0, 5).map((reason) => oneLine(reason.text, 240));
  return `${[...lines, command('notice', { title: `Plumbline: ${said} (policy ${oneLine(policy, 60)})` }, because.join('\n'))].join('\n')}\n`;
}

function command(kind: 'error' | 'warning' | 'notice', properties: Readonly<Record<string, string | number | undefined>>, message: string): string {
  const given = Object.entries(properties).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${property(String(value))}`]));
  return `::${kind} ${given.join(',')}::${data(message)}`;
}

/** A line break ends a command: one that a service sent could begin another. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(oneLine(text, 400)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
