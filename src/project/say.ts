/** Every command writes to stdout and stderr here, so that control characters and CI commands are removed once, after wrapping. */
import { folded } from '../report/folded.ts';
import { forLog, jsonForLog, jsonTextForLog, withoutCommands } from '../report/printable.ts';

/** Prints text that is copied or piped: no line is wrapped. */
export function say(text: string): void {
  process.stdout.write(forLog(text));
}

/** Prints text that is read: long lines are wrapped in a narrow terminal. */
export function show(text: string): void {
  process.stdout.write(forLog(folded(text, process.stdout.columns)));
}

/** Prints text with colours of our own, which has no other control characters. */
export function showColored(text: string): void {
  process.stdout.write(withoutCommands(folded(text, process.stdout.columns)));
}

export function sayJson(value: unknown): void {
  process.stdout.write(`${jsonForLog(value)}\n`);
}

/** Prints JSON text with its own line breaks. */
export function sayJsonText(json: string): void {
  process.stdout.write(jsonTextForLog(json));
}

/** Prints text byte for byte: lines for `eval`, and our own workflow commands, which escape what they quote. */
export function sayExact(text: string): void {
  process.stdout.write(text);
}

/** Prints to stderr. */
export function tell(text: string): void {
  process.stderr.write(forLog(folded(text, process.stderr.columns)));
}
