import { refusalRule } from '../refused.ts';

export const otherParty = refusalRule({
  id: 'lifecycle.other-party',
  title: "Another organisation's record is not found",
  fails: '{accepts} a call for the record of another organisation: {status}',
  explain: 'The record exists, but belongs to another organisation. Showing or changing it is a leak.',
  covers: ['G12', 'G11'],
});
