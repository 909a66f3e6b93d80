/** By what a record is known among others that look like it, where only what it has to have was sent. Pure. */
import type { Field } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';
import { ADDRESSED, nameAbove, parentParameter, writableFields } from '../templates.ts';
import { isNewEachTime, isSentOf } from '../values.ts';

/** Whether it hangs on a record of its own, or something in it is in no other, and shown in a list where it was sent. */
export function isToldApart(context: OperationContext): boolean {
  const { scope, endpoint, operation } = context;
  return (
    canMake(context, nameAbove(endpoint, operation.path)) ||
    writableFields(scope, endpoint, operation).some(
      (field) =>
        isSentOf(field, 'least') && isCompared(field) && (isNewEachTime(field) || canMake(context, field.references)),
    )
  );
}

/** What stands beside the record, or is shown nowhere, is not looked at in a list. */
function isCompared({ place, writeOnly }: Field): boolean {
  return place === undefined && writeOnly !== true;
}

/** What is below, or refers to, a record that was there before is so as any other is. */
function canMake({ scope }: OperationContext, endpoint: string | undefined): boolean {
  return endpoint !== undefined && scope.operation(scope.endpoint(endpoint), 'create') !== undefined;
}

/** Whether the identifier of a record tells it from those below the same record alone: its address names that record too. */
export function isKnownBelow({ scope, endpoint, operation }: OperationContext): boolean {
  const [address = operation] = ADDRESSED.flatMap((kind) => scope.operation(endpoint, kind) ?? []);
  return parentParameter(endpoint, address.path) !== undefined;
}
