/** Value makers by the name that `{ $make: name }` uses. scripts/docs/case-terms.ts describes each. */
import type { Maker } from '../items.ts';
import { methodsOfPath } from '../../operations-of-path.ts';
import { claimMakers } from './claims.ts';
import { fieldMakers } from './fields.ts';
import { listMakers } from './lists.ts';

export const MAKERS: Readonly<Record<string, Maker>> = {
  ...claimMakers,
  ...fieldMakers,
  ...listMakers,
  success: { make: ({ success }) => ({ ...success }) },
  'methods-of-path': { make: methodsOfPath },
  'place-of-version': { make: ({ endpoint }) => endpoint.describes?.version ?? '' },
  'is-aligned': { make: ({ endpoint }) => endpoint.describes?.aligned ?? true },
  operations: {
    make: ({ scope }) =>
      scope
        .endpoints()
        .filter((e) => e.base === 'service' && e.describes === undefined)
        .flatMap((e) => scope.operations(e).map(({ method, path }) => `${method} ${path}`)),
  },
  'request-forms': {
    make: ({ scope }) =>
      scope
        .endpoints()
        .filter((e) => e.base === 'service')
        .flatMap((e) => scope.operations(e))
        .filter(({ request }) => request !== 'none')
        .map(({ method, path, request }) => ({ method, path, form: request === 'items' ? 'array' : 'object' })),
  },
};
