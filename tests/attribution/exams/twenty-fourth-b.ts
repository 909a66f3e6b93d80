/** Ordinary mistakes, found by walking through the two documents, the domain page and the RFCs section by section. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './twenty-fourth-b-identity.ts';
import { partnerOnboarding } from './twenty-fourth-b-partners.ts';
import { studentReporting } from './twenty-fourth-b-students.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': studentReporting,
  'identity-provider': identityProvider,
};
