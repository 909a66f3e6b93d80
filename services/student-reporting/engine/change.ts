import { GatewayError } from '../../http/gateway-error.ts';
import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../http/pipeline.ts';
import type { FamilyName } from '../families/family.ts';
import { couldNotConnect, refuseAsGateway } from './create.ts';
import { locate, uidOf, type Desk, type Located } from './desk.ts';
import { examine } from './examine.ts';
import type { Kind } from './model.ts';
import { failed, refusedReply, succeeded, warningMessages } from './results.ts';
import type { Value } from '../../model/field.ts';
import { readItems, type Item } from './shape.ts';
import type { Dataset, StoredRecord } from './store.ts';

export function update(desk: Desk, kind: Kind, exchange: Exchange): Reply {
  failByKnownIssue(desk, kind.family.name);
  const [item] = readItems(exchange.body, kind, 'update', 'object', desk.switches);
  if (!item) throw new Error('A body of the right shape has one item.');
  const { dataset, parent, record } = locate(desk, kind, exchange);
  const scene = desk.scene();
  const examined = examine(item, kind, { scene, dataset, parent, existing: record });
  const { findings, values, warnings } = examined;
  const correlationId = scene.on(kind.faults['correlation-id-not-echoed']) ? 'service-made' : item.correlationId;
  if (findings.length > 0) {
    refuseAsGateway(scene, examined);
    if (scene.on(kind.faults['refused-update-stored'])) dataset.replace(record, values, kind);
    return refusedReply(failed(correlationId, findings, scene), scene);
  }
  if (!scene.on(kind.faults['patch-ignored'])) dataset.replace(record, values, kind);
  if (scene.on(kind.faults['patch-changes-all'])) changeOthers(dataset, kind, record, item.given);
  return json(200, succeeded(correlationId, { [kind.family.uid]: record.uid }, warningMessages(warnings, scene)));
}

function changeOthers(dataset: Dataset, kind: Kind, { uid }: StoredRecord, given: Item['given']): void {
  const table = dataset.table(kind.family.name);
  const changed = [...given].filter(([, value]) => value !== null) as [string, Value][];
  for (const other of Array.from(table.records.values())) {
    if (other.uid !== uid) dataset.replace(other, { ...other.values, ...Object.fromEntries(changed) }, kind);
  }
}

/** Where nothing is there to delete: the 404, or the success of the fault that does not look. */
function located(desk: Desk, kind: Kind, exchange: Exchange): Located | undefined {
  if (!desk.switches.on(kind.faults['second-delete-200'])) return locate(desk, kind, exchange);
  try {
    return locate(desk, kind, exchange);
  } catch {
    return undefined;
  }
}

export function remove(desk: Desk, kind: Kind, exchange: Exchange): Reply {
  const found = located(desk, kind, exchange);
  if (!found) return json(200, succeeded(undefined, { [kind.family.uid]: uidOf(exchange.parameters.at(-1)) }));
  const { dataset, record } = found;
  const scene = desk.scene();
  const refusal = reasonToKeep(found, kind, desk);
  if (refusal !== undefined) {
    const { singular } = kind.family;
    return refusedReply(failed(undefined, [{ kind, field: singular, digits: '10056', text: refusal }], scene), scene);
  }
  const table = dataset.table(kind.family.name);
  if (scene.on(kind.faults['delete-removes-all'])) {
    for (const each of Array.from(table.records.values())) dataset.remove(each, kind);
  } else if (scene.on(kind.faults['deleted-still-listed'])) table.forget(record);
  else if (scene.on(kind.faults['read-after-delete'])) table.unlist(record, kind);
  else if (!scene.on(kind.faults['delete-does-nothing'])) dataset.remove(record, kind);
  return json(200, succeeded(undefined, { [kind.family.uid]: record.uid }));
}

function reasonToKeep({ dataset, record }: Located, kind: Kind, { switches }: Desk): string | undefined {
  if (dataset.isReferredTo(record.uid) && !switches.on(kind.faults['delete-referenced']))
    return 'is referred to by other records';
  const hasChildren = kind.children.some((child) => dataset.table(child.family.name).below(record.uid).length > 0);
  return hasChildren && switches.on(kind.faults['children-kept']) ? 'has records below it' : undefined;
}

function failByKnownIssue({ switches }: Desk, family: FamilyName): void {
  if (family === 'students' && switches.on('student-reporting.known-issue.could-not-connect')) throw couldNotConnect();
  if (family !== 'student-commonwealth-scholarships') return;
  if (!switches.on('student-reporting.known-issue.scholarship-patch-500')) return;
  throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
}
