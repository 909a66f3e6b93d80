/** How a departure that explains others stands to those. */
import type { RulePattern } from '../../../../record/rule-pattern.ts';
import type { Finding } from '../../../model.ts';

/** `base`: accepted somewhere of what the other tries too; `elsewhere`: in the operation, where what was found is not at the member that the check is about; `exchange`: seen in the same exchange; `case`: in the same case; `member`: of a member of that name in the endpoint; `named`: where both found something at members of one name in the endpoint; `requirement`: of the same requirement in the endpoint; `silent`: in the operation, where answers to both have no content, and a refusal would be told in it; `errors`: in the operation, of errors alone; `said`: accepted somewhere in the endpoint of a member that the answers complain of; `faulty`: where both were accepted, of one member in the endpoint; `refused before`: in the operation, of a record of which an update was refused before; `alike`: where answers of the operation ended in the same way; `taken`: where the answers to both say that something is taken; `unread`: in the endpoint, where all that came was no JSON; `unjudged`: in endpoints of which that could not be judged, where it is a habit of many operations; the others: anywhere in the operation, endpoint, service. */
export type Within =
  | 'base'
  | 'elsewhere'
  | 'exchange'
  | 'case'
  | 'member'
  | 'named'
  | 'requirement'
  | 'silent'
  | 'errors'
  | 'said'
  | 'faulty'
  | 'refused before'
  | 'alike'
  | 'taken'
  | 'unread'
  | 'unjudged'
  | 'operation'
  | 'endpoint'
  | 'service';

export interface Relation {
  readonly explains: readonly RulePattern[];
  /** Only where the explaining check is of this level: what should be does not stand for what must. */
  readonly level?: 'MUST';
  /** What the explaining check found. */
  readonly found?: Pick<Finding, 'kind'> | Pick<Finding, 'got'>;
  readonly these: readonly RulePattern[];
  readonly aspect?: string;
  /** Only those of a way that is called so. */
  readonly key?: string;
  /** Only those that were answered so. */
  readonly was?: string;
  readonly within: Within;
  /** What it explains in one operation it explains wherever the same was found. */
  readonly isHabit?: true;
  /** The record is another one, so that it does not matter at which members they differ. */
  readonly isAnother?: true;
  readonly why: string;
}

/** Good requests of an operation, whatever is special about them. */
export const GOOD_REQUESTS: readonly RulePattern[] = [
  'outcome.accepted',
  'access.scheme-case',
  'lifecycle.another-below',
  'input.longest',
  'input.longest-astral',
  'input.injection',
  'input.unicode',
  'input.astral',
  'input.email-form',
  'input.each-listed',
  'input.each-listed-inside',
  'input.shortest',
  'input.long-list',
  'input.most-entries',
  'input.lowest',
  'input.finest',
  'input.same-day',
  'input.today',
  'input.leap-day',
  'media.case',
  'media.charset',
  'media.accept-any',
  'media.accept-absent',
  'query.ignored',
  'query.path-kept',
];

/** What becomes of values that were taken. */
export const OF_VALUES: readonly RulePattern[] = [
  'input.longest-stored',
  'input.digits-stored',
  'input.great-number',
  'input.signs-stored',
  'input.escapes-stored',
  'input.blanks-stored',
  'input.astral-stored',
  'input.dates-kept',
  'input.zeros-kept',
  'input.blanks-kept',
  'input.words-kept',
  'input.addresses-kept',
];
