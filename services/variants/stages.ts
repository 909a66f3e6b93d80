import { GatewayError } from '../http/gateway-error.ts';
import type { ServiceStages } from '../instance.ts';
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

/** Who changes a record has it alone until he is answered. */
const locksRecords: Change<ServiceStages> = ({ delivery: { answer } }, { gateway }) => {
  const locked = new Set<string>();
  return {
    delivery: {
      answer: async (call) => {
        const { method, path } = call;
        if (method !== 'PATCH') return answer(call);
        if (locked.has(path))
          return gateway.refuse(new GatewayError(409, { code: 'conflict', detail: 'Another update is under way.' }));
        locked.add(path);
        return answer(call).finally(() => locked.delete(path));
      },
    },
  };
};

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
    variant: 'one-update-at-a-time',
    changes: { 'student-reporting': [locksRecords], 'partner-onboarding': [locksRecords] },
  },
  {
    variant: 'others-write',
    changes: { 'student-reporting': [othersRecords], 'partner-onboarding': [othersPartners] },
  },
];
