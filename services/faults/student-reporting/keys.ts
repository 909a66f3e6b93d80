/** Faults of what is looked up elsewhere before something is stored: keys that are taken or free, dates that are stored, references. */
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { findingsOf, type Circumstances } from '../../student-reporting/engine/examine.ts';
import type { Kind } from '../../student-reporting/engine/model.ts';
import { keyOf, type StoredRecord } from '../../student-reporting/engine/store.ts';
import type { Uniqueness } from '../../student-reporting/families/family.ts';
import type { Values } from '../../model/field.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';
import { orOfOthers } from './changes.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

const hidden = 'The records of an organisation are not there for others (assumed).';
const freed = 'A code that no record has can be given (assumed).';
const unreported = 'A record with a code that another has is refused (assumed).';

/** Keys by family; the uid of who had it beside each. */
class Keys {
  readonly #uids = new Map<string, number>();

  add({ family }: Kind, unique: Uniqueness, of: { readonly parent: number; readonly values: Values }, uid = 0): void {
    this.#uids.set(family.name + keyOf(unique, of), uid);
  }

  of({ family }: Kind, unique: Uniqueness, values: Values, parent = 0): number | undefined {
    return this.#uids.get(family.name + keyOf(unique, { parent, values }));
  }
}

/** An index that learns of creates and deletions alone: it holds what a record gave up by an update. */
const holdsGivenUp: Change = ({ keep: { replace }, judgement: { isTaken } }) => {
  const givenUp = new Keys();
  return {
    keep: {
      replace: (existing, examined, circumstances) => {
        const { kind } = circumstances;
        for (const unique of kind.family.unique ?? [])
          if (keyOf(unique, existing) !== keyOf(unique, { ...existing, values: examined.values }))
            givenUp.add(kind, unique, existing, existing.uid);
        replace(existing, examined, circumstances);
      },
    },
    judgement: {
      isTaken: (unique, values, circumstances) => {
        const { kind, existing, parent } = circumstances;
        const uid = givenUp.of(kind, unique, values, parent?.uid);
        return isTaken(unique, values, circumstances) || (uid !== undefined && uid !== existing?.uid);
      },
    },
  };
};

/** An index of a key of three members has two of them. */
const partOfTheKey: Change = ({ judgement: { isTaken } }) => ({
  judgement: {
    isTaken: (unique, values, circumstances) => {
      const { kind, dataset, existing } = circumstances;
      const [one, other, ...day] = unique.fields;
      const table = dataset.table(kind.family.name);
      const isAlike = (uid: number): boolean => {
        const stored = uid === existing?.uid ? undefined : table.records.get(uid)?.values;
        return [one, other].some((field) =>
          [field, ...day].every((name) => name !== undefined && stored?.[name] === values[name]),
        );
      };
      return isTaken(unique, values, circumstances) || (day.length > 0 && [...table.all].some(isAlike));
    },
  },
});

/** The key of an item is reserved before anything of it is judged. */
const reservesKeys: Change = ({ judgement: { examine, isTaken } }) => {
  const reserved = new Keys();
  const reserve = ({ kind, parent }: Circumstances, values: Values): void => {
    for (const unique of kind.family.unique ?? [])
      if (unique.fields.some((field) => values[field] !== undefined))
        reserved.add(kind, unique, { parent: parent?.uid ?? 0, values });
  };
  return {
    judgement: {
      examine: (item, circumstances) => {
        const examined = examine(item, circumstances);
        const isNew = circumstances.existing === undefined && circumstances.before === undefined;
        if (isNew && findingsOf(examined).length > 0) reserve(circumstances, examined.values);
        return examined;
      },
      isTaken: (unique, values, circumstances) =>
        isTaken(unique, values, circumstances) ||
        reserved.of(circumstances.kind, unique, values, circumstances.parent?.uid) !== undefined,
    },
  };
};

/** What has the keys of a request is looked up once, before any of its items is stored. */
const looksBefore: Change = ({ judgement: { isTaken }, write: { items } }) => {
  let stored: ReadonlySet<number> | undefined;
  return {
    write: {
      items: (all, circumstances) => {
        stored = new Set(circumstances.dataset.table(circumstances.kind.family.name).records.keys());
        const created = items(all, circumstances);
        stored = undefined;
        return created;
      },
    },
    judgement: {
      isTaken: (unique, values, circumstances) => {
        const { kind, dataset, parent, before } = circumstances;
        const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
        const holder = dataset.table(kind.family.name).holder(key);
        const isUnseen = before === undefined && holder !== undefined && stored?.has(holder) === false;
        return !isUnseen && isTaken(unique, values, circumstances);
      },
    },
  };
};

/** What is looked up is looked up among the records of all organisations. */
const amongAll: Change = ({ judgement: { field } }, { data }) => ({
  judgement: {
    field: (bound, given, circumstances) => {
      const reasons = field(bound, given, circumstances);
      const { field: one } = bound;
      if (one.kind !== 'reference' || typeof given.given !== 'number') return reasons;
      const uid = given.given;
      const isThere = data.store.others('').some((dataset) => dataset.has(one.to, uid));
      return isThere ? reasons.filter(({ name }) => name !== 'reference') : reasons;
    },
  },
});

/** One index for the keys of all organisations. */
const keysOfAll: Change = ({ judgement: { isTaken } }, { data }) => ({
  judgement: {
    isTaken: (unique, values, circumstances) => {
      const { kind, dataset, parent } = circumstances;
      const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
      const others = data.store.others('').filter((other) => other !== dataset);
      return (
        isTaken(unique, values, circumstances) ||
        others.some((other) => other.table(kind.family.name).holder(key) !== undefined)
      );
    },
  },
});

/** What a POST stands below is looked up among the records of all organisations. */
const belowOthers: Change = ({ locate: { parent } }, { data }) => ({
  locate: {
    parent: (kind, exchange) =>
      exchange.call.method === 'POST' && kind.family.parent !== undefined
        ? orOfOthers(() => ownOf(parent(kind, exchange)), data.store, kind.family.parent, exchange)
        : parent(kind, exchange),
  },
});

function ownOf(record: StoredRecord | undefined): StoredRecord {
  if (record === undefined) throw new Error('What has a parent stands below a record.');
  return record;
}

export const keyFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.given-up-keys-held',
    service,
    breaks: freed,
    describes: 'A code that a record had before a PATCH is refused as already reported.',
    touches: { rules: ['lifecycle.key-given-up'] },
    change: holdsGivenUp,
  },
  {
    id: 'student-reporting.records.keys-of-refused-reserved',
    service,
    breaks: freed,
    describes: 'A code is reserved before its item is judged, and stays so when that is refused.',
    touches: { rules: ['lifecycle.key-not-reserved'] },
    change: reservesKeys,
  },
  {
    id: 'student-reporting.records.keys-beside-unseen',
    service,
    breaks: unreported,
    describes: 'Codes are held against what was stored before the request: two of its items may share one.',
    touches: { rules: ['input.duplicate-beside'] },
    change: looksBefore,
  },
  {
    id: 'student-reporting.records.ranges-of-the-request-alone',
    service,
    breaks: 'A range of dates does not end before it begins (assumed).',
    describes: 'A PATCH of one end of a range of dates is not held against the other that is stored.',
    touches: { rules: ['input.order-stored'] },
    change: inArea('judgement', ({ rule }) => ({
      rule: (asked, draft, isSound, circumstances) => {
        const { field, start } = asked;
        const isOneAlone =
          start !== undefined && draft.purpose === 'update' && !(draft.gives(field) && draft.gives(start));
        return isOneAlone ? [] : rule(asked, draft, isSound, circumstances);
      },
    })),
  },
  {
    id: 'student-reporting.records.kept-by-token',
    service,
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'Records belong to the token that they were made with: the next one of the organisation has none.',
    touches: { rules: ['lifecycle.renewed-token'] },
    change: inArea('door', ({ admit, tokenOf }) => ({
      admit: async (call) => ({ ...(await admit(call)), organisation: tokenOf(call) ?? '' }),
    })),
  },
  {
    id: 'student-reporting.records.part-of-the-key',
    service,
    breaks: 'A record that differs from another in one member of their key is another one (assumed).',
    describes: 'Of a key of several members any two alone are looked at, where one is a date.',
    touches: { rules: ['outcome.accepted'] },
    change: partOfTheKey,
  },
  {
    id: 'student-reporting.records.references-to-others',
    service,
    breaks: hidden,
    describes: 'References are looked up among the records of all organisations.',
    touches: { rules: ['input.foreign-reference'] },
    change: amongAll,
  },
  {
    id: 'student-reporting.records.keys-of-all-organisations',
    service,
    breaks: hidden,
    describes: 'A code that another organisation has is refused as already reported.',
    touches: { rules: ['input.foreign-key'] },
    change: keysOfAll,
  },
  {
    id: 'student-reporting.records.made-below-those-of-others',
    service,
    breaks: hidden,
    describes: 'A record is created below one of another organisation.',
    touches: { rules: ['lifecycle.other-party-below'] },
    change: belowOthers,
  },
  {
    id: 'student-reporting.records.references-to-deleted',
    service,
    breaks: 'A reference to a record that is not there is refused (assumed).',
    describes: 'DELETE marks a record, and references are looked up without a look at the mark.',
    touches: { rules: ['input.deleted-reference'] },
    change: ({ judgement: { field }, keep: { remove } }) => {
      const marked = new Set<number>();
      return {
        keep: {
          remove: (located, kind) => {
            marked.add(located.record.uid);
            remove(located, kind);
          },
        },
        judgement: {
          field: (bound, given, circumstances) => {
            const reasons = field(bound, given, circumstances);
            const isMarked = typeof given.given === 'number' && marked.has(given.given);
            return isMarked ? reasons.filter(({ name }) => name !== 'reference') : reasons;
          },
        },
      };
    },
  },
];
