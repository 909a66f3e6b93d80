/** The request that removes, or puts back, what a step did. */
import { defined, maybe } from '../record/defined.ts';
import type { Step, Undo, Value } from '../plan/model.ts';

export function undoStep(
  { method, path, server, auth, headers, body }: Undo,
  parameters: Readonly<Record<string, Value>>,
): Step {
  return {
    name: 'undo',
    request: {
      base: 'service',
      method,
      path,
      parameters,
      headers: headers ?? {},
      auth: auth ?? { kind: 'good' },
      ...defined({ server, body: maybe(body, (it) => ({ kind: 'json' as const, value: it })) }),
    },
    success: { statuses: [] },
  };
}
