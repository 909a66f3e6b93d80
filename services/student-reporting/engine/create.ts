import { GatewayError } from '../../http/gateway-error.ts';
import { json, type Reply } from '../../http/message.ts';
import type { Exchange } from '../../http/pipeline.ts';
import type { Form, Scene } from '../families/family.ts';
import { parentOf, type Desk } from './desk.ts';
import { examine, type Examined } from './examine.ts';
import type { Kind } from './model.ts';
import { failed, refusedReply, succeeded, warningMessages, type ItemResult } from './results.ts';
import { readItems, type Item } from './shape.ts';
import type { Dataset, StoredRecord } from './store.ts';

interface Creation {
  readonly desk: Desk;
  readonly kind: Kind;
  readonly scene: Scene;
  readonly dataset: Dataset;
  readonly parent: StoredRecord | undefined;
}

export function create(desk: Desk, kind: Kind, exchange: Exchange): Reply {
  refuseByKnownIssue(desk, kind, exchange.body);
  const form = formOf(desk, kind, exchange.body);
  const items = readItems(exchange.body, kind, 'create', form, desk.switches);
  const parent = parentOf(desk, kind, exchange);
  const dataset = desk.store.of(exchange.caller.organisation);
  const creation: Creation = { desk, kind, scene: desk.scene(), dataset, parent };
  const stored: number[] = [];
  const results = createAll(creation, items, stored);
  const body = form === 'array' ? results : results[0];
  const [uid] = stored;
  if (uid === undefined) return refusedReply(body, creation.scene);
  return json(201, body, items.length === 1 ? location(creation, uid) : {});
}

function createAll(creation: Creation, items: readonly Item[], stored: number[]): ItemResult[] {
  const { kind, scene, dataset, parent } = creation;
  if (scene.on(kind.faults['batch-stops-at-failure']) && items.length > 1) {
    const examined = items.map((item) => examine(item, kind, { scene, dataset, parent }));
    const findings = examined.flatMap((one) => one.findings);
    if (findings.length > 0) return items.map(({ correlationId }) => failed(correlationId, findings, scene));
  }
  // One after the other: an item may collide with, or refer to, what the one before it has stored.
  const results = items.map((item, index) => createOne(creation, item, stored, index));
  return scene.on(kind.faults['batch-order-changed']) ? results.reverse() : results;
}

function createOne(creation: Creation, item: Item, stored: number[], index: number): ItemResult {
  const { kind, scene, dataset, parent } = creation;
  const examined = examine(item, kind, { scene, dataset, parent });
  const correlationId = scene.on(kind.faults['correlation-id-not-echoed']) ? 'service-made' : item.correlationId;
  if (examined.findings.length > 0) {
    refuseAsGateway(scene, examined);
    if (scene.on(kind.faults['refused-write-stored'])) store(creation, examined, parent?.uid ?? 0);
    return failed(correlationId, examined.findings, scene);
  }
  const isDropped = index > 0 && scene.on(kind.faults['batch-first-only']);
  const uids = isDropped ? unstored(creation) : store(creation, examined, parent?.uid ?? 0);
  if (scene.on(kind.faults['create-stored-twice'])) store(creation, examined, parent?.uid ?? 0);
  stored.push(uids.uid);
  if (scene.on(kind.faults['uid-missing'])) Reflect.deleteProperty(uids.result, kind.family.uid);
  return succeeded(correlationId, uids.result, warningMessages(examined.warnings, scene));
}

/** A uid for a record that is not stored. */
function unstored({ desk, kind }: Creation): { uid: number; result: Record<string, unknown> } {
  const uid = desk.store.nextUid();
  return { uid, result: { [kind.family.uid]: uid } };
}

/** Stores a record and its children, and says which uids they got. */
function store(
  creation: Creation,
  { kind, values, item, children }: Examined,
  parent: number,
): { uid: number; result: Record<string, unknown> } {
  const { desk, scene, dataset } = creation;
  const uid = desk.store.nextUid();
  if (!scene.on(kind.faults['create-not-stored'])) dataset.add({ uid, parent, values }, kind);
  const result: Record<string, unknown> = { [kind.family.uid]: uid };
  for (const { member, examined: all } of children) {
    if (scene.on('student-reporting.nested.ignored')) continue;
    const examined = scene.on('student-reporting.nested.first-only') ? all.slice(0, 1) : all;
    // Known issue, student-reporting section 7: no citizenship uid is generated.
    if (item.isSpaced && member === 'citizenships') continue;
    result[member] = examined.map((child) => ({
      ...(child.item.correlationId === undefined ? {} : { correlation_id: child.item.correlationId }),
      ...shownChild(store(creation, child, uid).result, scene),
    }));
  }
  return { uid, result };
}

function shownChild(result: Record<string, unknown>, scene: Scene): Record<string, unknown> {
  return scene.on('student-reporting.nested.uid-missing') ? {} : result;
}

function location({ kind, scene, parent }: Creation, uid: number): Readonly<Record<string, string>> {
  const { family, faults } = kind;
  if (scene.on(faults['location-missing'])) return {};
  const collection = family.path.replace(/\{[^}]*\}/, String(parent?.uid ?? ''));
  if (scene.on(faults['location-wrong'])) return { location: `${collection}/999999999` };
  return { location: family.isSingle ? collection : `${collection}/${String(uid)}` };
}

/** The form that the body must have; the TAC offer faults take the other one, or both. */
function formOf({ switches }: Desk, { family, form }: Kind, body: unknown): Form {
  if (family.name !== 'courses-on-campus-tac-offers') return form;
  if (switches.on('student-reporting.version.tac-offer-both-forms')) return Array.isArray(body) ? 'array' : 'object';
  if (!switches.on('student-reporting.version.tac-offer-array-form')) return form;
  return form === 'array' ? 'object' : 'array';
}

function refuseByKnownIssue({ switches }: Desk, { family, form }: Kind, body: unknown): void {
  if (family.name === 'students' && switches.on('student-reporting.known-issue.could-not-connect'))
    throw couldNotConnect();
  if (family.name !== 'courses-on-campus-tac-offers' || form !== 'object' || !Array.isArray(body)) return;
  if (!switches.on('student-reporting.known-issue.tac-offer-array-500')) return;
  throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
}

export function couldNotConnect(): GatewayError {
  return new GatewayError(500, { code: 'endpoint_unavailable', detail: 'Could not Connect to Endpoint' });
}

/** Known issue, student-reporting section 7: a data validation fault answered in the gateway's words. */
export function refuseAsGateway(scene: Scene, { findings }: Examined): void {
  if (!scene.on('student-reporting.known-issue.g2g-post-4xx')) return;
  const fields = findings.map(({ field }) => field).join(', ');
  throw new GatewayError(400, { code: 'g2g', detail: `G2G POST 4xx returned for ${fields}` });
}
