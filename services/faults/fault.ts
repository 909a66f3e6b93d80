import type { RegisteredDevice } from '../identity-provider/keys.ts';
import type { ServiceName } from '../services.ts';
import type { Changed } from '../stages.ts';

export type Subject = ServiceName | 'identity-provider';

/** Checks by what they are about and by their rule (`lifecycle.*`), of some operations alone or of all. */
export interface Touches {
  readonly aspects?: readonly string[];
  readonly rules?: readonly string[];
  /** As faults name them: `unit-enrolments.list`. */
  readonly operations?: readonly string[];
}

/** A deliberate nonconformity that can be switched on, as it is written down. */
export interface FaultEntry {
  readonly id: string;
  readonly service: Subject;
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
  /** What alone it can touch, where that is less than all of its operation, or of the service. */
  readonly touches?: Touches;
  /** It shows only while the service is degraded. */
  readonly whileDegraded?: boolean;
}

/** Where a fault comes from: the layer around an operation, a field, a life, a page, or a hand. */
export type FaultKind =
  | 'operator'
  | 'validation'
  | 'strictness'
  | 'storage'
  | 'lifecycle'
  | 'pagination'
  | 'shape'
  | 'token'
  | 'specific';

export interface Fault extends FaultEntry {
  readonly kind: FaultKind;
  /** The operator, check or deviation, such as `status-500`; for a specific fault the end of its id, or what it has in common with others like it. */
  readonly what: string;
  /** The field that a validation fault is about. */
  readonly field?: string;
  /** The family that the field belongs to. */
  readonly family?: string;
}

/** What a change may use beside the stages. */
export interface Tools {
  readonly clock: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** The reference devices; whoever is let in without a token is taken for the first. */
  readonly devices: readonly RegisteredDevice[];
}

/**
 * What a fault makes of the stages that it is about. It is called once for each running service, when the fault is
 * switched on: what a fault remembers between calls begins there.
 */
export type FaultChange<Stages> = (inner: Stages, stages: Stages, tools: Tools) => Changed<Stages>;

/** A fault as it is written down, with what it does. */
export type Seed<Stages> = FaultEntry & Partial<Pick<Fault, 'what'>> & { readonly change: FaultChange<Stages> };

/** The same for one area of the stages. */
export type AreaChange<Stages, Area extends keyof Stages> = (
  inner: Stages[Area],
  stages: Stages,
  tools: Tools,
) => Partial<Stages[Area]>;

/** A change of one area, as a change of all. */
export const inArea =
  <Stages, Area extends keyof Stages>(area: Area, change: AreaChange<Stages, Area>): FaultChange<Stages> =>
  (inner, stages, tools) => {
    const changed: { -readonly [Name in keyof Stages]?: Partial<Stages[Name]> } = {};
    changed[area] = change(inner[area], stages, tools);
    return changed;
  };

/** A fault with what it does. */
export type Seeded<Stages> = Fault & { readonly change: FaultChange<Stages> };

/** Faults by the end of their ids. */
export type FaultTable<Stages> = Readonly<Record<string, Omit<Seed<Stages>, 'id' | 'service'>>>;

/** The faults of a table, as one service has them: `<service>.<area>.<key>`, or `<service>.<key>` without an area. */
export function faultsOf<Stages>(
  service: Subject,
  kind: FaultKind,
  table: FaultTable<Stages>,
  area?: string,
): readonly Seeded<Stages>[] {
  const prefix = area === undefined ? service : `${service}.${area}`;
  return Object.entries(table).map(([key, entry]) => ({
    what: key,
    ...entry,
    id: `${prefix}.${key}`,
    service,
    kind,
  }));
}
