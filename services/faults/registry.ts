import type { Fault, FaultEntry } from './fault.ts';
import { behaviourFaults, operatorFaults } from './generated.ts';
import { validationFault } from './ids.ts';
import { nearest } from './nearest.ts';
import { identityProviderFaults } from './specific/identity-provider.ts';
import { knownIssues } from './specific/known-issues.ts';
import { partnerOnboardingFaults } from './specific/partner-onboarding.ts';
import { serviceWideFaults } from './specific/service-wide.ts';
import { studentReportingFaults } from './specific/student-reporting.ts';

const specific: readonly FaultEntry[] = [
  ...knownIssues,
  ...studentReportingFaults,
  ...partnerOnboardingFaults,
  ...identityProviderFaults,
  ...serviceWideFaults,
];

/** Every fault there is. */
export const faults: readonly Fault[] = [
  ...specific.map((entry): Fault => ({ ...entry, kind: 'specific', what: entry.id.slice(entry.service.length + 1) })),
  ...behaviourFaults,
  ...operatorFaults,
];

const known: ReadonlySet<string> = new Set(faults.map(({ id }) => id));

/** Known issues that are what a generated fault already does, under the name the document gives them. */
const sameAs: Readonly<Record<string, string>> = {
  'student-reporting.known-issue.language-code-unchecked': validationFault(
    'student-reporting',
    'students',
    'language_spoken_at_home_code',
    'code-list',
  ),
  'student-reporting.known-issue.disability-code-unchecked': validationFault(
    'student-reporting',
    'student-disabilities',
    'disability_code',
    'code-list',
  ),
};

export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError';
  readonly id: string;

  constructor(id: string) {
    const suggestion = nearest(id, known);
    super(`There is no fault "${id}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`}`);
    this.id = id;
  }
}

/** The ids to switch on; throws for one that is not in the registry. */
export function resolveFaults(ids: readonly string[]): readonly string[] {
  for (const id of ids) if (!known.has(id)) throw new UnknownFaultError(id);
  return ids.map((id) => sameAs[id] ?? id);
}
