/** Requirement of a check: `bindings.yaml` maps check paths to requirements. */
import type { RejectionKind } from '../load/model.ts';
import { globMatcher } from '../model/pattern.ts';
import type { Scope } from './scope.ts';

interface CompiledBinding {
  readonly matches: (path: string) => boolean;
  /** Tests the whole path, where `matches` tests one segment. */
  readonly matchesPath: (path: string) => boolean;
  /** The endpoint, with a slash, of every path that can match, if the pattern names one. */
  readonly start?: string | undefined;
  readonly requirement: string;
  readonly index: number;
}

/** A segment without wildcards. */
const PLAIN = /^[a-z.-]+$/;

/** A pattern of one segment, at the end or, with `{,/**}`, anywhere. */
const OF_ONE = /^(\*\*\/(?:[^/*]|\*(?!\*))+?)(?:\{,\/\*\*\})?$/;

/** Conventions that a contract also declares by a kind of rejection. */
const PRACTICES_OF_KINDS: readonly (readonly [RejectionKind, string])[] = [
  ['in-use', 'lifecycle.referred-to{,-by}'],
  ['foreign-reference', 'input.foreign-reference'],
];

/** The first segment of a pattern, if no path of another endpoint can match. */
const OF_ENDPOINT = /^[\w-]+\/(?=[^|]*$)/;

/** Bindings that match on one segment of a path. Each segment is looked up once. */
class OfSegments {
  readonly #bindings: CompiledBinding[] = [];
  readonly #known = new Map<string, CompiledBinding | undefined>();

  add(binding: CompiledBinding): void {
    this.#bindings.unshift(binding);
  }

  find(part: string): CompiledBinding | undefined {
    if (this.#bindings.length === 0) return undefined;
    let found = this.#known.get(part);
    if (found === undefined && !this.#known.has(part)) {
      const segments = part.split('/');
      found = this.#bindings.find(({ matches }) => segments.some(matches));
      this.#known.set(part, found);
    }
    return found;
  }
}

/** The place of a check whose requirement is looked up. */
export interface CheckPlace {
  readonly operation: string;
  readonly rule: string;
  readonly key?: string | undefined;
  /** The rule is a SHOULD of a standard, or a practice. Only a binding that names the rule makes it mandatory. */
  readonly isAdvisory?: boolean;
}

function pathOfCheck({ operation, rule, key }: CheckPlace): string {
  return key === undefined ? `${operation}/${rule}` : `${operation}/${rule}/${key}`;
}

/** Whether the binding matches any rule of the family, such as `**\/method.*`, and does not name this one. */
function matchesFamily({ matchesPath }: CompiledBinding, place: CheckPlace): boolean {
  return matchesPath(pathOfCheck({ ...place, rule: `${place.rule.split('.')[0] ?? ''}.-` }));
}

/** The id of the check on the form of the response that another check judges. */
export function formCheckId(id: string): string {
  return `${id}/form`;
}

/**
 * Bindings and declared practices of one service, compiled once. In every list the last binding comes first, because
 * the last match wins.
 */
export class Bindings {
  /** By the rule that a pattern names as third segment. */
  readonly #byRule = new Map<string, CompiledBinding[]>();
  /** Patterns on the last segment, such as `**\/http.date`. */
  readonly #ofEnds = new OfSegments();
  /** Patterns on any segment, such as `**\/input.*{,/**}`. */
  readonly #ofAny = new OfSegments();
  readonly #others: CompiledBinding[] = [];
  readonly #all: CompiledBinding[] = [];
  readonly #forms: CompiledBinding[] = [];
  /** By rule and key: the last binding on a segment of either. */
  readonly #ofNames = new Map<string, Map<string | undefined, CompiledBinding | undefined>>();
  /** Absent if the service has a single version. */
  readonly #known: Map<string, CompiledBinding | undefined> | undefined;
  readonly #practices: readonly ((rule: string) => boolean)[];

  constructor(scope: Scope) {
    this.#known = scope.spec.versions.length === 1 ? undefined : new Map();
    const { practices, errors } = scope.contracts;
    const ofKinds = PRACTICES_OF_KINDS.filter(([kind]) => errors.refusals[kind] !== undefined);
    this.#practices = [...practices.map(({ rules }) => rules), ...ofKinds.map(([, rules]) => rules)].map(globMatcher);
    scope.contracts.bindings.forEach(({ checks, requirement, form }, index) => {
      const matches = globMatcher(checks);
      if (form !== undefined) this.#forms.unshift({ matches, matchesPath: matches, requirement: form, index });
      if (requirement === undefined) return;
      const compiled = { matches, matchesPath: matches, requirement, index };
      this.#all.unshift(compiled);
      const [first, second = '', third = ''] = checks.split('/');
      const [, segment] = OF_ONE.exec(checks) ?? [];
      if (segment === checks) this.#ofEnds.add(compiled);
      else if (segment !== undefined) this.#ofAny.add({ ...compiled, matches: globMatcher(segment) });
      else if (first !== '**' && second !== '**' && PLAIN.test(third)) listed(this.#byRule, third).unshift(compiled);
      else this.#others.unshift({ ...compiled, start: OF_ENDPOINT.exec(checks)?.[0] });
    });
  }

  find(place: CheckPlace): string | undefined {
    const last = this.#last(place);
    if (last === undefined || place.isAdvisory !== true || !matchesFamily(last, place)) return last?.requirement;
    const path = pathOfCheck(place);
    return this.#all.find((one) => one.matchesPath(path) && !matchesFamily(one, place))?.requirement;
  }

  /** Whether any binding matches the check, also one that does not name its rule. */
  isBound(place: CheckPlace): boolean {
    return this.#last(place) !== undefined;
  }

  /** The last binding that matches. Cached, because every version looks up the same paths. */
  #last(place: CheckPlace): CompiledBinding | undefined {
    if (this.#known === undefined) return this.#find(place);
    const path = pathOfCheck(place);
    const known = this.#known.get(path);
    if (known !== undefined || this.#known.has(path)) return known;
    const found = this.#find(place);
    this.#known.set(path, found);
    return found;
  }

  #find(place: CheckPlace): CompiledBinding | undefined {
    const found = later(matching(place, this.#byRule.get(place.rule)), matching(place, this.#others));
    return later(later(found, this.#ofAny.find(place.operation)), this.#ofName(place));
  }

  #ofName({ rule, key }: CheckPlace): CompiledBinding | undefined {
    let ofRule = this.#ofNames.get(rule);
    if (ofRule === undefined)
      this.#ofNames.set(rule, (ofRule = new Map<string | undefined, CompiledBinding | undefined>()));
    let found = ofRule.get(key);
    if (found === undefined && !ofRule.has(key)) {
      found = this.#ofEnds.find(key === undefined ? rule : key.slice(key.lastIndexOf('/') + 1));
      found = later(found, this.#ofAny.find(rule));
      if (key !== undefined) found = later(found, this.#ofAny.find(key));
      ofRule.set(key, found);
    }
    return found;
  }

  /** The requirement for the form of a response. Bindings of a rejection do not cover its form. */
  findForm(path: string): string | undefined {
    const found = this.#forms.find((binding) => binding.matches(path));
    return found?.requirement;
  }

  /** Whether the contract declares this convention. */
  keeps(rule: string): boolean {
    return this.#practices.some((matches) => matches(rule));
  }
}

function matching(place: CheckPlace, list: readonly CompiledBinding[] = []): CompiledBinding | undefined {
  for (const binding of list)
    if (
      (binding.start === undefined || place.operation.startsWith(binding.start)) &&
      binding.matches(pathOfCheck(place))
    )
      return binding;
  return undefined;
}

function later(one: CompiledBinding | undefined, other: CompiledBinding | undefined): CompiledBinding | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.index > one.index ? other : one;
}

function listed(lists: Map<string, CompiledBinding[]>, key: string): CompiledBinding[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}
