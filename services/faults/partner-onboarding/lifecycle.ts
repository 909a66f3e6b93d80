import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { partnerFields } from '../../partner-onboarding/partner.ts';
import { GatewayError } from '../../http/gateway-error.ts';
import { inArea, type FaultChange, type Seeded } from '../fault.ts';
import { lifecycleEntry } from '../lifecycle-entry.ts';
import type { LifecycleFault } from '../lifecycle-words.ts';

type Change = FaultChange<PartnerOnboardingStages>;

/** A partner is in no list and its id is the service's own, so a stored refusal or a second copy cannot be seen. */
const changes: readonly (readonly [LifecycleFault, Change])[] = [
  ['create-not-stored', inArea('partners', () => ({ add: () => undefined }))],
  [
    'refused-update-stored',
    inArea('run', ({ 'partners.update': update }, { partners }) => ({
      'partners.update': (exchange) => {
        if (!update) throw new Error('There is no update.');
        try {
          return update(exchange);
        } catch (error) {
          const isOfValues = error instanceof GatewayError && error.status === 422;
          if (isOfValues) partners.replace(partners.change(exchange));
          throw error;
        }
      },
    })),
  ],
  ['location-missing', inArea('partners', () => ({ location: () => ({}) }))],
  ['location-wrong', inArea('partners', () => ({ location: () => ({ location: '/partners/nowhere' }) }))],
  ['patch-ignored', inArea('partners', () => ({ replace: () => undefined }))],
  [
    'patch-clears-others',
    inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const isRequired = (name: string): boolean =>
          partnerFields.some((field) => field.name === name && field.required === true);
        const values = Object.fromEntries(Object.entries(partner.values).filter(([name]) => isRequired(name)));
        return merge({ ...partner, values }, given, purpose);
      },
    })),
  ],
  [
    'patch-null-kept',
    inArea('partners', ({ merge }) => ({
      merge: (partner, given, purpose) => {
        const values = new Map([...given.values].filter(([, value]) => value !== null));
        return merge(partner, { ...given, values }, purpose);
      },
    })),
  ],
  ['null-for-unset', inArea('partners', ({ show }) => ({ show: (field, value) => show(field, value) ?? null }))],
];

export const partnerLifecycleFaults: readonly Seeded<PartnerOnboardingStages>[] = changes.map(([what, change]) =>
  lifecycleEntry('partner-onboarding', 'partners', what, change),
);
