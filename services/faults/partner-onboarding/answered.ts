/** Faults of what a write is answered with: it is done as it should be, and its answer shows something else. */
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'partner-onboarding';

type Shown = Readonly<Record<string, unknown>>;

const answeringCreate = (shown: (partner: Shown) => Shown): FaultChange<PartnerOnboardingStages> =>
  inArea('run', ({ 'partners.create': create }) => ({
    'partners.create': (exchange) => {
      if (!create) throw new Error('There is no create.');
      const answer = create(exchange);
      return { ...answer, body: JSON.stringify(shown(JSON.parse(answer.body ?? '{}') as Shown)) };
    },
  }));

export const answeredFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.create-answers-cut',
    service,
    operation: 'partners.create',
    breaks: 'The answer to a POST shows the partner as it was sent (assumed).',
    describes: 'A POST is stored whole, but its answer shows eight characters of the name.',
    touches: { rules: ['lifecycle.*'] },
    change: answeringCreate((partner) => ({ ...partner, name: String(partner['name']).slice(0, 8) })),
  },
  {
    id: 'partner-onboarding.partners.create-answers-less',
    service,
    operation: 'partners.create',
    breaks: 'The answer to a POST shows the partner as it was sent (assumed).',
    describes: 'A POST is stored whole, but its answer leaves out the contact address.',
    touches: { rules: ['lifecycle.*'] },
    change: answeringCreate(({ contact_email: _unsaid, ...others }) => others),
  },
  {
    id: 'partner-onboarding.partners.update-answers-old',
    service,
    operation: 'partners.update',
    breaks: 'The answer to a PATCH shows the partner as the PATCH leaves it (assumed).',
    describes: 'A PATCH is stored, but its answer shows the partner as it was before.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('run', ({ 'partners.update': update }, { partners }) => ({
      'partners.update': (exchange) => {
        if (!update) throw new Error('There is no update.');
        const before = partners.locate(exchange);
        return { ...update(exchange), body: JSON.stringify(partners.view(before)) };
      },
    })),
  },
];
