import { judgePresence, PRESENCE_PARAMS } from './presence.ts';
import { caseRule } from '../case-rule.ts';

export const absent = caseRule(
  {
    id: 'header.absent',
    title: 'The answer does not carry the header',
    fails: 'answers with the {where}, which must not be sent',
    explain: 'This header must not be sent with this answer.',
    covers: [],
  },
  PRESENCE_PARAMS,
  judgePresence(false),
);
