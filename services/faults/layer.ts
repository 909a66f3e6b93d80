import type { Answer } from '../http/message.ts';
import type { Placed, Router } from '../http/router.ts';
import { operatorFault, type Subject } from './ids.ts';
import { operatorNames, operatorTable, type OperatorName } from './operators.ts';
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
}

/** The generic operators, as a layer around a service that knows nothing of them. */
export function withOperators(answer: Answer, { subject, router, switches }: LayerOptions): Answer {
  let active = new Map<string, readonly OperatorName[]>();
  const names = router.operations().map(({ name }) => name);
  switches.onChange(() => {
    active = new Map(
      names
        .map(
          (name) =>
            [name, operatorNames.filter((operator) => switches.on(operatorFault(subject, name, operator)))] as const,
        )
        .filter(([, operators]) => operators.length > 0),
    );
  });
  return async (call) => {
    let reply = await answer(call);
    if (active.size === 0) return reply;
    const operations = router.find(call.path)?.route.operations;
    if (!operations) return reply;
    const called = operations.get(call.method === 'HEAD' ? 'GET' : call.method);
    for (const operation of operations.values()) {
      for (const name of active.get(operation.name) ?? []) {
        const operator = operatorTable[name];
        if (operation === called || operator.scope === 'path') reply = await operator.apply(reply, call);
      }
    }
    return reply;
  };
}
