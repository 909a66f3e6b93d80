/** Everything that is wrong with the inputs, collected so that all of it is told at once. */
import { compareText } from '../record/compare-text.ts';
import { defined } from '../record/defined.ts';
import { BadInput } from '../errors.ts';
import type { Problem } from '../errors.ts';

/** Every code that loading can report. They are stable: tests and editors rely on them, never on the message. */
export const PROBLEM_CODES = [
  // files
  'file-missing',
  'file-unreadable',
  'file-empty',
  'file-not-utf8',
  'file-unexpected',
  'file-outside',
  // YAML
  'yaml-syntax',
  'yaml-tab',
  'yaml-duplicate-key',
  'yaml-merge-key',
  'yaml-key',
  'yaml-alias',
  'yaml-tag',
  'yaml-directive',
  'yaml-several-documents',
  'yaml-number',
  'yaml-infinite',
  'yaml-depth',
  // form
  'unknown-key',
  'missing-key',
  'wrong-type',
  'unquoted',
  'wrong-value',
  // meaning
  'duplicate-id',
  'id-prefix',
  'unknown-service',
  'unknown-version',
  'unknown-open-point',
  'unknown-requirement',
  'unknown-endpoint',
  'unknown-operation',
  'unknown-party',
  'unknown-security',
  'unknown-server',
  'unknown-style',
  'unknown-field',
  'unknown-family',
  'unknown-law',
  'unknown-row',
  'unknown-step',
  'row-otherwise',
  'unknown-directive',
  'unknown-target',
  'version-range',
  'change-repeated',
  'change-without-effect',
  'member-of-other-type',
  'open-point-default',
  'excluded-requirement',
  'path-parameter',
  'kind-unclear',
  'block-missing',
  'refusal-missing',
  'case-incomplete',
  'case-mixed',
  'name-differs',
  // targets
  'secret-in-file',
  'environment-missing',
  'environment-form',
  'address-missing',
  'variable-missing',
  'unknown-variable',
  'connection-embedded',
  'faults-not-embedded',
  'maintenance-range',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
export type CodedProblem = Problem & { readonly code: ProblemCode };

/** Names that another file has, or should: where that one is broken they say nothing of the file that uses them. */
export const ABOUT_OTHER_FILES: readonly string[] = [
  'unknown-service',
  'unknown-version',
  'unknown-open-point',
  'unknown-requirement',
  'unknown-endpoint',
  'unknown-operation',
  'unknown-party',
  'unknown-security',
  'unknown-server',
  'unknown-variable',
  'unknown-style',
  'unknown-field',
  'unknown-family',
  'unknown-law',
  'unknown-row',
  'unknown-directive',
  'unknown-target',
] satisfies readonly ProblemCode[];

/** By file, line, column and code, so that the same mistakes always print in the same order. */
function compareProblems(a: Problem, b: Problem): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** Sorted; what is said twice of the same place is said once. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.toSorted(compareProblems).filter((problem) => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.code, problem.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What is not YAML in a file outside of the project, by its place alone: such a file may be any file of this machine. */
export function notYaml([first]: readonly Problem[]): CodedProblem {
  const { file, line, column } = first ?? {};
  return { code: 'yaml-syntax', message: 'this is not YAML', ...defined({ file, line, column }) };
}

export class ProblemList {
  readonly #problems: CodedProblem[] = [];

  add(problem: CodedProblem): void {
    this.#problems.push(problem);
  }

  addAll(others: ProblemList): void {
    for (const problem of others.#problems) this.add(problem);
  }

  get size(): number {
    return this.#problems.length;
  }

  sorted(): readonly Problem[] {
    return sortProblems(this.#problems);
  }

  /** Throws `BadInput` with everything collected, if there is anything. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new BadInput(this.sorted());
  }
}
