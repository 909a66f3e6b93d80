import { serviceNames, type ServiceName } from '../../services.ts';
import type { FaultEntry } from '../fault.ts';

/** Faults that both services have, apart from the generated families. */
const perService = <Name extends ServiceName>(service: Name) =>
  [
    {
      id: `${service}.throttling.burst-429`,
      service,
      breaks: 'There are no rate limits: a burst is never answered 429 (assumed; the sources list none).',
      describes: 'More than 50 calls within one second are answered 429.',
    },
    {
      id: `${service}.maintenance.ignored`,
      service,
      whileDegraded: true,
      unobservable: 'That writes are served is no departure to a caller, who is not told that the service is degraded.',
      breaks: 'While degraded, POST, PATCH and DELETE are answered 503 (student-reporting section 1; status assumed).',
      describes: 'Writes are served while the service is degraded.',
    },
    {
      id: `${service}.maintenance.reads-refused`,
      service,
      whileDegraded: true,
      unobservable: 'A 503 with Retry-After excuses itself: whatever it answers, the caller has to come again later.',
      breaks: 'While degraded, GET still works (student-reporting section 1 names POST, PATCH and DELETE only).',
      describes: 'Every call is answered 503 while the service is degraded.',
    },
    {
      id: `${service}.maintenance.retry-after-missing`,
      service,
      whileDegraded: true,
      breaks: 'A 503 carries Retry-After (assumed).',
      describes: 'The 503 has no Retry-After header.',
    },
    {
      id: `${service}.maintenance.status-500`,
      service,
      whileDegraded: true,
      breaks: 'While degraded, POST, PATCH and DELETE are answered 503 (status assumed).',
      describes: 'They are answered 500.',
    },
  ] as const satisfies readonly FaultEntry[];

export const serviceWideFaults = serviceNames.flatMap((service) => perService(service));

export type ServiceWideFault =
  `${ServiceName}.${'throttling.burst-429' | `maintenance.${'ignored' | 'reads-refused' | 'retry-after-missing' | 'status-500'}`}`;
