/** Topics of the drafted requirements, and the rules that belong to each topic. */

export interface TopicRequirement {
  readonly text: string;
  readonly section: string;
  /** MUST if absent. */
  readonly level?: 'MUST' | 'SHOULD';
}

export const TOPICS = {
  operations: { text: 'A valid request succeeds.', section: 'operations' },
  responses: { text: 'Every response has a status and a body that the contract declares.', section: 'responses' },
  records: { text: 'Records are stored, returned, changed and deleted as requested.', section: 'records' },
  input: {
    text: 'An invalid request is rejected as the contract specifies, and changes nothing.',
    section: 'request bodies',
  },
  refusals: {
    text: 'A rejection has the status and the form that the contract specifies.',
    section: 'error responses',
  },
  strictness: {
    text: 'The service rejects unknown fields, read-only fields, references to missing records, and the deletion of referenced records.',
    section: 'not specified in the document',
    level: 'SHOULD',
  },
  access: { text: 'A protected call is rejected without a valid access token.', section: 'access' },
  paths: { text: 'The service has no other operations than the contract.', section: 'paths and methods' },
  media: { text: 'Request and response bodies are JSON.', section: 'media types' },
} as const satisfies Readonly<Record<string, TopicRequirement>>;

export type RequirementTopic = keyof typeof TOPICS;

const FAMILIES: Readonly<Record<string, RequirementTopic>> = {
  outcome: 'operations',
  coverage: 'operations',
  definition: 'operations',
  http: 'responses',
  lifecycle: 'records',
  input: 'input',
  access: 'access',
  token: 'access',
  method: 'paths',
  path: 'paths',
  query: 'paths',
  raw: 'paths',
  media: 'media',
};

/**
 * Rules about behaviour that documents rarely specify: unknown and read-only fields, missing references, and deletion of referenced
 * records.
 */
export const LEFT_OPEN: ReadonlySet<string> = new Set([
  'input.unknown-member',
  'input.read-only',
  'input.unknown-reference',
  'input.deleted-reference',
  'lifecycle.referred-to',
  'lifecycle.referred-to-by',
]);

/** Topic of a rule. `isClosed`: request schemas allow no additional properties. */
export function topicOf(rule: string, isClosed = false): RequirementTopic {
  if (LEFT_OPEN.has(rule) && !(isClosed && rule === 'input.unknown-member')) return 'strictness';
  return FAMILIES[rule.split('.')[0] ?? ''] ?? 'operations';
}
