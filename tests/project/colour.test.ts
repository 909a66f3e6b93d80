import { expect, test } from 'vitest';
import { isColored } from '../../src/project/terminal.ts';

test.each<[string, boolean, NodeJS.ProcessEnv, boolean]>([
  ['a terminal', true, {}, true],
  ['a pipe', false, {}, false],
  ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR, which says nothing', true, { NO_COLOR: '' }, true],
  ['a pipe with FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['a terminal with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['both, where the one without wins', false, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('%s', (_where, isTerminal, env, colored) => {
  expect(isColored(isTerminal, env)).toBe(colored);
});
