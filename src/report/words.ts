/** Words that every view says. */
import type { ReportCheck, Verdict } from './model.ts';
import { number } from '../record/counted.ts';
import { printable } from './printable.ts';

export { printable };

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  fail: 'failing',
  inconclusive: 'not judged',
  untested: 'not judged, no verdict',
  pass: 'pass',
  inapplicable: 'does not apply',
};

/** `MUST documented 8, SHOULD standard 4`, in the order of weight. */
export function weights(checks: readonly Pick<ReportCheck, 'level' | 'basis'>[]): string {
  const counts = new Map<string, number>();
  for (const level of ['MUST', 'SHOULD', 'MAY'] as const) {
    for (const basis of ['documented', 'standard', 'confirmed', 'practice', 'assumed'] as const) {
      const found = checks.filter((check) => check.level === level && check.basis === basis).length;
      if (found > 0) counts.set(`${level} ${basis}`, found);
    }
  }
  return [...counts].map(([kind, found]) => `${kind} ${number(found)}`).join(', ');
}

/** The text on one line and at most so long: what a service sends back may be of any length and hold anything. */
export function oneLine(text: string, limit = 200): string {
  const flat = printable(text).replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const characters = [...flat];
  return characters.length <= limit ? flat : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Those that are there, each once. */
export function distinct(values: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(values.filter((value) => value !== undefined && value !== ''))] as readonly string[];
}
