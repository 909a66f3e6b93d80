/** Adds the source line to problems that have a position only. */
import path from 'node:path';
import { readFileSync } from 'node:fs';
import type { Problem } from '../errors.ts';
import { isWithin } from '../load/read-file.ts';
import { frame, lineStarts } from '../load/yaml-document.ts';

export class Frames {
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
      : { ...problem, frame: frame(text, lineStarts(text), problem.line, problem.column ?? 1) };
  }

  #text(file: string): string | undefined {
    if (!this.#texts.has(file)) this.#texts.set(file, read(this.#root, path.resolve(this.#root, file)));
    return this.#texts.get(file);
  }
}

/** Undefined where there is none, and of a file outside of the project, which may be anything. */
function read(root: string, file: string): string | undefined {
  try {
    return isWithin(root, file) ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}
