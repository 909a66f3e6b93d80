/** What a check is called. */
import type { Report, ReportCheck } from './model.ts';
import { failureText } from './phrase.ts';

export interface Title {
  readonly main: string;
  /** What sets this check apart from the others of its rule. */
  readonly aside?: string;
}

/**
 * A declared case has a sentence of its own, and the rule only says how it is judged. A generated case has a clause that
 * says what was done, and the rule says what is asked. A check that fails is called by what the service does: under a
 * cross, what is asked reads as if it had been seen.
 */
export function titleOf(check: ReportCheck, rules: Report['rules']): Title {
  const rule = rules[check.rule];
  if (check.verdict === 'fail' && rule?.fails !== undefined) {
    const main = failureText(rule.fails, [check]);
    return isSentence(check.title) && !same(rule.title, check.title) ? { main, aside: check.title } : { main };
  }
  return askedOf(check, rule?.title);
}

/** What is asked, whatever was found. */
function askedOf(check: ReportCheck, rule: string | undefined): Title {
  if (rule === undefined || same(rule, check.title) || rule.toLowerCase().endsWith(withoutSubject(check.title)))
    return { main: rule ?? check.title };
  if (isSentence(check.title))
    return check.title.startsWith(rule) ? { main: check.title } : { main: check.title, aside: rule };
  return { main: rule, aside: check.title };
}

/** A clause may begin with a method or an abbreviation, in capitals. */
export function isSentence(title: string): boolean {
  return /^\p{Lu}(?!\p{Lu})/u.test(title);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** "it succeeded, and every refusal is provoked" says nothing beside a rule that ends with the same words. */
function withoutSubject(title: string): string {
  const [, rest] = /^it [a-z]+,? (.{12,})$/i.exec(title) ?? [];
  return rest?.toLowerCase() ?? title.toLowerCase();
}
