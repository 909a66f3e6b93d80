/** The only way of commands to stdout and stderr, but for the summary, which colours what it has made harmless itself. */
import { folded } from '../report/folded.ts';
import { forLog, jsonForLog } from '../report/printable.ts';

/** Without the colours and commands that a stranger's words may hold. */
export function say(text: string): void {
  process.stdout.write(forLog(text));
}

/** What is read and not copied: in a narrow terminal its long lines are broken. */
export function show(text: string): void {
  showColored(forLog(text));
}

/** Text that has made itself harmless. */
export function showColored(text: string): void {
  process.stdout.write(folded(text, process.stdout.columns));
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${jsonForLog(value)}\n`);
}

export function tell(text: string): void {
  process.stderr.write(folded(forLog(text), process.stderr.columns));
}
