/** Titles of aspects: the behaviour that the checks of an aspect test. Aspects of custom cases have no entry. */
import { ownProperty } from '../../model/json.ts';
import { capitalize } from '../../model/text.ts';

const ASPECT_TITLES: Readonly<Record<string, string>> = {
  access: 'Invalid credentials are rejected',
  balance: 'Sums match their records',
  conditional: 'Preconditions are evaluated',
  definition: 'The OpenAPI document is correct',
  duplicates: 'Duplicate keys are rejected',
  input: 'Request bodies are validated',
  lifecycle: 'Changes to records are stored',
  listing: 'Lists contain every record',
  load: 'Concurrent requests succeed',
  lockout: 'Failed sign-ins do not lock clients out',
  methods: 'HTTP methods are handled correctly',
  negotiation: 'Media types are negotiated',
  others: 'Other records stay unchanged',
  'page-changes': 'Pages stay correct during changes',
  'page-growth': 'Totals follow created records',
  'page-links': 'Links between pages work',
  'page-order': 'Lists keep their order',
  'page-others': 'Pages show no data of other clients',
  'page-sizes': 'Totals fit every page size',
  pagination: 'Pages contain each record once',
  query: 'Query parameters are validated',
  ranges: 'Range requests are handled correctly',
  raw: 'Invalid HTTP messages are rejected',
  reading: 'Reads change nothing',
  responses: 'Responses match HTTP and the schema',
  success: 'Valid requests succeed',
  token: 'Tokens are issued correctly',
  undeclared: 'Undeclared methods are rejected',
};

/** The title; for an aspect of custom cases, its name as words: `partial-update` is "Partial update". */
export function aspectTitle(aspect: string): string {
  return ownProperty(ASPECT_TITLES, aspect) ?? capitalize(aspect.replaceAll('-', ' '));
}
