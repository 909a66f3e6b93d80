/** Faults of what a service keeps of records: in its store and indexes, beside other records, and at a second call. */
import { GatewayError } from '../../http/gateway-error.ts';
import type { Reply } from '../../http/message.ts';
import type { Values } from '../../model/field.ts';
import type { Circumstances } from '../../student-reporting/engine/examine.ts';
import { keyOf, type Dataset, type StoredRecord, UidList } from '../../student-reporting/engine/store.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type FaultTable } from '../fault.ts';

type Change = FaultChange<StudentReportingStages>;

const stored = 'A stored record can be read singly and in bulk, and has what was sent (assumed).';
const partial = 'PATCH leaves what it does not name as it was (assumed).';
const found = 'A UID that no record has is answered as not found (assumed).';
const named = 'A stored record can be read by the UID that it was given (assumed).';
const unreported = 'A record with a code that another has is refused (assumed).';
const oneByOne = 'The items of an array are judged one by one (assumed).';

/** Keys are compared with what was stored before the request. */
const looksBefore: Change = ({ judgement: { isTaken }, write: { items } }) => {
  let before: ReadonlySet<number> | undefined;
  return {
    write: {
      items: (all, circumstances) => {
        before = new Set(circumstances.dataset.table(circumstances.kind.family.name).records.keys());
        const created = items(all, circumstances);
        before = undefined;
        return created;
      },
    },
    judgement: {
      isTaken: (unique, values, circumstances) => {
        const { kind, dataset, parent } = circumstances;
        const holder = dataset.table(kind.family.name).holder(keyOf(unique, { parent: parent?.uid ?? 0, values }));
        const isUnseen = circumstances.before === undefined && holder !== undefined && before?.has(holder) === false;
        return !isUnseen && isTaken(unique, values, circumstances);
      },
    },
  };
};

/** An index of a key of three members has two of them. */
const partOfTheKey: Change = inArea('judgement', ({ isTaken }) => ({
  isTaken: (unique, values, circumstances) => {
    const { kind, dataset, existing } = circumstances;
    const [one, other, ...day] = unique.fields;
    const table = dataset.table(kind.family.name);
    const isAlike = (uid: number): boolean => {
      const present = uid === existing?.uid ? undefined : table.records.get(uid)?.values;
      return [one, other].some((field) =>
        [field, ...day].every((name) => name !== undefined && present?.[name] === values[name]),
      );
    };
    return isTaken(unique, values, circumstances) || (day.length > 0 && [...table.all].some(isAlike));
  },
}));

/** One index holds the keys of all organisations. */
const keysOfAll: Change = inArea('judgement', ({ isTaken }, { data }) => ({
  isTaken: (unique, values, circumstances) => {
    const { kind, dataset, parent } = circumstances;
    const key = keyOf(unique, { parent: parent?.uid ?? 0, values });
    const others = data.store.others('').filter((other) => other !== dataset);
    return (
      isTaken(unique, values, circumstances) ||
      others.some((other) => other.table(kind.family.name).holder(key) !== undefined)
    );
  },
}));

/** The first item of an array is judged, and of the others only whether required members are there. */
const firstJudged: Change = ({ write, judgement }) => {
  let isLater = false;
  return {
    write: {
      item: (item, circumstances, index) => {
        isLater = index > 0;
        const created = write.item(item, circumstances, index);
        isLater = false;
        return created;
      },
    },
    judgement: {
      field: (bound, given, circumstances) => {
        const reasons = judgement.field(bound, given, circumstances);
        return isLater ? reasons.filter(({ name }) => name === 'required') : reasons;
      },
      rule: (...judged) => (isLater ? [] : judgement.rule(...judged)),
    },
  };
};

/** A list is cached until a record of one of its families is written, whatever its path names. */
const listKept =
  (isCached: (family: string) => boolean): Change =>
  ({ read, keep }, { data }) => {
    let kept = new WeakMap<Dataset, Map<string, Reply>>();
    const forget = (family: string): void => {
      if (isCached(family)) kept = new WeakMap();
    };
    return {
      read: {
        list: (kind, exchange) => {
          const reply = read.list(kind, exchange);
          if (!isCached(kind.family.name)) return reply;
          const dataset = data.store.of(exchange.caller.organisation);
          const ofData = kept.get(dataset) ?? new Map<string, Reply>();
          const shown = ofData.get(kind.family.name) ?? reply;
          kept.set(dataset, ofData.set(kind.family.name, shown));
          return shown;
        },
      },
      keep: {
        add: (record, kind, circumstances) => {
          forget(kind.family.name);
          keep.add(record, kind, circumstances);
        },
        replace: (existing, examined, circumstances) => {
          forget(examined.kind.family.name);
          keep.replace(existing, examined, circumstances);
        },
        remove: (located, kind) => {
          forget(kind.family.name);
          keep.remove(located, kind);
        },
      },
    };
  };

/** Records as they were created: what lists show, or what a PATCH changes. */
const asCreated =
  (isStale: (family: string) => boolean, where: 'lists' | 'updates'): Change =>
  ({ read, judgement, keep }) => {
    const created = new Map<number, StoredRecord>();
    return {
      keep: {
        add: (record, kind, circumstances) => {
          if (isStale(kind.family.name)) created.set(record.uid, record);
          keep.add(record, kind, circumstances);
        },
      },
      ...(where === 'lists'
        ? {
            read: {
              record: (uid, table, kind) => {
                const present = read.record(uid, table, kind);
                return present && (created.get(uid) ?? present);
              },
            },
          }
        : {
            judgement: {
              merge: (item, circumstances) => {
                const first = created.get(circumstances.existing?.uid ?? 0);
                return judgement.merge(
                  item,
                  first === undefined ? circumstances : { ...circumstances, existing: first },
                );
              },
            },
          }),
    };
  };

/** The number that a database gave is asked for once. */
const uidOfTheFirst = (isBelow: boolean): Change =>
  inArea('keep', ({ record }) => {
    const first = new WeakMap<Dataset, Map<string, number>>();
    return {
      record: (examined, circumstances, parent) => {
        const kept = record(examined, circumstances, parent);
        const { family } = examined.kind;
        if ((family.parent !== undefined) !== isBelow) return kept;
        const ofData = first.get(circumstances.dataset) ?? new Map<string, number>();
        const uid = ofData.get(family.name) ?? kept.uid;
        first.set(circumstances.dataset, ofData.set(family.name, uid));
        return { uid, result: { ...kept.result, [family.uid]: uid } };
      },
    };
  });

/** A PATCH deletes the row and inserts it again; children go with the row. */
const childrenLost = (isLost: (family: string) => boolean): Change =>
  inArea('keep', ({ replace }) => ({
    replace: (existing, examined, circumstances) => {
      replace(existing, examined, circumstances);
      const { dataset } = circumstances;
      for (const child of examined.kind.children.filter(({ family }) => isLost(family.name))) {
        const table = dataset.table(child.family.name);
        for (const uid of table.below(existing.uid).slice(0, Infinity)) {
          const record = table.records.get(uid);
          if (record !== undefined) dataset.remove(record, child);
        }
      }
    },
  }));

/** Lists show records without some members, or with other values. */
const listing = (shownAs: (name: string, value: unknown, kind: Circumstances['kind']) => unknown): Change =>
  inArea('read', ({ shown }) => ({
    shown: (page, list, kind, exchange) =>
      JSON.parse(
        JSON.stringify(shown(page, list, kind, exchange), (name, value: unknown) => shownAs(name, value, kind)),
      ) as readonly unknown[],
  }));

/** A second record below the same record is refused. */
const oneBelow: Change = inArea('judgement', ({ examine }) => ({
  examine: (item, circumstances) => {
    const examined = examine(item, circumstances);
    const { kind, dataset, existing, parent } = circumstances;
    const { name, listedBelow } = kind.family;
    const field = listedBelow?.field ?? [...kind.writable.keys()][0] ?? '';
    const above = Number(listedBelow === undefined ? (parent?.uid ?? 0) : examined.values[field]);
    if (existing !== undefined || above === 0 || dataset.table(name).below(above).length === 0) return examined;
    const finding = { kind, field, digits: '19001', text: 'is already reported' };
    return { ...examined, findings: [...examined.findings, finding] };
  },
}));

/** A path with such an id is answered otherwise than with 404. */
const strangeIds = (isStrange: (id: string) => boolean, answer: Pick<Reply, 'status' | 'body'>): Change =>
  inArea('delivery', ({ deliver }) => ({
    deliver: async (call) => {
      const reply = await deliver(call);
      return reply.status === 404 && call.path.split('/').some(isStrange) ? { ...reply, ...answer } : reply;
    },
  }));

const isBeyond =
  (bits: bigint) =>
  (id: string): boolean =>
    /^\d+$/.test(id) && BigInt(id) >= 2n ** bits;
const empty = { status: 200, body: JSON.stringify({ success: true, result: {} }) };
const broken = { code: 'internal_error', detail: 'The service could not handle the request.' };

const every = (): boolean => true;
const only = (one: string) => (family: string) => family === one;

export const recordFaults: FaultTable<StudentReportingStages> = {
  'records.keys-beside-unseen': {
    breaks: unreported,
    describes:
      'Unique codes are compared only with stored records, so two items of one request may have the same code.',
    touches: { rules: ['input.duplicate-beside'] },
    change: looksBefore,
  },
  'records.part-of-the-key': {
    breaks: 'A record that differs from another in one member of their key is another one (assumed).',
    describes: 'A key of several fields, one of them a date, is compared by only two of its fields.',
    touches: { rules: ['outcome.accepted'] },
    change: partOfTheKey,
  },
  'records.keys-of-all-organisations': {
    breaks: 'The records of an organisation are not there for others (assumed).',
    describes: 'A code of another organisation is rejected as already reported.',
    touches: { rules: ['input.foreign-key'] },
    change: keysOfAll,
  },
  'records.kept-by-token': {
    breaks: 'All data belongs to the organisation of the token (assumed).',
    describes: 'Records belong to the token that created them, and another token of the organisation cannot read them.',
    touches: { rules: ['lifecycle.renewed-token'] },
    change: inArea('door', ({ admit, tokenOf }) => ({
      admit: async (call) => ({ ...(await admit(call)), organisation: tokenOf(call) ?? '' }),
    })),
  },
  'records.updates-inserted': {
    breaks: 'A PATCH changes the record that it names (assumed).',
    describes: 'A PATCH saves the changed record as a new one.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('keep', (_inner, { keep }) => ({
      replace: ({ parent }, { kind, values }, circumstances) => {
        keep.add({ uid: keep.uid(), parent, values }, kind, circumstances);
      },
    })),
  },
  'records.first-item-judged': {
    breaks: oneByOne,
    describes: 'Only the first item of an array is validated, except for required fields.',
    touches: { rules: ['input.batch-judged'] },
    change: firstJudged,
  },
  'students.chessn-clears-usi': {
    operation: 'students.update',
    breaks: partial,
    describes: 'A PATCH of chessn that does not name usi clears it.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('judgement', ({ merge }) => ({
      merge: (item, circumstances) => {
        const { usi: _usi, ...others }: Values = merge(item, circumstances);
        const isCleared = circumstances.existing !== undefined && item.given.has('chessn') && !item.given.has('usi');
        return isCleared && circumstances.kind.family.name === 'students' ? others : merge(item, circumstances);
      },
    })),
  },
  'students.scholarships-lost': {
    operation: 'students.update',
    breaks: partial,
    describes: 'A PATCH of a student deletes its Commonwealth scholarships.',
    touches: { rules: ['lifecycle.*'] },
    change: childrenLost(only('student-commonwealth-scholarships')),
  },
  'records.parts-lost': {
    breaks: partial,
    describes: 'A PATCH deletes the records below the changed record.',
    touches: { rules: ['lifecycle.*'] },
    change: childrenLost(every),
  },
  'records.others-emptied': {
    breaks: 'DELETE removes the record that it names and no other (assumed).',
    describes: 'A DELETE also clears a field of all records of the kind below other parents.',
    touches: { rules: ['lifecycle.*'] },
    change: inArea('keep', ({ remove }) => ({
      remove: (located, kind) => {
        const { dataset, record } = located;
        remove(located, kind);
        for (const other of Array.from(dataset.table(kind.family.name).records.values())) {
          const [, ...left] = Object.entries(other.values);
          if (other.parent !== record.parent) dataset.replace(other, Object.fromEntries(left), kind);
        }
      },
    })),
  },
  'student-disabilities.list-kept': {
    operation: 'student-disabilities.list',
    breaks: 'The list below a student holds the records of that student (assumed).',
    describes: 'The list of student-disabilities is cached until one is written, and is returned for every student.',
    touches: { rules: ['lifecycle.lists-apart'] },
    change: listKept(only('student-disabilities')),
  },
  'records.lists-kept': {
    breaks: 'A list below a student or course on campus holds the records of that one (assumed).',
    describes:
      'Lists are cached until a record of the family is written, and the cache ignores the parent in the path.',
    touches: { rules: ['lifecycle.lists-apart'] },
    change: listKept(every),
  },
  'loans.updates-from-creation': {
    operation: 'loans.update',
    breaks: partial,
    describes: 'A PATCH is applied to the loan as it was created, so earlier updates are lost.',
    touches: { rules: ['lifecycle.update-*'] },
    change: asCreated(only('loans'), 'updates'),
  },
  'records.updates-from-creation': {
    breaks: partial,
    describes: 'A PATCH is applied to the record as it was created, so earlier updates are lost.',
    touches: { rules: ['lifecycle.update-*'] },
    change: asCreated(every, 'updates'),
  },
  'records.listed-as-created': {
    breaks: 'A PATCH changes what it names, in single and bulk reads (assumed).',
    describes: 'Lists show records as they were created.',
    touches: { rules: ['lifecycle.listed-as-read'] },
    change: asCreated(every, 'lists'),
  },
  'records.lock-kept': {
    breaks: 'PATCH changes what it names (assumed).',
    describes: 'A PATCH does not release its lock: every further PATCH of the record returns 423.',
    touches: { rules: ['lifecycle.update-*'] },
    change: inArea('keep', ({ replace }) => {
      const locked = new Set<number>();
      return {
        replace: (existing, examined, circumstances) => {
          if (locked.has(existing.uid))
            throw new GatewayError(423, { code: 'locked', detail: 'The record is locked.' });
          locked.add(existing.uid);
          replace(existing, examined, circumstances);
        },
      };
    }),
  },
  'records.uid-of-the-first': {
    breaks: named,
    describes: 'A POST returns the UID of the first record of the family.',
    touches: { rules: ['lifecycle.*'] },
    change: uidOfTheFirst(false),
  },
  'records.uid-of-the-first-below': {
    breaks: named,
    describes: 'A POST below any parent returns the UID of the first record of the family.',
    touches: { rules: ['lifecycle.*'] },
    change: uidOfTheFirst(true),
  },
  'records.parent-forgotten': {
    breaks: 'Query parameters that the interface does not know are ignored (assumed).',
    describes: 'With a query, the list below a parent contains the records of all parents.',
    touches: { rules: ['query.*'] },
    change: inArea('read', ({ listed }, { data }) => ({
      listed: (kind, exchange) =>
        exchange.call.query === ''
          ? listed(kind, exchange)
          : data.store.of(exchange.caller.organisation).table(kind.family.name).all,
    })),
  },
  'records.newest-listed': {
    breaks: stored,
    describes: 'Lists contain only their newest record.',
    touches: { rules: ['lifecycle.*', 'page.*', 'store.*'] },
    change: inArea('read', ({ listed }) => ({
      listed: (kind, exchange) => {
        const list = listed(kind, exchange);
        const newest = list.last();
        if (newest === undefined) return list;
        const alone = new UidList();
        alone.add(newest);
        return alone;
      },
    })),
  },
  'records.one-below': {
    breaks: stored,
    describes: 'A second record of a kind below the same parent is rejected.',
    touches: { rules: ['lifecycle.*'] },
    change: oneBelow,
  },
  'lists.required-alone': {
    breaks: stored,
    describes: 'Lists show only the required fields of a record.',
    touches: { rules: ['lifecycle.*'] },
    change: listing((member, value, { readable }) =>
      readable.some(({ name, required, readOnly }) => name === member && required !== true && readOnly !== true)
        ? undefined
        : value,
    ),
  },
  'lists.texts-cut': {
    breaks: stored,
    describes: 'Lists show texts and codes without their last character.',
    touches: { rules: ['lifecycle.listed-as-*'] },
    change: listing((member, value, { readable }) =>
      typeof value === 'string' && readable.some(({ name, kind }) => name === member && ['text', 'code'].includes(kind))
        ? value.slice(0, -1)
        : value,
    ),
  },
  'records.low-ids-taken': {
    breaks: found,
    describes: 'A UID of zero or less in a path returns an existing record.',
    touches: { rules: ['lifecycle.low-id'] },
    change: strangeIds((id) => /^(?:0|-\d+)$/.test(id), empty),
  },
  'records.ids-of-32-bits-taken': {
    breaks: found,
    describes: 'A UID in a path that does not fit into 32 bits returns an existing record.',
    touches: { rules: ['lifecycle.great-id'] },
    change: strangeIds(isBeyond(31n), empty),
  },
  'records.ids-of-64-bits': {
    breaks: found,
    describes: 'A UID in a path that does not fit into 64 bits causes a 500.',
    touches: { rules: ['lifecycle.great-id'] },
    change: strangeIds(isBeyond(63n), { status: 500, body: JSON.stringify({ errors: [broken] }) }),
  },
  'records.dates-before-1970-500': {
    breaks: 'No request breaks the service (assumed).',
    describes: 'A date before 1970 causes a 500.',
    touches: { rules: ['input.dates-kept'] },
    change: inArea('judgement', ({ merge }) => ({
      merge: (item, circumstances) => {
        const isDate = (name: string): boolean => circumstances.kind.writable.get(name)?.field.kind === 'date';
        const isBefore = ([name, value]: readonly [string, unknown]): boolean =>
          isDate(name) && typeof value === 'string' && value < '1970';
        if ([...item.given].some(isBefore)) throw new GatewayError(500, broken);
        return merge(item, circumstances);
      },
    })),
  },
  'records.updates-without-first-codes': {
    breaks: 'Each value of a code list is accepted (assumed).',
    describes: 'A PATCH is validated with code lists without their first code.',
    touches: { rules: ['input.each-listed'] },
    change: inArea('judgement', ({ field }) => ({
      field: (bound, given, circumstances) => {
        const [lacking] = 'codes' in bound.field ? bound.field.codes : [];
        const sent: readonly unknown[] = [given.given].flat();
        const check = bound.checks.find(({ name }) => name === 'code-list');
        const isUnknown = circumstances.existing !== undefined && lacking !== undefined && sent.includes(lacking);
        return isUnknown && check !== undefined ? [check] : field(bound, given, circumstances);
      },
    })),
  },
};
