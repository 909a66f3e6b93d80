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
    return check.declared === true ? { main, aside: check.title } : { main };
  }
  return askedOf(check, rule?.title);
}

/** What is asked, whatever was found. */
function askedOf(check: ReportCheck, rule: string | undefined): Title {
  if (rule === undefined || rule === check.title) return { main: check.title };
  return check.declared === true ? { main: check.title, aside: rule } : { main: rule, aside: check.title };
}
