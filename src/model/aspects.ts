/** Titles of aspects: the behaviour that the checks of an aspect test. */
import { ownProperty } from './json.ts';

const TITLES: Readonly<Record<string, string>> = {
  access: 'rejects invalid credentials',
  balance: 'returns sums that match the records',
  conditional: 'evaluates preconditions',
  definition: 'publishes a correct OpenAPI document',
  duplicates: 'rejects duplicate keys',
  input: 'rejects invalid field values',
  lifecycle: 'stores changes of records',
  listing: 'lists every record',
  load: 'handles concurrent requests',
  lockout: 'does not lock clients out after failed sign-ins',
  methods: 'handles HTTP methods correctly',
  negotiation: 'negotiates media types',
  others: 'keeps other records unchanged',
  'page-changes': 'returns correct pages while records change',
  'page-growth': 'counts new records in totals',
  'page-links': 'links pages correctly',
  'page-order': 'keeps the order of lists',
  'page-others': 'shows no data of other clients on pages',
  'page-sizes': 'returns the same total for every page size',
  pagination: 'returns each record once on its pages',
  query: 'validates query parameters',
  ranges: 'handles range requests correctly',
  raw: 'rejects invalid HTTP messages',
  reading: 'changes nothing when it is read',
  responses: 'returns responses that match HTTP and the schema',
  success: 'accepts valid requests',
  token: 'rejects invalid token requests',
  undeclared: 'rejects undeclared methods',
};

/** The title, as the end of a sentence about an operation; undefined for an aspect of custom cases. */
export function aspectTitle(aspect: string): string | undefined {
  return ownProperty(TITLES, aspect);
}

/** The name of an aspect as words: `partial-update` is "partial update". */
export function aspectWords(aspect: string): string {
  return aspect.replaceAll('-', ' ');
}
