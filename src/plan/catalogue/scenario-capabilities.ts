/** Capabilities that only scenarios use. */
import { pathParameters } from '../../model/path-template.ts';
import { getOfPath, operationsOfPath } from '../operations-of-path.ts';
import {
  RECORD_OPERATION_KINDS,
  hasClientChosenId,
  listOperation,
  parentEndpointName,
  parentParameter,
  writableFields,
} from '../request-templates.ts';
import { hasUniqueValue, isSentIn, isStructured } from '../values.ts';
import { type Capability, deletionEffect } from './capabilities.ts';
import { pathWithoutPageSlots } from './paging.ts';
import type { Field } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';

export const SCENARIO_CAPABILITIES: Readonly<Record<string, Capability>> = {
  parent: {
    is: (context, value) => {
      const { scope, endpoint, operation } = context;
      const parent = parentParameter(endpoint, operation.path);
      if (parent === undefined) return false;
      return value === 'removal'
        ? deletionEffect(scope, scope.endpoint(endpoint.parents[parent] ?? '')) === 'removal'
        : parent !== pathParameters(pathWithoutPageSlots(context)).at(-1);
    },
  },
  'may-send': {
    is: (context, value) =>
      context.scope.contracts.methods === 'complete' ||
      operationsOfPath(context).some(({ method }) => method === value),
  },
  members: {
    is: ({ scope, endpoint, operation }) =>
      writableFields(scope, endpoint, operation).some(
        (f) => !f.required && f.usual !== true && f.writeOnly !== true && !isStructured(f),
      ),
  },
  taken: {
    is: ({ endpoint, operation }, value) =>
      operation.taken === value ||
      (value === 'open' && operation.taken === undefined && hasClientChosenId(endpoint, operation)),
  },
  ranges: { is: ({ operation }) => operation.ranges === true },
  'of-others': {
    is: ({ scope: { contracts } }, value) =>
      (contracts.errors.refusals.forbidden === undefined ? 'hidden' : 'forbidden') === value,
  },
  records: { is: hasRecordIdentity },
  listed: {
    is: ({ scope, endpoint }, value) => {
      const list = listOperation(scope, endpoint);
      return list !== undefined && (pathParameters(list.path).length > 0 ? 'below-a-record' : 'with-all') === value;
    },
  },
  identifies: { is: (context, value) => (isUniqueBelowParent(context) ? 'below-a-record' : 'among-all') === value },
  get: { is: (context, value) => (getOfPath(context)?.operation.kind ?? 'none') === value },
};

/** Whether a minimal record can be found again in a list: by its own parent, or by a unique value that lists show. */
export function hasRecordIdentity(context: OperationContext): boolean {
  const { scope, endpoint, operation } = context;
  return (
    canMake(context, parentEndpointName(endpoint, operation.path)) ||
    writableFields(scope, endpoint, operation).some(
      (field) =>
        isSentIn(field, 'least') && isCompared(field) && (hasUniqueValue(field) || canMake(context, field.references)),
    )
  );
}

/** Fields outside of the record, or in no response, cannot be compared in a list. */
function isCompared({ place, writeOnly }: Field): boolean {
  return place === undefined && writeOnly !== true;
}

/** Only a new parent or reference makes a record unique. */
function canMake({ scope }: OperationContext, endpoint: string | undefined): boolean {
  return endpoint !== undefined && scope.operation(scope.endpoint(endpoint), 'create') !== undefined;
}

/** Whether an ID is unique only below its parent: then the path of the record names the parent too. */
export function isUniqueBelowParent({ scope, endpoint, operation }: OperationContext): boolean {
  const [address = operation] = RECORD_OPERATION_KINDS.flatMap((kind) => scope.operation(endpoint, kind) ?? []);
  return parentParameter(endpoint, address.path) !== undefined;
}
