/** Lists that give one number as their total, however many records there are: it is counted from something else. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { whereWords, listed } from '../../phrase.ts';
import { distinct } from '../../words.ts';
import { operationsOf } from '../exchanges/exchange-index.ts';
import { seenBy, type CauseReading } from './model.ts';

const TOTALS: readonly RulePattern[] = ['page.total', 'page.total-grown', 'page.total-shrunk', 'page.total-scaled'];

/** Of a list that stood before. */
const OF_ANY_LIST: readonly RulePattern[] = ['page.total', 'page.total-scaled'];

/** `Counts 1 in tcsi-pagination-total-pages of campuses/list and courses/list, however many there are`. */
export const sameTotal: CauseReading = ({ own, all, exchanges }) => {
  if (own.length === 0 || !own.every(({ check }) => fits(TOTALS, check.rule))) return undefined;
  const totals = [...own, ...all].filter(({ check }) => fits(TOTALS, check.rule));
  // A count that is kept differs from what was made or removed after it alone.
  if (!totals.some(({ check }) => fits(OF_ANY_LIST, check.rule))) return undefined;
  const findings = totals.flatMap(({ sights }) => sights.map(({ finding }) => finding));
  const [given, ...others] = distinct(findings.map(({ actual }) => actual));
  const due = distinct(findings.map(({ expected }) => expected));
  if (given === undefined || others.length > 0 || due.length < 2) return undefined;
  const where = listed(distinct(findings.map((finding) => whereWords(finding.where))));
  return `Counts ${given} in ${where} of ${listed(operationsOf(seenBy(totals, exchanges), exchanges))}, however many there are`;
};
