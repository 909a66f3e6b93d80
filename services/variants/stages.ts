import type { PartnerOnboardingStages } from '../partner-onboarding/service.ts';
import type { Change } from '../stages.ts';
import type { StagesOf } from '../stages-of.ts';
import type { StudentReportingStages } from '../student-reporting/service.ts';
import { othersPartners, othersRecords } from './others-write.ts';
import type { VariantName } from './registry.ts';

/** Uids count from here; all of them are below 2^53. */
const largestUids = 9_000_000_000_000_000;

const largeUids: Change<StudentReportingStages> = ({ keep: { uid } }) => ({
  keep: { uid: () => largestUids + uid() },
});

/** Whoever comes is the one caller that there is. */
const keyAlone: Change<PartnerOnboardingStages> = () => ({
  door: { admit: () => ({ organisation: 'of-the-key', device: 'of-the-key' }) },
});

/** The ids of partners are short numbers. */
export const shortIds: Change<PartnerOnboardingStages> = (_inner, { data }) => {
  let last = data.partners.size;
  return { partners: { newId: () => String((last += 1)) } };
};

/** The variants that no reply shows alone, by what takes the place of stages. */
export const stageVariants: readonly {
  readonly variant: VariantName;
  readonly changes: { readonly [Subject in keyof StagesOf]?: readonly Change<StagesOf[Subject]>[] };
}[] = [
  { variant: 'large-ids', changes: { 'student-reporting': [largeUids], 'partner-onboarding': [shortIds] } },
  { variant: 'habit-api-key', changes: { 'partner-onboarding': [keyAlone] } },
  {
    variant: 'others-write',
    changes: { 'student-reporting': [othersRecords], 'partner-onboarding': [othersPartners] },
  },
];
