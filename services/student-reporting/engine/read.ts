import { notFound } from '../../http/gateway-error.ts';
import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../http/pipeline.ts';
import { paginationFault } from '../../faults/ids.ts';
import { existsIn } from '../../model/version.ts';
import { helpBalance } from '../families/help-balance.ts';
import { locate, parentOf, uidOf, type Desk } from './desk.ts';
import type { FaultId, Switches } from '../../faults/switches.ts';
import type { Kind } from './model.ts';
import type { Paginator } from './pagination.ts';
import { succeeded, view } from './results.ts';
import type { StoredRecord, Table } from './store.ts';
import { UidList } from './uid-list.ts';

export function read(desk: Desk, kind: Kind, exchange: Exchange): Reply {
  const { record } = locate(desk, kind, exchange);
  return json(200, succeeded(undefined, view(record, kind, desk.scene())));
}

export function list(desk: Desk, kind: Kind, exchange: Exchange, paginator: Paginator): Reply {
  // A bad page header is a fault of shape, judged before the id.
  const paging = paginator.read(exchange.call);
  const table = desk.store.of(exchange.caller.organisation).table(kind.family.name);
  const uids = uidsOf(desk, kind, exchange, table);
  const { faults, family } = kind;
  const { switches } = desk;
  if (uids.length === 0 && switches.on(faults['empty-list-404'])) throw notFound();
  refuseByKnownIssue(desk, kind, uids);
  if (switches.on(faults['list-misses-newest'])) uids.remove(uids.last() ?? 0);
  const page = paginator.page(uids, paging);
  const scene = desk.scene();
  const order = switches.on(faults['list-descending']) ? page.uids.toReversed() : page.uids;
  const foreign = switches.on(faults['lists-all-organisations'])
    ? desk.store
        .others(exchange.caller.organisation)
        .flatMap((dataset) => [...dataset.table(family.name).records.values()])
    : [];
  const shown = order.flatMap((uid) => {
    const record = table.records.get(uid) ?? table.deleted.get(uid);
    return record ? [view(record, kind, scene)] : [];
  });
  const isPadded = uids.length === 0 && switches.on(paginationFault(family.name, 'empty-list-padded'));
  const result = [...shown, ...foreign.map((record) => view(record, kind, scene))];
  return json(200, succeeded(undefined, isPadded ? [{ [family.singular]: {} }] : result), page.headers);
}

/** The uids of the list that the path names, as a list of their own only where a fault is going to change it. */
function uidsOf(desk: Desk, kind: Kind, exchange: Exchange, table: Table): UidList {
  const uids = listOf(desk, kind, exchange, table);
  if (!desk.switches.on(kind.faults['list-misses-newest'])) return uids;
  const copy = new UidList();
  for (const uid of uids) copy.add(uid);
  return copy;
}

function listOf(desk: Desk, kind: Kind, exchange: Exchange, table: Table): UidList {
  const { listedBelow, parent } = kind.family;
  if (parent !== undefined) return table.below(parentOf(desk, kind, exchange)?.uid ?? 0);
  if (!listedBelow) return table.all;
  const student = studentOf(desk, exchange, kind.faults['other-organisation-parent']);
  return desk.switches.on('student-reporting.lists.of-all-students') ? table.all : table.below(student.uid);
}

function studentOf(desk: Desk, { caller, parameters }: Exchange, leak: FaultId): StoredRecord {
  const uid = uidOf(parameters[0]);
  const own = desk.store.of(caller.organisation).table('students').records.get(uid);
  const student = own ?? (desk.switches.on(leak) ? desk.foreign('students', uid, caller.organisation) : undefined);
  if (!student) throw notFound();
  return student;
}

/** The known issue of student-reporting section 7: the bulk GET of disabilities may return 404. */
function refuseByKnownIssue({ switches }: Desk, { family }: Kind, uids: UidList): void {
  if (family.name !== 'student-disabilities') return;
  if (switches.on('student-reporting.known-issue.disabilities-list-404')) throw notFound();
  if (uids.length === 0 && switches.on('student-reporting.known-issue.disabilities-empty-404')) throw notFound();
}

function shownBalance(cents: number, switches: Switches): number {
  if (switches.on('student-reporting.help-balance.zero')) return 0;
  if (switches.on('student-reporting.help-balance.negative')) return cents === 0 ? -0.01 : -cents / 100;
  return cents / 100;
}

/** The balance is computed from the loans at every read, so it can never be out of step with them. */
export function readHelpBalance(desk: Desk, exchange: Exchange): Reply {
  const student = studentOf(desk, exchange, 'student-reporting.help-balance.other-organisation');
  const { switches } = desk;
  const loans = desk.store.of(exchange.caller.organisation).table('loans');
  const uids = switches.on('student-reporting.help-balance.of-all-students') ? loans.all : loans.below(student.uid);
  let cents = 0;
  for (const uid of uids) {
    const amount = loans.records.get(uid)?.values['help_loan_amount'];
    // Summed in cents, because sums of decimals drift in binary.
    if (typeof amount === 'number') cents += Math.round(amount * 100);
  }
  const { today, version } = desk.scene();
  const values: Readonly<Record<string, unknown>> = {
    students_uid: student.uid,
    help_balance_amount: shownBalance(cents, switches),
    help_balance_as_at_date: switches.on('student-reporting.version.help-balance-date-missing') ? undefined : today,
  };
  const shown = helpBalance.fields.filter((field) => existsIn(version, field)).map(({ name }) => [name, values[name]]);
  return json(200, succeeded(undefined, { [helpBalance.singular]: Object.fromEntries(shown) as unknown }));
}
