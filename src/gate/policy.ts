/**
 * Policies of the gate, as data. A policy defines which failures block, and the effect of each other defect of a run:
 * `block` (exit 1), `incomplete` (exit 3) or `show`.
 */
import type { Symptom } from '../model/check-scope.ts';
import type { Basis, Finding, Level } from '../report/model.ts';

export const EFFECTS = ['block', 'incomplete', 'show'] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * Rules on defects of a run besides failing checks, by importance, which is the order of reasons.
 * - `ratchet`: a check was judged in the baseline and is not planned, or no longer applicable, now.
 * - `ratchet-unjudged`: a check was judged in the baseline and could not be judged now.
 * - `…-waiver`, `unexpected-pass`: the waiver file of the target is out of date.
 * - `empty-plan`: a service and version without planned checks.
 * - `unproven`: a service and version in which no check that could block was judged.
 * - `untested`: a planned check of any level without a verdict.
 * - `inconclusive`: a check that could block could not be judged.
 * - `ratchet-unasked`: checks of the baseline are outside of the selection of a partial run.
 * - `narrowed`: the run covers a selection (`--only`, `--spec`, one shard).
 */
export const GATE_RULES = [
  'ratchet',
  'mismatched-waiver',
  'expired-waiver',
  'unexpected-pass',
  'overlapping-waiver',
  'stale-waiver',
  'unmatched-waiver',
  'empty-plan',
  'unproven',
  'untested',
  'inconclusive',
  'ratchet-unjudged',
  'ratchet-unasked',
  'narrowed',
] as const;
export type GateRule = (typeof GATE_RULES)[number];

/** A set of checks whose failure blocks; all given properties must match. */
export interface FailingScope {
  readonly service?: string;
  readonly spec?: readonly string[];
  /** Glob over whole check ids. */
  readonly checks?: string;
  readonly levels: readonly Level[];
  readonly bases: readonly Basis[];
  /** Filters on the texts of a finding, as in a waiver. If given, only such a finding blocks. */
  readonly symptom?: Symptom;
  /** Filters on the kind of a finding, and on a success status. */
  readonly found?: { readonly kind: NonNullable<Finding['kind']>; readonly isSuccess?: true };
  /** Why the failure blocks without a mandatory requirement; part of the decision. */
  readonly why?: string;
}

export interface Policy {
  readonly name: string;
  /** A failing check in any of these scopes blocks. */
  readonly failing: readonly FailingScope[];
  readonly rules: Readonly<Record<GateRule, Effect>>;
}

/** Without `practice` and `assumed`: only a requirement with an authoritative source may stop a release. */
const SOMEBODY: readonly Basis[] = ['documented', 'standard', 'confirmed'];
const BINDING: FailingScope = { levels: ['MUST'], bases: SOMEBODY };

/** An invalid request was accepted. */
const ACCEPTED: FailingScope['found'] = { kind: 'status', isSuccess: true };

/** No standard forbids that a service stops, but clients depend on it. */
const STOPS: FailingScope = {
  checks: '**/raw.still-responds/*',
  levels: ['SHOULD'],
  bases: [...SOMEBODY, 'practice'],
  symptom: { where: 'exchange' },
  why: 'one request stops the service for all clients',
};

/** Failures that no MUST covers and that still stop a release. */
const NO_RELEASE_WITH: readonly FailingScope[] = [
  {
    checks: '**/method.unsupported/*',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'the service accepts a write that its contract does not declare',
  },
  {
    checks: '**/lifecycle.location-leads',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    symptom: { where: 'body#' },
    why: 'a client that stores the returned identifier cannot find its record',
  },
  {
    checks: '**/http.no-leak',
    levels: ['SHOULD'],
    bases: [...SOMEBODY, 'practice'],
    found: { kind: 'stack-frame' },
    why: 'a stack trace in an error shows attackers how the service works',
  },
  {
    checks: '**/input.duplicate-member',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'validation may check the first of two equal fields and storage may use the second',
  },
  {
    checks: '**/media.unsupported/*',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'an undeclared media type bypasses the tests, and a browser can send it from any page',
  },
  {
    checks: '**/token.issued-in-future',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'an assertion from the future bypasses the limit on its age',
  },
];

const STRICT: Policy['rules'] = {
  ratchet: 'block',
  'mismatched-waiver': 'block',
  'expired-waiver': 'block',
  'unexpected-pass': 'block',
  'overlapping-waiver': 'block',
  'stale-waiver': 'block',
  'unmatched-waiver': 'block',
  'empty-plan': 'incomplete',
  unproven: 'incomplete',
  untested: 'incomplete',
  inconclusive: 'incomplete',
  'ratchet-unjudged': 'incomplete',
  'ratchet-unasked': 'show',
  narrowed: 'show',
};

export const PRESETS = {
  /** The default, for a daily run that is read every morning. */
  nightly: { name: 'nightly', failing: [BINDING, STOPS], rules: STRICT },
  /** For a release: `nightly` plus the release blockers, and a partial run is not enough. */
  release: {
    name: 'release',
    failing: [BINDING, STOPS, ...NO_RELEASE_WITH],
    rules: { ...STRICT, narrowed: 'incomplete' },
  },
  /** For exploring a service: all failures are shown and none blocks, but an empty run is incomplete. */
  explore: {
    name: 'explore',
    failing: [],
    rules: {
      ratchet: 'show',
      'mismatched-waiver': 'show',
      'expired-waiver': 'show',
      'unexpected-pass': 'show',
      'overlapping-waiver': 'show',
      'stale-waiver': 'show',
      'unmatched-waiver': 'show',
      'empty-plan': 'incomplete',
      unproven: 'show',
      untested: 'show',
      inconclusive: 'show',
      'ratchet-unjudged': 'show',
      'ratchet-unasked': 'show',
      narrowed: 'show',
    },
  },
} as const satisfies Record<string, Policy>;

/** The same policy, but a partial run must cover the whole baseline. */
export function strictPolicy(policy: Policy): Policy {
  return { ...policy, name: `${policy.name}, strict`, rules: { ...policy.rules, 'ratchet-unasked': 'block' } };
}

export type PresetName = keyof typeof PRESETS;
export const DEFAULT_POLICY: Policy = PRESETS.nightly;
