/** Runs a target's plan in this process and keeps every exchange as it went over the wire, secrets and all. */
import type { Json } from '../src/model/json.ts';
import { scheduleGroups } from '../src/run/group-scheduler.ts';
import type { Transport, WireRequest, WireResponse } from '../src/http/transport.ts';
import { undiciTransport } from '../src/http/undici-transport.ts';
import type { Exchange } from '../src/model/exchange.ts';
import { runContext } from '../src/run/execute.ts';
import type { Session } from '../src/project/session.ts';
import type { RecordedCall, Recording } from './recording.ts';

interface Sent {
  readonly request: WireRequest;
  readonly response: WireResponse;
}

/** The exchanges of one run, without those that got no answer and those that no HTTP client sends. */
export async function record(session: Session): Promise<Recording> {
  const sent: Sent[] = [];
  const plain = undiciTransport(session.target.limits.concurrency);
  const keeping: Transport = {
    ...plain,
    send: async (request, timeoutMs) => {
      const response = await plain.send(request, timeoutMs);
      sent.push({ request, response });
      return response;
    },
  };
  const exchanges: Exchange[] = [];
  // Sign-ins and what is undone afterwards are no exchanges of the plan, so the floor need not send them.
  const context = runContext(session, { transport: keeping, plain, clock: Date.now, env: process.env });
  try {
    await scheduleGroups(session.plan.groups, context, (_group, own) => void exchanges.push(...own));
  } finally {
    await plain.close();
  }
  const documented = schemasByAddress(session, exchanges);
  const schemas: Json[] = [];
  const places = new Map<Json, number>();
  const calls = sent.map(({ request, response }): RecordedCall => {
    const schema = documented(request, response.status);
    const place = schema === undefined ? undefined : (places.get(schema) ?? schemas.push(schema) - 1);
    if (schema !== undefined && place !== undefined) places.set(schema, place);
    return {
      method: request.method,
      url: request.url,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body.toString('base64') }),
      status: response.status,
      ...(place === undefined ? {} : { schema: place }),
    };
  });
  return { concurrency: session.target.limits.concurrency, schemas, calls };
}

/** Looks up the schema that the contract gives for the answer to a request. */
function schemasByAddress(
  session: Session,
  exchanges: readonly Exchange[],
): (request: WireRequest, status: number) => Json | undefined {
  const operations = new Map(
    exchanges.flatMap((e) =>
      e.operation === undefined
        ? []
        : [[`${e.request.method} ${e.request.url}`, `${e.service}@${e.spec}/${e.operation}`] as const],
    ),
  );
  return (request, status) => {
    const operation = session.plan.operations[operations.get(`${request.method} ${request.url}`) ?? ''];
    return operation?.documented[status] ?? undefined;
  };
}
