/**
 * GitHub workflow commands: annotations at the lines of the contracts, if these are in the repository. GitHub shows ten annotations of a
 * kind per step, so there is one per failure group, and the last one counts the rest.
 */
import { causeTitle, describeFailure, openCauses, extentText, type ViewOptions } from '../open-causes.ts';
import type { Report } from '../model.ts';
import { fileOfCheck } from '../checks.ts';
import { incompleteText, releaseStatus, runStatus } from '../conformance-status.ts';
import { pluralize } from '../../model/text.ts';
import { oneLine } from '../text.ts';

const MAX_OF_A_KIND = 10;

export function githubAnnotations(report: Report, options: ViewOptions = {}): string {
  const causes = openCauses(report, options);
  const lines = (['error', 'warning'] as const).flatMap((kind) => {
    // Unjudged groups are warnings; the notice states their effect on the decision.
    const ofKind = causes.filter((cause) => (cause.blocks && cause.kind !== 'undetermined') === (kind === 'error'));
    const shown = ofKind.length > MAX_OF_A_KIND ? ofKind.slice(0, MAX_OF_A_KIND - 1) : ofKind;
    const rest = ofKind.slice(shown.length);
    return [
      ...shown.map((cause) => {
        const { example } = cause;
        const message = [
          `${example.id} in ${example.spec}: ${describeFailure(example)}`,
          extentText(cause),
          cause.next.command,
        ];
        return command(
          kind,
          { title: causeTitle(cause, 100), ...fileOfCheck(report.run, example) },
          message.join('\n'),
        );
      }),
      ...(rest.length === 0
        ? []
        : [
            command(
              kind,
              { title: 'More failures' },
              `${pluralize(
                rest.reduce((sum, { checks }) => sum + checks.length, 0),
                'check',
              )} in ${pluralize(rest.length, 'more failure')}`,
            ),
          ]),
    ];
  });
  const { reasons, policy } = report.decision;
  const decisionText = `${releaseStatus(report).text}; ${incompleteText(report.decision, report.summaries) ?? runStatus(report).text}`;
  const reasonTexts = reasons.slice(0, 5).map((reason) => oneLine(reason.text, 240));
  return `${[...lines, command('notice', { title: `Plumbline: ${decisionText} (policy ${oneLine(policy, 60)})` }, reasonTexts.join('\n'))].join('\n')}\n`;
}

function command(
  kind: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${property(String(value))}`],
  );
  return `::${kind} ${given.join(',')}::${data(message)}`;
}

/** A line break would end the command and could start another one. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(oneLine(text, 400)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
