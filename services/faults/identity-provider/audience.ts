/** Tokens that are for another service than the one that was asked for, or for more. */
import type { IdentityProviderStages } from '../../identity-provider/service.ts';
import type { TokenStages } from '../../identity-provider/token-endpoint.ts';
import { audiences } from '../../services.ts';
import type { Seed } from '../fault.ts';
import { seed } from './endpoint.ts';

const breaks = 'student-reporting section 5: token.aud names the service the token is for.';

const otherAudience = (audience: string): string =>
  Object.values(audiences).find((other) => other !== audience) ?? audience;

/** The service that a token is for is kept from an earlier request of the same device, or of any, for so many requests. */
const keptAudience =
  (kept: { readonly by: 'device' | 'organisation'; readonly times: number }) =>
  ({ claims }: TokenStages): Partial<TokenStages> => {
    const known = new Map<string, { readonly audience: string; left: number }>();
    return {
      claims: (device, audience) => {
        const before = known.get(device[kept.by]);
        if (before !== undefined && before.left > 0) {
          before.left -= 1;
          return claims(device, before.audience);
        }
        known.set(device[kept.by], { audience, left: kept.times });
        return claims(device, audience);
      },
    };
  };

export const audienceFaults: readonly Seed<IdentityProviderStages>[] = [
  seed('token.wrong-audience', breaks, 'The token is for another service than asked.', ({ claims }) => ({
    claims: (device, audience) => claims(device, otherAudience(audience)),
  })),
  seed(
    'token.audience-of-the-first',
    breaks,
    'A device gets tokens for the service that it asked for first, whichever it asks for afterwards.',
    keptAudience({ by: 'device', times: Number.POSITIVE_INFINITY }),
  ),
  seed(
    'token.audience-of-the-last',
    breaks,
    'The token of every second request of a device is for the service of the request before it.',
    keptAudience({ by: 'device', times: 1 }),
  ),
  seed(
    'token.audience-from-cache',
    breaks,
    'For three requests after one, devices of an organisation get tokens for the service that was asked for in that one.',
    keptAudience({ by: 'organisation', times: 3 }),
  ),
  seed('token.audience-all', breaks, 'A token is for all services: its aud is a list of them.', ({ claims }) => ({
    claims: (device, audience) => ({ ...claims(device, audience), aud: Object.values(audiences) as unknown as string }),
  })),
];
