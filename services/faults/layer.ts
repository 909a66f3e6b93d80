import type { Answer, Call } from '../http/message.ts';
import type { Placed, Router } from '../http/router.ts';
import { operatorFault, type Subject } from './ids.ts';
import { operatorNames, operatorTable, type OperatorName } from './operators.ts';
import type { Tools } from './operators/operator.ts';
import type { Switches } from './switches.ts';

interface Named extends Placed {
  readonly name: string;
}

/** Something that answers calls to named operations. */
export interface Answering {
  readonly answer: Answer;
  readonly router: Router<Named>;
}

export interface LayerOptions {
  readonly subject: Subject;
  readonly router: Router<Named>;
  readonly switches: Switches;
  readonly clock: () => Date;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

interface Place {
  readonly operation: string;
  readonly operator: OperatorName;
}

interface Applied {
  readonly name: OperatorName;
  readonly tools: Tools;
}

/** The generic operators, as a layer around a service that knows nothing of them. */
export function withOperators(answer: Answer, { subject, router, switches, clock, sleep }: LayerOptions): Answer {
  const active = new Map<string, readonly Applied[]>();
  const places = new Map<string, Place>(
    router
      .operations()
      .flatMap(({ name }) =>
        operatorNames.map(
          (operator) => [operatorFault(subject, name, operator), { operation: name, operator }] as const,
        ),
      ),
  );
  switches.onChange(() => {
    active.clear();
    for (const id of switches.active) {
      const place = places.get(id);
      if (!place) continue;
      const applied: Applied = { name: place.operator, tools: { sleep, clock, callsThisSecond: counter(clock) } };
      active.set(place.operation, [...(active.get(place.operation) ?? []), applied]);
    }
  });
  return async (received) => {
    if (active.size === 0) return answer(received);
    const call = remembering(received);
    let reply = await answer(call);
    const operations = router.find(call.path)?.route.operations;
    if (!operations) return reply;
    const called = operations.get(call.method === 'HEAD' ? 'GET' : call.method);
    for (const operation of operations.values()) {
      for (const { name, tools } of active.get(operation.name) ?? []) {
        const operator = operatorTable[name];
        if (operation === called || operator.scope === 'path') reply = await operator.apply(reply, call, tools);
      }
    }
    return reply;
  };
}

/** The call, whose body can be read once more by an operator that sends it back. */
function remembering(call: Call): Call {
  let body: Promise<Uint8Array | undefined> | undefined;
  return {
    method: call.method,
    path: call.path,
    query: call.query,
    header: (name) => call.header(name),
    hasBody: call.hasBody,
    read: (limit) => (body ??= call.read(limit)),
  };
}

/** Counts calls, from one again with each second of the clock. */
function counter(clock: () => Date): () => number {
  let second = 0;
  let calls = 0;
  return () => {
    const now = Math.floor(clock().getTime() / 1000);
    calls = now === second ? calls + 1 : 1;
    second = now;
    return calls;
  };
}
