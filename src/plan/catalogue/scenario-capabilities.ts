/** Capabilities of an operation and its service that scenarios alone ask for. */
import { pathParameters } from '../../model/path-template.ts';
import { getOfPath, siblings } from '../siblings.ts';
import { isChosen, listOperation, parentParameter, writableFields } from '../templates.ts';
import { isStructured } from '../values.ts';
import type { Capability } from './capabilities.ts';
import { deletionOf } from './deletion.ts';
import { namingPath } from './paging.ts';
import { isKnownBelow, isToldApart } from './told-apart.ts';

export const SCENARIO_CAPABILITIES = {
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
  ranges: {
    is: ({ operation }) => operation.ranges === true,
  },
  'of-others': {
    is: ({ scope: { contracts } }, value) =>
      (contracts.errors.refusals.forbidden === undefined ? 'hidden' : 'forbidden') === value,
  },
  records: {
    is: isToldApart,
  },
  listed: {
    is: ({ scope, endpoint }, value) => {
      const list = listOperation(scope, endpoint);
      return list !== undefined && (pathParameters(list.path).length > 0 ? 'below-a-record' : 'with-all') === value;
    },
  },
  identifies: {
    is: (context, value) => (isKnownBelow(context) ? 'below-a-record' : 'among-all') === value,
  },
  get: {
    is: (context, value) => (getOfPath(context)?.operation.kind ?? 'none') === value,
  },
} as const satisfies Readonly<Record<string, Pick<Capability, 'is'>>>;
