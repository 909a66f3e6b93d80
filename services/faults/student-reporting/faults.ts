import type { Family } from '../../student-reporting/families/family.ts';
import { families } from '../../student-reporting/families/index.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { specVersions } from '../../services.ts';
import type { Seed, Seeded } from '../fault.ts';
import { during } from '../fields/words.ts';
import { lifecycleEntry } from '../lifecycle-entry.ts';
import { lifecycleFaults, type LifecycleFault } from '../lifecycle-words.ts';
import { meetingFaults } from './at-once.ts';
import { turnFaults } from './by-turns.ts';
import { envelopeFaults } from './envelope.ts';
import { keptFaults } from './kept.ts';
import { keyFaults } from './keys.ts';
import { knownIssues } from './known-issues.ts';
import { laterFaults } from './later.ts';
import { lifecycleChanges } from './lifecycle.ts';
import { looseFaults } from './loose.ts';
import { neighbourFaults } from './neighbours.ts';
import { pagingFaultsOf } from './pagination.ts';
import { recordFaults } from './records.ts';
import { referrerFaults } from './referrers.ts';
import { secondFaults } from './second.ts';
import { severalFaults } from './several.ts';
import { typeFaults } from './types.ts';
import { valueFaults } from './values.ts';
import { versionFaults } from './versions.ts';
import { warningFaults } from './warnings.ts';

const service = 'student-reporting';

/** Which lifecycle faults make a difference in a family. */
function lifecycleOf(family: Family): readonly LifecycleFault[] {
  const isReferredTo = families.some(({ fields }) =>
    fields.some((field) => field.kind === 'reference' && field.to === family.name),
  );
  const hasChildren = families.some(({ parent }) => parent === family.name);
  const hasOptional = family.fields.some(({ required, writeOnly, readOnly }) => !required && !writeOnly && !readOnly);
  const form = family.form(specVersions[service][0] ?? '');
  return (Object.keys(lifecycleFaults) as LifecycleFault[]).filter((what) => {
    if (!family.actions.includes(lifecycleFaults[what].operation)) return false;
    switch (what) {
      case 'batch-first-only':
      case 'batch-first-answered':
      case 'batch-order-changed':
      case 'batch-stops-at-failure':
        return form === 'array';
      case 'batch-ids-turned':
        // Records that may be equal in all their members are not told apart by them.
        return form === 'array' && family.unique !== undefined;
      case 'patch-clears-others':
      case 'patch-null-kept':
      case 'null-for-unset':
        return hasOptional;
      case 'delete-referenced':
      case 'delete-of-once-referred':
      case 'delete-breaks-referring':
        return isReferredTo;
      case 'children-kept':
        return hasChildren;
      case 'wrong-parent-reachable':
        return family.parent !== undefined && !family.isSingle;
      case 'create-stored-twice':
        return family.actions.includes('list');
      case 'read-after-delete':
        return !family.isSingle && family.actions.includes('delete');
      case 'deleted-still-listed':
        return family.actions.includes('delete');
      case 'parent-unchecked':
        return family.parent !== undefined;
      case 'lists-all-organisations':
        return family.parent === undefined && family.listedBelow === undefined;
      case 'other-organisation-parent':
        return family.parent !== undefined || family.listedBelow !== undefined;
      default:
        return true;
    }
  });
}

export const studentReportingFaults: readonly Seed<StudentReportingStages>[] = [
  ...knownIssues,
  ...versionFaults,
  ...recordFaults,
  ...keptFaults,
  ...keyFaults,
  ...meetingFaults,
  ...looseFaults,
  ...typeFaults,
  ...laterFaults,
  ...neighbourFaults,
  ...severalFaults,
  ...referrerFaults,
  ...secondFaults,
  ...envelopeFaults,
  ...valueFaults,
  ...warningFaults,
  ...turnFaults,
];

/** The faults that follow from the lives of records, and from their lists. */
export const studentLifeFaults: readonly Seeded<StudentReportingStages>[] = families.flatMap((family) =>
  during(family, [
    ...lifecycleOf(family).map((what) =>
      lifecycleEntry(service, family.name, what, lifecycleChanges[what](family.name)),
    ),
    ...pagingFaultsOf(family),
  ]),
);
