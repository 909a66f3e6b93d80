/**
 * What a gate asks for, as data. A policy names which failures block, and what each of the other things that can be
 * wrong with a run does: `block` it (exit 1), leave it `incomplete` (exit 3), or merely `show` it.
 */
import type { Symptom } from '../model/check-scope.ts';
import type { Basis, Finding, Level } from '../report/model.ts';

export const EFFECTS = ['block', 'incomplete', 'show'] as const;
export type Effect = (typeof EFFECTS)[number];

/**
 * Everything beside failing checks that a policy has a word on, most important first: reasons are listed in this order.
 *
 * - `ratchet`: a check was judged in the baseline and is not planned, or no longer applicable, now.
 * - `ratchet-unjudged`: a check was judged in the baseline and could not be judged now.
 * - `…-waiver`, `unexpected-pass`: the target's list of waivers does not say what is.
 * - `empty-plan`: a service and version for which nothing was planned.
 * - `unproven`: a service and version in which no check that could block was judged.
 * - `untested`: a planned check without a verdict, of any level: a hole in the run.
 * - `inconclusive`: a check that could block could not be judged.
 * - `ratchet-unasked`: checks of the baseline were not asked for now, because the run was narrowed.
 * - `narrowed`: the run was asked for a part only (`--only`, one shard).
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

/** A set of checks whose failure blocks: all that is given must hold. */
export interface FailingScope {
  readonly service?: string;
  readonly spec?: readonly string[];
  /** Glob over whole check ids. */
  readonly checks?: string;
  readonly levels: readonly Level[];
  readonly bases: readonly Basis[];
  /** Parts of the texts of a finding, as a waiver has them: where given, a failure blocks for that finding alone. */
  readonly symptom?: Symptom;
  /** What was found, where a failure blocks for that alone: the kind, and whether the status was that of a success. */
  readonly found?: { readonly kind: NonNullable<Finding['kind']>; readonly isSuccess?: true };
  /** Why it blocks, where no requirement demands it: the decision says so. */
  readonly why?: string;
}

export interface Policy {
  readonly name: string;
  /** A failing check in any of these blocks. */
  readonly failing: readonly FailingScope[];
  readonly rules: Readonly<Record<GateRule, Effect>>;
}

/** Practice and assumed are missing on purpose: what nobody with a say has said cannot stop a release. */
const SOMEBODY: readonly Basis[] = ['documented', 'standard', 'confirmed'];
const BINDING: FailingScope = { levels: ['MUST'], bases: SOMEBODY };

/** What was to be refused was taken. */
const ACCEPTED: FailingScope['found'] = { kind: 'status', isSuccess: true };

/** No standard forbids that a service stops; whoever uses it cannot do without it. */
const STOPS: FailingScope = {
  checks: '**/raw.still-responds/*',
  levels: ['SHOULD'],
  bases: [...SOMEBODY, 'practice'],
  symptom: { where: 'exchange' },
  why: 'one request stops the service for all its clients',
};

/** What no MUST forbids and a release is not made with. */
const NO_RELEASE_WITH: readonly FailingScope[] = [
  {
    checks: '**/method.unsupported/*',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'a write that nobody declared contradicts a contract that says it is the whole of the interface',
  },
  {
    checks: '**/lifecycle.location-leads',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    symptom: { where: 'body#' },
    why: 'a client that keeps the first identifier has lost its record',
  },
  {
    checks: '**/http.no-leak',
    levels: ['SHOULD'],
    bases: [...SOMEBODY, 'practice'],
    found: { kind: 'stack-frame' },
    why: 'a stack trace in an error tells strangers how the service is built, and mostly that nobody caught the failure',
  },
  {
    checks: '**/input.duplicate-member',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'of a member that is there twice one reader checks the first and another stores the last',
  },
  {
    checks: '**/media.unsupported/*',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'a media type that nobody declared is a second way in that nobody tests, and that a browser may use from any page',
  },
  {
    checks: '**/token.issued-in-future',
    levels: ['SHOULD'],
    bases: SOMEBODY,
    found: ACCEPTED,
    why: 'an assertion from the future outlives every limit on its age',
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
  /** For a run that somebody reads every morning: the default. */
  nightly: { name: 'nightly', failing: [BINDING, STOPS], rules: STRICT },
  /** For admitting a release: as nightly, with what a release is not made with, and a part of a run is not enough. */
  release: {
    name: 'release',
    failing: [BINDING, STOPS, ...NO_RELEASE_WITH],
    rules: { ...STRICT, narrowed: 'incomplete' },
  },
  /** For getting to know a service: everything is shown and nothing blocks, but an empty run is still not an answer. */
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

/** The same, where a comparison with a part of what was compared with before is not enough. */
export function strict(policy: Policy): Policy {
  return { ...policy, name: `${policy.name}, strict`, rules: { ...policy.rules, 'ratchet-unasked': 'block' } };
}

export type PresetName = keyof typeof PRESETS;
export const DEFAULT_POLICY: Policy = PRESETS.nightly;
