/** Many calls at once: the plan has no limits. */
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { AFTER_CONTROL, controlStep } from './negative.ts';

const CALLS = 30;

export function burst(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if ((operation.kind !== 'read' && operation.kind !== 'list') || endpoint.base !== 'service') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  return context.group(
    'load',
    [...fixtures.steps, control],
    [
      context.case(
        'load',
        'burst.not-throttled',
        `${CALLS} calls at once`,
        [
          {
            name: 'probe',
            operation: context.path,
            request: controlRequest(scope, endpoint, operation, fixtures),
            send: { kind: 'burst', times: CALLS },
            success: context.success,
          },
        ],
        [
          context.check('load', {
            rule: 'burst.not-throttled',
            title: `${CALLS} calls at once are all served`,
            params: { step: 'probe' },
            given: AFTER_CONTROL,
          }),
        ],
      ),
    ],
  );
}
