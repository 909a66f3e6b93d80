/** The seventh exam, its first part: partner-onboarding and the identity provider that it takes tokens from. */
import type { Exam } from '../exam.ts';
import { identityProvider } from './seventh-identity-provider.ts';
import { partnerOnboarding } from './seventh-partner-onboarding.ts';

export const exam: Exam = {
  'partner-onboarding': partnerOnboarding ?? [],
  'identity-provider': identityProvider ?? [],
};
