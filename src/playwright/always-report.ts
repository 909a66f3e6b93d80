/**
 * The conformance report comes whatever reporters are chosen: `--reporter`, and a configuration of somebody's own that begins with ours,
 * put theirs in the place of what a configuration names. Playwright adds one reporter to all of these, which a variable names.
 */
import { isByHand, isPartOfPlaywright } from './names.ts';

const VARIABLE = 'PW_TEST_REPORTER';

/** Where the configuration is read, which is before reporters are made. Who starts tests by hand gets no report. */
export function addReporter(file: string, env: NodeJS.ProcessEnv): void {
  if (!isByHand() && !isPartOfPlaywright()) env[VARIABLE] ??= file;
}

/** Where the reporter is made. What the run starts is none of the runs that this is for. */
export function beginReporting(env: NodeJS.ProcessEnv): void {
  Reflect.deleteProperty(env, VARIABLE);
}
