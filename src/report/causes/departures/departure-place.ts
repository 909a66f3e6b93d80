/** Where a departure is, in words by which departures are compared. */
import type { Departure, Sight, Turns } from './departure.ts';
import { membersIn } from './finding-place.ts';
import { operationName } from './same-operation.ts';

export function keyOf({ check, kind, key }: Departure): string {
  return `${kind} ${check.service} ${key}`;
}

export function operationOf({ check }: Departure): string {
  return operationName(check);
}

export function versionOf({ check }: Departure): string {
  return `${check.service}@${check.spec}`;
}

/** `library 1.0 books`. */
export function endpointOf({ check }: Departure): string {
  return `${check.service} ${check.spec} ${check.endpoint}`;
}

/** The member that a check is about, without the lists that it stands in. */
export function fieldOf({ member }: Departure['check']): string | undefined {
  return member?.at(-1);
}

export function namesIn({ where, member }: Sight['finding']): readonly string[] {
  return [...membersIn(where).slice(-1), ...(member === undefined ? [] : [member])];
}

/** `library@1.0 books/create 400`, for each operation whose calls end so. */
export function placesOfTurns(
  { operations, end }: Turns,
  { service, spec }: Pick<Departure['check'], 'service' | 'spec'>,
): readonly string[] {
  return operations.map((operation) => `${service}@${spec} ${operation} ${end}`);
}
