/** Problems in contracts, collected during planning and each reported once. */
import type { Problem } from '../errors.ts';
import { omitUndefined } from '../model/objects.ts';
import type { Position } from '../load/model.ts';

export function problemAt({ file, line, column }: Position, code: string, message: string, hint?: string): Problem {
  return { code, message, file, line, column, ...omitUndefined({ hint }) };
}

/** Checks with the same problem: their number and the path of one of them. */
interface LackingChecks {
  readonly count: number;
  readonly path: string;
}

export class PlanProblems {
  readonly #problems = new Map<string, Problem>();
  readonly #lacks = new Map<
    string,
    { readonly paths: Set<string>; readonly format: (lacking: LackingChecks) => Problem }
  >();

  add(problem: Problem): void {
    this.#problems.set(`${problem.code} ${problem.message}`, problem);
  }

  /**
   * @param written `operation` of this endpoint, or `endpoint/operation`
   */
  unknownOperation(version: string, endpoint: string, written: string, at: Position): void {
    const [first = '', second] = written.split('/');
    const message = `${second === undefined ? endpoint : first} has no operation ${JSON.stringify(second ?? first)} in ${version}`;
    this.add(problemAt(at, 'unknown-operation', message));
  }

  /** A check without a binding. */
  unbound(service: string, checkPath: string, rule: string, at: Position): void {
    this.#lack(`unbound ${service} ${rule}`, checkPath, ({ count, path }) =>
      problemAt(
        at,
        'unbound-check',
        count === 1
          ? `no binding has a requirement for ${path}`
          : `no binding has a requirement for ${count} checks of ${rule}, such as ${path}`,
        `Add a binding to contracts/${service}/bindings.yaml, or replace \`rest: none\` there, for example with \`rest: { basis: documented }\`.`,
      ),
    );
  }

  /** A check bound to a requirement that is unknown or excluded. */
  boundInVain(service: string, checkPath: string, bound: string, isExcluded: boolean, at: Position): void {
    this.#lack(`${String(isExcluded)} ${service} ${bound}`, checkPath, ({ count, path }) =>
      problemAt(
        at,
        isExcluded ? 'excluded-requirement' : 'unknown-requirement',
        `${count === 1 ? `${path} is` : `${count} checks, such as ${path}, are`} bound to "${bound}", which is ${isExcluded ? 'excluded from checking' : `not a requirement of ${service}`}`,
      ),
    );
  }

  /** Adds a check to the problem `key`; the first one formats the message. */
  #lack(key: string, path: string, format: (lacking: LackingChecks) => Problem): void {
    const known = this.#lacks.get(key) ?? { paths: new Set(), format };
    known.paths.add(path);
    this.#lacks.set(key, known);
  }

  all(): readonly Problem[] {
    const lacking = [...this.#lacks.values()].map(({ paths, format }) =>
      format({ count: paths.size, path: [...paths][0] ?? '' }),
    );
    return [...lacking, ...this.#problems.values()];
  }
}
