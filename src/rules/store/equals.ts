import { caseRule } from '../case-rule.ts';
import { readBack } from '../lifecycle/read-back.ts';

export const equals = caseRule(
  {
    id: 'store.equals',
    title: 'What was accepted is stored as it was sent',
    fails: 'stores something else than was sent: {where} is {actual} instead of {expected}',
    explain: 'The record is read back after it was accepted; every member must be as it was sent.',
    covers: ['E12'],
    needs: ['accepted', 'read'],
    filled: 'stored',
  },
  readBack.params,
  readBack.judge,
);
