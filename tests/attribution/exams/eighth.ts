/** The eighth exam: what services in production get wrong most often. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './eighth-identity-provider.ts';
import { partnerOnboarding } from './eighth-partner-onboarding.ts';
import { studentReporting } from './eighth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
