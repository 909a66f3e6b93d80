/** When the engine makes code faster. The launcher puts that off, since most of what a command runs is over before that pays. */
import { setFlagsFromString } from 'node:v8';
import { USUAL_PAGES } from '../exchange/walk.ts';

/** As the engine has it by itself, in bytes of code that were run. */
const SOON = 67_584;

/** Of walks that go on for thousands of pages, through the same few functions: there it pays at once. Later engines are as they were. */
export function compileSoonFor(pages = USUAL_PAGES): void {
  if (pages > USUAL_PAGES && process.versions.node.startsWith('20.')) setFlagsFromString(`--interrupt-budget=${SOON}`);
}
