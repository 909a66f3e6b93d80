import { GatewayError } from '../../http/gateway-error.ts';
import type { ServiceStages } from '../../instance.ts';
import type { ServiceName } from '../../services.ts';
import { inArea, type Seed } from '../fault.ts';

const callsPerSecond = 50;

const tooMany = (): GatewayError =>
  new GatewayError(429, { code: 'too_many_requests', detail: 'There were too many calls.' }, { 'retry-after': '30' });

const quotaCalls = 300;
const quotaMs = 10_000;

/** No burst of 30 comes to so many: they are those of a whole run. */
const quota: Seed<ServiceStages> = {
  id: 'partner-onboarding.throttling.quota-429',
  service: 'partner-onboarding',
  breaks: 'partner-onboarding section 8: the quotas of the plan are unlimited.',
  describes: 'More than 300 calls within ten seconds are answered 429.',
  change: inArea('gateway', ({ route }, _stages, { clock }) => {
    let since = 0;
    let calls = 0;
    return {
      route: (path) => {
        const now = clock().getTime();
        if (now - since >= quotaMs) [since, calls] = [now, 0];
        calls += 1;
        if (calls <= quotaCalls) return route(path);
        throw tooMany();
      },
    };
  }),
};

/** Faults of what a service does under load, and while it is degraded. */
export const circumstanceFaults = (service: ServiceName): readonly Seed<ServiceStages>[] => [
  {
    id: `${service}.throttling.burst-429`,
    service,
    breaks: 'There are no rate limits: a burst is never answered 429 (assumed; the sources list none).',
    describes: 'More than 50 calls within one second are answered 429.',
    change: inArea('gateway', ({ route }, _stages, { clock }) => {
      let second = 0;
      let calls = 0;
      return {
        route: (path) => {
          const now = Math.floor(clock().getTime() / 1000);
          calls = now === second ? calls + 1 : 1;
          second = now;
          if (calls <= callsPerSecond) return route(path);
          throw tooMany();
        },
      };
    }),
  },
  ...(service === 'partner-onboarding' ? [quota] : []),
  {
    id: `${service}.maintenance.ignored`,
    service,
    whileDegraded: true,
    unobservable: 'That writes are served is no departure to a caller, who is not told that the service is degraded.',
    breaks: 'While degraded, POST, PATCH and DELETE are answered 503 (student-reporting section 1; status assumed).',
    describes: 'Writes are served while the service is degraded.',
    change: inArea('gateway', () => ({ available: () => undefined })),
  },
  {
    id: `${service}.maintenance.reads-refused`,
    service,
    whileDegraded: true,
    unobservable: 'A 503 with Retry-After excuses itself: whatever it answers, the caller has to come again later.',
    breaks: 'While degraded, GET still works (student-reporting section 1 names POST, PATCH and DELETE only).',
    describes: 'Every call is answered 503 while the service is degraded.',
    change: inArea('gateway', ({ available }) => ({
      available: (call, place) => {
        available(call, { ...place, method: 'POST' });
      },
    })),
  },
  {
    id: `${service}.maintenance.retry-after-missing`,
    service,
    whileDegraded: true,
    breaks: 'A 503 carries Retry-After (assumed).',
    describes: 'The 503 has no Retry-After header.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: (error) => refuse(error.status === 503 ? new GatewayError(503, error.entries) : error),
    })),
  },
  {
    id: `${service}.maintenance.status-500`,
    service,
    whileDegraded: true,
    breaks: 'While degraded, POST, PATCH and DELETE are answered 503 (status assumed).',
    describes: 'They are answered 500.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: (error) => refuse(error.status === 503 ? new GatewayError(500, error.entries, error.headers) : error),
    })),
  },
];
