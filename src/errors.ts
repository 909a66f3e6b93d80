/**
 * Errors as data. `BadInput` is a mistake of the user (exit code 2) with its place and a fix; any other exception is a
 * defect of Plumbline (exit code 4).
 */

/** One thing that is wrong with an input. Lines and columns count from 1. */
export interface Problem {
  /** Closed, kebab-case, stable: tests and editors rely on it, never on the message. */
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The source line with a caret under the column, ready to print. */
  readonly frame?: string;
  /** Suggested fix. */
  readonly hint?: string;
  /** A warning is printed but does not fail. */
  readonly severity?: 'warning';
}

export class BadInput extends Error {
  override readonly name = 'BadInput';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }

  static of(code: string, message: string, more: Omit<Problem, 'code' | 'message'> = {}): BadInput {
    return new BadInput([{ code, message, ...more }]);
  }
}

/** Prints `file:line:column: message [code]`, then the frame and the hint on separate lines. */
export function formatProblem(problem: Problem): string {
  const where =
    problem.file === undefined
      ? ''
      : problem.line === undefined
        ? `${problem.file}: `
        : `${problem.file}:${problem.line}:${problem.column ?? 1}: `;
  const severity = problem.severity === undefined ? '' : `${problem.severity}: `;
  const lines = [`${where}${severity}${problem.message} [${problem.code}]`];
  if (problem.frame !== undefined) lines.push(problem.frame);
  if (problem.hint !== undefined) lines.push(`  ${problem.hint}`);
  return lines.join('\n');
}
