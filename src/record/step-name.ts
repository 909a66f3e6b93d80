/** How the steps of a group's setup are named beside those of a case: `setup.<name>`. */

const SETUP = 'setup.';

/** The positive control: the good request, which a case changes in one thing. */
export const CONTROL = 'control';
/** The same, as cases refer to it. */
export const CONTROL_STEP = ofSetup(CONTROL);

/** A step of the setup as cases refer to it. */
export function ofSetup(name: string): string {
  return `${SETUP}${name}`;
}

export function isOfSetup(step: string): boolean {
  return step.startsWith(SETUP);
}

/** The name that a step has where it stands. */
export function ownName(step: string): string {
  return isOfSetup(step) ? step.slice(SETUP.length) : step;
}
