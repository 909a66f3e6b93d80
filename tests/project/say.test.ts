/** No line of any command's output is obeyed by a terminal or a CI system, wherever lines are wrapped. */
import { afterEach, expect, test, vi } from 'vitest';
import { printWrapped, printColored, printToStderr } from '../../src/project/terminal.ts';
import { forLog, printable } from '../../src/report/printable.ts';
import { terminalSummary } from '../../src/report/views/terminal.ts';
import { Progress } from '../../src/run/progress.ts';
import { files, textOf } from '../architecture/files.ts';
import { HOSTILE, obeyed } from '../report/hostile-texts.ts';
import { tinyReport } from '../report/tiny.ts';

afterEach(() => vi.restoreAllMocks());

/** What is written to both streams of a terminal of this width. */
function written(width: number, work: () => void): string {
  const texts: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'columns', 'get').mockReturnValue(width);
    vi.spyOn(stream, 'write').mockImplementation((text) => texts.push(text.toString()) > 0);
  }
  work();
  vi.restoreAllMocks();
  return texts.join('');
}

/** GitHub's runner trims a line, and Buildkite removes colours, before they look for a command. */
// eslint-disable-next-line no-control-regex -- colours of our own
const COLOURS = /\u001b\[[0-9;]*m/g;

for (const stream of [process.stdout, process.stderr])
  if (!('columns' in stream)) Object.defineProperty(stream, 'columns', { get: () => undefined, configurable: true });

test.each(Object.entries(HOSTILE))('%s is not obeyed at the beginning of a wrapped line', (_what, text) => {
  const words = `${'word '.repeat(30)}${text} `.repeat(3);
  for (let width = 40; width < 60; width += 1) {
    const printed = written(width, () => {
      printWrapped(words);
      printToStderr(words);
      printColored(`\u001b[1m\u001b[31m${printable(words)}\u001b[39m\u001b[22m`);
      new Progress({ isTTY: false, write: (line) => process.stderr.write(line) }).line(words);
    });
    expect(printed).toContain('HOSTILE');
    expect(obeyed(printed.replace(COLOURS, ''))).toEqual([]);
    expect(printed.replace(COLOURS, '')).not.toMatch(/^(?:---|\+\+\+|~~~|\^\^\^) /m);
  }
});

test('a title of the summary that wraps gives no command', () => {
  for (const color of [false, true])
    for (let length = 80; length < 120; length += 1) {
      const said = `${'x'.repeat(length)}::stop-commands::x ${'::stop-commands::x '.repeat(20)}`;
      const report = tinyReport({ checks: [{ verdict: 'inconclusive', cause: said }] });
      const printed = written(200, () => printColored(terminalSummary(report, { color })));
      expect(printed).toContain('stop-commands');
      expect(obeyed(printed.replace(COLOURS, ''))).toEqual([]);
    }
});

test('a text of many empty lines takes no time', () => {
  expect(forLog('\n'.repeat(1_000_000))).toHaveLength(1_000_000);
});

test('commands write to stdout and stderr in one module', () => {
  const others = files.filter(
    (file) => /^src\/.*\.ts$/.test(file) && /process\.std(?:out|err)\.write\((?!['`]\\r)/.test(textOf(file)),
  );
  expect(others).toEqual(['src/project/terminal.ts']);
});
