import { bearerToken } from '../access/challenge.ts';
import { shapeFault } from '../faults/ids.ts';
import { assemble, type Instance, type InstanceOptions } from '../instance.ts';
import { definitionOf } from './definition.ts';
import { partnerOperations, type Partners } from './operations.ts';

/** Names of the interface and of its plan (partner-onboarding section 1). */
const interfaceName = 'ManagedFileTransfers-Einv-Onboarding';
const planName = 'MFT Partner Onboarding-EinvoicingWoG';

/** One instance of the partner onboarding service for managed file transfer. */
export function partnerOnboarding(options: InstanceOptions): Instance {
  const { spec, switches, manners } = options;
  const partners: Partners = new Map();
  return assemble(
    {
      service: 'partner-onboarding',
      apiName: () => (switches.on('partner-onboarding.version.api-name-wrong') ? planName : interfaceName),
      tokenOf: (call) => bearerToken(call, switches.on(shapeFault('partner-onboarding', 'scheme-case-sensitive'))),
      operations: partnerOperations(partners, switches, manners),
      definition: () => definitionOf(spec, switches),
      clear: () => {
        partners.clear();
      },
    },
    options,
  );
}
