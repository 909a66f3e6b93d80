/**
 * Adds the conformance reporter independent of the configured reporters. `--reporter` and derived configurations replace the reporters of a
 * configuration, but Playwright adds the one in this environment variable.
 */
import { isInteractive, isChildProcess } from './names.ts';

const VARIABLE = 'PW_TEST_REPORTER';

/** Adds the reporter while the configuration is read. Interactive runs get no report. */
export function addReporter(file: string, env: NodeJS.ProcessEnv): void {
  if (!isInteractive() && !isChildProcess()) env[VARIABLE] ??= file;
}

/** Removes the variable when the reporter is created, so that child processes do not use it. */
export function beginReporting(env: NodeJS.ProcessEnv): void {
  Reflect.deleteProperty(env, VARIABLE);
}
