/** What a check is called. */
import type { Report, ReportCheck } from '../model.ts';

export interface Title {
  readonly main: string;
  /** What sets this check apart from the others of its rule. */
  readonly aside?: string;
}

/**
 * A declared case has a sentence of its own, and the rule only says how it is judged. A generated case has a clause that
 * says what was done, and the rule says what is asked.
 */
export function titleOf(check: ReportCheck, rules: Report['rules']): Title {
  const rule = rules[check.rule]?.title;
  if (rule === undefined || same(rule, check.title)) return { main: check.title };
  if (isSentence(check.title)) return check.title.startsWith(rule) ? { main: check.title } : { main: check.title, aside: rule };
  return { main: rule, aside: check.title };
}

/** A clause may begin with a method or an abbreviation, in capitals. */
export function isSentence(title: string): boolean {
  return /^\p{Lu}(?!\p{Lu})/u.test(title);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
