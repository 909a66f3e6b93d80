/** The only way of commands to stdout and stderr, but for the summary, which colours what it has made harmless itself. */
import { forLog, jsonForLog } from '../report/printable.ts';

/** Without the colours and commands that a stranger's words may hold. */
export function say(text: string): void {
  process.stdout.write(forLog(text));
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${jsonForLog(value)}\n`);
}

export function tell(text: string): void {
  process.stderr.write(forLog(text));
}
