/** Faults that show in what comes second: the later items of a request, and lists and sums once something was changed. */
import type { Value, Values } from '../../model/field.ts';
import type { Circumstances } from '../../student-reporting/engine/examine.ts';
import type { Item } from '../../student-reporting/engine/shape.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import type { Reply } from '../../http/message.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';
type Change = FaultChange<StudentReportingStages>;

const oneByOne = 'The items of an array are judged one by one (assumed).';
const updated = 'A PATCH changes what it names, in single and bulk reads (assumed).';
const summed = 'The HELP balance is the sum of the loans (assumed).';

/** What is bound once for all items: keys are given to each. */
function ofFirst(items: readonly Item[], { kind }: Circumstances): readonly Item[] {
  const keys = new Set((kind.family.unique ?? []).flatMap(({ fields }) => fields));
  const [first] = items;
  return items.map((item) => ({
    ...item,
    given: new Map(
      [...item.given].map(([name, value]): readonly [string, Value | null] => [
        name,
        keys.has(name) ? value : (first?.given.get(name) ?? value),
      ]),
    ),
  }));
}

/** The first item of an array is judged, and of the others whether they have what they have to have. */
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
      rule: (rule, draft, isSound, circumstances) =>
        isLater ? [] : judgement.rule(rule, draft, isSound, circumstances),
    },
  };
};

/** What a list hangs on is looked at when a record is made, and not when it is changed. */
const notRelisted: Change = inArea('keep', ({ replace }) => ({
  replace: (existing, examined, circumstances) => {
    replace(existing, examined, circumstances);
    const { kind, dataset } = circumstances;
    const { listedBelow, name } = kind.family;
    if (listedBelow === undefined) return;
    const [before, after] = [existing.values, examined.values].map((values: Values) => values[listedBelow.field]);
    if (before === after) return;
    const table = dataset.table(name);
    table.below(Number(after)).remove(existing.uid);
    table.below(Number(before)).add(existing.uid);
  },
}));

/** The balance of a student is kept until a loan of the student is made or deleted. */
const balanceKept: Change = ({ balance, keep }) => {
  const kept = new Map<number, Reply>();
  const forget = (values: Values): void => {
    kept.delete(Number(values['students_uid']));
  };
  return {
    balance: {
      read: (exchange) => {
        const { uid } = balance.student(exchange);
        const reply = kept.get(uid) ?? balance.read(exchange);
        kept.set(uid, reply);
        return reply;
      },
    },
    keep: {
      add: (record, kind, circumstances) => {
        forget(record.values);
        keep.add(record, kind, circumstances);
      },
      remove: (located, kind) => {
        forget(located.record.values);
        keep.remove(located, kind);
      },
    },
  };
};

/** A list shows each record as it was when it was first on it. */
const asFirstListed: Change = inArea('read', ({ shown }) => {
  const first = new Map<number, unknown>();
  return {
    shown: (page, list, kind, exchange) => {
      const views = shown(page, list, kind, exchange);
      if (views.length !== page.length) return views;
      return page.map((uid, place) => {
        const view = first.get(uid) ?? views[place];
        first.set(uid, view);
        return view;
      });
    },
  };
});

export const secondFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.records.values-of-the-first-item',
    service,
    breaks: oneByOne,
    describes: 'The values of the first item of an array are stored for all of them, but for keys.',
    touches: { rules: ['lifecycle.batch-*', 'input.batch-*'] },
    change: inArea('write', ({ items }) => ({
      items: (all, circumstances) => items(ofFirst(all, circumstances), circumstances),
    })),
  },
  {
    id: 'student-reporting.records.second-of-three-lost',
    service,
    breaks: oneByOne,
    describes: 'Of three items that are stored the second is answered as such and is not there.',
    touches: { rules: ['lifecycle.batch-*', 'http.made'] },
    change: inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const created = items(all, circumstances);
        const { dataset, kind } = circumstances;
        const [, second = 0, ...others] = created.uids;
        const record = dataset.table(kind.family.name).records.get(second);
        if (others.length === 1 && record !== undefined) dataset.remove(record, kind);
        return created;
      },
    })),
  },
  {
    id: 'student-reporting.records.first-item-judged',
    service,
    breaks: oneByOne,
    describes: 'Of the items of an array the first alone is judged, but for what they have to have.',
    touches: { rules: ['input.batch-judged'] },
    change: firstJudged,
  },
  {
    id: 'student-reporting.records.not-relisted',
    service,
    breaks: updated,
    describes: 'A record that a PATCH gives to another student stays in the list of the first.',
    touches: { rules: ['lifecycle.moved', 'lifecycle.moved-away', 'lifecycle.sum-*'] },
    change: notRelisted,
  },
  {
    id: 'student-reporting.help-balance.kept-through-updates',
    service,
    operation: 'help-balance.read',
    breaks: summed,
    describes: 'The HELP balance is kept until a loan is made or deleted.',
    touches: { rules: ['lifecycle.sum-*'] },
    change: balanceKept,
  },
  {
    id: 'student-reporting.lists.as-first-listed',
    service,
    breaks: updated,
    describes: 'A list shows each record as it was when it was first listed.',
    touches: { rules: ['lifecycle.listed-*'] },
    change: asFirstListed,
  },
];
