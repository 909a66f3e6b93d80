/** Records that an answer says were made and that are not there: what made them, and what is special about those. */
import { fits } from '../../../record/rule-pattern.ts';
import { unkeptTitle } from '../unkept.ts';
import { seenBy, type CauseReading } from './model.ts';

export const unkeptRecords: CauseReading = ({ own, exchanges }) =>
  own.length > 0 && own.every(({ check }) => fits(['http.made'], check.rule))
    ? unkeptTitle(seenBy(own, exchanges), exchanges)
    : undefined;
