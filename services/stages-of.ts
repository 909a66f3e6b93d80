import type { IdentityProviderStages } from './identity-provider/service.ts';
import type { PartnerOnboardingStages } from './partner-onboarding/service.ts';
import type { StudentReportingStages } from './student-reporting/service.ts';

/** The stages of each subject. */
export interface StagesOf {
  readonly 'partner-onboarding': PartnerOnboardingStages;
  readonly 'student-reporting': StudentReportingStages;
  readonly 'identity-provider': IdentityProviderStages;
}
