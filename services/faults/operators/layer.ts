import { type Delivery, asking, type Call } from '../../http/message.ts';
import type { Placed, Router } from '../../http/router.ts';
import type { FaultChange } from '../fault.ts';
import { operatorTable, type OperatorName, type PlacedOperator } from './faults.ts';
import type { OperatorTools } from './operator.ts';

interface Applied {
  readonly name: OperatorName;
  readonly tools: OperatorTools;
}

/** The generic operators, as one layer around a service that knows nothing of them. */
export function operatorChange(
  placed: readonly PlacedOperator[],
  router: Router<Placed & { readonly name: string }>,
): FaultChange<{ readonly delivery: Delivery }> {
  return ({ delivery: { deliver } }, _stages, { clock, sleep }) => {
    const active = new Map<string, readonly Applied[]>();
    for (const { operation, operator } of placed) {
      const applied: Applied = { name: operator, tools: { sleep, clock, callsThisSecond: counter(clock) } };
      active.set(operation, [...(active.get(operation) ?? []), applied]);
    }
    return {
      delivery: {
        deliver: async (received) => {
          const call = remembering(received);
          let reply = await deliver(call);
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
        },
      },
    };
  };
}

/** The call, whose body can be read once more by an operator that sends it back. */
function remembering(call: Call): Call {
  let body: Promise<Uint8Array | undefined> | undefined;
  return asking(call, { read: (limit) => (body ??= call.read(limit)) });
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
