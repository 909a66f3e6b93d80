/** Keeps the records of one case out of the way of another. */
import type { OperationContext } from '../context.ts';
import type { Step, Value } from '../model.ts';
import { type Fixtures, createStep } from '../fixtures.ts';
import { pathParameters, uidPointer } from '../templates.ts';

/** Whether the operation's path hangs on a record of another endpoint. */
export function isParented(context: OperationContext): boolean {
  return pathParameters(context.operation.path).some((name) => context.endpoint.parents[name] !== undefined);
}

/**
 * Moves the steps of a case below a parent of their own, where the endpoint hangs on one that can be made: records of
 * other cases cannot be in their way there. `more` adds steps that need the parent's path parameter.
 */
export function ownParent(
  context: OperationContext,
  fixtures: Fixtures,
  steps: readonly Step[],
  more?: (parameters: Readonly<Record<string, Value>>) => readonly Step[],
): readonly Step[] {
  const { scope, endpoint } = context;
  const parameter = steps
    .flatMap((s) => pathParameters(s.request.path))
    .find((name) => endpoint.parents[name] !== undefined);
  const parentName = parameter === undefined ? undefined : endpoint.parents[parameter];
  if (parameter === undefined || parentName === undefined) return [...steps, ...(more?.({}) ?? [])];
  const parent = scope.endpoint(parentName);
  const create = scope.operation(parent, 'create');
  if (create === undefined) return [...steps, ...(more?.({}) ?? [])];
  const made = createStep(scope, parent, create, fixtures, { name: 'parent' });
  const reference: Value = { $ref: `parent#${uidPointer(scope, parent, create)}` };
  const moved = steps.map((step) => ({
    ...step,
    request: { ...step.request, parameters: { ...step.request.parameters, [parameter]: reference } },
    ...(step.undo === undefined
      ? {}
      : {
          undo: {
            ...step.undo,
            parameters:
              parameter in step.undo.parameters
                ? { ...step.undo.parameters, [parameter]: reference }
                : step.undo.parameters,
          },
        }),
  }));
  return [made, ...moved, ...(more?.({ [parameter]: reference }) ?? [])];
}
