import { refusalRule } from '../refused.ts';

export const duplicateMember = refusalRule({
  id: 'input.duplicate-member',
  title: 'A member that stands twice is refused',
  explain: 'Readers of JSON disagree about which one counts, so that two systems could see two records.',
  covers: ['F05'],
});
