import { nearest } from '../nearest.ts';
import type { StagesOf } from '../stages-of.ts';
import { faultsOf, type Fault, type FaultChange, type Seed, type Seeded } from './fault.ts';
import { receptionOfIdentityProvider, shapeFaults, sharedFaults } from './gateway/faults.ts';
import { assertionFaults } from './identity-provider/assertion.ts';
import { endpointFaults } from './identity-provider/endpoint.ts';
import { lifecycleEntry } from './lifecycle.ts';
import { operatorFaults, type OperatorFault } from './operators/faults.ts';
import { partnerFieldFaults } from './partner-onboarding/fields.ts';
import { partnerFaults, partnerLifecycle, partnerShapes } from './partner-onboarding/partners.ts';
import { studentReportingFaults } from './student-reporting/faults.ts';
import { studentShapes } from './student-reporting/readers.ts';

/** Misbehaviours that somebody brings along: they are in no registry, and only the world that they are given to knows them. */
export type OwnFaults = { readonly [Subject in keyof StagesOf]?: readonly Seed<StagesOf[Subject]>[] };

const seeded: { readonly [Subject in keyof StagesOf]: readonly Seeded<StagesOf[Subject]>[] } = {
  'student-reporting': [
    ...studentReportingFaults,
    ...shapeFaults('student-reporting', studentShapes),
    ...sharedFaults('student-reporting'),
  ],
  'partner-onboarding': [
    ...faultsOf('partner-onboarding', 'specific', partnerFaults),
    ...shapeFaults('partner-onboarding', partnerShapes),
    ...sharedFaults('partner-onboarding'),
    ...partnerFieldFaults,
    ...partnerLifecycle.map(([what, change]) => lifecycleEntry('partner-onboarding', 'partners', what, change)),
  ],
  'identity-provider': [
    ...faultsOf('identity-provider', 'specific', { ...assertionFaults, ...endpointFaults }),
    ...receptionOfIdentityProvider,
  ],
};

const publicOf = <Stages>({ change: _change, ...fault }: Seeded<Stages>): Fault => fault;

/** Every fault there is. */
export const faults: readonly Fault[] = [
  ...seeded['student-reporting'].map(publicOf),
  ...seeded['partner-onboarding'].map(publicOf),
  ...seeded['identity-provider'].map(publicOf),
  ...operatorFaults.map(({ operator: _operator, ...fault }): Fault => fault),
];

const known: ReadonlySet<string> = new Set(faults.map(({ id }) => id));

export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError';
  readonly id: string;

  constructor(id: string) {
    const suggestion = nearest(id, known);
    super(`There is no fault "${id}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`);
    this.id = id;
  }
}

/** Throws for an id that is neither in the registry nor among one's own. */
export function refuseUnknown(ids: readonly string[], own: OwnFaults = {}): void {
  const brought = new Set(Object.values(own).flatMap((seeds) => seeds.map(({ id }) => id)));
  for (const id of ids) if (!known.has(id) && !brought.has(id)) throw new UnknownFaultError(id);
}

/** What those of the faults that are the subject's do, in the order of their ids. */
export function changesOf<Subject extends keyof StagesOf>(
  subject: Subject,
  ids: readonly string[],
  own: OwnFaults = {},
): readonly FaultChange<StagesOf[Subject]>[] {
  const brought: readonly Seed<StagesOf[Subject]>[] = own[subject] ?? [];
  const all: readonly Seed<StagesOf[Subject]>[] = [...brought, ...seeded[subject]];
  return ids.flatMap((id) => all.find((seed) => seed.id === id)?.change ?? []);
}

export function operatorsOf(subject: keyof StagesOf, ids: readonly string[]): readonly OperatorFault[] {
  return ids.flatMap((id) => {
    const found = operatorFaults.find((fault) => fault.id === id);
    return found?.service === subject ? [found] : [];
  });
}
