import { bearerToken } from '../access/access-token.ts';
import { assemble, type Instance, type InstanceOptions, type ServiceStages } from '../instance.ts';
import { bodyStages } from './body.ts';
import { definitionOf } from './definition.ts';
import { partnerPlaces, partnerRun, partnerStages, type PartnerOwnStages } from './operations.ts';
import { Partners } from './partner.ts';

/** The name of the interface (partner-onboarding section 1). */
const interfaceName = 'ManagedFileTransfers-Einv-Onboarding';

export interface PartnerOnboardingStages extends ServiceStages, PartnerOwnStages {}

export interface PartnerOnboarding extends Instance<PartnerOnboardingStages> {
  readonly service: 'partner-onboarding';
}

/** One instance of the partner onboarding service for managed file transfer. */
export function partnerOnboarding(options: InstanceOptions): PartnerOnboarding {
  const partners = new Partners();
  const instance = assemble<PartnerOnboardingStages>(
    {
      service: 'partner-onboarding',
      apiName: interfaceName,
      tokenOf: bearerToken,
      places: partnerPlaces,
      definition: () => definitionOf(options.spec),
      build: (stages) => ({
        data: { partners },
        body: bodyStages(stages),
        partners: partnerStages(stages),
        run: partnerRun(stages),
      }),
      clear: () => {
        partners.clear();
      },
    },
    options,
  );
  return { service: 'partner-onboarding', ...instance };
}
