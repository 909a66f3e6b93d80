/**
 * Records which answers to open questions a check uses. Properties of a resolved contract that are such answers are
 * getters that report each read. Planning collects the reads while it creates the request, the expectation and the
 * versions of a check, so no rule has to declare them.
 * Planning is synchronous: one collection is open at a time, and nested collections are separate.
 */
import { BASELINE_STEP, isSetupStep } from '../model/exchange.ts';
import type { Precondition } from './model.ts';

/** An answer to an open question in a contract. Each place has one object. */
export interface AnswerUse {
  readonly point: string;
  /** Pointer in the contracts; empty if the use is not tied to one place. */
  readonly place: string;
  /**
   * The field with this property, as declared in the files. If fields are selected, only the uses of selected fields
   * count.
   */
  readonly field?: object;
  /** Whether a successful request confirms the answer: true for a path or a name, false for a limit. */
  readonly shown: boolean;
  /** Affects only the form of a rejection or success. */
  readonly form: boolean;
}

export interface AnswerUses {
  /** Uses for the check itself. */
  readonly own: ReadonlySet<AnswerUse>;
  /** Uses for the baseline request of the check, and for the records that it needs. */
  readonly baseline: ReadonlySet<AnswerUse>;
}

interface Collection extends AnswerUses {
  readonly own: Set<AnswerUse>;
  readonly baseline: Set<AnswerUse>;
}

/** Shared by the many computations that use no assumption. */
const UNSEEN: AnswerUses = { own: new Set(), baseline: new Set() };

let open: AnswerUses | undefined;
let isBaseline = false;

export function recordUses(uses: Iterable<AnswerUse>, which: keyof AnswerUses = isBaseline ? 'baseline' : 'own'): void {
  if (open === undefined) return;
  for (const use of uses) {
    if (open === UNSEEN) open = { own: new Set(), baseline: new Set() };
    (open as Collection)[which].add(use);
  }
}

export interface ValueWithUses<T> {
  readonly value: T;
  readonly uses: AnswerUses;
}

/** Collects the uses in a computation. They do not count for the surrounding one. */
export function collectUses<T>(make: () => T): ValueWithUses<T> {
  const around = open;
  const wasBaseline = isBaseline;
  open = UNSEEN;
  isBaseline = false;
  try {
    return { value: make(), uses: open };
  } finally {
    open = around;
    isBaseline = wasBaseline;
  }
}

/** Computes a result once for each object. The uses in it count for no check, because the first caller is arbitrary. */
export function computeOnce<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const results = new WeakMap<Key, { readonly value: T }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = { value: collectUses(() => compute(key)).value }));
    return result.value;
  };
}

/** Marks uses as those of a baseline request or of its records. */
export function asBaseline<T>(make: () => T): T {
  const was = isBaseline;
  isBaseline = true;
  try {
    return make();
  } finally {
    isBaseline = was;
  }
}

/** Reuses a computed value, and counts its uses again. */
export function reuseValue<T>({ value, uses }: ValueWithUses<T>): T {
  if (uses !== UNSEEN) {
    recordUses(uses.own);
    recordUses(uses.baseline, 'baseline');
  }
  return value;
}

/** The uses that selected fields, without those of other fields. */
export function usesOfFields(uses: AnswerUses, chosen: ReadonlySet<object>): AnswerUses {
  if (chosen.size === 0 || !hasUses(uses)) return uses;
  const counts = ({ field }: AnswerUse): boolean => field === undefined || chosen.has(field);
  return { own: new Set([...uses.own].filter(counts)), baseline: new Set([...uses.baseline].filter(counts)) };
}

/** Origin of a check. */
export interface CheckOrigin {
  readonly uses: readonly AnswerUses[];
  /**
   * Answers that an earlier success confirms: `nothing` without such a step; those of the `good` (baseline) request; or
   * `all` that the check uses.
   */
  readonly proven: 'nothing' | 'good' | 'all';
  /** False if the check judges only acceptance or rejection: another check judges the form. */
  readonly isForm: boolean;
  /** Places in the contracts that cannot make the check fail. */
  readonly whatever?: readonly string[];
}

/** A successful step of the case uses the same answers as later steps; the setup only those of the baseline request. */
export function answersProvenBy(given: readonly Precondition[]): CheckOrigin['proven'] {
  let proven: CheckOrigin['proven'] = 'nothing';
  for (const { step, is } of given) {
    if (is !== 'success') continue;
    if (!isSetupStep(step)) return 'all';
    if (step === BASELINE_STEP) proven = 'good';
  }
  return proven;
}

export function openQuestionsOf(origin: CheckOrigin): readonly string[] {
  return openQuestionsIn(relevantUses(origin));
}

export function openQuestionsIn(uses: readonly AnswerUse[]): readonly string[] {
  return uses.length === 0 ? NO_POINTS : [...new Set(uses.map(({ point }) => point))].sort();
}

/** Uses that neither an earlier success nor the rule makes irrelevant. */
export function relevantUses({ uses, proven, isForm, whatever = [] }: CheckOrigin): readonly AnswerUse[] {
  if (!uses.some(hasUses)) return NO_USES;
  const relevant = new Set<AnswerUse>();
  const shown = new Set<string>();
  if (proven !== 'nothing')
    for (const { baseline } of uses) for (const use of baseline) if (use.shown) shown.add(use.point);
  for (const { own, baseline } of uses) {
    for (const use of own) {
      const isProven = use.shown && (proven === 'all' || shown.has(use.point));
      const isIdle = (!isForm && use.form) || whatever.some((place) => use.place.startsWith(place));
      if (!isProven && !isIdle) relevant.add(use);
    }
    if (proven === 'nothing') for (const use of baseline) relevant.add(use);
  }
  return [...relevant];
}

const NO_USES: readonly AnswerUse[] = [];
const NO_POINTS: readonly string[] = [];

export function hasUses({ own, baseline }: AnswerUses): boolean {
  return own.size > 0 || baseline.size > 0;
}

/** Uses in a computation for which forms do not matter. */
export function collectRelevantUses(make: () => unknown): readonly AnswerUse[] {
  return relevantUses({ uses: [collectUses(make).uses], proven: 'nothing', isForm: false });
}

/** Open questions used in a computation, sorted. */
export function collectOpenQuestions(make: () => unknown): readonly string[] {
  return openQuestionsOf({ uses: [collectUses(make).uses], proven: 'nothing', isForm: true });
}
