/** The positive control of every operation, on record as a check of its own. */
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { undoOf } from '../templates.ts';

export function success(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  const fixtures = new Fixtures(scope);
  const request = controlRequest(scope, endpoint, operation, fixtures);
  const undo =
    operation.kind === 'create' ? undoOf(scope, endpoint, operation, request.parameters, 'probe') : undefined;
  const steps = [
    {
      name: 'probe',
      operation: context.path,
      request,
      success: context.success,
      ...(undo === undefined ? {} : { undo }),
    },
  ];
  const params = { step: 'probe', success: context.success };
  const checks = [
    context.check('success', {
      rule: 'outcome.accepted',
      title: `${operation.name} of ${endpoint.title.toLowerCase()} is accepted`,
      params,
    }),
    ...(operation.kind === 'token'
      ? [
          context.check('success', {
            rule: 'token.response',
            title: 'The answer holds a token, its type and its lifetime',
            params: { step: 'probe' },
            given: [{ step: 'probe', is: 'success' }],
          }),
          context.check('success', {
            rule: 'token.no-store',
            title: 'The token is not to be stored by caches',
            params: { step: 'probe' },
            given: [{ step: 'probe', is: 'success' }],
          }),
        ]
      : []),
  ];
  return context.group('success', fixtures.steps, [
    context.case('success', 'control', 'the positive control', steps, checks),
  ]);
}
