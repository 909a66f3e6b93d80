/** Set by somebody who had not read how causes are found. The comments say from what each question departs, by section of the source documents. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './sixth-identity-provider.ts';
import { partnerOnboarding } from './sixth-partner-onboarding.ts';
import { studentReporting } from './sixth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
