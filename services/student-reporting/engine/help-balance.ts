import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../gateway.ts';
import { existsIn } from '../../model/version.ts';
import { helpBalance } from '../families/enrolment-families.ts';
import type { JudgementStages } from './examine.ts';
import { ownRecord, type StudentData } from './locate.ts';
import { succeeded } from './results.ts';
import type { StoredRecord, Table } from './store.ts';
import type { UidList } from './uid-list.ts';

/** The stages of the HELP balance of a student. */
export interface BalanceStages {
  readonly read: (exchange: Exchange) => Reply;
  readonly student: (exchange: Exchange) => StoredRecord;
  readonly loansOf: (student: StoredRecord, loans: Table) => UidList;
  readonly amount: (cents: number) => number;
  readonly asAt: () => string | undefined;
}

interface Stages {
  readonly data: StudentData;
  readonly judgement: JudgementStages;
  readonly balance: BalanceStages;
}

export function balanceStages(stages: Stages): BalanceStages {
  return {
    read: (exchange) => read(stages, exchange),
    student: (exchange) => ownRecord(stages.data.store, 'students', exchange),
    loansOf: ({ uid }, loans) => loans.below(uid),
    amount: (cents) => cents / 100,
    asAt: () => stages.judgement.scene().today,
  };
}

/** The balance is computed from the loans at every read, so it can never be out of step with them. */
function read({ data, judgement, balance }: Stages, exchange: Exchange): Reply {
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
