import type { PartnerOnboardingStages } from '../partner-onboarding/service.ts';
import type { Change } from '../stages.ts';
import type { StudentReportingStages } from '../student-reporting/service.ts';

/** Uids count from here; all of them are below 2^53. */
const largestUids = 9_000_000_000_000_000;

export const largeUids: Change<StudentReportingStages> = ({ keep: { uid } }) => ({
  keep: { uid: () => largestUids + uid() },
});

/** Whoever comes is the one caller that there is. */
export const keyAlone: Change<PartnerOnboardingStages> = () => ({
  door: { admit: () => ({ organisation: 'of-the-key', device: 'of-the-key' }) },
});

/** The ids of partners are short numbers. */
export const shortIds: Change<PartnerOnboardingStages> = (_inner, { data }) => {
  let last = data.partners.size;
  return { partners: { newId: () => String((last += 1)) } };
};
