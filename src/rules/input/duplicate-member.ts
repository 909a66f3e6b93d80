import { refusalRule } from '../refused.ts';

export const duplicateMember = refusalRule({
  id: 'input.duplicate-member',
  title: 'A member that stands twice is refused',
  fails: '{accepts} a body with a member twice: {status}',
  explain: 'Readers of JSON disagree about which one counts, so that two systems could see two records.',
  covers: ['F05'],
});
