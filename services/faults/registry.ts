import { nearest } from '../nearest.ts';
import type { StagesOf } from '../stages-of.ts';
import type { Fault, FaultChange, Seed, Seeded } from './fault.ts';
import { circumstanceFaults } from './gateway/circumstances.ts';
import { bodyShapes, gatewayFaults, receptionFaults } from './gateway/faults.ts';
import { habitFaults } from './gateway/habits.ts';
import { assertionFaults } from './identity-provider/assertion.ts';
import { comparedFaults } from './identity-provider/compared.ts';
import { audienceFaults } from './identity-provider/audience.ts';
import { endpointFaults } from './identity-provider/endpoint.ts';
import { operatorFaults, type OperatorFault } from './operators/faults.ts';
import { answeredFaults } from './partner-onboarding/answered.ts';
import { partnerShapes } from './partner-onboarding/bodies.ts';
import { partnerFieldFaults } from './partner-onboarding/fields.ts';
import { keptFaults } from './partner-onboarding/kept.ts';
import { partnerLifecycleFaults } from './partner-onboarding/lifecycle.ts';
import { inTurnFaults } from './partner-onboarding/in-turn.ts';
import { laterFaults } from './partner-onboarding/later.ts';
import { looseFaults } from './partner-onboarding/loose.ts';
import { meetingFaults } from './partner-onboarding/at-once.ts';
import { partnerOnboardingFaults } from './partner-onboarding/specific.ts';
import { studentLifeFaults, studentReportingFaults } from './student-reporting/faults.ts';
import { studentFieldFaults } from './student-reporting/fields.ts';
import { studentShapes } from './student-reporting/shapes.ts';

const specific = <Stages>(seeds: readonly Seed<Stages>[]): readonly Seeded<Stages>[] =>
  seeds.map((seed) => ({ what: seed.id.slice(seed.service.length + 1), ...seed, kind: 'specific' }));

/** Misbehaviours that somebody brings along: they are in no registry, and only the world that they are given to knows them. */
export type OwnFaults = { readonly [Subject in keyof StagesOf]?: readonly Seed<StagesOf[Subject]>[] };

const seeded: { readonly [Subject in keyof StagesOf]: readonly Seeded<StagesOf[Subject]>[] } = {
  'student-reporting': [
    ...specific(studentReportingFaults),
    ...specific(circumstanceFaults('student-reporting')),
    ...specific(habitFaults('student-reporting')),
    ...bodyShapes('student-reporting', studentShapes),
    ...gatewayFaults('student-reporting'),
    ...receptionFaults('student-reporting'),
    ...studentFieldFaults,
    ...studentLifeFaults,
  ],
  'partner-onboarding': [
    ...specific(partnerOnboardingFaults),
    ...specific(answeredFaults),
    ...specific(laterFaults),
    ...specific(meetingFaults),
    ...specific(inTurnFaults),
    ...specific(keptFaults),
    ...specific(looseFaults),
    ...specific(circumstanceFaults('partner-onboarding')),
    ...specific(habitFaults('partner-onboarding')),
    ...bodyShapes('partner-onboarding', partnerShapes),
    ...gatewayFaults('partner-onboarding'),
    ...receptionFaults('partner-onboarding'),
    ...partnerFieldFaults,
    ...partnerLifecycleFaults,
  ],
  'identity-provider': [
    ...specific([...assertionFaults, ...comparedFaults, ...audienceFaults, ...endpointFaults]),
    ...receptionFaults('identity-provider'),
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

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

const seededById: { readonly [Subject in keyof StagesOf]: ReadonlyMap<string, Seeded<StagesOf[Subject]>> } = {
  'student-reporting': byId(seeded['student-reporting']),
  'partner-onboarding': byId(seeded['partner-onboarding']),
  'identity-provider': byId(seeded['identity-provider']),
};
const operatorsById = byId(operatorFaults);

/** What those of the faults that are the subject's do, in the order of their ids. */
export function changesOf<Subject extends keyof StagesOf>(
  subject: Subject,
  ids: readonly string[],
  own: OwnFaults = {},
): readonly FaultChange<StagesOf[Subject]>[] {
  const brought: readonly Seed<StagesOf[Subject]>[] = own[subject] ?? [];
  return ids.flatMap(
    (id) => brought.find((seed) => seed.id === id)?.change ?? seededById[subject].get(id)?.change ?? [],
  );
}

export function operatorsOf(subject: keyof StagesOf, ids: readonly string[]): readonly OperatorFault[] {
  return ids.flatMap((id) => {
    const found = operatorsById.get(id);
    return found?.service === subject ? [found] : [];
  });
}
