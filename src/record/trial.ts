/** What the exchanges of a case are named by that was tried once more, because others may have written to the list that it reads, or the service was away; those of a setup that was made anew likewise. */

/** The case itself is the first, of a setup the group. */
export const FIRST_TRIAL = 1;

export function trialOf(first: string, trial: number): string {
  return trial === FIRST_TRIAL ? first : `${first}~${trial}`;
}

/** Of a trial, its reads once more: each of them was sent again right after it was answered. */
export function echoOf(trial: string): string {
  return `${trial}=`;
}
