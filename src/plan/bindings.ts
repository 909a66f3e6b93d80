/** Which requirement a check proves: what `bindings.yaml` says of its path. */
import { globMatcher } from '../record/glob.ts';
import type { Scope } from './scope.ts';

interface CompiledBinding {
  readonly matches: (path: string) => boolean;
  readonly requirement: string;
  readonly index: number;
}

/** A segment that is no pattern. */
const PLAIN = /^[a-z.-]+$/;

/** The id of the check that judges the form of what another one judges. */
export function idOfForm(id: string): string {
  return `${id}/form`;
}

/** Bindings and declared practices of one service, compiled once. The last binding that matches wins. */
export class Bindings {
  /**
   * By the rule that a pattern names as third segment, those such as `**\/http.date` that ask for the end alone, and all others. Last one first.
   */
  readonly #byRule = new Map<string, CompiledBinding[]>();
  readonly #ofEnds: CompiledBinding[] = [];
  /** What is bound to each end. */
  readonly #byEnd = new Map<string, CompiledBinding | undefined>();
  readonly #others: CompiledBinding[] = [];
  /** Those of forms. Last one first. */
  readonly #forms: CompiledBinding[] = [];
  readonly #used = new Set<number>();
  /** Absent where one version alone asks. */
  readonly #known: Map<string, string | undefined> | undefined;
  readonly #practices: readonly ((rule: string) => boolean)[];

  constructor(scope: Scope) {
    this.#known = scope.spec.versions.length === 1 ? undefined : new Map();
    this.#practices = scope.contracts.practices.map(({ rules }) => globMatcher(rules));
    scope.contracts.bindings.forEach(({ checks, requirement, form }, index) => {
      const parts = checks.split('/');
      const [first, second = '', third = ''] = parts;
      const matches = globMatcher(checks);
      if (form !== undefined) this.#forms.unshift({ matches, requirement: form, index });
      if (requirement === undefined) return;
      const compiled = { matches, requirement, index };
      if (first !== '**' && second !== '**' && PLAIN.test(third)) listed(this.#byRule, third).unshift(compiled);
      else if (first === '**' && second !== '' && !second.includes('**') && parts.length === 2)
        this.#ofEnds.unshift(compiled);
      else this.#others.unshift(compiled);
    });
  }

  /** The requirement that a check path is bound to; remembered, since every version asks for the same paths. */
  find(path: string): string | undefined {
    const known = this.#known?.get(path);
    if (known !== undefined || this.#known?.has(path) === true) return known;
    const found = later(
      later(matching(path, this.#byRule.get(thirdOf(path))), matching(path, this.#others)),
      this.#ofEnd(path.slice(path.lastIndexOf('/') + 1)),
    );
    if (found !== undefined) this.#used.add(found.index);
    this.#known?.set(path, found?.requirement);
    return found?.requirement;
  }

  #ofEnd(end: string): CompiledBinding | undefined {
    const known = this.#byEnd.get(end);
    if (known !== undefined || this.#byEnd.has(end)) return known;
    const found = this.#ofEnds.find(({ matches }) => matches(end));
    this.#byEnd.set(end, found);
    return found;
  }

  /** The requirement that the form of what the check of this path judges is bound to: what binds a refusal says nothing of how it looks. */
  findForm(path: string): string | undefined {
    const found = this.#forms.find((binding) => binding.matches(path));
    if (found !== undefined) this.#used.add(found.index);
    return found?.requirement;
  }

  /** Whether the contract says that the service keeps this convention. */
  keeps(rule: string): boolean {
    return this.#practices.some((matches) => matches(rule));
  }

  get used(): ReadonlySet<number> {
    return this.#used;
  }
}

/** The third segment of a path. */
function thirdOf(path: string): string {
  const start = path.indexOf('/', path.indexOf('/') + 1) + 1;
  const end = path.indexOf('/', start);
  return path.slice(start, end === -1 ? undefined : end);
}

/** The first of them. */
function matching(path: string, list: readonly CompiledBinding[] = []): CompiledBinding | undefined {
  for (const binding of list) if (binding.matches(path)) return binding;
  return undefined;
}

/** The one that stands further down in the file. */
function later(one: CompiledBinding | undefined, other: CompiledBinding | undefined): CompiledBinding | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.index > one.index ? other : one;
}

function listed(lists: Map<string, CompiledBinding[]>, key: string): CompiledBinding[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
