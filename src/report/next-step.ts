/**
 * Next step of a user for a failure group. Failures are explained. For checks that were not judged, the next step is to sign in, to repeat
 * the run or to resume it.
 */
import { rerunCommand, explainCheckCommand, resumeCommand, signInCommand } from './curl.ts';
import type { CauseKind, PreflightStop, ReportCheck, RunInfo } from './model.ts';

/** Prefix of the cause of a check that was not sent because the run timed out. */
export const OVERTIME_CAUSE = 'the run reached its time limit';

export interface NextStep {
  readonly command: string;
  readonly hint?: string;
}

export function nextStep(
  run: RunInfo,
  { kind, example }: { readonly kind: CauseKind; readonly example: ReportCheck },
): NextStep {
  const explained = { command: explainCheckCommand(run, example) };
  // Runs started by Playwright have no Plumbline command to repeat.
  if (kind !== 'undetermined' || run.asked === undefined) return explained;
  const stop = stopOf(run, example);
  if (stop !== undefined) {
    // Other checks have a verdict already and are not sent again.
    const { out } = run.asked;
    const rest = run.exchanges === 0 || out === undefined ? rerunCommand(run) : resumeCommand(out);
    return { command: stop.signIn === true ? signInCommand(run, example) : rest, hint: stop.hint };
  }
  const isLeft = example.verdict === 'untested' || example.cause?.startsWith(OVERTIME_CAUSE) === true;
  return isLeft && run.asked.out !== undefined ? { command: resumeCommand(run.asked.out) } : explained;
}

/** Preflight problem that kept the check from being sent, if any. */
function stopOf({ preflight }: RunInfo, { service, spec, cause }: ReportCheck): PreflightStop | undefined {
  return preflight?.stops?.find(
    (stop) => stop.service === service && stop.specs.includes(spec) && stop.cause === cause,
  );
}
