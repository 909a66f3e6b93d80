/** Faults of what is kept of a partner: what was accepted is not there, is there in another form, or comes back. */
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'partner-onboarding';

const stored = 'A partner that was created, or changed, is there afterwards (assumed; RFC 9110, section 15.3.2).';

export const keptFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.with-contact-not-stored',
    service,
    operation: 'partners.create',
    breaks: stored,
    describes: 'A partner with a contact_email is answered 201, and rolled back when the mail to it fails.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ add }) => ({
      add: (organisation, partner) => {
        if (partner.values['contact_email'] === undefined) add(organisation, partner);
      },
    })),
  },
  {
    id: 'partner-onboarding.partners.lost-by-its-channels',
    service,
    operation: 'partners.update',
    breaks: stored,
    describes: 'A PATCH with channels deletes the partner to write it anew, and does not write it.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('partners', ({ replace, shelf }) => ({
      replace: (change) => {
        replace(change);
        if ((change.given.channels ?? []).length > 0)
          shelf(change.organisation, change.partner.id).delete(change.partner.id);
      },
    })),
  },
];
