/** An exam of thirty questions: deploys, gateways, caches, mappers, serializers, clocks and accounts as they go wrong in real services. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './fourth-identity-provider.ts';
import { partnerOnboarding } from './fourth-partner-onboarding.ts';
import { earlierVersions } from './fourth-earlier-versions.ts';
import { studentReporting } from './fourth-student-reporting.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding,
  'student-reporting': [...studentReporting, ...earlierVersions],
  'identity-provider': identityProvider,
};
