import { refusalRule } from '../refused.ts';

export const letterCase = refusalRule({
  id: 'path.case',
  title: 'A path in capitals is another path',
  fails: '{accepts} a path in capitals: {status}',
  explain: 'Paths distinguish capitals; a second spelling slips past access rules written for the first.',
  convention: true,
  covers: ['B09'],
});
