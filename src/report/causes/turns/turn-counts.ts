/** How often something has to end so, that it is by turns and no chance: the one measure, whatever ends so. */

/** Fewer may be anything else. */
export const FEWEST_TURNS = 2;

/** Of so many calls one at least has to end so; what is rarer is not told from chance. */
const RAREST = 12;

/** Whether so many that ended so stand beside so many that were served as nodes would have it of which one is another. */
export function areTurns(ended: number, served: number): boolean {
  return served >= FEWEST_TURNS && served <= RAREST * ended;
}
