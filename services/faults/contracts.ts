import type { FaultEntry } from './fault.ts';

// How faults and their operations stand to the contracts that they are held against: those have words of their own.

/** Operations that a contract calls otherwise; every other `family.action` is its `family/action`. */
const RENAMED: Readonly<Record<string, string>> = {
  'service.read': 'service-description/read',
  'definition.read': 'published-definition/read',
  'tokens.create': 'identity-provider/token',
  'channels.delete': 'partners/delete-channels',
};

/** `<endpoint>/<operation>` of the contract. */
export function contractOperation(operation: string): string {
  return RENAMED[operation] ?? operation.replace('.', '/');
}

/** The service under whose contracts a fault is looked for: the identity provider has none of its own. */
export function contractService(service: string): string {
  return isSignIn(service) ? 'student-reporting' : service;
}

/** Every call needs its token, so that what is wrong with it may show anywhere. */
export function isSignIn(service: string): boolean {
  return service === 'identity-provider';
}

/** The endpoint of a family: channels are members of a partner. */
export function contractEndpoint(family: string): string {
  return family === 'channels' ? 'partners' : family;
}

/** Families whose records are also written within a record of another endpoint. */
export const WRITTEN_WITH: Readonly<Record<string, string>> = {
  channels: 'partners',
  'student-citizenships': 'students',
  'student-disabilities': 'students',
  'courses-on-campus-tac-offers': 'courses-on-campus',
};

/** Operations of which another endpoint has need, without being about them. */
export const NEEDED_BY: Readonly<Record<string, string>> = {
  'partners.create': 'partners',
  'students.create': 'student-first-reported-address',
  'units-of-study.create': 'unit-enrolments',
  'campuses.read': 'campuses',
};

/** Of the versions of a service, in their order, those in which a fault makes a difference. */
export function versionsWith(fault: FaultEntry, versions: readonly string[]): readonly string[] {
  const first = fault.since === undefined ? 0 : versions.indexOf(fault.since);
  const last = fault.until === undefined ? versions.length - 1 : versions.indexOf(fault.until);
  return first < 0 || last < 0
    ? []
    : versions.slice(first, last + 1).filter((version) => fault.sparing?.includes(version) !== true);
}
