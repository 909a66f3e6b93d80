import { json, type Reply } from '../../http/message.ts';
import type { Exchange, Place, Run } from '../../gateway.ts';
import { existsIn, lifetimeOf } from '../../model/version.ts';
import { helpBalance } from '../families/enrolment-families.ts';
import type { JudgementStages } from './examine.ts';
import { ownRecord, type StudentData, type ReadStages } from './locate.ts';
import { succeeded } from './results.ts';
import type { StoredRecord, Table, UidList } from './store.ts';
import type { Action, Family } from '../families/family.ts';
import { families } from '../families/index.ts';
import type { Kind, Model } from './model.ts';
import type { WriteStages } from './write.ts';

const methods: Readonly<Record<Action, Place['method']>> = {
  create: 'POST',
  list: 'GET',
  read: 'GET',
  update: 'PATCH',
  delete: 'DELETE',
};

function placeOf(family: Family, action: Action): Place {
  return {
    name: `${family.name}.${action}`,
    method: methods[action],
    path: pathOf(family, action),
    ...lifetimeOf(family),
  };
}

function pathOf({ path, listedBelow, isSingle, uid }: Family, action: Action): string {
  if (action === 'create') return path;
  if (action === 'list') return listedBelow?.path ?? path;
  return isSingle ? path : `${path}/{${uid}}`;
}

export const helpBalancePlace: Place = { name: `${helpBalance.name}.read`, method: 'GET', path: helpBalance.path };

export interface FamilyPlace extends Place {
  readonly family: Family;
  readonly action: Action;
}

/** Every operation on records that any version of the service offers. */
export const familyPlaces: readonly FamilyPlace[] = families.flatMap((family) =>
  family.actions.map((action) => ({ ...placeOf(family, action), family, action })),
);

interface Stages {
  readonly model: Model;
  readonly read: ReadStages;
  readonly write: WriteStages;
  readonly balance: BalanceStages;
}

export function recordRun(stages: Stages): Run {
  const ofAction = (action: Action, kind: Kind, exchange: Exchange): Reply => {
    switch (action) {
      case 'create':
        return stages.write.create(kind, exchange);
      case 'read':
        return stages.read.one(kind, exchange);
      case 'update':
        return stages.write.update(kind, exchange);
      case 'delete':
        return stages.write.remove(kind, exchange);
      case 'list':
        return stages.read.list(kind, exchange);
    }
  };
  const ofFamilies = familyPlaces.map(
    ({ name, family, action }) =>
      [name, (exchange: Exchange) => ofAction(action, stages.model.kind(family.name), exchange)] as const,
  );
  return {
    ...Object.fromEntries(ofFamilies),
    [helpBalancePlace.name]: (exchange) => stages.balance.read(exchange),
  };
}

/** The stages of the HELP balance of a student. */
export interface BalanceStages {
  readonly read: (exchange: Exchange) => Reply;
  readonly student: (exchange: Exchange) => StoredRecord;
  readonly loansOf: (student: StoredRecord, loans: Table) => UidList;
  readonly amount: (cents: number) => number;
  readonly asAt: () => string | undefined;
}

interface BalanceParts {
  readonly data: StudentData;
  readonly judgement: JudgementStages;
  readonly balance: BalanceStages;
}

export function balanceStages(stages: BalanceParts): BalanceStages {
  return {
    read: (exchange) => readBalance(stages, exchange),
    student: (exchange) => ownRecord(stages.data.store, 'students', exchange),
    loansOf: ({ uid }, loans) => loans.below(uid),
    amount: (cents) => cents / 100,
    asAt: () => stages.judgement.scene().today,
  };
}

/** The balance is computed from the loans at every read, so it can never be out of step with them. */
function readBalance({ data, judgement, balance }: BalanceParts, exchange: Exchange): Reply {
  const student = balance.student(exchange);
  const loans = data.store.of(exchange.caller.organisation).table('loans');
  let cents = 0;
  for (const uid of balance.loansOf(student, loans)) {
    const amount = loans.records.get(uid)?.values['help_loan_amount'];
    // Summed in cents, because sums of decimals drift in binary.
    if (typeof amount === 'number') cents += Math.round(amount * 100);
  }
  const values: Readonly<Record<string, unknown>> = {
    students_uid: student.uid,
    help_balance_amount: balance.amount(cents),
    help_balance_as_at_date: balance.asAt(),
  };
  const fields = helpBalance.fields.filter((field) => existsIn(judgement.scene().version, field));
  const shown = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
  return json(200, succeeded(undefined, { [helpBalance.singular]: shown }));
}
