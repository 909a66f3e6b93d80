import { families } from '../../student-reporting/families/index.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { faultsOf, type Seeded } from '../fault.ts';
import { during } from '../fields/words.ts';
import { concurrencyFaults } from './concurrency.ts';
import { envelopeFaults } from './envelope.ts';
import { fieldFaultsOf } from './fields.ts';
import { knownIssues } from './known-issues.ts';
import { lifecycleFaultsOf } from '../lifecycle.ts';
import { pagingFaultsOf } from './pagination.ts';
import { partFaults } from './parts.ts';
import { readerFaults } from './readers.ts';
import { recordFaults } from './records.ts';
import { totalFaults } from './totals.ts';
import { versionFaults } from './versions.ts';

/** The faults that student-reporting has for itself. */
export const studentReportingFaults: readonly Seeded<StudentReportingStages>[] = [
  ...faultsOf('student-reporting', 'specific', {
    ...knownIssues,
    ...versionFaults,
    ...recordFaults,
    ...concurrencyFaults,
    ...totalFaults,
    ...partFaults,
    ...readerFaults,
    ...envelopeFaults,
  }),
  ...families.flatMap((family) =>
    during(family, [...fieldFaultsOf(family), ...lifecycleFaultsOf(family), ...pagingFaultsOf(family)]),
  ),
];
