/** Capabilities that only scenarios use. */
import { pathParameters } from '../../model/path-template.ts';
import { getOfPath, siblings } from '../operations-of-path.ts';
import {
  ADDRESSED,
  isChosen,
  listOperation,
  nameAbove,
  parentParameter,
  writableFields,
} from '../request-templates.ts';
import { isNewEachTime, isSentOf, isStructured } from '../values.ts';
import { type Capability, deletionOf } from './capabilities.ts';
import { namingPath } from './paging.ts';
import type { Field } from '../../load/model.ts';
import type { OperationContext } from '../context.ts';

export const SCENARIO_CAPABILITIES: Readonly<Record<string, Capability>> = {
  parent: {
    is: (context, value) => {
      const { scope, endpoint, operation } = context;
      const parent = parentParameter(endpoint, operation.path);
      if (parent === undefined) return false;
      return value === 'removal'
        ? deletionOf(scope, scope.endpoint(endpoint.parents[parent] ?? '')) === 'removal'
        : parent !== pathParameters(namingPath(context)).at(-1);
    },
  },
  'may-send': {
    is: (context, value) =>
      context.scope.contracts.methods === 'complete' || siblings(context).some(({ method }) => method === value),
  },
  members: {
    is: ({ scope, endpoint, operation }) =>
      writableFields(scope, endpoint, operation).some(
        (f) => !f.required && f.usual !== true && f.writeOnly !== true && !isStructured(f),
      ),
  },
  taken: {
    is: ({ endpoint, operation }, value) =>
      operation.taken === value || (value === 'open' && operation.taken === undefined && isChosen(endpoint, operation)),
  },
  ranges: { is: ({ operation }) => operation.ranges === true },
  'of-others': {
    is: ({ scope: { contracts } }, value) =>
      (contracts.errors.refusals.forbidden === undefined ? 'hidden' : 'forbidden') === value,
  },
  records: { is: isToldApart },
  listed: {
    is: ({ scope, endpoint }, value) => {
      const list = listOperation(scope, endpoint);
      return list !== undefined && (pathParameters(list.path).length > 0 ? 'below-a-record' : 'with-all') === value;
    },
  },
  identifies: { is: (context, value) => (isKnownBelow(context) ? 'below-a-record' : 'among-all') === value },
  get: { is: (context, value) => (getOfPath(context)?.operation.kind ?? 'none') === value },
};

/** Whether a minimal record can be found again in a list: by its own parent, or by a unique value that lists show. */
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

/** Fields outside of the record, or in no response, cannot be compared in a list. */
function isCompared({ place, writeOnly }: Field): boolean {
  return place === undefined && writeOnly !== true;
}

/** Only a new parent or reference makes a record unique. */
function canMake({ scope }: OperationContext, endpoint: string | undefined): boolean {
  return endpoint !== undefined && scope.operation(scope.endpoint(endpoint), 'create') !== undefined;
}

/** Whether an ID is unique only below its parent: then the path of the record names the parent too. */
export function isKnownBelow({ scope, endpoint, operation }: OperationContext): boolean {
  const [address = operation] = ADDRESSED.flatMap((kind) => scope.operation(endpoint, kind) ?? []);
  return parentParameter(endpoint, address.path) !== undefined;
}
