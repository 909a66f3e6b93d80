/** Requests that name a record which the group created and has not deleted. Pure. */
import { isMap } from '../model/json.ts';
import { pathParameters } from '../model/path-template.ts';
import { type CaseEvidence, type Exchange, isReadMethod, setupStep } from '../model/exchange.ts';
import { jsonBody } from '../model/body.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { succeeded } from '../model/success.ts';
import type { Group, Step } from '../plan/model.ts';
import type { RecordCall } from '../rules/model.ts';

/** Statuses of completed requests; 202 is not among them (RFC 9110 §15.3.3). */
const DONE: readonly (number | undefined)[] = [200, 201, 204];

/** Methods that change the record at their path and keep it. */
const KEEPING: readonly string[] = ['PATCH', 'PUT'];

export function requestsOnCreatedRecords(
  { setup, cases }: Group,
  evidenceOf: (planned: Group['cases'][number]) => CaseEvidence,
): readonly RecordCall[] {
  const shared = setup.map((step) => ({ ...step, name: setupStep(step.name) }));
  return cases.flatMap((planned) => callsIn([...shared, ...planned.steps], evidenceOf(planned)));
}

/** An existing record: the exchange that last wrote it, and the step that created it. */
interface There {
  readonly left: Exchange;
  readonly by: Step;
}

function callsIn(steps: readonly Step[], evidence: CaseEvidence): readonly RecordCall[] {
  const there = new Map<string, There>();
  const calls: RecordCall[] = [];
  for (const step of steps) {
    const [exchange, ...more] = evidence[step.name] ?? [];
    if (exchange?.response === undefined || more.length > 0) continue;
    const { method } = step.request;
    const named = isPlain(step) ? namedBy(step) : undefined;
    const record = named === undefined ? undefined : there.get(named.step);
    if (record !== undefined && named !== undefined && isShown(named, evidence))
      calls.push({ made: record.left, call: exchange });
    if (isReadMethod(method)) continue;
    const keeps = KEEPING.includes(method) && record !== undefined;
    // Other writes to the record or its parent may remove it; a create below it does not.
    if (!keeps && !makes(step)) for (const name of there.keys()) if (refersTo(step, name)) remove(name, there);
    if (!succeeded(exchange, step.success) || !DONE.includes(exchange.response.status)) continue;
    if (keeps && named !== undefined) there.set(named.step, { left: exchange, by: record.by });
    else there.set(step.name, { left: exchange, by: step });
  }
  return calls;
}

/** Removes the record with all records that refer to it. */
function remove(name: string, there: Map<string, There>): void {
  there.delete(name);
  for (const [other, { by }] of there) if (refersTo(by, name)) remove(other, there);
}

function refersTo({ request }: Step, name: string): boolean {
  return JSON.stringify([request.parameters, request.body ?? null]).includes(`"${name}#`);
}

function makes({ request, undo, success }: Step): boolean {
  return request.method === 'POST' && (undo !== undefined || success.brings !== undefined);
}

interface Named {
  readonly step: string;
  /** Pointer to the ID in the response; absent if the client chose the ID. */
  readonly pointer?: string;
}

/** The step that created the record at the end of the path. */
function namedBy({ request }: Step): Named | undefined {
  const last = request.path.endsWith('}') ? pathParameters(request.path).at(-1) : undefined;
  const value = last === undefined ? undefined : request.parameters[last];
  if (!isMap(value)) return undefined;
  const { $ref: answered, $path: sent } = value;
  const [step, pointer] = typeof answered === 'string' ? answered.split('#') : [];
  if (step !== undefined && pointer !== undefined) return { step, pointer };
  const by = typeof sent === 'string' ? sent.slice(0, sent.indexOf('#')) : '';
  return by === '' ? undefined : { step: by };
}

/** Whether the request is unchanged: another client may not see the record. */
function isPlain({ request: { auth, location, headers }, send }: Step): boolean {
  return (
    location === undefined &&
    send === undefined &&
    (auth.kind === 'none' || (auth.kind === 'good' && auth.scheme === undefined && auth.renewed === undefined)) &&
    Object.keys(headers).every((name) => !name.includes('override'))
  );
}

/** Records of a batch are identified by their pointer. */
function isShown({ step, pointer }: Named, evidence: CaseEvidence): boolean {
  const response = evidence[step]?.[0]?.response;
  if (pointer === undefined) return true;
  const body = response === undefined ? undefined : jsonBody(response);
  return body?.ok === true && valueAtPointer(body.value, pointer) !== undefined;
}
