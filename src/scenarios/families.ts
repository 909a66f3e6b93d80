/** Common properties of the scenarios of a family: catalogue, operations, and groups that run alone. */
import { scenariosOf } from '../plan/catalogue/scenario.ts';

/** Nothing else may write to a shared list while its pages are compared. */
const ALONE = { alone: { path: 'fixed' } } as const;

export const access = scenariosOf('access', { applies: { access: 'token', base: 'service', way: ['usual', 'other'] } });
export const conditional = scenariosOf('conditional', { applies: { conditional: 'yes' } });
export const input = scenariosOf('input', {
  applies: { operation: ['create', 'update', 'replace', 'action'], body: 'json' },
});
export const lifecycle = scenariosOf('lifecycle', {
  applies: { base: 'service' },
  groups: { listing: { alone: { operation: 'create', listed: 'with-all' } } },
});
export const methods = scenariosOf('methods', {
  applies: { first: 'of-path' },
  groups: { undeclared: { 'in-turn': true, alone: { path: 'fixed', base: 'service' } } },
});
export const negotiation = scenariosOf('negotiation', {});
export const pagination = scenariosOf('pagination', {
  applies: { operation: 'list', style: ['usual', 'other'] },
  groups: {
    pagination: { alone: { paging: 'offered', path: 'fixed' } },
    'page-sizes': ALONE,
    'page-links': ALONE,
    'page-others': ALONE,
    'page-order': ALONE,
    'page-growth': ALONE,
  },
});
export const query = scenariosOf('query', {
  aspect: 'query',
  applies: { operation: ['read', 'list'] },
  groups: { 'query-laws': ALONE },
});
export const ranges = scenariosOf('ranges', { applies: { ranges: 'yes' } });
export const token = scenariosOf('token', {
  applies: { operation: 'token', grant: ['jwt-bearer', 'private-key-jwt'] },
});
