/** All problems of the inputs, collected so that they are reported together. */
import { compareText } from '../model/text.ts';
import { omitUndefined } from '../model/objects.ts';
import { BadInput, type Problem } from '../errors.ts';

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

/** Codes about names that another file declares. If that file is broken, the name may be right. */
export const ABOUT_OTHER_FILES: readonly string[] = PROBLEM_CODES.filter(
  (code) => code.startsWith('unknown-') && code !== 'unknown-key' && code !== 'unknown-step',
);

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

/** Sorted, without repetitions of the same problem at the same place. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.toSorted(compareProblems).filter((problem) => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.code, problem.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A syntax error in a file outside of the project, without a quotation: such a file may be any file of this machine. */
export function notYamlProblem([first]: readonly Problem[]): CodedProblem {
  const { file, line, column } = first ?? {};
  return { code: 'yaml-syntax', message: 'not valid YAML', ...omitUndefined({ file, line, column }) };
}

export class ProblemList {
  readonly #problems: CodedProblem[] = [];

  add(problem: CodedProblem): void {
    this.#problems.push(problem);
  }

  /** A file or folder that nothing reads. */
  addUnexpected(file: string, hint: string, message = 'Plumbline does not read this file'): void {
    this.add({ code: 'file-unexpected', message, file, hint });
  }

  addMissing(file: string, message: string, hint?: string): void {
    this.add({ code: 'file-missing', message, file, ...omitUndefined({ hint }) });
  }

  addUnreadable(file: string, message: string): void {
    this.add({ code: 'file-unreadable', message, file });
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

  /** Throws `BadInput` with all problems, if there are any. */
  throwIfAny(): void {
    if (this.#problems.length > 0) throw new BadInput(this.sorted());
  }
}
