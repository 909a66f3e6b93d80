import type { ServiceName } from '../services.ts';
import type { FaultChange, Seeded } from './fault.ts';
import { lifecycleFaults, type LifecycleFault } from './lifecycle-words.ts';

export function lifecycleEntry<Stages>(
  service: ServiceName,
  family: string,
  what: LifecycleFault,
  change: FaultChange<Stages>,
): Seeded<Stages> {
  const { operation, breaks, describes } = lifecycleFaults[what];
  const isBatch = family === 'courses-on-campus-tac-offers' && what.startsWith('batch-');
  return {
    id: `${service}.lifecycle.${family}.${what}`,
    service,
    kind: 'lifecycle',
    what,
    family,
    ...(isBatch ? { until: '2.1.05' } : {}),
    operation: `${family}.${operation}`,
    breaks,
    describes,
    change,
  };
}
