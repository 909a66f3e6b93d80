/** Faults of calls that meet: what one has looked up is changed by another before it writes. */
import type { Partner } from '../../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import type { Seed } from '../fault.ts';
import { UnderWay } from '../meeting.ts';

const service = 'partner-onboarding';

export const meetingFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.updates-written-over',
    service,
    operation: 'partners.update',
    breaks: 'Updates of one partner that come at once take place one after the other (assumed).',
    describes: 'A PATCH changes the partner as it was when the call came, and undoes what others have changed since.',
    touches: { rules: ['lifecycle.updates-at-once'] },
    change: ({ delivery: { answer }, partners: { change, locate, replace } }, _stages, { sleep }) => {
      const calls = new UnderWay<Partner>();
      return {
        delivery: { answer: calls.held('PATCH', answer, sleep) },
        partners: {
          change: (exchange) => {
            calls.begin(exchange.call);
            return change(exchange);
          },
          locate: (exchange) => {
            const partner = locate(exchange);
            const isChange = exchange.call.method === 'PATCH';
            return (isChange ? calls.unseen.find(({ id }) => id === partner.id) : undefined) ?? partner;
          },
          replace: (made) => {
            calls.done(made.partner);
            replace(made);
          },
        },
      };
    },
  },
  {
    id: 'partner-onboarding.partners.ids-made-at-arrival',
    service,
    operation: 'partners.create',
    breaks: 'A created partner can be read at once (assumed).',
    describes: 'Of two POSTs at once both give their partner the id that is free when they come.',
    touches: { rules: ['lifecycle.creates-at-once'] },
    change: ({ delivery: { answer }, run: { 'partners.create': create }, partners: { newId } }, _stages, { sleep }) => {
      const calls = new UnderWay<string>();
      return {
        delivery: { answer: calls.held('POST', answer, sleep) },
        run: {
          'partners.create': (exchange) => {
            if (!create) throw new Error('There is no create.');
            calls.begin(exchange.call);
            return create(exchange);
          },
        },
        partners: {
          newId: () => {
            const id = calls.unseen[0] ?? newId();
            calls.done(id);
            return id;
          },
        },
      };
    },
  },
];
