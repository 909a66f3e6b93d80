/** What is wrong with contracts, gathered while planning, so that all of it is told at once, and each thing once. */
import type { Problem } from '../errors.ts';

/** Checks that lack the same thing: how many there are, and one of them by its path. */
export interface LackingChecks {
  readonly count: number;
  readonly path: string;
}

export class PlanProblems {
  readonly #problems = new Map<string, Problem>();
  readonly #lacks = new Map<
    string,
    { readonly paths: Set<string>; readonly tell: (lacking: LackingChecks) => Problem }
  >();

  add(problem: Problem): void {
    this.#problems.set(`${problem.code} ${problem.message}`, problem);
  }

  /** One more check that lacks what `key` stands for; the first one's words tell them all. */
  lacks(key: string, path: string, tell: (lacking: LackingChecks) => Problem): void {
    const known = this.#lacks.get(key) ?? { paths: new Set(), tell };
    known.paths.add(path);
    this.#lacks.set(key, known);
  }

  all(): readonly Problem[] {
    const told = [...this.#lacks.values()].map(({ paths, tell }) =>
      tell({ count: paths.size, path: [...paths][0] ?? '' }),
    );
    return [...told, ...this.#problems.values()];
  }
}
