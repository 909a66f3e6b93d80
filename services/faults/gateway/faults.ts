import type { ServiceStages } from '../../instance.ts';
import type { ServiceName } from '../../services.ts';
import { inArea, type Fault, type FaultChange, type Seeded, type SharedFaults, type Subject } from '../fault.ts';
import { answerFaults } from './answers.ts';
import { bodyFaults, leadingZeroAccepted } from './bodies.ts';
import { bodyShapeFaults, type BodyShapeFault } from './body-shape.ts';
import { needlessFaults } from './needless.ts';
import { pathFaults } from './paths.ts';
import { receptionFaultsOf } from './reception.ts';
import { stopsWhenMalformed, stopsWhenRefused } from './stops.ts';
import { challengeFaults, tokenFaults } from './tokens.ts';

/** Faults that a subject has alike with others, under ids of its own. */
function sharedFaults<Stages>(
  service: Subject,
  kind: Fault['kind'],
  area: string,
  faults: SharedFaults<Stages>,
): readonly Seeded<Stages>[] {
  return Object.entries(faults).map(([what, { breaks, describes, change }]) => ({
    id: `${service}.${area}.${what}`,
    service,
    kind,
    what,
    breaks,
    describes,
    change,
  }));
}

/** partner-onboarding alone has a scheme. */
const ofSchemes: SharedFaults<ServiceStages> = {
  'scheme-any': {
    breaks: 'Credentials are those of the scheme that is named (RFC 9110, section 11.4).',
    describes: 'What stands behind the first blank of Authorization is the token, whatever stands before it.',
    change: inArea('door', ({ tokenOf }) => ({
      tokenOf: (call) => tokenOf(call) ?? call.header('authorization')?.split(' ')[1],
    })),
  },
  'scheme-optional': {
    breaks: 'Credentials begin with their scheme (RFC 9110, section 11.4).',
    describes: 'A token that stands in Authorization without a scheme is taken.',
    change: inArea('door', ({ tokenOf }) => ({
      tokenOf: (call) => tokenOf(call) ?? /^\S+$/.exec(call.header('authorization') ?? '')?.[0],
    })),
  },
  'scheme-case-sensitive': {
    breaks: 'The scheme of Authorization is compared without regard to case (RFC 9110, section 11.1).',
    describes: 'Only "Bearer" to the letter is understood.',
    change: inArea('door', ({ tokenOf }) => ({
      tokenOf: (call) => (call.header('authorization')?.startsWith('Bearer ') === true ? tokenOf(call) : undefined),
    })),
  },
};

/** The one header of student-reporting has no scheme, and partner-onboarding has no list and no number. */
const ofOne: Readonly<Record<ServiceName, SharedFaults<ServiceStages>>> = {
  'partner-onboarding': ofSchemes,
  'student-reporting': { 'leading-zero-accepted': leadingZeroAccepted },
};

/** The faults of what is judged before a body's shape, and of tokens. */
export const gatewayFaults = (service: ServiceName): readonly Seeded<ServiceStages>[] => [
  ...sharedFaults(service, 'shape', 'shape', {
    ...pathFaults,
    ...needlessFaults,
    ...bodyFaults,
    ...answerFaults,
    'stops-when-malformed': stopsWhenMalformed,
    ...ofOne[service],
  }),
  ...sharedFaults(service, 'token', 'token', {
    ...tokenFaults,
    ...(service === 'partner-onboarding' ? challengeFaults : {}),
  }),
];

/** The faults of the shape of bodies. */
export function bodyShapes<Stages>(
  service: ServiceName,
  changes: Readonly<Record<BodyShapeFault, FaultChange<Stages>>>,
): readonly Seeded<Stages>[] {
  return (Object.keys(bodyShapeFaults) as BodyShapeFault[]).map((what) => ({
    id: `${service}.shape.${what}`,
    service,
    kind: 'shape',
    what,
    ...bodyShapeFaults[what],
    change: changes[what],
  }));
}

/** The faults of how a call is taken in. */
export const receptionFaults = (subject: Subject): readonly Seeded<Pick<ServiceStages, 'delivery'>>[] =>
  sharedFaults(subject, 'shape', 'reception', {
    ...receptionFaultsOf(subject),
    ...(subject === 'identity-provider' ? { 'stops-when-malformed': stopsWhenRefused } : {}),
  });
