/** How much memory a long run lets lie unused before it is collected. */
import { setFlagsFromString } from 'node:v8';

/** Checks from which on what is kept is hundreds of megabytes. */
const MANY = 50_000;
/** Of what is kept, in percent. By itself the engine lets it grow to three times as much, and at such a size most of that lies unused. */
const MOST = 40;

/** Of a run of very many checks: collecting more often costs processor time, which fewer have no reason to pay. */
export function boundGarbage(checks: number): void {
  if (checks > MANY) setFlagsFromString(`--heap-growing-percent=${MOST}`);
}
