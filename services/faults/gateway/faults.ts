/** The faults that services have alike, under ids of their own. */
import { GatewayError } from '../../http/gateway-error.ts';
import type { ServiceStages } from '../../instance.ts';
import type { ServiceName } from '../../services.ts';
import { faultsOf, inArea, type FaultChange, type FaultTable, type Seeded } from '../fault.ts';
import { bodyFaults, bodyShapeFaults, type BodyShapeFault } from './bodies.ts';
import { habitFaultsOf } from './habits.ts';
import { receptionFaultsOf, stopsWhenMalformed, stopsWhenRefused } from './reception.ts';
import { requestFaults, requestFaultsOfOne } from './requests.ts';
import { challengeFaults, tokenFaults } from './tokens.ts';

const callsPerSecond = 50;

/** Faults of what a service does under load, and while it is degraded. */
const circumstanceFaults: FaultTable<ServiceStages> = {
  'throttling.burst-429': {
    breaks: 'There are no rate limits: a burst is never answered 429 (assumed; the sources list none).',
    describes: 'More than 50 requests within one second return 429.',
    change: inArea('gateway', ({ route }, _stages, { clock }) => {
      let second = 0;
      let calls = 0;
      return {
        route: (path) => {
          const now = Math.floor(clock().getTime() / 1000);
          calls = now === second ? calls + 1 : 1;
          second = now;
          if (calls <= callsPerSecond) return route(path);
          const entry = { code: 'too_many_requests', detail: 'There were too many calls.' };
          throw new GatewayError(429, entry, { 'retry-after': '30' });
        },
      };
    }),
  },
  'maintenance.retry-after-missing': {
    whileDegraded: true,
    breaks: 'A 503 carries Retry-After (assumed).',
    describes: 'The 503 has no Retry-After header.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: (error) => refuse(error.status === 503 ? new GatewayError(503, error.entries) : error),
    })),
  },
  'maintenance.status-500': {
    whileDegraded: true,
    breaks: 'While degraded, POST, PATCH and DELETE are answered 503 (status assumed).',
    describes: 'They return 500.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: (error) => refuse(error.status === 503 ? new GatewayError(500, error.entries, error.headers) : error),
    })),
  },
};

/** The faults of the shape of a body, by what they do to the bodies of a service. */
export function shapeFaults<Stages>(
  service: ServiceName,
  changes: Readonly<Record<BodyShapeFault, FaultChange<Stages>>>,
): readonly Seeded<Stages>[] {
  const entries = (Object.keys(bodyShapeFaults) as BodyShapeFault[]).map((what) => {
    const [breaks, describes] = bodyShapeFaults[what];
    return [what, { breaks, describes, change: changes[what] }] as const;
  });
  return faultsOf(service, 'shape', Object.fromEntries(entries), 'shape');
}

/** The other faults that both services can have. */
export function sharedFaults(service: ServiceName): readonly Seeded<ServiceStages>[] {
  const shape = { ...requestFaults, ...requestFaultsOfOne[service], ...bodyFaults };
  const challenges = service === 'partner-onboarding' ? challengeFaults : {};
  return [
    ...faultsOf(service, 'specific', circumstanceFaults),
    ...faultsOf(service, 'specific', habitFaultsOf(service)),
    ...faultsOf(service, 'shape', { ...shape, 'stops-when-malformed': stopsWhenMalformed }, 'shape'),
    ...faultsOf(service, 'token', { ...tokenFaults, ...challenges }, 'token'),
    ...faultsOf(service, 'shape', receptionFaultsOf(service), 'reception'),
  ];
}

/** The faults of how the identity provider takes a call in. */
export const receptionOfIdentityProvider: readonly Seeded<Pick<ServiceStages, 'delivery'>>[] = faultsOf(
  'identity-provider',
  'shape',
  { ...receptionFaultsOf('identity-provider'), 'stops-when-malformed': stopsWhenRefused },
  'reception',
);
