/** Topics of the drafted requirements, and the rules that belong to each topic. */

export interface TopicRequirement {
  readonly text: string;
  readonly section: string;
  /** MUST if absent. */
  readonly level?: 'MUST' | 'SHOULD';
}

export const TOPICS = {
  operations: { text: 'A request that keeps the contract succeeds.', section: 'operations' },
  responses: { text: 'Every answer has a status and a body that the contract knows.', section: 'responses' },
  records: { text: 'Records are stored, shown, changed and removed as they were sent.', section: 'records' },
  input: {
    text: 'A request that breaks the contract is refused as the contract says, and leaves no trace.',
    section: 'bodies of requests',
  },
  refusals: {
    text: 'A refusal has the status and the form that the contract says.',
    section: 'answers that refuse',
  },
  strictness: {
    text: 'What the document leaves open is refused: members that it does not know or only the service sets, references to nothing, and the removal of what others refer to.',
    section: 'what the document leaves open',
    level: 'SHOULD',
  },
  access: { text: 'A call that needs an access token is refused without a good one.', section: 'access' },
  paths: { text: 'There is nothing beside the operations of the contract.', section: 'paths and methods' },
  media: { text: 'Bodies are JSON, in requests and in answers.', section: 'media types' },
  load: { text: 'Calls at an ordinary pace are not throttled.', section: 'load' },
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
  burst: 'load',
};

/**
 * Rules about behaviour that documents rarely specify: unknown and read-only fields, missing references, and deletion of referenced
 * records.
 */
const LEFT_OPEN: ReadonlySet<string> = new Set([
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
