import { caseRule } from '../case-rule.ts';
import { ACCEPTED_PARAMS, judgeAccepted } from '../outcome/accepted.ts';

/** How long a body may be is for each server to say (RFC 9110 §15.5.14): what it said of itself is what it is held to. */
export const largeBatch = caseRule(
  {
    id: 'input.large-batch',
    title: 'Many records in one request are accepted',
    fails: '{refuses} a request with many records: {status}',
    awaits: 'acceptance',
    explain:
      'Each of them is right, and nothing is said of how many there may be. A refusal is mostly that of a proxy or a framework, which reads no longer bodies than it is used to.',
    covers: ['F06'],
    filled: 'success',
  },
  ACCEPTED_PARAMS,
  judgeAccepted,
);
