import type { GeneratedFaultId } from './ids.ts';
import type { identityProviderFaults } from './specific/identity-provider.ts';
import type { knownIssues } from './specific/known-issues.ts';
import type { partnerOnboardingFaults } from './specific/partner-onboarding.ts';
import type { ServiceWideFault } from './specific/service-wide.ts';
import type { studentReportingFaults } from './specific/student-reporting.ts';

type Listed = (
  typeof identityProviderFaults | typeof knownIssues | typeof partnerOnboardingFaults | typeof studentReportingFaults
)[number]['id'];

/** An id that is in the registry: either listed there by hand or made by a function of `ids.ts`. */
export type FaultId = Listed | ServiceWideFault | GeneratedFaultId;

/** The faults that are on. The services ask at the place where the behaviour is decided. */
export class Switches {
  #active: ReadonlySet<string> = new Set();
  readonly #listeners: (() => void)[] = [];

  on(id: FaultId): boolean {
    return this.#active.size > 0 && this.#active.has(id);
  }

  get active(): ReadonlySet<string> {
    return this.#active;
  }

  replace(ids: Iterable<string>): void {
    this.#active = new Set(ids);
    for (const listener of this.#listeners) listener();
  }

  /** For what is derived from the active faults, such as a cache of verified tokens. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }
}
