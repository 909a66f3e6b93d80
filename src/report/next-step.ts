/**
 * What a person does next about a cause. What departs is explained. What could not be judged is no matter of a check: whoever mends what
 * was in the way tries just that, or runs again, or goes on with a run that was stopped.
 */
import { againCommand, explainCommand, resumeCommand, signInCommand } from './curl.ts';
import type { CauseKind, PreflightStop, ReportCheck, RunInfo } from './model.ts';

/** How the cause of a check begins of which nothing was sent, since the time of the run was over. */
export const OVERTIME = 'the time of the run was over';

export interface NextStep {
  readonly command: string;
  /** What to look at first, in a sentence. */
  readonly hint?: string;
}

export function nextStep(
  run: RunInfo,
  { kind, example }: { readonly kind: CauseKind; readonly example: ReportCheck },
): NextStep {
  const explained = { command: explainCommand(run, example) };
  // Playwright was started instead: only who did knows how.
  if (kind !== 'undetermined' || run.asked === undefined) return explained;
  const stop = stopOf(run, example);
  if (stop !== undefined) {
    // What else there was is judged, and need not be sent again.
    const { out } = run.asked;
    const rest = run.exchanges === 0 || out === undefined ? againCommand(run) : resumeCommand(out);
    return { command: stop.signIn === true ? signInCommand(run, example) : rest, hint: stop.hint };
  }
  const isLeft = example.verdict === 'untested' || example.cause?.startsWith(OVERTIME) === true;
  return isLeft && run.asked.out !== undefined ? { command: resumeCommand(run.asked.out) } : explained;
}

/** What kept a check from being judged before anything was sent, if that is what did. */
function stopOf({ preflight }: RunInfo, { service, spec, cause }: ReportCheck): PreflightStop | undefined {
  return preflight?.stops?.find(
    (stop) => stop.service === service && stop.specs.includes(spec) && stop.cause === cause,
  );
}
