/** Faults of what is taken too loosely. */
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type Seed } from '../fault.ts';
import { breaksForm, unboundPatterns } from '../fields/unbound.ts';

const service = 'partner-onboarding';

export const looseFaults: readonly Seed<PartnerOnboardingStages>[] = unboundPatterns.map(
  ({ what, describes, isTaken }) => ({
    id: `partner-onboarding.partners.${what}`,
    service,
    breaks: breaksForm,
    describes,
    touches: { rules: ['input.beyond-pattern', 'input.pattern', 'outcome.refused'] },
    change: inArea('body', ({ judge }) => ({
      judge: (place, given) => (typeof given === 'string' && isTaken(given, place.field) ? [] : judge(place, given)),
    })),
  }),
);
