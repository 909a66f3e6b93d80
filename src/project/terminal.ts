import path from 'node:path';
import { wrapLines } from '../report/text.ts';
import { forLog, jsonForLog, jsonTextForLog, breakCiCommands } from '../report/printable.ts';
import { existsSync, readFileSync } from 'node:fs';
import type { Problem } from '../errors.ts';
import { isWithin } from '../load/read-file.ts';
import { sourceFrame, lineStarts } from '../load/yaml-document.ts';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import type { ReportCheck } from '../report/model.ts';
import { reportFile } from './files.ts';
import type { TerminalOptions } from '../report/views/terminal.ts';

/** Terminal output. Control characters and CI commands are removed here once, after wrapping. */

/** Prints text that is copied or piped: no line is wrapped. */
export function printText(text: string): void {
  process.stdout.write(forLog(text));
}

/** Prints text that is read: long lines are wrapped in a narrow terminal. */
export function printWrapped(text: string): void {
  process.stdout.write(forLog(wrapLines(text, process.stdout.columns)));
}

/** Prints text with colours of our own, which has no other control characters. */
export function printColored(text: string): void {
  process.stdout.write(breakCiCommands(wrapLines(text, process.stdout.columns)));
}

export function printJson(value: unknown): void {
  process.stdout.write(`${jsonForLog(value)}\n`);
}

/** Prints JSON text with its own line breaks. */
export function printJsonText(json: string): void {
  process.stdout.write(jsonTextForLog(json));
}

/** Prints text byte for byte: lines for `eval`, and our own workflow commands, which escape quoted values. */
export function printExact(text: string): void {
  process.stdout.write(text);
}

/** Prints to stderr. */
export function printToStderr(text: string): void {
  process.stderr.write(forLog(wrapLines(text, process.stderr.columns)));
}

/** Adds the source line to problems that have a position only. */

export class SourceFrames {
  readonly #root: string;
  readonly #texts = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  framed(problem: Problem): Problem {
    if (problem.frame !== undefined || problem.file === undefined || problem.line === undefined) return problem;
    const text = this.#text(problem.file);
    return text === undefined
      ? problem
      : { ...problem, frame: sourceFrame(text, lineStarts(text), problem.line, problem.column ?? 1) };
  }

  #text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, readSource(this.#root, path.resolve(this.#root, file)));
    return this.#texts.get(file);
  }
}

/** Undefined for missing files, and for files outside the project, which may contain anything. */
function readSource(root: string, file: string): string | undefined {
  try {
    return isWithin(root, file) ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** Options of the summary. `out`: folder of the report, if one was written */
export function summaryOptions(out: string | undefined, blocks: (check: ReportCheck) => boolean): TerminalOptions {
  return {
    color: isColored(process.stdout.isTTY === true, process.env),
    ...omitUndefined({ paths: mapOptional(out, pathsIn) }),
    blocks,
  };
}

/** Paths of the report and its page. */
function pathsIn(out: string): readonly string[] {
  const shown = (name: string): string => path.relative(process.cwd(), path.join(out, name)) || name;
  const page = existsSync(path.join(out, 'index.html')) ? [`report   ${shown('index.html')}`] : [];
  return [...page, `data     ${shown(path.basename(reportFile(out)))}`];
}

/** Colour on terminals; NO_COLOR and FORCE_COLOR take precedence, as in most programs. */
export function isColored(isTerminal: boolean, { NO_COLOR, FORCE_COLOR }: NodeJS.ProcessEnv): boolean {
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal;
}
