import { judgePresence, PRESENCE_PARAMS } from './presence.ts';
import { caseRule } from '../case-rule.ts';

export const present = caseRule(
  {
    id: 'header.present',
    title: 'The answer carries the header',
    fails: 'answers without the {where}',
    explain: 'This header must be sent with this answer.',
    covers: [],
  },
  PRESENCE_PARAMS,
  judgePresence(true),
);
