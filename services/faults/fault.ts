import type { ServiceName } from '../services.ts';

/** A deliberate nonconformity that can be switched on, as it is written down. */
export interface FaultEntry {
  readonly id: string;
  readonly service: ServiceName | 'identity-provider';
  /** First and last specification version in which the fault makes a difference; both included. */
  readonly since?: string;
  readonly until?: string;
  /** Versions between them in which it makes none. */
  readonly sparing?: readonly string[];
  /** For example `unit-enrolments.list`; absent for a fault that is not about one operation. */
  readonly operation?: string;
  /** The rule that is broken, with the section that states it. */
  readonly breaks: string;
  /** What the service does instead. */
  readonly describes: string;
  /** Why nobody can see the fault from outside, for one that is kept all the same. */
  readonly unobservable?: string;
  /** It shows only while the service is degraded. */
  readonly whileDegraded?: boolean;
}

/** Where a fault comes from: the layer around an operation, a field, a life, a page, or a hand. */
export type FaultKind =
  'operator' | 'validation' | 'strictness' | 'storage' | 'lifecycle' | 'pagination' | 'shape' | 'token' | 'specific';

export interface Fault extends FaultEntry {
  readonly kind: FaultKind;
  /** The operator, check or deviation, such as `status-500`; for a specific fault the end of its id. */
  readonly what: string;
  /** The field that a validation fault is about. */
  readonly field?: string;
  /** The family that the field belongs to. */
  readonly family?: string;
}
