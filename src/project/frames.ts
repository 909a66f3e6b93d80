/** Adds the source line to problems that have a position only. */
import path from 'node:path';
import { readFileSync } from 'node:fs';
import type { Problem } from '../errors.ts';
import { frame, lineStarts } from '../load/frame.ts';

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
    if (!this.#texts.has(file)) this.#texts.set(file, read(path.resolve(this.#root, file)));
    return this.#texts.get(file);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
