/** Faults in what holds a record: some of the members that refer to it do, and the others are emptied, go with it, or lead nowhere. */
import { existsIn } from '../../model/version.ts';
import type { Located } from '../../student-reporting/engine/locate.ts';
import type { Kind, Model } from '../../student-reporting/engine/model.ts';
import type { StoredRecord } from '../../student-reporting/engine/store.ts';
import { families } from '../../student-reporting/families/index.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { FaultChange, Seed } from '../fault.ts';

const service = 'student-reporting';

/** A record that refers to another, and by which member. */
interface Referrer {
  readonly record: StoredRecord;
  readonly kind: Kind;
  readonly field: { readonly name: string; readonly required?: boolean };
}

function referrersOf({ dataset, record: { uid } }: Located, to: string, model: Model): readonly Referrer[] {
  return families
    .filter((family) => existsIn(model.version, family))
    .flatMap(({ name }) => {
      const kind = model.kind(name);
      const fields = kind.family.fields.filter((field) => field.kind === 'reference' && field.to === to);
      return [...dataset.table(name).records.values()].flatMap((record) =>
        fields.filter((field) => record.values[field.name] === uid).map((field) => ({ record, kind, field })),
      );
    });
}

type Fate = 'emptied' | 'removed' | 'left';

/** Only such members hold a record; what becomes of the others that refer to it, when it is deleted. */
const heldBy =
  (isHolding: (referrer: Referrer, to: string) => boolean, fate: Fate): FaultChange<StudentReportingStages> =>
  ({ keep }, { model }) => ({
    keep: {
      reasonToStay: (located, kind) => {
        const to = kind.family.name;
        const all = referrersOf(located, to, model);
        return all.length > 0 && !all.some((one) => isHolding(one, to)) ? undefined : keep.reasonToStay(located, kind);
      },
      remove: (located, kind) => {
        const { dataset } = located;
        for (const { record, kind: own, field } of fate === 'left' ? [] : referrersOf(located, kind.family.name, model))
          if (fate === 'removed') dataset.remove(record, own);
          else {
            const { [field.name]: _gone, ...others } = record.values;
            dataset.replace(record, others, own);
          }
        keep.remove(located, kind);
      },
    },
  });

const breaks = 'A record that others refer to is not deleted (assumed).';
const touches = { rules: ['lifecycle.*'] } as const;

export const referrerFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.optional-set-null',
    service,
    breaks,
    describes: 'A record is deleted though members refer to it that may be left out; these are emptied.',
    touches,
    change: heldBy(({ field }) => field.required === true, 'emptied'),
  },
  {
    id: 'student-reporting.campuses.enrolments-left',
    service,
    operation: 'campuses.delete',
    breaks,
    describes: 'A campus is deleted though unit enrolments refer to it, which then refer to nothing.',
    touches,
    change: heldBy(({ kind }, to) => to !== 'campuses' || kind.family.name !== 'unit-enrolments', 'left'),
  },
  {
    id: 'student-reporting.students.enrolments-cascade',
    service,
    operation: 'students.delete',
    breaks,
    describes: 'A student is deleted with the unit enrolments that refer to the student.',
    touches,
    change: heldBy(({ kind }, to) => to !== 'students' || kind.family.name !== 'unit-enrolments', 'removed'),
  },
];
