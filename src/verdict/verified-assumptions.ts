/**
 * Assumptions that a run has verified.
 * An unanswered open question counts as verified for one use on one operation if other checks of the run show it. A
 * check then has the basis of its requirement. The exchanges of a check never verify its own assumptions.
 */
import { caseIdOf } from '../model/exchange.ts';
import type { Basis } from '../load/model.ts';
import type { Check, UseKind, VerifiableUse } from '../plan/model.ts';
import { mergeObjects, groupBy } from '../model/objects.ts';
import type { Verdict } from './model.ts';

/** A use that the run verified, with the checks that did and one exchange of them. */
export interface VerifiedUse extends VerifiableUse {
  readonly checks: readonly string[];
  readonly exchange: string;
}

export interface VerifiableCheck extends Pick<
  Check,
  'id' | 'service' | 'spec' | 'endpoint' | 'operation' | 'rule' | 'key' | 'onceVerified'
> {
  readonly basis: Basis;
  readonly verdict: Verdict;
  readonly evidence: readonly string[];
  readonly verifiedBy?: readonly VerifiedUse[];
}

interface Evidence {
  /** The operation of the use, or any other operation of the service. */
  readonly on: 'same' | 'other';
  /** Rules that must pass together on one operation: each alternative is enough. `rule/key` where the key matters. */
  readonly rules: readonly (readonly string[])[];
}

/**
 * Traversals of more than one page, with the same pages if the size header works: 5 records in pages of 2, 15 in pages
 * of 7.
 */
const WALKS = ['5', '15'];
const walks = (...rules: readonly string[]): readonly (readonly string[])[] =>
  WALKS.map((key) => rules.map((rule) => `${rule}/${key}`));

const EVIDENCE: Readonly<Record<UseKind, Evidence>> = {
  /** The operation succeeded; the same request with the token in an invented header was rejected. */
  auth: { on: 'same', rules: [['access.wrong-header']] },
  /** Every field was read back as sent; a request with an invented field was rejected. */
  fields: { on: 'same', rules: [['lifecycle.read-back', 'input.unknown-member']] },
  /** The headers changed the response: pages of the requested size, and on each page other records. */
  paging: {
    on: 'same',
    rules: [
      ...walks('page.size', 'page.walk-complete'),
      ['page.total-scaled', 'page.size/5', 'page.walk-complete/11-pages'],
      ['page.added-during-walk'],
    ],
  },
  /** Another list responded with these headers. */
  'page-header': { on: 'other', rules: walks('page.size', 'page.headers') },
  'page-ends': { on: 'other', rules: walks('page.size', 'page.next', 'page.previous') },
};

/** Checks with the basis that this run gives them. Any basis that an earlier merge raised is computed again. */
export function applyVerifiedAssumptions<T extends VerifiableCheck>(checks: readonly T[]): readonly T[] {
  if (!checks.some(({ onceVerified }) => onceVerified !== undefined)) return checks;
  const passed = new Map([...groupBy(checks, versionOf)].map(([version, all]) => [version, new Passed(all)] as const));
  return checks.map((check) => {
    const { onceVerified, verifiedBy } = check;
    if (onceVerified === undefined) return check;
    const proofs = onceVerified.uses.map((use) => passed.get(versionOf(check))?.proofOf(use, check));
    const whole = proofs.filter((proof) => proof !== undefined);
    if (whole.length === proofs.length) return mergeObjects(check, { basis: onceVerified.basis, verifiedBy: whole });
    if (verifiedBy === undefined) return check;
    const { verifiedBy: _earlier, ...rest } = check;
    return { ...rest, basis: 'assumed' } as unknown as T;
  });
}

function versionOf({ service, spec }: Pick<VerifiableCheck, 'service' | 'spec'>): string {
  return `${service}@${spec}`;
}

/** Checks of one version that passed, by operation and rule. */
class Passed {
  readonly #operations = new Map<string, Map<string, VerifiableCheck[]>>();

  constructor(checks: readonly VerifiableCheck[]) {
    for (const check of checks) {
      if (check.verdict !== 'pass' || check.evidence.length === 0) continue;
      const at = `${check.endpoint}/${check.operation}`;
      const rules = this.#operations.get(at) ?? new Map<string, VerifiableCheck[]>();
      this.#operations.set(at, rules);
      for (const name of [check.rule, `${check.rule}/${check.key ?? ''}`])
        rules.set(name, [...(rules.get(name) ?? []), check]);
    }
  }

  proofOf(use: VerifiableUse, weakened: VerifiableCheck): VerifiedUse | undefined {
    const { on, rules } = EVIDENCE[use.kind];
    const places = on === 'same' ? [use.at] : [...this.#operations.keys()].filter((at) => at !== use.at);
    for (const at of places)
      for (const all of rules) {
        const shown = all.map((rule) =>
          this.#operations
            .get(at)
            ?.get(rule)
            ?.find((one) => isApart(one, weakened)),
        );
        const whole = shown.filter((one) => one !== undefined);
        const exchange = whole.at(0)?.evidence.at(-1);
        if (whole.length === all.length && exchange !== undefined)
          return { ...use, checks: whole.map(({ id }) => id), exchange };
      }
    return undefined;
  }
}

/** A failing check names only the exchanges of its findings, so checks of one case are compared by their case. */
function isApart(one: VerifiableCheck, other: VerifiableCheck): boolean {
  const cases = new Set(other.evidence.map(caseIdOf));
  return one.id !== other.id && !one.evidence.some((exchange) => cases.has(caseIdOf(exchange)));
}
