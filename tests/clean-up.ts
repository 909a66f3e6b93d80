/**
 * What shared modules of tests tidy up after each file. Modules are loaded once a process, so that a hook of theirs would
 * be one of the first file alone.
 */
const steps: (() => void)[] = [];

/** Once for each module: the step finds by itself what there is to tidy. */
export function afterEachFile(step: () => void): void {
  steps.push(step);
}

export function cleanUp(): void {
  for (const step of steps) step();
}
