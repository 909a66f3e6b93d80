import { refusalRule } from '../refused.ts';

export const partsGone = refusalRule({
  id: 'lifecycle.parts-gone',
  title: 'The parts of a deleted record are gone',
  fails: '{accepts} the read of a part of a deleted record: {status}',
  explain:
    'The record was deleted with a part below it. The part must not be found any more; one that stays belongs to nobody.',
  covers: ['E06'],
});
