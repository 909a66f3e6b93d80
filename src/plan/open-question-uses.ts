/**
 * Who looked at a guess. Members of a folded contract that are answers to open points note each look, so that what is
 * planned from them need not say what it rests on: the request, the expectation and the versions of a check are made
 * while its looks are collected.
 *
 * Planning is synchronous, so that one collection is open at a time, and another inside it is a part of its own.
 */
import { CONTROL_STEP, isOfSetup } from '../model/exchange.ts';
import type { Given } from './model.ts';

/** One member of a contract that is an answer to an open point. The same object each time that it is looked at. */
export interface AnswerUse {
  readonly point: string;
  /** Where it stands in the contracts, as a pointer; empty for what rests on a point as a whole. */
  readonly place: string;
  /** The field that it is a member of, as the files say it: of choices among fields, those of the chosen one count. */
  readonly field?: object;
  /** Whether the success of a request that was made with it shows that it is right: a path, a name. A limit is not shown by keeping it. */
  readonly shown: boolean;
  /** It says how a refusal or a success looks, and nothing of whether there is one. */
  readonly form: boolean;
}

export interface Looks {
  /** For this very check. */
  readonly own: ReadonlySet<AnswerUse>;
  /** For the good request that it is one step away from, and for the records that this needs. */
  readonly good: ReadonlySet<AnswerUse>;
}

interface Collection extends Looks {
  readonly own: Set<AnswerUse>;
  readonly good: Set<AnswerUse>;
}

/** Hardly anything is a guess: a collection is made where there is something to put into it. */
const UNSEEN: Looks = { own: new Set(), good: new Set() };

let open: Looks | undefined;
let isGood = false;

export function note(uses: Iterable<AnswerUse>, which: keyof Looks = isGood ? 'good' : 'own'): void {
  if (open === undefined) return;
  for (const use of uses) {
    if (open === UNSEEN) open = { own: new Set(), good: new Set() };
    (open as Collection)[which].add(use);
  }
}

export interface ObservedValue<T> {
  readonly value: T;
  readonly looks: Looks;
}

/** What is made, with every look that it took; none of them counts for what is being made around it. */
export function observed<T>(make: () => T): ObservedValue<T> {
  const around = open;
  const wasGood = isGood;
  open = UNSEEN;
  isGood = false;
  try {
    return { value: make(), looks: open };
  } finally {
    open = around;
    isGood = wasGood;
  }
}

/** A function that computes its result once for each object. Uses of answers in it count for no check: the first caller is one of many. */
export function computeOnce<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const results = new WeakMap<Key, { readonly value: T }>();
  return (key) => {
    let result = results.get(key);
    if (result === undefined) results.set(key, (result = { value: observed(() => compute(key)).value }));
    return result.value;
  };
}

/** What is made is part of a good request, or of a record that one needs. */
export function asGood<T>(make: () => T): T {
  const was = isGood;
  isGood = true;
  try {
    return make();
  } finally {
    isGood = was;
  }
}

/** What was made earlier is used again: so are its looks. */
export function again<T>({ value, looks }: ObservedValue<T>): T {
  if (looks !== UNSEEN) {
    note(looks.own);
    note(looks.good, 'good');
  }
  return value;
}

/** Looks that it took to choose fields, for those that were chosen: of the others, none count. */
export function forFields(looks: Looks, chosen: ReadonlySet<object>): Looks {
  if (chosen.size === 0 || !hasLooked(looks)) return looks;
  const counts = ({ field }: AnswerUse): boolean => field === undefined || chosen.has(field);
  return { own: new Set([...looks.own].filter(counts)), good: new Set([...looks.good].filter(counts)) };
}

/** How a check came to be. */
export interface Origin {
  readonly looks: readonly Looks[];
  /**
   * What a success that had to come before its verdict counts has shown to be right: `nothing`, where none had to; all that
   * the `good` request was made with; or `all` that it was made with itself.
   */
  readonly proven: 'nothing' | 'good' | 'all';
  /** False of what asks whether something is refused or accepted, and not how: that is another check. */
  readonly isForm: boolean;
  /** Places of the contracts that cannot make it fail, whatever is guessed there. */
  readonly whatever?: readonly string[];
}

/** A step of the case that had to succeed was made with the same as what follows it; the control, with the good request. */
export function provenBy(given: readonly Given[]): Origin['proven'] {
  let proven: Origin['proven'] = 'nothing';
  for (const { step, is } of given) {
    if (is !== 'success') continue;
    if (!isOfSetup(step)) return 'all';
    if (step === CONTROL_STEP) proven = 'good';
  }
  return proven;
}

/** The open points that a check rests on, in the order of their ids. */
export function pointsOf(origin: Origin): readonly string[] {
  return pointsIn(usesOf(origin));
}

export function pointsIn(uses: readonly AnswerUse[]): readonly string[] {
  return uses.length === 0 ? NO_POINTS : [...new Set(uses.map(({ point }) => point))].sort();
}

/** Every use of an answer that neither a success before its verdict nor its rule makes irrelevant. */
export function usesOf({ looks, proven, isForm, whatever = [] }: Origin): readonly AnswerUse[] {
  if (!looks.some(hasLooked)) return NO_USES;
  const uses = new Set<AnswerUse>();
  const shown = new Set<string>();
  if (proven !== 'nothing') for (const { good } of looks) for (const use of good) if (use.shown) shown.add(use.point);
  for (const { own, good } of looks) {
    for (const use of own) {
      const isProven = use.shown && (proven === 'all' || shown.has(use.point));
      const isIdle = (!isForm && use.form) || whatever.some((place) => use.place.startsWith(place));
      if (!isProven && !isIdle) uses.add(use);
    }
    if (proven === 'nothing') for (const use of good) uses.add(use);
  }
  return [...uses];
}

const NO_USES: readonly AnswerUse[] = [];
const NO_POINTS: readonly string[] = [];

/** Whether anything was looked at that is a guess. */
export function hasLooked({ own, good }: Looks): boolean {
  return own.size > 0 || good.size > 0;
}

/** The uses of answers in making something whose form does not matter. */
export function usesSeen(make: () => unknown): readonly AnswerUse[] {
  return usesOf({ looks: [observed(make).looks], proven: 'nothing', isForm: false });
}

/** The open points that are looked at in making something, in the order of their ids. */
export function pointsSeen(make: () => unknown): readonly string[] {
  return pointsOf({ looks: [observed(make).looks], proven: 'nothing', isForm: true });
}
