/**
 * Fifty ordinary mistakes, written down walking through the documents section by section: 34 of partner-onboarding, and 16 of the
 * identity provider and of access tokens, two of which are at partner-onboarding and two at student-reporting.
 */
import type { Exam } from '../exam.ts';
import { deleting, updating } from './twenty-first-a-change.ts';
import { creating, reading } from './twenty-first-a-create.ts';
import { members } from './twenty-first-a-members.ts';
import { identityProvider, studentReporting } from './twenty-first-a-tokens.ts';

export const exam: Exam = {
  'partner-onboarding': [...members, ...creating, ...reading, ...updating, ...deleting],
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
