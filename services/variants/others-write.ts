/** Somebody else works on the same service: between any two calls records are made, changed and deleted that no caller here knows of. */
import type { Field, Value, Values } from '../model/field.ts';
import type { Partner } from '../partner-onboarding/partner.ts';
import type { PartnerOnboardingStages } from '../partner-onboarding/service.ts';
import type { Change } from '../stages.ts';
import type { Kind } from '../student-reporting/engine/model.ts';
import type { Dataset, Store, StoredRecord } from '../student-reporting/engine/store.ts';
import type { StudentReportingStages } from '../student-reporting/service.ts';

/** Others keep about so many records in each collection. */
const KEPT = 6;
/** So many codes there are that others give their records, one after the other. */
const CODES = 100_000_000;

type Doing = 'make' | 'change' | 'delete';

/** What somebody does next: the same at each start, and without a turn that a reader could fall in step with. */
function whims(): (has: number) => Doing {
  let state = 20_261_123;
  return (has) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const drawn = Math.floor(state / 65_536) % (2 * KEPT);
    return drawn >= has ? 'make' : drawn % 2 === 0 ? 'change' : 'delete';
  };
}

/** One after another, of as few digits as every code has room for. */
function codes(): () => string {
  let last = 0;
  return () => `O${String((last = (last + 1) % CODES))}`;
}

/** The records of others in one collection of an organisation, and one as anybody would write it there. */
interface Shelf {
  readonly kind: Kind;
  readonly like: StoredRecord;
  theirs: readonly StoredRecord[];
}

type Shelves = Map<string, Shelf>;

export const othersRecords: Change<StudentReportingStages> = ({ delivery, keep }, { data: { store } }) => {
  const whim = whims();
  const code = codes();
  // With the records of an organisation goes what others have among them.
  const byDataset = new WeakMap<Dataset, Shelves>();
  const known = new Map<string, Omit<Shelf, 'theirs'>>();
  const shelvesOf = (dataset: Dataset): Shelves => {
    const shelves = byDataset.get(dataset) ?? new Map<string, Shelf>();
    byDataset.set(dataset, shelves);
    for (const [name, one] of known) if (!shelves.has(name)) shelves.set(name, { ...one, theirs: [] });
    return shelves;
  };
  return {
    delivery: {
      deliver: (call) => {
        // In an organisation that nobody here belongs to.
        store.nextUid();
        for (const dataset of store.others('')) {
          const shelves = shelvesOf(dataset);
          for (const shelf of shelves.values())
            work(whim(shelf.theirs.length), shelf, { dataset, shelves, store, code });
        }
        return delivery.deliver(call);
      },
    },
    keep: {
      add: (record, kind, circumstances) => {
        // Nobody else knows a record that a caller has just made, so that none of theirs stands below it.
        if (record.parent === 0 && !known.has(kind.family.name)) known.set(kind.family.name, { kind, like: record });
        keep.add(record, kind, circumstances);
      },
    },
  };
};

interface Place {
  readonly dataset: Dataset;
  readonly shelves: Shelves;
  readonly store: Store;
  readonly code: () => string;
}

function work(doing: Doing, shelf: Shelf, { dataset, shelves, store, code }: Place): void {
  const { kind, like, theirs } = shelf;
  const free = theirs.filter(({ uid }) => !dataset.isReferredTo(uid));
  const [oldest] = free;
  // Now what has been there for long, now what has just been made.
  const unwanted = theirs.length % 2 === 0 ? oldest : free.at(-1);
  if (doing === 'delete' && unwanted !== undefined) {
    dataset.remove(unwanted, kind);
    shelf.theirs = theirs.filter((one) => one !== unwanted);
    return;
  }
  const values = ofTheirs(like.values, kind, shelves, code);
  if (values === undefined) return;
  if (doing === 'change' && oldest !== undefined) {
    const changed = dataset.replace(oldest, values, kind);
    shelf.theirs = theirs.map((one) => (one === oldest ? changed : one));
    return;
  }
  if (doing !== 'make') return;
  const made = { uid: store.nextUid(), parent: 0, values };
  dataset.add(made, kind);
  shelf.theirs = [...theirs, made];
}

/** The values of a record with a code of its own, and below other records of theirs; nothing where there are none yet. */
function ofTheirs(values: Values, kind: Kind, shelves: Shelves, code: () => string): Values | undefined {
  const unique = (kind.family.unique ?? []).flatMap(({ fields }) => fields);
  const changed: Record<string, Value> = { ...values };
  for (const { name, to } of kind.references) {
    const uid = shelves.get(to)?.theirs.at(-1)?.uid;
    if (uid === undefined) return undefined;
    if (name in values) changed[name] = uid;
  }
  const coded = kind.family.fields.find(
    (field): field is Field => field.kind === 'text' && unique.includes(field.name),
  );
  if (coded !== undefined) changed[coded.name] = code();
  return changed;
}

/** There is no list of partners: others make theirs, and leave those alone that they do not know. */
export const othersPartners: Change<PartnerOnboardingStages> = (
  { delivery, partners: { add } },
  { data, partners },
) => {
  const whim = whims();
  let like: Partner | undefined;
  const theirs = new WeakMap<Map<string, Partner>, readonly string[]>();
  return {
    delivery: {
      deliver: (call) => {
        for (const shelf of data.partners.all()) {
          const ids = theirs.get(shelf) ?? [];
          const [oldest] = ids;
          const doing = whim(ids.length);
          if (doing === 'delete' && oldest !== undefined) {
            shelf.delete(oldest);
            theirs.set(shelf, ids.slice(1));
          } else if (like !== undefined) {
            const id = doing === 'change' && oldest !== undefined ? oldest : partners.newId();
            shelf.set(id, { ...like, id, channels: [] });
            theirs.set(shelf, [...ids.filter((one) => one !== id), id]);
          }
        }
        return delivery.deliver(call);
      },
    },
    partners: {
      add: (organisation, partner) => {
        like ??= partner;
        add(organisation, partner);
      },
    },
  };
};
