/** When the engine makes code faster. The launcher puts that off, since most of what a command runs is over before that pays. */
import { setFlagsFromString } from 'node:v8';
import { USUAL_PAGES } from '../exchange/walk.ts';

/** As the engine has it by itself, in bytes of code that were run. */
const SOON = 67_584;

/** Checks from which on a run takes several seconds, through the same few hundred functions. */
const MANY = 10_000;

/** Of what goes on for long: of many checks, or of walks of thousands of pages. There it pays at once. Later engines are as they were. */
export function compileSoonFor(checks: number, pages = USUAL_PAGES): void {
  const isLong = checks > MANY || pages > USUAL_PAGES;
  if (isLong && process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${SOON}`);
}
