/**
 * An exam set by somebody who had read the services, their contracts and what earlier exams ask, and neither how causes are found nor
 * what was said of earlier exams. The sentences and what is held against the first item were written before anything was run.
 */
import type { Exam } from '../exam.ts';
import { earlierVersions } from './third-earlier-versions.ts';
import { identityProvider } from './third-identity-provider.ts';
import { partnerOnboarding } from './third-partner-onboarding.ts';
import { studentReporting } from './third-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': [...studentReporting, ...earlierVersions],
  'identity-provider': identityProvider,
};
