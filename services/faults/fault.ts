import type { ServiceName } from '../services.ts';

/** A deliberate nonconformity that can be switched on. */
export interface Fault {
  readonly id: string;
  readonly service: ServiceName | 'identity-provider';
  /** First and last specification version in which the fault makes a difference; both included. */
  readonly since?: string;
  readonly until?: string;
  /** For example `unit-enrolments.list`; absent for a fault that is not about one operation. */
  readonly operation?: string;
  /** The rule that is broken, with the section that states it. */
  readonly breaks: string;
  /** What the service does instead. */
  readonly describes: string;
}
